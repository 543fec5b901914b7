import { Mapping } from './mapping.mjs';
import { put } from './put.mjs';

/** Puts all items of a mapping or an array, by a policy. If one fails, the old items are there again. */
export function putAll(mapping, source, policy) {
  const isFromMapping = source instanceof Mapping;
  if (isFromMapping && mapping.size === 0) mapping.takeOver(source);
  else putEach(mapping, isFromMapping ? source.items() : source, policy);
}

function putEach(mapping, items, policy) {
  const outnumbers = items.length >= mapping.size;
  const before = mapping.copy();
  const undos = [];
  try {
    for (const item of items) {
      const undo = put(mapping, item, policy);
      if (undo) undos.push(undo);
    }
  } catch (error) {
    if (outnumbers || mapping.type.isOrdered) mapping.takeOver(before);
    else undos.reverse().forEach((undo) => undo());
    throw error;
  }
}
