// How a result is printed, with a line too many.

import { quote } from "./base58.mjs";

export function formatBytes(bytes, output) {
  switch (output) {
    case "line":
      return Buffer.concat([bytes, Buffer.from("\n\n")]);
    case "hex":
      return `${bytes.toString("hex")}\n\n`;
    case "repr":
      return `b${quote(bytes)}\n\n`;
    case "raw":
      return bytes;
  }
}
