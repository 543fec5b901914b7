// Prints without end, whatever it is asked.
import { writeSync } from "node:fs";

const block = Buffer.alloc(64 * 1024, "z");
for (;;) {
  try {
    writeSync(1, block);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
  }
}
