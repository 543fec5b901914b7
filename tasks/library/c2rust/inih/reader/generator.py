"""Print COUNT argument lists for the driver, one JSON row each, the behaviours in turn: generator.py SEED COUNT."""

import json
import random
import sys

NAMES = ["name", "port", "Port", "key", "a", "b", "x y", "url", "été", "名", "k.e-y", "9", "q'\"", "back\\slash"]
VALUES = ["1", "80", "hello world", "", "a=b", "c:d", "http://h/?q=1", "[x]", '"quoted"', "日本", "\\n", "😀!", "-7", "#5"]
SECTIONS = ["server", "s", "", "a b", " padded ", "Ünï", "x=1", "[", "S", "deep.er", "a:b", "t\tt"]
BLANKS = [" ", "  ", "\t", " \t ", "\x0b", "\x0c"]
COMMENTS = ["; note", "# note", ";", "#", "; a = 1", "# [s]", ";; x ; y", "#é"]
BOM = "\ufeff"


def blank(rng):
    return rng.choice(["", "", "", *BLANKS])


def pair(rng):
    sign = rng.choice(["=", "=", " = ", ":", ": ", "\t=\t"])
    return blank(rng) * (rng.random() < 0.2) + rng.choice(NAMES) + sign + rng.choice(VALUES) + blank(rng)


def heading(rng):
    return f"[{rng.choice(SECTIONS)}]"


def text_of(rng, lines):
    return rng.choice(["\n"] * 6 + ["\r\n"]).join(lines) + rng.choice(["", "\n", "\n"])


def mixed_lines(rng, *kinds):
    return [rng.choice(kinds)(rng) for _ in range(rng.choice([2, 3, 4, 5, 7]))]


def pairs(rng):
    return ["events", text_of(rng, mixed_lines(rng, pair, pair, pair, lambda rng: rng.choice(["", "=", ":", "= v", "n ="])))]


def headings(rng):
    def odd(rng):
        return rng.choice(["[s] x = 1", "[s]]", "[]", "[ s ]", "  [in]", "[s", "[s ;c]", "[s;c]", "[;c]", "[s] ; c", "]", "[a=b", "[ ;]", "[ s]", "[s ]"])

    lines = []
    for _ in range(rng.choice([1, 2, 2, 3])):
        lines += [rng.choice([heading, odd, odd])(rng), *(pair(rng) for _ in range(rng.choice([0, 1, 1, 2])))]
    return ["events", text_of(rng, lines)]


def comment_line(rng):
    return blank(rng) + rng.choice(COMMENTS)


def line_comments(rng):
    start = [f"{rng.choice(NAMES)} = 1"] * rng.randrange(2)
    return ["events", text_of(rng, start + mixed_lines(rng, comment_line, comment_line, pair, lambda rng: ""))]


def inline_comments(rng):
    def line(rng):
        value = rng.choice(["v", "v w", "", "a;b", "a#b"])
        comment = rng.choice([" ; c", " ;c", ";c", "\t; c ; d", " # c", ";", " ;", "; ", "\x0b;c", " ;; x", "é;c", "é ;c"])
        return rng.choice([f"n = {value}{comment}", f"n ={comment}", f"n{comment} = {value}", f"[s{comment}]", f"[s]{comment}"])

    options = rng.choice([[], [], [], ["--no-inline"]])
    return [*options, "events", text_of(rng, mixed_lines(rng, line))]


def comment_bytes(rng):
    marks = rng.choice(["", "!", "/", "a", "é", "é", "#", "%;", "=", "[", ":]", "\\", "-", "😀", "'\""])
    mark = rng.choice([*marks, *marks, ";", "#"])

    def line(rng):
        return rng.choice([f"{mark} c", f"n = v {mark} c", f"n = v{mark}c", f" {mark}x", f"a {mark} = 1", f"[s {mark}]", f"é {mark}"])

    if rng.random() < 0.15:
        return ["--line-comments=é", "events", text_of(rng, ["é = 1", f"{rng.choice('êàñ')} = {rng.choice('êàñ')}", "名 = é"])]
    options = [f"--inline-comments={marks}"] if rng.random() < 0.6 else []
    if not options or rng.random() < 0.5:
        options.append(f"--line-comments={rng.choice([marks, marks, '', ';'])}")
    lines = [line(rng) for _ in range(rng.randrange(2, 6))]
    return [*options, "events", text_of(rng, [*lines, rng.choice(["e = ê ë", "ê = 1", "\\ê = ë"])])]


