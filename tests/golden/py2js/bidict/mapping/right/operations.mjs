import { putAll } from './bulk.mjs';
import { emptyMapping, missingKey } from './errors.mjs';
import { BOTH_LAST, NO_DUPLICATES, policyOf } from './policy.mjs';
import { put } from './put.mjs';
import { showAtom, showAtoms, showItem, showItems, showTruth } from './show.mjs';

/** Operations that return a new mapping. */
export const MAKING = {
  new(type, source = []) {
    const mapping = new type.Kind(type);
    putAll(mapping, source, type.policy);
    return mapping;
  },
  copy: (mapping) => mapping.copy(),
  inverse: (mapping) => mapping.inverse,
  union(left, right) {
    const mapping = left.copy();
    putAll(mapping, right, mapping.type.policy);
    return mapping;
  },
};

/** Operations that change a mapping, which is shown afterwards; what they return does not matter. */
export const CHANGING = {
  set: (mapping, key, value) => put(mapping, [key, value], mapping.type.policy),
  put: (mapping, key, value, ...actions) => put(mapping, [key, value], givenPolicy(actions)),
  forceput: (mapping, key, value) => put(mapping, [key, value], BOTH_LAST),
  update: (mapping, source) => putAll(mapping, source, mapping.type.policy),
  putall: (mapping, source, ...actions) => putAll(mapping, source, givenPolicy(actions)),
  forceupdate: (mapping, source) => putAll(mapping, source, BOTH_LAST),
  del: (mapping, key) => take(mapping, key),
  clear: (mapping) => mapping.clear(),
  move_to_end(mapping, key, toEnd = true) {
    valueOf(mapping, key);
    if (toEnd) mapping.moveToEnd(key);
    else mapping.moveToStart(key);
  },
  show() {},
};

/** Operations that return an answer, as text. */
export const ASKING = {
  pop: (mapping, key, otherwise) =>
    showAtom(mapping.has(key) || otherwise === undefined ? take(mapping, key) : otherwise),
  popitem(mapping, isLast = true) {
    if (mapping.size === 0) throw emptyMapping(mapping.type);
    const item = mapping.items().at(isLast ? -1 : 0);
    mapping.remove(item[0]);
    return showItem(item);
  },
  setdefault(mapping, key, value = null) {
    if (mapping.has(key)) return showAtom(mapping.get(key));
    put(mapping, [key, value], mapping.type.policy);
    return showAtom(value);
  },
  item: (mapping, key) => showAtom(valueOf(mapping, key)),
  get: (mapping, key, otherwise = null) => showAtom(mapping.has(key) ? mapping.get(key) : otherwise),
  has: (mapping, key) => showTruth(mapping.has(key)),
  len: (mapping) => String(mapping.size),
  keys: (mapping) => showAtoms(mapping.keys()),
  values: (mapping) => showAtoms(mapping.values()),
  items: (mapping) => showItems(mapping.items()),
  reversed: (mapping) => showAtoms(mapping.keys().reverse()),
  eq: (left, right) =>
    showTruth(left.size === right.size && left.items().every(([key, value]) => right.get(key) === value)),
  eq_ordered(left, right) {
    const others = right.items();
    const isSame = ([key, value], place) => key === others[place][0] && value === others[place][1];
    return showTruth(left.size === right.size && left.items().every(isSame));
  },
};

function givenPolicy(actions) {
  return actions.length > 0 ? policyOf(...actions) : NO_DUPLICATES;
}

function valueOf(mapping, key) {
  if (!mapping.has(key)) throw missingKey(key);
  return mapping.get(key);
}

function take(mapping, key) {
  const value = valueOf(mapping, key);
  mapping.remove(key);
  return value;
}
