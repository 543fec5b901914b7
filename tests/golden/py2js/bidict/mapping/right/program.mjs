import { Failure, undefinedName } from './errors.mjs';
import { ASKING, CHANGING, MAKING } from './operations.mjs';
import { refuseWhatTypeLacks } from './refusal.mjs';
import { showMapping } from './show.mjs';
import { TYPES } from './types.mjs';

/** Runs the statements. Returns the lines to print, and whether any statement failed. */
export function runProgram({ statements, stop, dump }) {
  const mappings = new Map();
  const lines = [];
  let failed = false;
  for (const statement of statements) {
    try {
      lines.push(run(statement, mappings));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      lines.push(String(error));
      failed = true;
      if (stop) break;
    }
  }
  if (dump) lines.push(...dumpLines(mappings));
  return { lines, failed };
}

function run({ operation, args, kinds }, mappings) {
  const [first, ...others] = args.map((arg, place) => resolve(kinds[place], arg, mappings));
  if (Object.hasOwn(MAKING, operation)) {
    const mapping = MAKING[operation](...others);
    mappings.set(first, mapping);
    return showMapping(mapping);
  }
  refuseWhatTypeLacks(operation, first, others);
  if (Object.hasOwn(ASKING, operation)) return ASKING[operation](first, ...others);
  CHANGING[operation](first, ...others);
  return showMapping(first);
}

function resolve(kind, arg, mappings) {
  if (kind === 'type') return TYPES.get(arg);
  if (kind !== 'name' && (kind !== 'source' || Array.isArray(arg))) return arg;
  if (!mappings.has(arg)) throw undefinedName(arg);
  return mappings.get(arg);
}

function dumpLines(mappings) {
  const dumpLine = ([name, mapping]) => `${name}: ${showMapping(mapping)} ~ ${showMapping(mapping.inverse)}`;
  return Array.from(mappings, dumpLine);
}
