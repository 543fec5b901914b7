import { noAttribute, noItemAssignment, noItemDeletion, unexpectedLast } from './errors.mjs';

const CHANGES = new Set([
  'set', 'put', 'forceput', 'update', 'putall', 'forceupdate',
  'del', 'clear', 'pop', 'popitem', 'setdefault', 'move_to_end',
]);

/** Throws if the mapping's type does not have the operation, or not with these further arguments. */
export function refuseWhatTypeLacks(operation, { type }, args) {
  if (type.isFrozen && CHANGES.has(operation)) throw frozen(operation, type, args);
  if (type.isOrdered) return;
  if (operation === 'move_to_end') throw noAttribute(type, operation);
  if (operation === 'popitem' && args.length > 0) throw unexpectedLast();
}

function frozen(operation, type, [key]) {
  if (operation === 'set') return noItemAssignment(type);
  if (operation === 'del') return noItemDeletion(type, key);
  return noAttribute(type, operation);
}
