// Base58 and its relatives in any base. Input is a string (text) or a Buffer (bytes); an alphabet is an ASCII string.

import { createHash } from "node:crypto";
import { trimEnd } from "./blanks.mjs";
import { addLookAlikes } from "./look_alikes.mjs";

export const ALPHABETS = {
  bitcoin: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
  ripple: "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz",
};

const CHECKSUM_LENGTH = 4;

/** An error that the program reports on stdout, named as in Python. */
export class LibraryError extends Error {
  constructor(name, message) {
    super(message);
    this.name = name;
  }
}

export function encodeInt(number, alphabet, { defaultOne = true } = {}) {
  if (number < 0n) throw new LibraryError("ValueError", "negative number");
  if (number === 0n) return Buffer.from(defaultOne ? alphabet[0] : "");
  const base = BigInt(alphabet.length);
  const letters = [];
  for (let rest = number; rest > 0n; rest /= base) letters.push(alphabet[Number(rest % base)]);
  return Buffer.from(letters.reverse().join(""));
}

export function encode(input, alphabet) {
  const bytes = toBytes(input);
  const zeros = countLeading(bytes, 0);
  const digits = encodeInt(bytesToNumber(bytes), alphabet, { defaultOne: false });
  return Buffer.concat([Buffer.alloc(zeros, alphabet[0]), digits]);
}

export function encodeCheck(input, alphabet) {
  const bytes = toBytes(input);
  return encode(Buffer.concat([bytes, checksum(bytes)]), alphabet);
}

export function decodeInt(input, alphabet, { autofix = false } = {}) {
  const digits = toBytes(alphabet.includes(" ") ? input : trimEnd(input));
  return digitsToNumber(digits, alphabet, autofix);
}

export function decode(input, alphabet, { autofix = false } = {}) {
  const digits = toBytes(trimEnd(input));
  const zeros = countLeading(digits, alphabet.charCodeAt(0));
  const number = digitsToNumber(digits.subarray(zeros), alphabet, autofix);
  return Buffer.concat([Buffer.alloc(zeros), numberToBytes(number)]);
}

export function decodeCheck(input, alphabet, options) {
  const bytes = decode(input, alphabet, options);
  const split = Math.max(bytes.length - CHECKSUM_LENGTH, 0);
  const payload = bytes.subarray(0, split);
  if (!checksum(payload).equals(bytes.subarray(split))) throw new LibraryError("ValueError", "Invalid checksum");
  return payload;
}

/**
 * Bytes between quotation marks, escaped as Python does it: in a bytes literal, or with `latin1` in a string literal,
 * where a byte stands for the code point of its value.
 */
export function quote(bytes, { latin1 = false } = {}) {
  const text = bytes.toString("latin1");
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const unprintable = latin1 ? /[\0-\x1f\x7f-\xa0\xad]/ : /[^ -~]/;
  const shortEscapes = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\", [mark]: `\\${mark}` };
  const escape = (char) => shortEscapes[char] ?? (unprintable.test(char) ? `\\x${hexDigits(char, 2)}` : char);
  return mark + Array.from(text, escape).join("") + mark;
}

function toBytes(input) {
  if (typeof input !== "string") return input;
  const codePoints = [...input];
  const isForeign = (char) => char > "\x7f";
  const start = codePoints.findIndex(isForeign);
  if (start < 0) return Buffer.from(input);

  let end = start;
  while (end < codePoints.length && isForeign(codePoints[end])) end++;
  const place =
    end - start === 1
      ? `character '${escapeCodePoint(codePoints[start])}' in position ${start}`
      : `characters in position ${start}-${end - 1}`;
  throw new LibraryError("UnicodeEncodeError", `'ascii' codec can't encode ${place}: ordinal not in range(128)`);
}

function escapeCodePoint(char) {
  if (char <= "\xff") return `\\x${hexDigits(char, 2)}`;
  if (char.length === 1) return `\\u${hexDigits(char, 4)}`;
  return `\\U${hexDigits(char, 8)}`;
}

function hexDigits(char, width) {
  return char.codePointAt(0).toString(16).padStart(width, "0");
}

function digitsToNumber(digits, alphabet, autofix) {
  const values = digitValues(alphabet, autofix);
  const base = BigInt(alphabet.length);
  let number = 0n;
  for (const digit of digits) {
    const value = values.get(digit);
    if (value === undefined) {
      throw new LibraryError("ValueError", `Invalid character ${quote(Buffer.of(digit), { latin1: true })}`);
    }
    number = number * base + value;
  }
  return number;
}

function digitValues(alphabet, autofix) {
  const values = new Map(Array.from(Buffer.from(alphabet), (byte, value) => [byte, BigInt(value)]));
  if (autofix) addLookAlikes(values, alphabet);
  return values;
}

function countLeading(bytes, wanted) {
  const count = bytes.findIndex((byte) => byte !== wanted);
  return count < 0 ? bytes.length : count;
}

function bytesToNumber(bytes) {
  return BigInt(`0x0${bytes.toString("hex")}`);
}

function numberToBytes(number) {
  if (number === 0n) return Buffer.alloc(0);
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
}

function checksum(bytes) {
  return sha256(sha256(bytes)).subarray(0, CHECKSUM_LENGTH);
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest();
}