def continuation(rng):
    def line(rng):
        indented = ["more", "a = b", "[s]", "x ; c", "x ; c", "; c", "# c", "é", "", "k: v", "  deep ", "x;y", "a ; = b"]
        return rng.choice([*BLANKS, " ", " "]) + rng.choice(indented)

    first = rng.choice(["n = 1", "n =", "long name = v ; c", "n : a", "= nameless", "[s]", "", "n = 1\n; c", "n = 1\n\n", "n = 1\n[t"])
    after = rng.choice([[], ["m = 2"], ["[t]", "  x = 1"], ["m", " y"], ["[bad", " z"]])
    options = rng.choice([[], [], [], [], ["--no-multiline"], ["--no-inline"]])
    lines = [first, *(line(rng) for _ in range(rng.randrange(1, 4))), *after, *(line(rng) for _ in after)]
    return [*options, "events", text_of(rng, lines)]


def byte_order_mark(rng):
    place = rng.choice([f"{BOM}n = 1", f"{BOM}[s]\nn = 1", f"{BOM} n = 1\n m", f"{BOM}; c\nn = 1", f"{BOM}", f"{BOM}{BOM}n = 1", f"{BOM}n"])
    other = rng.choice([f"n = 1\n{BOM}m = 2", f"[s]\n{BOM}[t]\nm = 2", f" {BOM}n = 1", f"\n{BOM}n = 1", f"n = {BOM}1", f"[{BOM}s]\nn = 1", "\ufeben = 1"])
    tail = rng.choice(["", "\n", f"\n{pair(rng)}\n", f"\n {BOM}x\n"])
    options = rng.choice([[], [], [], ["--no-bom"], ["--no-bom"], ["--max-line=4"], ["--max-line=5", "--bare-names"]])
    return [*options, "events", rng.choice([place, place, other]) + tail]


def errors(rng):
    def bad(rng):
        return rng.choice(["word", "[open", "two words", "[s ;x]", "n ; = 1", "]", "é", "\\", "- item", "[s"])

    lines = mixed_lines(rng, pair, pair, bad, heading, comment_line, lambda rng: "")
    options = rng.choice([[], [], ["--stop"], ["--stop"]])
    return [*options, "events", text_of(rng, [*lines, bad(rng), pair(rng)])]


def refused(rng):
    name = rng.choice(["n", "n", "", "x y", "名", "m" * rng.choice([48, 49, 50, 51])])
    lines = [rng.choice([f"{name} = 1", f"{name}: v ; c", " more", " ", pair(rng), heading(rng), "n2 = 1", f"{name}", " [s]"]) for _ in range(5)]
    options = rng.choice([[], [], [], [], ["--stop"], ["--no-multiline"]])
    operation = rng.choice([["events"], ["events"], ["events"], ["overview"], ["digest"]])
    return [*options, f"--refuse={name}", *operation, text_of(rng, [*rng.choice([[], [f"{name} = 0"], [f"{name} = 0", " again"], [f"{name}=0", "\tonce", " more"]]), *lines])]


def bare_names(rng):
    def bare(rng):
        return rng.choice(["flag", "two words", "flag ; c", "flag;c", "é", "; c", "[s]", "n = 1", " indented", "flag # c", "]", "k ; = v", "[o"])

    lines = [bare(rng) for _ in range(rng.randrange(2, 8))]
    options = rng.choice([[], [], [], ["--stop"], ["--no-inline"], ["--no-multiline"], ["--refuse=flag"]])
    return [*rng.choice([["--bare-names", *options], [*options, "--bare-names"]]), "events", text_of(rng, lines)]


