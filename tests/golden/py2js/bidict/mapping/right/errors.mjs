import { showAtom, showItem, showPlain } from './show.mjs';

/** The command line is wrong: nothing runs. */
export class UsageError extends Error {}

/** A statement failed; its line reads like one of Python's errors. */
export class Failure extends Error {
  constructor(name, message) {
    super(message);
    this.name = name;
  }

  // Unlike Error's own, this keeps the colon before an empty message.
  toString() {
    return `${this.name}: ${this.message}`;
  }
}

export const undefinedName = (name) => new Failure('NameError', `name '${name}' is not defined`);

export const missingKey = (key) => new Failure('KeyError', showAtom(key));

export const emptyMapping = ({ isOrdered }) =>
  new Failure('KeyError', isOrdered ? "'OrderedBidict is empty'" : "'popitem(): dictionary is empty'");

export const noItemAssignment = ({ name }) =>
  new Failure('TypeError', `'${name}' object does not support item assignment`);

// Python words this differently where it could also have taken the key for an index.
export function noItemDeletion({ name }, key) {
  const lacks = typeof key === 'number' ? "doesn't" : 'does not';
  return new Failure('TypeError', `'${name}' object ${lacks} support item deletion`);
}

export const noAttribute = ({ name }, attribute) =>
  new Failure('AttributeError', `'${name}' object has no attribute '${attribute}'`);

export const unexpectedLast = () =>
  new Failure('TypeError', "MutableBidict.popitem() got an unexpected keyword argument 'last'");

export const duplicateKey = (key) => new Failure('KeyDuplicationError', showPlain(key));

export const duplicateValue = (value) => new Failure('ValueDuplicationError', showPlain(value));

export const duplicateKeyAndValue = (item) => new Failure('KeyAndValueDuplicationError', showItem(item));
