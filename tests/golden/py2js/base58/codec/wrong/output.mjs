// How a result is printed.

import { quote } from "./base58.mjs";

export function formatBytes(bytes, output) {
  switch (output) {
    case "line":
      return Buffer.concat([bytes, Buffer.from("\n")]);
    case "hex":
      return `${bytes.toString("hex")}\n`;
    case "repr":
      return `b${quote(bytes)}\n`;
    case "raw":
      return bytes;
  }
}
