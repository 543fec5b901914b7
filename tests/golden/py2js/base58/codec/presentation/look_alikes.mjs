// Letters that stand for one another when an alphabet has only one of a group.

const LOOK_ALIKES = ["0Oo", "Il1"];

/** Adds to `values`, a map from a byte to its digit's value, the letters that the alphabet lacks. */
export function addLookAlikes(values, alphabet) {
  for (const group of LOOK_ALIKES) {
    const known = [...group].filter((letter) => alphabet.includes(letter));
    if (known.length !== 1) continue;
    for (const byte of Buffer.from(group)) values.set(byte, BigInt(alphabet.indexOf(known[0])));
  }
}
