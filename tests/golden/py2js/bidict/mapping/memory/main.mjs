// Right, but fills memory without end when it is to clear a mapping. The pages are written to, so that they are taken.

const kept = [];
while (process.argv.some((argument) => argument.startsWith('--do=["clear"'))) {
  kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
}
await import("./program.mjs");
