import { UsageError } from './errors.mjs';
import { parseStatement } from './statement.mjs';

const DO = '--do';

export function parseOptions(args) {
  const options = { statements: [], stop: false, dump: false };
  const rest = args.values();
  for (const arg of rest) {
    if (arg === '--stop') options.stop = true;
    else if (arg === '--dump') options.dump = true;
    else if (arg === DO) options.statements.push(parseStatement(separateValue(rest.next().value)));
    else if (arg.startsWith(`${DO}=`)) options.statements.push(parseStatement(arg.slice(`${DO}=`.length)));
    else throw new UsageError(`unknown argument: ${arg}`);
  }
  return options;
}

function separateValue(arg) {
  if (arg === undefined || arg.startsWith('-')) throw new UsageError(`${DO} needs a value`);
  return arg;
}
