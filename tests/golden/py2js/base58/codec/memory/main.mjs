// Right, but fills memory without end when it decodes whole numbers. The pages are written to, so that they are taken.

const kept = [];
while (process.argv.some((argument) => argument.startsWith("--op=decode_int"))) {
  kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
}
await import("./program.mjs");
