// Encode and decode Base58 from the command line.

import { parseArguments, UsageError } from "./arguments.mjs";
import {
  ALPHABETS, decode, decodeCheck, decodeInt, encode, encodeCheck, encodeInt, LibraryError,
} from "./base58.mjs";
import { formatBytes } from "./output.mjs";

function main() {
  try {
    process.stdout.write(run(parseArguments(process.argv.slice(2))));
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`error: ${error.message}\n`);
      process.exitCode = 2;
    } else if (error instanceof LibraryError) {
      process.stdout.write(`${error.name}: ${error.message}\n`);
      process.exitCode = 1;
    } else {
      throw error;
    }
  }
}

function run(options) {
  const alphabet = options["--custom-alphabet"] ?? ALPHABETS[options["--alphabet"] ?? "bitcoin"];
  const input = options["--text"] ?? Buffer.from(options["--hex"] ?? "", "hex");
  const decoding = { autofix: options["--autofix"] };
  const output = options["--output"];
  switch (options["--op"]) {
    case "encode":
      return formatBytes(encode(input, alphabet), output ?? "line");
    case "encode_check":
      return formatBytes(encodeCheck(input, alphabet), output ?? "line");
    case "encode_int": {
      const defaultOne = !options["--no-default-one"];
      return formatBytes(encodeInt(BigInt(options["--number"]), alphabet, { defaultOne }), output ?? "line");
    }
    case "decode":
      return formatBytes(decode(input, alphabet, decoding), output ?? "hex");
    case "decode_check":
      return formatBytes(decodeCheck(input, alphabet, decoding), output ?? "hex");
    case "decode_int":
      return `${decodeInt(input, alphabet, decoding)}\n`;
  }
}

main();
