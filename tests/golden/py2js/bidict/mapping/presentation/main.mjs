// Right, but prints a line too many at the end.

import { UsageError } from './errors.mjs';
import { parseOptions } from './options.mjs';
import { runProgram } from './program.mjs';

try {
  const { lines, failed } = runProgram(parseOptions(process.argv.slice(2)));
  process.stdout.write(lines.map((line) => `${line}\n`).join('') + '\n');
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
