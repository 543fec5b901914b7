"""Encode and decode Base58 from the command line, on top of the base58 library."""

import argparse
import re
import sys

import base58

NAMED_ALPHABETS = {"bitcoin": base58.BITCOIN_ALPHABET, "ripple": base58.RIPPLE_ALPHABET}
DECODING = {"decode": base58.b58decode, "decode_check": base58.b58decode_check}
ENCODING = {"encode": base58.b58encode, "encode_check": base58.b58encode_check}
LONGEST_VALUE = 1000


def main():
    options = parse_options()
    try:
        result = run(options)
    except ValueError as error:
        write(f"{type(error).__name__}: {error}\n".encode())
        return 1
    write(result)
    return 0


def parse_options():
    parser = argparse.ArgumentParser(prog="driver", allow_abbrev=False, add_help=False)
    parser.add_argument("--op", required=True, choices=[*ENCODING, *DECODING, "encode_int", "decode_int"])
    parser.add_argument("--text")
    parser.add_argument("--hex")
    parser.add_argument("--number")
    parser.add_argument("--alphabet", choices=[*NAMED_ALPHABETS], default="bitcoin")
    parser.add_argument("--custom-alphabet")
    parser.add_argument("--autofix", action="store_true")
    parser.add_argument("--no-default-one", action="store_true")
    parser.add_argument("--output", choices=["line", "hex", "repr", "raw"])
    options = parser.parse_args()
    complaint = find_complaint(options)
    if complaint:
        parser.error(complaint)
    return options


def find_complaint(options):
    given = [name for name in ("text", "hex", "number") if getattr(options, name) is not None]
    if options.op == "encode_int":
        if given != ["number"]:
            return "encode_int takes --number and no other input"
        if not re.fullmatch("-?[0-9]+", options.number):
            return "--number is not a decimal integer"
    elif given not in (["text"], ["hex"]):
        return "exactly one of --text and --hex is needed"
    if len(getattr(options, given[0])) > LONGEST_VALUE:
        return "the input is too long"
    if options.hex is not None and not re.fullmatch("(?:[0-9a-fA-F]{2})*", options.hex):
        return "--hex is not a row of byte pairs"
    custom = options.custom_alphabet
    if custom is not None and not (re.fullmatch("[ -~]{2,}", custom) and len(set(custom)) == len(custom)):
        return "--custom-alphabet needs two or more different printable ASCII characters"
    return None


def run(options):
    alphabet = NAMED_ALPHABETS[options.alphabet]
    if options.custom_alphabet is not None:
        alphabet = options.custom_alphabet.encode("ascii")
    if options.op == "encode_int":
        number = int(options.number)
        if number < 0:
            raise ValueError("negative number")  # the library would never return
        default_one = not options.no_default_one
        return format_bytes(base58.b58encode_int(number, default_one=default_one, alphabet=alphabet), options.output)
    value = options.text if options.hex is None else bytes.fromhex(options.hex)
    if options.op == "decode_int":
        return f"{base58.b58decode_int(value, alphabet=alphabet, autofix=options.autofix)}\n".encode()
    if options.op in DECODING:
        result = DECODING[options.op](value, alphabet=alphabet, autofix=options.autofix)
        return format_bytes(result, options.output or "hex")
    return format_bytes(ENCODING[options.op](value, alphabet=alphabet), options.output)


def format_bytes(data, output):
    if output == "raw":
        return data
    if output == "hex":
        return f"{data.hex()}\n".encode()
    if output == "repr":
        return f"{data!r}\n".encode()
    return data + b"\n"


def write(data):
    sys.stdout.buffer.write(data)


if __name__ == "__main__":
    sys.exit(main())
