import { UsageError } from './errors.mjs';
import { ACTIONS } from './policy.mjs';
import { TYPES } from './types.mjs';

const GREATEST_NUMBER = 999_999_999_999_999;

/** The arguments that an operation takes, by kind; each form is one choice. */
const FORMS = new Map(Object.entries({
  new: ['new type', 'new type source'],
  copy: ['new name'],
  inverse: ['new name'],
  union: ['new name name'],
  set: ['name atom atom'],
  put: ['name atom atom', 'name atom atom action action'],
  forceput: ['name atom atom'],
  update: ['name source'],
  putall: ['name source', 'name source action action'],
  forceupdate: ['name source'],
  del: ['name atom'],
  clear: ['name'],
  move_to_end: ['name atom', 'name atom flag'],
  show: ['name'],
  pop: ['name atom', 'name atom atom'],
  popitem: ['name', 'name flag'],
  setdefault: ['name atom', 'name atom atom'],
  item: ['name atom'],
  get: ['name atom', 'name atom atom'],
  has: ['name atom'],
  len: ['name'],
  keys: ['name'],
  values: ['name'],
  items: ['name'],
  reversed: ['name'],
  eq: ['name name'],
  eq_ordered: ['name name'],
}));

const isName = (arg) => typeof arg === 'string' && /^[a-z]{1,8}$/.test(arg);

const isAtom = (arg) =>
  arg === null || typeof arg === 'string' || (Number.isInteger(arg) && Math.abs(arg) <= GREATEST_NUMBER);

const isPair = (arg) => Array.isArray(arg) && arg.length === 2 && arg.every(isAtom);

const CHECKS = {
  new: isName,
  name: isName,
  atom: isAtom,
  source: (arg) => isName(arg) || (Array.isArray(arg) && arg.every(isPair)),
  type: (arg) => TYPES.has(arg),
  action: (arg) => ACTIONS.includes(arg),
  flag: (arg) => typeof arg === 'boolean',
};

/** Reads a statement: its operation, its arguments and their kinds. */
export function parseStatement(text) {
  const statement = parseJson(text);
  if (!Array.isArray(statement)) throw new UsageError('a statement is an array');
  const [operation, ...args] = statement;
  const forms = FORMS.get(operation) ?? [];
  const kinds = forms.map((form) => form.split(' ')).find((form) => fits(args, form));
  if (!kinds) throw new UsageError(`there is no such statement: ${text}`);
  return { operation, args, kinds };
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`this is not JSON: ${text}`);
  }
}

function fits(args, kinds) {
  return args.length === kinds.length && kinds.every((kind, place) => CHECKS[kind](args[place]));
}
