// Letters that stand for one another. The groups are right for the two named alphabets, and for no others.

const LOOK_ALIKES = { o: "0Oo", 1: "Il1" };

/** Adds to `values`, a map from a byte to its digit's value, the letters that the alphabet lacks. */
export function addLookAlikes(values, alphabet) {
  for (const [known, letters] of Object.entries(LOOK_ALIKES)) {
    for (const byte of Buffer.from(letters)) values.set(byte, BigInt(alphabet.indexOf(known)));
  }
}