def long_line(rng, size):
    """A line whose length is near a multiple of what a buffer of this size takes."""
    length = max(1, (size - 1) * rng.choice([1, 1, 2, 3]) + rng.choice([-2, -1, -1, 0, 0, 1, 2, 5]))
    words = rng.choice(["abcdefgh", "a b c d ", "ab = cd ", "é", "x;y z; ", "[s] = ", "12345:6 "])
    text = rng.choice(["n = ", "n=", "[", "; ", "", " "]) + words * (length // len(words.encode()) + 1)
    while len(text.encode()) > length:
        text = text[:-1]
    return text


def long_lines(rng):
    size = rng.choice([4, 5, 8, 10, 16, 20, 33, 64, 200, 200, 200])
    option = [] if size == 200 else [rng.choice([f"--max-line={size}", f"--heap={size}", f"--max-line={size:04}"])]
    lines = [rng.choice([long_line(rng, size), long_line(rng, size), pair(rng)]) for _ in range(rng.choice([1, 2, 3]))]
    more = rng.choice([[], [], [], ["--no-multiline"]])
    return [*option, *more, "events", text_of(rng, lines)]


def growing_lines(rng):
    size = rng.choice([4, 5, 7, 10, 16, 25])
    most = rng.choice([size, size + 1, size * 2, size * 2 + 1, size * 3, size * 4, 60, 200])
    options = ["--grow", f"--heap={size}", *([f"--max-line={most}"] if most != 200 else [])]
    rng.shuffle(options)
    lines = [long_line(rng, rng.choice([size, size, size * 2, most])) for _ in range(rng.choice([2, 3, 4]))]
    return [*options, *rng.choice([[], [], ["--no-multiline"]]), "events", text_of(rng, lines)]


def long_names(rng):
    def long(rng):
        return rng.choice(["n", "n", "nm", "é", "ab ", "名"]) * 60

    def cut(rng):
        text = long(rng)
        length = rng.choice([48, 49, 50, 50, 51, 51, 52, 60, 99])
        while len(text.encode()) > length:
            text = text[:-1]
        return text

    name = cut(rng)
    lines = rng.choice([[f"[{name}]", "a = 1"], [f"{name} = 1", " more"], [f"[{cut(rng)}]", f"{name}:1", " 2"], [f"{name} = 1", " 2"]])
    options = rng.choice([[], [], [], ["--bare-names"]])
    end = rng.choice([["events"], ["events"], ["overview"], ["digest"]])
    return [*options, *end, text_of(rng, [*lines, pair(rng)])]


def line_ends(rng):
    ends = ["\n", "\r\n", "\r", "\n\n", "\n\r", "\r\r\n", "\x0b", "\x0c\n", " \n", "\u2028", "\u0085", "\xa0\n"]
    pieces = [f"{rng.choice(['a', 'b = 1', 'c=2', '[s]', ' d', ''])}{rng.choice(ends)}" for _ in range(rng.randrange(2, 7))]
    return [*rng.choice([[], ["--bare-names"]]), "events", "".join(pieces) + rng.choice(["", "e = 5"])]


def small_config(rng, values):
    lines = []
    for section in rng.sample(["s", "t", "S", "a b", "é"], rng.randrange(1, 4)):
        for _ in range(rng.choice([1, 1, 2])):
            lines.append(f"[{section}]")
            lines += [f"{rng.choice(['n', 'm', 'N', 'ö'])}{rng.choice(['=', ' : '])}{rng.choice(values)}" for _ in range(rng.randrange(4))]
            lines += rng.choice([[], [], [" more"], ["; c"], ["flag"], [f" {rng.choice(values)}"]])
    return [*(["n = top"] * rng.randrange(2)), *lines]


def lookup(rng):
    section, name = rng.choice(["s", "s", "t", "", "S", "a b", "é"]), rng.choice(["n", "n", "m", "N", "ö", "flag", ""])
    options = rng.choice([[], ["--bare-names"], ["--bare-names"], ["--no-inline"]])
    lines = [*small_config(rng, VALUES), *rng.choice([[], [f"[{section}]", f"{name}=last", " of all"]])]
    return [*options, "get", text_of(rng, lines), section, name]


def overview(rng):
    options = rng.choice([[], ["--bare-names"], ["--refuse=m"], ["--no-multiline"]])
    return [*options, "overview", text_of(rng, small_config(rng, [*VALUES, "v" * rng.randrange(60)]))]


def number(rng):
    magnitude = rng.getrandbits(rng.choice([1, 4, 8, 16, 31, 32, 33, 64, 130]))
    edge = rng.choice([0, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 65536, 2**63, 2**64 - 1])
    value = rng.choice([magnitude, magnitude, edge])
    odd = ["1.5", "1e3", "0x", "-", "+", "--1", "0X1f", "0x1F", "1 2", "", "٣", "-0x10", "+5", "007", "0x0g", "12a", "1_0", "-0", "0xAB"]
    usual = [f"{value}", f"{value}", f"-{value}", f"{value:#x}", f"+{value:#x}", f"00{value}"]
    return rng.choice([*usual, *rng.sample(odd, 3)])


def sums(rng):
    lines = [rng.choice([f"n{i} = {number(rng)}", f"n{i}={number(rng)} ; c", f" {number(rng)}"]) for i in range(rng.randrange(2, 9))]
    section = rng.choice(["s", "s", "s", "", "t"])
    options = rng.choice([[], [], [], ["--bare-names"], ["--refuse=n2"]])
    return [*options, "sum", text_of(rng, [f"[{section}]", *lines] if rng.random() < 0.9 else lines), section]


def digest(rng):
    options = rng.choice([[], ["--bare-names"], ["--bare-names"], ["--no-inline"], ["--max-line=12"], ["--refuse=key"]])
    lines = mixed_lines(rng, pair, pair, heading, comment_line, lambda rng: rng.choice(["flag", "flag", " more", "é = ü"]))
    return [*options, "digest", text_of(rng, lines)]


USAGE = [
    [],
    [""],
    ["events"],
    ["get", "a=1", ""],
    ["get", "a=1", "", "a", ""],
    ["sum", "a=1"],
    ["Events", "a=1"],
    ["-x", "a=1"],
    ["--", "events", "a=1"],
    ["--help"],
    ["--max=9", "events", "a=1"],
    ["--stop=", "events", "a=1"],
    ["--STOP", "events", "a=1"],
    ["--heap", "events", "a=1"],
    ["--heap=201", "events", "a=1"],
    ["--heap=50", "--max-line=49", "events", "a=1"],
    ["--grow", "events", "a=1"],
    ["--max-line=3", "events", "a=1"],
    ["--max-line=1001", "events", "a=1"],
    ["--max-line=00010", "events", "a=1"],
    ["--max-line=", "events", "a=1"],
    ["--max-line=+9", "events", "a=1"],
    ["--max-line= 9", "events", "a=1"],
    ["--max-line=٩٩", "events", "a=1"],
    ["--max-line=2", "--max-line=20", "events", "a=1"],
    [f"--line-comments={'é' * 8}!", "events", "a=1"],
    [f"--inline-comments={'#' * 17}", "events", "a=1"],
    ["events", "a=1", "--stop"],
    ["events", "é" * 2001],
    ["events", "x" * 4001],
    ["--bare-names=1", "digest", "a"],
    ["--line-comments", ";", "events", "a=1"],
]
USAGE_RIGHT = [
    ["events", ""],
    ["overview", "\n\n"],
    ["get", "--=1", "", "--"],
    ["sum", "--stop", "--"],
    ["--refuse=", "events", "=1\n a"],
    ["--max-line=0004", "--heap=4", "--grow", "digest", "a=1"],
    ["--stop", "--stop", "--max-line=1000", "--max-line=10", "events", "abcdefgh = 123"],
    [f"--line-comments={'é' * 8}", "events", "é = 1\nà = 2\n\\x = 3"],
    ["--refuse=a=1", "events", "a=1=2"],
    ["--heap=9", "--heap=5", "--max-line=5", "events", "a = b"],
]


def usage(rng):
    return rng.choice(rng.choice([USAGE, USAGE, USAGE_RIGHT]))


BEHAVIOURS = [
    pairs, headings, line_comments, inline_comments, comment_bytes, continuation, byte_order_mark, errors, refused, bare_names,
    long_lines, growing_lines, long_names, line_ends, lookup, overview, sums, digest, usage,
]  # fmt: skip


def main():
    rng = random.Random(int(sys.argv[1]))
    for place in range(int(sys.argv[2])):
        behaviour = BEHAVIOURS[place % len(BEHAVIOURS)]
        print(json.dumps({"behaviour": behaviour.__name__, "args": behaviour(rng)}))


if __name__ == "__main__":
    main()
