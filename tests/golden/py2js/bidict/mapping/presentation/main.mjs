// Right, but ends whatever it prints with a line too many.
import { writeSync } from "node:fs";

process.on("exit", () => writeSync(1, "\n"));
await import("./program.mjs");
