// Values as Python prints them.

const SHORT_ESCAPES = new Map([['\\', '\\\\'], ['\t', '\\t'], ['\n', '\\n'], ['\r', '\\r']]);

export const showTruth = (truth) => (truth ? 'True' : 'False');

export const showPlain = (atom) => (atom === null ? 'None' : String(atom));

export const showAtom = (atom) => (typeof atom === 'string' ? quote(atom) : showPlain(atom));

export const showItem = ([key, value]) => `(${showAtom(key)}, ${showAtom(value)})`;

export const showAtoms = (atoms) => `[${atoms.map(showAtom).join(', ')}]`;

export const showItems = (items) => `[${items.map(showItem).join(', ')}]`;

export function showMapping(mapping) {
  const entries = mapping.items().map(([key, value]) => `${showAtom(key)}: ${showAtom(value)}`);
  return `${mapping.type.name}(${entries.length > 0 ? `{${entries.join(', ')}}` : ''})`;
}

function quote(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replace(/\\|(?! )[\p{C}\p{Z}]/gu, escape).replaceAll(mark, `\\${mark}`);
  return mark + inside + mark;
}

function escape(character) {
  return SHORT_ESCAPES.get(character) ?? escapeCodePoint(character.codePointAt(0));
}

function escapeCodePoint(codePoint) {
  const digits = codePoint.toString(16);
  if (codePoint <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  if (codePoint <= 0xffff) return `\\u${digits.padStart(4, '0')}`;
  return `\\U${digits.padStart(8, '0')}`;
}
