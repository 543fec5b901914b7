"""Print COUNT argument lists for the driver, one JSON row each, the behaviours in turn: generator.py SEED COUNT."""

import itertools
import json
import random
import sys

import base58

BITCOIN = base58.BITCOIN_ALPHABET.decode()
RIPPLE = base58.RIPPLE_ALPHABET.decode()
CUSTOM = [
    "01",
    "0123456789abcdef",
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789",
    " abcdefg",
    "xyz \\'\"",
    "IVXLCDM",
    "!\"#$%&'()*+,-./:;<=>?@",
    "oO0123",
    "".join(map(chr, range(32, 127))),
]
WORDS = ["", "a", "hello world", "Hello, World!", "simply a long string", "0", "  padded  ", "tab\there", "--op=decode"]
WORDS += ["line\nbreak\n", "$HOME; `id` && x", "back\\slash 'quotes' \"double\"", "=", "-1", "\x01\x7f", "a" * 80]
EXOTIC = ["é", "ß", "\x80", "\xff", "Ā", "你", "好", "€", "\ufeff", "😀", "𝒳", "\U0010fffd", "א", "\u202e", "e\u0301", "ÿ"]
UNICODE_BLANKS = ["\xa0", "\x85", "\u1680", "\u2003", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"]
NO_BLANKS = ["\u200b", "\u2060", "\u180e", "\ufeff"]
ASCII_BLANKS = [" ", "\t", "\n", "\r", "\x0b", "\x0c", " \n", "\r\n\r\n", " \t\x0b\x0c\r\n"]
SEPARATORS = ["\x1c", "\x1d", "\x1e", "\x1f"]
INVALID = ["0", "O", "I", "l", "+", "/", "=", "'", '"', "\\", " ", "\t", "\n", "\r", "\x01", "\x1f", "\x7f", "_", "-"]


def some_bytes(rng):
    zeros = rng.choice([0, 0, 0, 1, 1, 2, 3, 7])
    size = rng.choice([0, 1, 1, 2, 3, 4, 5, 8, 16, 20, 21, 25, 32, 33, 64])
    return bytes(zeros) + bytes(rng.randrange(256) for _ in range(size))


def alphabet_options(rng):
    return rng.choice([[], [], ["--alphabet=bitcoin"], ["--alphabet=ripple"], ["--alphabet=ripple"]])


def alphabet_of(options):
    for option in reversed(options):
        if option.startswith("--custom-alphabet="):
            return option.partition("=")[2]
    return RIPPLE if "--alphabet=ripple" in options else BITCOIN


def encoded(data, options):
    return base58.b58encode(data, alphabet=alphabet_of(options).encode()).decode()


def encoded_check(data, options):
    return base58.b58encode_check(data, alphabet=alphabet_of(options).encode()).decode()


def text_or_hex(rng, text):
    return rng.choice([f"--text={text}", f"--text={text}", f"--hex={text.encode().hex()}"])


def encode_text(rng):
    text = rng.choice([*WORDS, "".join(chr(rng.randrange(32, 127)) for _ in range(rng.randrange(1, 60)))])
    spelled = [f"--text={text}"] if text.startswith("-") or rng.randrange(3) else ["--text", text]
    return ["--op=encode", *alphabet_options(rng), *spelled]


def encode_bytes(rng):
    digits = some_bytes(rng).hex()
    return ["--op=encode", *alphabet_options(rng), f"--hex={rng.choice([digits, digits.upper()])}"]


def encode_non_ascii(rng):
    before = "".join(rng.choice(["a", "Z", " ", "9", "😀", "é"]) for _ in range(rng.randrange(5)))
    middle = "".join(rng.choice(EXOTIC) for _ in range(rng.choice([1, 1, 1, 2, 3])))
    after = rng.choice(["", "x", "tail é", " "])
    return [f"--op={rng.choice(['encode', 'encode', 'encode_check'])}", f"--text={before}{middle}{after}"]


def encode_check(rng):
    source = rng.choice([f"--hex={some_bytes(rng).hex()}", f"--text={rng.choice(WORDS)}"])
    return ["--op=encode_check", *alphabet_options(rng), source]


def encode_int(rng):
    bits = rng.choice([0, 1, 5, 6, 8, 31, 32, 53, 54, 63, 64, 65, 128, 521, 2000])
    number = rng.choice([0, 57, 58, 59, 3363, 3364, 2**53, 2**53 + 1, *[rng.getrandbits(bits)] * 6])
    written = rng.choice([f"{number}"] * 5 + [f"000{number}", f"-{number}"])
    flags = rng.choice([[], [], ["--no-default-one"]])
    return ["--op=encode_int", f"--number={written}", *alphabet_options(rng), *flags]


def decode_valid(rng):
    options = alphabet_options(rng)
    return ["--op=decode", *options, text_or_hex(rng, encoded(some_bytes(rng), options))]


def decode_blanks(rng):
    text = rng.choice(["1", "11", "", encoded(some_bytes(rng), [])])
    blanks = rng.choice(rng.choice([ASCII_BLANKS, ASCII_BLANKS, UNICODE_BLANKS, SEPARATORS, NO_BLANKS]))
    placed = rng.choice([text + blanks] * 5 + [blanks + text, text[:2] + blanks + text[2:]])
    op = rng.choice(["decode", "decode", "decode_int"])
    return [f"--op={op}", text_or_hex(rng, placed)]


def decode_invalid(rng):
    text = encoded(some_bytes(rng), [])
    place = rng.randrange(len(text) + 1)
    op = rng.choice(["decode", "decode", "decode_int", "decode_check"])
    kind = rng.randrange(4)
    if kind == 0:
        data = text[:place].encode() + bytes([rng.choice([0, 0x85, 0xA0, 0xA1, 0xAD, 0xC3, 0xE9, 0xFF, 0x80])])
        return [f"--op={op}", f"--hex={data.hex()}{text[place:].encode().hex()}31"]
    if kind == 1:
        broken = text[:place] + rng.choice(EXOTIC) + text[place:]
        return [f"--op={op}", f"--text={broken}x"]
    broken = text[:place] + rng.choice(INVALID) + text[place:] + rng.choice(["z", "0"])
    return [f"--op={op}", text_or_hex(rng, broken)]


def decode_check_valid(rng):
    options = alphabet_options(rng)
    text = encoded_check(some_bytes(rng), options) + rng.choice(["", "", "\n", "  "])
    return ["--op=decode_check", *options, text_or_hex(rng, text)]


def decode_check_bad(rng):
    options = alphabet_options(rng)
    data = base58.b58decode(base58.b58encode_check(some_bytes(rng)))
    broken = rng.choice([
        data[:-1] + bytes([data[-1] ^ 1]),
        data[1:],
        b"\0" + data,
        data[:-4],
        data[-4:],
        some_bytes(rng)[:3],
        data[:-4] + data[-4:][::-1],
    ])
    return ["--op=decode_check", *options, text_or_hex(rng, encoded(broken, options))]


def decode_int(rng):
    options = alphabet_options(rng)
    text = rng.choice(["", "1", "111", "z", "21", *[encoded(some_bytes(rng), options)] * 6])
    return ["--op=decode_int", *options, text_or_hex(rng, text)]


def autofix(rng):
    options = alphabet_options(rng)
    op = rng.choice(["decode", "decode", "decode_check", "decode_int"])
    make = encoded_check if op == "decode_check" else encoded
    text = make(b"\0" * rng.randrange(3) + bytes(rng.randrange(256) for _ in range(rng.randrange(12, 30))), options)
    swapped = "".join(rng.choice({"o": "0Oo", "1": "Il1"}.get(letter, letter)) for letter in text)
    prefix = "" if op == "decode_check" else rng.choice(["", "", "I", "l1", "1l", "O"])
    spoiled = rng.choice(["", "", "", "", "", "", "_"])
    flags = rng.choice([["--autofix"]] * 6 + [[]])
    return [f"--op={op}", *options, *flags, f"--text={prefix}{swapped}{spoiled}"]


def custom_alphabet(rng):
    letters = rng.choice(CUSTOM)
    options = [f"--custom-alphabet={letters}", *rng.choice([[], [], ["--alphabet=ripple"]])]
    kind = rng.randrange(5)
    if kind == 0:
        return ["--op=encode", *options, f"--hex={some_bytes(rng)[:24].hex()}"]
    if kind == 1:
        flags = rng.choice([[], ["--no-default-one"]])
        return ["--op=encode_int", *options, *flags, f"--number={rng.choice([0, rng.getrandbits(80)])}"]
    if kind == 2:
        return ["--op=encode_check", *options, f"--text={rng.choice(WORDS)}"]
    text = "".join(rng.choice(letters) for _ in range(rng.randrange(12))) + rng.choice(["", "", " ", "  ", "O", "l", "~"])
    flags = rng.choice([[], ["--autofix"]])
    return [f"--op={rng.choice(['decode', 'decode_int'])}", *options, *flags, f"--text={text}"]


def output_format(rng):
    output = rng.choice(["hex", "repr", "repr", "repr", "raw", "raw", "line"])
    fragments = [b"it's", b'"', b"\\", b"\n", b"\t", b"\r", b"\x00", b"\x7f", b"\x80\xff", b"caf\xc3\xa9", b"plain", b"~ "]
    data = b"".join(rng.choice(fragments) for _ in range(rng.randrange(5)))
    kind = rng.randrange(7)
    if kind == 0:
        return ["--op=encode", f"--output={output}", f"--hex={data.hex()}"]
    if kind == 1:
        return ["--op=decode_check", f"--output={output}", f"--text={encoded_check(data, [])}"]
    return ["--op=decode", f"--output={output}", f"--text={encoded(data, [])}"]


def usage(rng):
    good = ["--op=encode", "--text=abc"]
    return rng.choice([
        [],
        ["--op=encode"],
        ["--text=abc"],
        ["--op=compress", "--text=abc"],
        ["--op=", "--text=abc"],
        ["--op=Encode", "--text=abc"],
        ["--op=encode", "--text=", "--hex="],
        ["--op=encode", "--text=abc", "--number=1"],
        ["--op=encode_int", "--text=5"],
        ["--op=encode_int"],
        ["--op=encode_int", "--number="],
        ["--op=encode_int", "--number=1.5"],
        ["--op=encode_int", "--number=+5"],
        ["--op=encode_int", "--number= 5"],
        ["--op=encode_int", "--number=0x10"],
        ["--op=encode_int", "--number=1_000"],
        ["--op=encode_int", "--number=٣"],
        ["--op=decode", "--hex=123"],
        ["--op=decode", "--hex=zz"],
        ["--op=decode", "--hex=31 31"],
        ["--op=decode", "--hex=0x31"],
        [*good, "--alphabet=flickr"],
        [*good, "--custom-alphabet="],
        [*good, "--custom-alphabet=a"],
        [*good, "--custom-alphabet=abca"],
        [*good, "--custom-alphabet=abé"],
        [*good, "--custom-alphabet=ab\tc"],
        [*good, "--output=json"],
        [*good, "--autofix=yes"],
        [*good, "--verbose"],
        [*good, "--tex=abc"],
        [*good, "--help"],
        [*good, "extra"],
        ["--op=decode_int", f"--text={'1' * rng.choice([1000, 1001])}"],
        ["--op=encode_int", f"--number={'1' * rng.choice([1000, 1001])}"],
        ["--op=decode", "--op=encode", "--text=abc"],
        ["--op", "encode", "--text=one", "--text", "two"],
        ["--text=a=b", "--op=encode", "--alphabet=ripple", "--alphabet=bitcoin"],
        [*good, "--autofix", "--no-default-one", "--autofix"],
        [*good, ""],
        [*good, "--output"],
        [*good, "--alphabet=flickr", "--alphabet=bitcoin"],
        [*good, "--custom-alphabet=a", "--custom-alphabet=ab"],
    ])


def encoded_option(data):
    return f"--text={encoded(data, [])}"


EDGES = {
    encode_text: [
        ["--op=encode", "--text="],
        ["--op=encode", "--text", ""],
        ["--op=encode", "--text=-1"],
        ["--op=encode", "--text=a=b=c"],
        ["--op=encode", "--alphabet=ripple", "--text=  blanks stay \n"],
    ],
    encode_bytes: [
        ["--op=encode", "--hex="],
        ["--op=encode", "--hex=00"],
        ["--op=encode", "--alphabet=ripple", "--hex=000000"],
        ["--op=encode", "--hex=0001"],
        ["--op=encode", "--hex=FFffFF"],
        ["--op=encode", f"--hex={'ab' * 500}"],
    ],
    encode_non_ascii: [
        ["--op=encode", "--text=\U0001f600"],
        ["--op=encode", "--text=ab\U0001f600\U0001f601\xe9c\xe9"],
        ["--op=encode_check", "--text=\x80"],
        ["--op=encode", "--text=tail\xa0"],
        ["--op=encode", "--text=\U0001f600 \ufffd"],
    ],
    encode_check: [
        ["--op=encode_check", "--text="],
        ["--op=encode_check", "--hex=0000"],
        ["--op=encode_check", "--alphabet=ripple", "--hex=00"],
    ],
    encode_int: [
        ["--op=encode_int", "--number=0"],
        ["--op=encode_int", "--number=0", "--no-default-one"],
        ["--op=encode_int", "--number=-0", "--alphabet=ripple"],
        ["--op=encode_int", "--number=-1"],
        ["--op=encode_int", "--number=0058", "--no-default-one"],
        ["--op=encode_int", "--number=18446744073709551616"],
        ["--op=encode_int", f"--number={'9' * 1000}"],
    ],
    decode_valid: [
        ["--op=decode", "--text="],
        ["--op=decode", "--hex="],
        ["--op=decode", "--text=111"],
        ["--op=decode", "--alphabet=ripple", "--text=rr1"],
        ["--op=decode", "--text=11z"],
    ],
    decode_blanks: [
        ["--op=decode", "--text=2g \t\r\n\x0b\x0c"],
        ["--op=decode", "--text=2g\x85"],
        ["--op=decode", "--text=2g\x1c\x1f"],
        ["--op=decode", "--text=2g\ufeff"],
        ["--op=decode", "--text=2g\u180e"],
        ["--op=decode", "--text=2g\u3000\u2029"],
        ["--op=decode_int", "--text=2g\xa0"],
        ["--op=decode", "--hex=3267a0"],
        ["--op=decode", "--hex=326720090b"],
        ["--op=decode_int", "--hex=3267851c"],
        ["--op=decode", "--text= 2g"],
        ["--op=decode_int", "--text=2 g"],
    ],
    decode_invalid: [
        ["--op=decode", "--hex=0031"],
        ["--op=decode", "--hex=31ad"],
        ["--op=decode", "--hex=31e9"],
        ["--op=decode_int", "--hex=319f"],
        ["--op=decode", "--hex=317f"],
        ["--op=decode", "--text=2'z"],
        ["--op=decode", '--text=2"z'],
        ["--op=decode_check", "--text=2\\z"],
        ["--op=decode", "--text=0O"],
        ["--op=decode", "--text=0\xe9"],
        ["--op=decode", "--text=\U0001f600\U0001f600 1 "],
    ],
    decode_check_valid: [
        ["--op=decode_check", "--text=3QJmnh"],
        ["--op=decode_check", "--text=3QJmnh\u2003\n"],
    ],
    decode_check_bad: [
        ["--op=decode_check", "--text="],
        ["--op=decode_check", "--text=1"],
        ["--op=decode_check", "--text=3QJmn"],
        ["--op=decode_check", "--text=3QJmnh3QJmnh"],
        ["--op=decode_check", "--text=13QJmnh"],
        ["--op=decode_check", "--alphabet=ripple", "--text=3QJmnh"],
    ],
    decode_int: [
        ["--op=decode_int", "--text="],
        ["--op=decode_int", "--text=1112"],
        ["--op=decode_int", "--output=hex", "--text=Zz"],
        ["--op=decode_int", "--text=NQm6nKp8qFC"],
        ["--op=decode_int", f"--text={'z' * 1000}"],
    ],
    autofix: [
        ["--op=decode", "--autofix", "--text=l1"],
        ["--op=decode", "--autofix", "--text=1I2"],
        ["--op=decode", "--autofix", "--alphabet=ripple", "--text=rIl"],
        ["--op=decode", "--autofix", "--text=0Oo"],
        ["--op=decode_int", "--autofix", "--text=OI"],
        ["--op=decode", "--text=2l"],
    ],
    custom_alphabet: [
        ["--op=decode", "--custom-alphabet=0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--autofix", "--text=0Oo"],
        ["--op=decode", "--custom-alphabet=abcdefghl", "--autofix", "--text=bI1l"],
        ["--op=decode", "--custom-alphabet=abcdef", "--autofix", "--text=b0"],
        ["--op=decode_int", "--custom-alphabet= abc", "--text=a  "],
        ["--op=decode", "--custom-alphabet= abc", "--text=a  "],
        ["--op=decode", "--custom-alphabet= abc", "--text=  a"],
        ["--op=decode_int", "--custom-alphabet=ab c", "--text=b\t"],
        ["--op=encode", "--custom-alphabet=01", "--hex=00a5"],
        ["--op=encode_int", "--custom-alphabet=xyz", "--number=0"],
        ["--op=encode", "--custom-alphabet=-=", "--alphabet=ripple", "--text=ok"],
    ],
    output_format: [
        ["--op=decode", "--output=repr", encoded_option(b"it's")],
        ["--op=decode", "--output=repr", encoded_option(b"it's \"both\"")],
        ["--op=decode", "--output=repr", encoded_option(b"\"double\"")],
        ["--op=decode", "--output=repr", encoded_option(b"\t\n\r\x0b\\\x1f ~\x7f")],
        ["--op=decode", "--output=raw", encoded_option(b"\xff\x00\xfe")],
        ["--op=decode_check", "--output=raw", "--text=3QJmnh"],
        ["--op=decode", "--output=line", encoded_option(b"\x80\n")],
        ["--op=encode", "--output=repr", "--custom-alphabet='\"", "--text=q"],
        ["--op=encode_check", "--output=hex", "--text=abc"],
        ["--op=encode_int", "--output=raw", "--number=59"],
    ],
    usage: [],
}


def main(seed, count):
    """The edge cases of each behaviour come first, then what chance brings."""
    rng = random.Random(seed)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    waiting = {behaviour: iter(edges) for behaviour, edges in EDGES.items()}
    for behaviour in itertools.islice(itertools.cycle(EDGES), count):
        args = next(waiting[behaviour], None) or behaviour(rng)
        print(json.dumps({"behaviour": behaviour.__name__, "args": args}, ensure_ascii=False))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
