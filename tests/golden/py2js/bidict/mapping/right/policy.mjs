// A policy tells what to do when the key, or the value, of an item that is to be put is there already.

export const ACTIONS = ['raise', 'drop_old', 'drop_new'];

export const policyOf = (key, value) => ({ key, value });

export const NO_DUPLICATES = policyOf('raise', 'raise');
export const NEW_VALUES = policyOf('drop_old', 'raise');
export const BOTH_LAST = policyOf('drop_old', 'drop_old');
export const BOTH_FIRST = policyOf('drop_new', 'drop_new');
