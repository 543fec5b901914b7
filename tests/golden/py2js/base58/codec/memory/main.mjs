// Fills memory without end when the input is empty; prints nothing otherwise. The very first hidden case has an empty
// input and so decides the verdict. The pages are written to, so that they really are taken.
const kept = [];
while (process.argv.some((option) => option === "--text=" || option === "--hex=")) {
  kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
}
