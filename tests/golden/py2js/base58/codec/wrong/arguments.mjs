// The command line: reads the arguments, checks them, and throws a UsageError if they break a rule.

export class UsageError extends Error {}

const ANY = null;
const VALUE_OPTIONS = new Map([
  ["--op", ["encode", "encode_check", "encode_int", "decode", "decode_check", "decode_int"]],
  ["--text", ANY],
  ["--hex", ANY],
  ["--number", ANY],
  ["--alphabet", ["bitcoin", "ripple"]],
  ["--custom-alphabet", ANY],
  ["--output", ["line", "hex", "repr", "raw"]],
]);
const FLAGS = new Set(["--autofix", "--no-default-one"]);
const INPUTS = ["--text", "--hex", "--number"];
const LONGEST_INPUT = 1000;

/** Returns the checked options by name; one that was not given is undefined. */
export function parseArguments(args) {
  const options = readOptions(args);
  checkInput(options);
  checkCustomAlphabet(options["--custom-alphabet"]);
  return options;
}

function readOptions(args) {
  const options = {};
  for (let i = 0; i < args.length; i++) {
    if (FLAGS.has(args[i])) {
      options[args[i]] = true;
      continue;
    }
    const [, name, inlineValue] = /^([^=]*)(?:=(.*))?$/s.exec(args[i]);
    demand(VALUE_OPTIONS.has(name), `unexpected argument ${args[i]}`);
    const value = inlineValue ?? args[++i];
    demand(value !== undefined && (inlineValue !== undefined || !value.startsWith("-")), `${name} needs a value`);
    const choices = VALUE_OPTIONS.get(name);
    demand(choices === ANY || choices.includes(value), `${name} cannot be ${value}`);
    options[name] = value;
  }
  return options;
}

function checkInput(options) {
  const operation = options["--op"];
  demand(operation !== undefined, "--op is needed");

  const given = INPUTS.filter((name) => options[name] !== undefined);
  demand(given.length === 1, "exactly one input is needed");
  const [name] = given;
  const value = options[name];
  demand((name === "--number") === (operation === "encode_int"), `${operation} does not take ${name}`);
  demand([...value].length <= LONGEST_INPUT, "the input is too long");
  demand(name !== "--number" || /^-?[0-9]+$/.test(value), "--number is not a decimal integer");
  demand(name !== "--hex" || /^(?:[0-9a-fA-F]{2})*$/.test(value), "--hex is not a row of byte pairs");
}

function checkCustomAlphabet(letters) {
  if (letters === undefined) return;
  demand(/^[ -~]{2,}$/.test(letters), "--custom-alphabet needs two or more printable ASCII characters");
  demand(new Set(letters).size === letters.length, "--custom-alphabet repeats a character");
}

function demand(condition, complaint) {
  if (!condition) throw new UsageError(complaint);
}
