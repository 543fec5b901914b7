"""Print COUNT argument lists for the driver, one JSON row each, the behaviours in turn: generator.py SEED COUNT."""

import itertools
import json
import random
import sys

from bidict import DROP_NEW, DROP_OLD, RAISE, DuplicationError, OnDup, bidict

ACTIONS = {"raise": RAISE, "drop_old": DROP_OLD, "drop_new": DROP_NEW}
PLAIN = ["bidict", "bidict", "LastWins"]
ORDERED = ["OrderedBidict", "OrderedBidict", "FirstWins"]
CHANGEABLE = ["bidict", "OrderedBidict", "bidict", "OrderedBidict", "LastWins", "FirstWins"]
TYPES = [*CHANGEABLE, "frozenbidict"]
KEYS = ["a", "b", "c", "d", "e", "f", "g"]
VALUES = [1, 2, 3, 4, 5, 6, 7]
NEW_KEYS = ["n", "o", "p", "1", 8, None, ""]
NEW_VALUES = [10, 11, -12, "1", "a", None, 0]
FRAGMENTS = ["it's", '"', "\\", "\n", "\t", "\r", "\x01", "\x7f", "\x80", "\xa0", "\xad", "é", "ÿ", "Ā", "€", "你好", "plain", " "]
FRAGMENTS += ["\u200b", "\u2028", "\u3000", "\ufeff", "\ue000", "😀", "\U000e0001", "\U0010fffd", "א", "\u202e", "e\u0301", "~"]


def arguments(*statements, dump=True, stop=False):
    flags = [["--dump"]] * dump + [["--stop"]] * stop
    return [*itertools.chain(*flags), *map(do, statements)]


def do(statement):
    return f"--do={json.dumps(statement, ensure_ascii=False, separators=(',', ':'))}"


def some_items(rng, least=2, most=5):
    size = rng.randint(least, most)
    return [[key, value] for key, value in zip(rng.sample(KEYS, size), rng.sample(VALUES, size), strict=True)]


def two(rng, items):
    """A key and a value that belong to different items."""
    (key, _), (_, value) = rng.sample(items, 2)
    return key, value


def colliding(rng, items):
    """A key and a value, of which one or both are there already, or neither, or the very item."""
    key, value = rng.choice(items)
    kind = rng.randrange(5)
    if kind == 0:
        return [key, value]
    if kind == 1 and len(items) > 1:
        return list(two(rng, items))
    if kind == 2:
        return [key, rng.choice(NEW_VALUES)]
    if kind == 3:
        return [rng.choice(NEW_KEYS), value]
    return [rng.choice(NEW_KEYS), rng.choice(NEW_VALUES)]


def two_actions(rng):
    return [rng.choice([*ACTIONS]), rng.choice([*ACTIONS])]


def create(rng):
    items = [*some_items(rng), *([] if rng.randrange(2) else [[rng.choice(KEYS), rng.choice(VALUES)]])]
    statements = [["new", "a", rng.choice(TYPES), items]]
    if rng.randrange(2):
        statements.append(["new", "a", "bidict", some_items(rng)])
        statements.append(["set", "a", statements[-1][3][0][0], 9])
        statements.append(["new", "b", rng.choice(TYPES), "a"])
    return arguments(*statements)


def set_item(rng):
    items = some_items(rng)
    sets = [["set", "m", *colliding(rng, items)] for _ in range(rng.randint(2, 4))]
    return arguments(["new", "m", rng.choice(["bidict", "OrderedBidict"]), items], *sets)


def put_policy(rng):
    items = some_items(rng)
    puts = []
    for _ in range(rng.randint(2, 4)):
        key, value = colliding(rng, items)
        puts.append(rng.choice([
            ["put", "m", key, value],
            ["forceput", "m", key, value],
            ["put", "m", key, value, *two_actions(rng)],
            ["put", "m", key, value, *two_actions(rng)],
        ]))
    return arguments(["new", "m", rng.choice(CHANGEABLE), items], *puts)


def put_both(rng):
    items = some_items(rng, 3, 5)
    puts = []
    for _ in range(rng.randint(1, 2)):
        key, value = two(rng, items)
        puts.append(rng.choice([
            ["put", "m", key, value],
            ["set", "m", key, value],
            ["forceput", "m", key, value],
            ["put", "m", key, value, *two_actions(rng)],
            ["put", "m", key, value, rng.choice([*ACTIONS]), "drop_old"],
        ]))
    return arguments(["new", "m", rng.choice(CHANGEABLE), items], *puts)


def own_policy(rng):
    items = some_items(rng, 3, 5)
    statements = [["new", "m", rng.choice(["LastWins", "FirstWins"]), items]]
    statements += [["inverse", "i", "m"]] * rng.randrange(2)
    for _ in range(rng.randint(1, 3)):
        key, value = colliding(rng, items)
        statements.append(rng.choice([
            ["set", "m", key, value],
            ["set", "m", key, value],
            ["update", "m", [[key, value], colliding(rng, items)]],
            ["put", "m", key, value],
            ["setdefault", "m", rng.choice(NEW_KEYS), value],
            ["set", statements[-1][1], value, key],
        ]))
    return arguments(*statements)


def bulk_update(rng):
    items = some_items(rng)
    more = [colliding(rng, items) for _ in range(rng.randint(1, 4))]
    statements = [["new", "m", rng.choice(CHANGEABLE), rng.choice([items, items, []])]]
    source = more
    if not rng.randrange(3):
        others = some_items(rng)
        statements += [["new", "o", rng.choice(CHANGEABLE), others], ["forceput", "o", *colliding(rng, others)]]
        source = "o"
    fitting = rng.choice(["drop_old", "drop_new"])
    statements.append(rng.choice([
        ["update", "m", source],
        ["forceupdate", "m", source],
        ["forceupdate", "m", source],
        ["putall", "m", source, rng.choice(["drop_old", "drop_new"]), fitting],
        ["putall", "m", source, rng.choice(["drop_old", "drop_new"]), fitting],
    ]))
    return arguments(*statements)


def failing_update(rng, least, most):
    """Items for a mapping, and a bulk statement on the plain mapping `m` of them that fails after a write."""
    while True:
        items = some_items(rng, 3, 6)
        more = [colliding(rng, items) for _ in range(rng.randint(least, most))]
        policy = rng.choice([["drop_old", "raise"], ["raise", "drop_old"], ["raise", "raise"]])
        mapping = bidict(items)
        try:
            for count, (key, value) in enumerate(more):
                mapping.put(key, value, OnDup(*(ACTIONS[action] for action in policy)))
        except DuplicationError:
            if count:
                kind = ["update", "m", more] if policy == ["drop_old", "raise"] and rng.randrange(2) else None
                return items, kind or ["putall", "m", more, *policy], mapping


def rollback_items(rng):
    if rng.randrange(3):
        items, statement, _ = failing_update(rng, 2, 5)
        kind = rng.choice(["OrderedBidict", "FirstWins"]) if statement[0] == "putall" else "OrderedBidict"
        return arguments(["new", "m", kind, items], statement, ["forceput", "m", "z", 99])
    items, statement, _ = failing_update(rng, 7, 9)
    return arguments(["new", "m", "bidict", items], statement)


def rollback_order(rng):
    """Only those after which an order is another one than before."""
    while True:
        items, statement, mapping = failing_update(rng, 2, 4)
        mapping = bidict(items)
        try:
            mapping.putall(statement[2], OnDup(*(ACTIONS[action] for action in statement[3:] or ["drop_old", "raise"])))
        except DuplicationError:
            orders = [list(mapping.items()), list(mapping.inverse.items())]
            if orders != [list(map(tuple, items)), [(value, key) for key, value in items]]:
                break
    kind = "LastWins" if statement[0] == "putall" and not rng.randrange(3) else "bidict"
    after = rng.choice([[], [], [["popitem", "m"]], [["inverse", "i", "m"], ["popitem", "i"]], [["keys", "m"]]])
    return arguments(["new", "m", kind, items], statement, *after)


def remove(rng):
    items = some_items(rng)
    statements = [["new", "m", rng.choice(CHANGEABLE), items]]
    for _ in range(rng.randint(2, 4)):
        key = rng.choice([rng.choice(items)[0], rng.choice(KEYS), rng.choice(NEW_KEYS)])
        statements.append(rng.choice([
            ["del", "m", key],
            ["pop", "m", key],
            ["pop", "m", key, rng.choice(NEW_VALUES)],
            ["popitem", "m"],
            ["forceput", "m", key, rng.choice(VALUES)],
            *[["clear", "m"]] * (not rng.randrange(3)),
        ]))
    return arguments(*statements)


def lookup(rng):
    items = [*some_items(rng), ["none", None], [1, "one"]]
    statements = [["new", "m", rng.choice(TYPES[-3:] + CHANGEABLE[:2]), items]]
    can_change = statements[0][2] != "frozenbidict"
    for _ in range(rng.randint(2, 5)):
        key = rng.choice([rng.choice(items)[0], rng.choice(items)[0], *NEW_KEYS])
        statements.append(rng.choice([
            ["item", "m", key],
            ["get", "m", key],
            ["get", "m", key, rng.choice(NEW_VALUES)],
            ["has", "m", key],
            ["len", "m"],
            *[["setdefault", "m", key, rng.choice([*NEW_VALUES, 1, 2])], ["setdefault", "m", key]] * can_change,
        ]))
    return arguments(*statements, dump=bool(rng.randrange(2)))


def views(rng):
    items = some_items(rng, 0, 5)
    statements = [["new", "m", rng.choice(TYPES), items]]
    if items and statements[0][2] != "frozenbidict":
        statements += [["forceput", "m", *colliding(rng, items)] for _ in range(rng.randint(1, 3))]
    statements += [["inverse", "i", "m"]]
    asked = rng.sample(["keys", "values", "items", "reversed"], rng.randint(2, 4))
    statements += [[operation, rng.choice("mmi")] for operation in asked]
    return arguments(*statements, dump=False)


def live_inverse(rng):
    items = some_items(rng, 3, 5)
    statements = [["new", "m", rng.choice(CHANGEABLE), items], ["inverse", "i", "m"]]
    for _ in range(rng.randint(2, 4)):
        key, value = colliding(rng, items)
        statements.append(rng.choice([
            ["set", "i", value, key],
            ["forceput", "i", value, key],
            ["forceput", "m", key, value],
            ["put", "i", value, key, *two_actions(rng)],
            ["pop", "i", value],
            ["popitem", "i"],
            ["forceupdate", "i", [[value, key], [77, "x"]]],
            ["inverse", "j", "i"],
        ]))
    return arguments(*statements)


def ordered(rng):
    items = some_items(rng, 3, 6)
    statements = [["new", "m", rng.choice(ORDERED), items], ["inverse", "i", "m"]]
    for _ in range(rng.randint(2, 5)):
        key, value = rng.choice(items)
        statements.append(rng.choice([
            ["move_to_end", "m", rng.choice([key, key, key, "z"])],
            ["move_to_end", "m", key, rng.choice([False, False, True])],
            ["move_to_end", "i", value, rng.choice([False, True])],
            ["popitem", "m", rng.choice([False, False, True])],
            ["popitem", "i", False],
            ["forceput", rng.choice("m"), *colliding(rng, items)],
            ["forceput", "i", *colliding(rng, items)[::-1]],
        ]))
    return arguments(*statements)


def copy_union(rng):
    items = some_items(rng)
    statements = [["new", "a", rng.choice(TYPES), items]]
    statements += [["forceput", "a", *colliding(rng, items)]] * (statements[0][2] != "frozenbidict")
    if rng.randrange(3):
        other = rng.choice([[colliding(rng, items)], [colliding(rng, items)], some_items(rng)])
        return arguments(*statements, ["new", "b", rng.choice(TYPES), other], ["union", "u", *rng.sample("ab", 2)])
    return arguments(*statements, ["copy", "c", "a"], ["forceput", "c", *colliding(rng, items)], ["show", "a"])


def equality(rng):
    items = some_items(rng, 2, 4)
    other = rng.choice([items[::-1], items[::-1], items, items[:-1], [[value, key] for key, value in items]])
    statements = [["new", "a", rng.choice(TYPES), items], ["new", "b", rng.choice(TYPES), other]]
    if statements[0][2] != "frozenbidict" and rng.randrange(2):
        statements += [["pop", "a", items[0][0]], ["forceput", "a", *items[0]]]
    statements += [["inverse", "i", "b"]]
    names = rng.choice([["a", "b"], ["b", "a"], ["a", "i"]])
    return arguments(*statements, ["eq", *names], ["eq_ordered", *names], dump=False)


def refused(rng):
    items = some_items(rng)
    key, value = colliding(rng, items)
    change = rng.choice([
        ["set", "m", key, value],
        ["put", "m", key, value],
        ["put", "m", key, value, *two_actions(rng)],
        ["forceput", "m", key, value],
        ["update", "m", [[key, value]]],
        ["forceupdate", "m", [[key, value]]],
        ["putall", "m", []],
        ["del", "m", key],
        ["del", "m", value],
        ["clear", "m"],
        ["pop", "m", key, value],
        ["popitem", "m"],
        ["popitem", "m", False],
        ["setdefault", "m", key],
    ])
    if rng.randrange(4):
        return arguments(["new", "f", "frozenbidict", items], ["inverse", "m", "f"], change)
    kind = rng.choice(["bidict", "LastWins", "frozenbidict"])
    flags = rng.choice([[], [True], [False]])
    lacking = [["move_to_end", "m", key, *flags], ["popitem", "m", *(flags or [True])]]
    return arguments(["new", "m", kind, items], *rng.sample(lacking, 2))


def text(rng):
    def atom():
        return rng.choice([
            *["".join(rng.choice(FRAGMENTS) for _ in range(rng.randint(1, 4))) for _ in range(6)],
            rng.choice(["", "__proto__", "1", "-1", "None"]),
            rng.choice([None, 0, -1, 1, 999_999_999_999_999, -999_999_999_999_999]),
        ])

    key, value = atom(), atom()
    statements = [["new", "m", rng.choice(CHANGEABLE), [[key, value]]]]
    statements += rng.sample(
        [
            ["put", "m", key, "other"],
            ["put", "m", "other", value],
            ["item", "m", atom()],
            ["items", "m"],
            ["get", "m", key],
        ],
        2,
    )
    return arguments(*statements, dump=bool(rng.randrange(2)))


def program(rng):
    items = some_items(rng)
    names = rng.sample(["a", "b", "long", "x", "zz"], 3)
    statements = [["new", names[0], rng.choice(CHANGEABLE), items]]
    for _ in range(rng.randint(2, 5)):
        key, value = colliding(rng, items)
        name, other = rng.choice([*names[:2], names[0]]), rng.choice([*names, names[0]])
        statements.append(rng.choice([
            ["put", name, key, value],
            ["copy", names[1], other],
            ["new", rng.choice(names), "bidict", other],
            ["new", rng.choice(names), "bidict", [[1, 2], [3, 2]]],
            ["inverse", rng.choice(names), name],
            ["union", names[2], name, other],
            ["eq", name, other],
            ["pop", name, key],
        ]))
    return arguments(*statements, dump=bool(rng.randrange(4)), stop=bool(rng.randrange(2)))


GOOD = ['--do=["new","a","bidict",[["x",1]]]']
BAD_STATEMENTS = [
    "",
    "show a",
    "[]",
    "[[]]",
    "null",
    '"show"',
    "[1]",
    "{}",
    '{"0":"show","1":"a","length":2}',
    '["show","a"',
    '["show","a",]',
    "['show','a']",
    '["show","a"]]',
    '["show"]',
    '["show","a","b"]',
    '["show","A"]',
    '["show","a1"]',
    '["show",""]',
    '["show","abcdefghi"]',
    '["show","a\\n"]',
    '["show",null]',
    '["Show","a"]',
    '["size","a"]',
    '["toString","a"]',
    '["__proto__","a"]',
    '["get","a"]',
    '["get","a",true]',
    '["get","a",["x"]]',
    '["get","a",{}]',
    '["get","a","x",1,2]',
    '["get","a",1000000000000000]',
    '["get","a",-1000000000000000]',
    '["get","a",NaN]',
    '["get","a",+1]',
    '["get","a",01]',
    '["get","a","\t"]',
    '["set","a","x"]',
    '["put","a","x",1,"raise"]',
    '["put","a","x",1,"raise","keep"]',
    '["put","a","x",1,"RAISE","raise"]',
    '["update","a",[["x",1,2]]]',
    '["update","a",[["x"]]]',
    '["update","a",["x",1]]',
    '["update","a",{"x":1}]',
    '["update","a",null]',
    '["putall","a",[],"drop_old"]',
    '["popitem","a",0]',
    '["popitem","a",null]',
    '["move_to_end","a","x","true"]',
    '["new","b","dict"]',
    '["new","b","Bidict"]',
    '["new","b","constructor"]',
    '["new","b","bidict",[],[]]',
    '["new","b"]',
    '["union","u","a",[["x",1]]]',
]


def usage(rng):
    if rng.randrange(2):
        return [*GOOD, f"--do={rng.choice(BAD_STATEMENTS)}", *rng.choice([[], ["--dump"], ["--stop"]])]
    return rng.choice([
        ["--dump", *GOOD, "--dump"],
        [*GOOD, "--stop", '--do= [ "show" ,\n"a"\t] '],
        ["--do", '["new","a","bidict",[["\\u0078\\/",1]]]', "--dump"],
        ['--do=["get","a","a=b"]', "--stop", *GOOD],
        ["--stop", "--stop"],
        [*GOOD, '--do=["get","a",999999999999999]'],
        [*GOOD, "--du"],
        [*GOOD, "--Dump"],
        [*GOOD, "--dump="],
        [*GOOD, "--stop=yes"],
        [*GOOD, "--verbose"],
        [*GOOD, "--help"],
        [*GOOD, "extra"],
        [*GOOD, '["show","a"]'],
        [*GOOD, ""],
        [*GOOD, "--do"],
        ["--do", "--dump", *GOOD],
        [*GOOD, "--do="],
    ])


XY = [["x", 1], ["y", 2]]
XYZ = [["x", 1], ["y", 2], ["z", 3]]
MOVED = [["new", "p", "bidict", XYZ], ["set", "p", "x", 9]]

EDGES = {
    create: [
        arguments(["new", "a", "bidict"], ["new", "b", "OrderedBidict", []], ["new", "c", "frozenbidict", "a"]),
        arguments(["new", "a", "bidict", [["x", 1], ["y", 1]]], ["show", "a"]),
        arguments(["new", "a", "bidict", [["x", 1], ["y", 2], ["x", 3], ["y", 2]]]),
        arguments(["new", "a", "FirstWins", [["x", 1], ["x", 2], ["y", 1], ["z", 3]]]),
        arguments(["new", "a", "LastWins", [["x", 1], ["y", 2], ["x", 2], ["z", 3]]]),
        arguments(*MOVED, ["new", "o", "OrderedBidict", "p"], ["inverse", "i", "p"], ["new", "q", "FirstWins", "i"]),
        arguments(*MOVED, ["new", "q", "LastWins", "p"], ["new", "f", "frozenbidict", "q"], ["new", "b", "bidict", "f"]),
        arguments(["new", "a", "frozenbidict", [["x", 1], ["x", 2], ["y", 3], ["y", 1], ["x", 4]]]),
        arguments(["new", "a", "frozenbidict", [["x", 1], ["y", 2], ["x", 2]]]),
    ],
    set_item: [
        arguments(["new", "m", "bidict", XYZ], ["set", "m", "x", 9], ["set", "m", "w", 1]),
        arguments(["new", "m", "bidict", XYZ], ["set", "m", "x", 2], ["set", "m", "w", 2], ["set", "m", "x", 1]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["set", "m", "y", 9], ["set", "m", "z", 1], ["set", "m", "w", 9]),
        arguments(["new", "m", "bidict", [[1, "1"]]], ["set", "m", "1", 1], ["set", "m", None, "None"]),
    ],
    put_policy: [
        arguments(["new", "m", "bidict", XY], ["put", "m", "x", 9], ["put", "m", "w", 1], ["put", "m", "x", 1]),
        arguments(["new", "m", "bidict", XYZ], ["put", "m", "w", 1, "raise", "drop_old"]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["put", "m", "w", 1, "raise", "drop_old"]),
        arguments(["new", "m", "bidict", XYZ], ["put", "m", "x", 9, "drop_new", "raise"]),
        arguments(["new", "m", "bidict", XYZ], ["forceput", "m", "w", 1], ["forceput", "m", "x", 1]),
    ],
    put_both: [
        arguments(["new", "m", "bidict", XYZ], ["put", "m", "x", 3, "drop_old", "raise"]),
        arguments(["new", "m", "bidict", XYZ], ["put", "m", "x", 3, "raise", "drop_old"]),
        arguments(["new", "m", "bidict", XYZ], ["put", "m", "x", 3, "raise", "drop_new"]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["forceput", "m", "z", 1]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["forceput", "m", "x", 3]),
        arguments(["new", "m", "bidict", XYZ], ["forceput", "m", "z", 1], ["forceput", "m", "x", 2]),
        arguments(["new", "m", "bidict", [["it's", None], [None, "q\n"]]], ["put", "m", "it's", "q\n"]),
    ],
    own_policy: [
        arguments(["new", "m", "LastWins", XYZ], ["set", "m", "x", 3], ["put", "m", "x", 2]),
        arguments(["new", "m", "FirstWins", XYZ], ["set", "m", "x", 3], ["set", "m", "x", 9], ["set", "m", "w", 1]),
        arguments(["new", "m", "FirstWins", XY], ["setdefault", "m", "w", 1], ["has", "m", "w"]),
        arguments(["new", "m", "LastWins", XY], ["setdefault", "m", "w", 1], ["setdefault", "m", "w", 5]),
        arguments(["new", "m", "FirstWins", XY], ["putall", "m", [["w", 7], ["x", 8]]], ["forceput", "m", "w", 1]),
        arguments(["new", "m", "LastWins", XY], ["inverse", "i", "m"], ["set", "i", 1, "y"], ["set", "i", 7, "y"]),
        arguments(["new", "m", "FirstWins", XY], ["inverse", "i", "m"], ["set", "i", 1, "w"], ["set", "i", 7, "w"]),
    ],
    bulk_update: [
        arguments(["new", "m", "bidict"], *MOVED, ["update", "m", "p"]),
        arguments(["new", "m", "LastWins"], *MOVED, ["putall", "m", "p"]),
        arguments(["new", "m", "bidict", [["w", 7]]], *MOVED, ["update", "m", "p"]),
        arguments(["new", "m", "OrderedBidict"], *MOVED, ["inverse", "i", "p"], ["forceupdate", "m", "i"]),
        arguments(["new", "m", "bidict", XY], ["update", "m", []], ["putall", "m", [["x", 1], ["y", 2]]]),
        arguments(["new", "m", "bidict", XYZ], ["forceupdate", "m", [["x", 2], ["y", 3]]]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["forceupdate", "m", [["z", 1], ["w", 2], ["v", 3], ["v", 4]]]),
    ],
    rollback_items: [
        arguments(["new", "m", "bidict", XY], ["update", "m", [["x", 3], ["w", 4], ["z", 2]]]),
        arguments(["new", "m", "bidict", XYZ], ["putall", "m", [["v", 8], ["w", 9], ["x", 4]]]),
        arguments(["new", "m", "bidict"], ["putall", "m", [["v", 8], ["v", 9]]]),
        arguments(["new", "m", "bidict", XY], ["update", "m", [["x", 3], ["x", 4], ["w", 2]]]),
        arguments(["new", "m", "bidict", XYZ], ["update", "m", [["x", 1], ["x", 1], ["y", 5], ["w", 3]]]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["putall", "m", [["x", 3], ["w", 2], ["x", 9]], "raise", "drop_old"]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["inverse", "i", "m"], ["update", "i", [[1, "w"], [7, "y"]]]),
        arguments(["new", "m", "FirstWins", XY], ["new", "b", "bidict", [["w", 7], ["x", 8]]], ["putall", "m", "b"]),
    ],
    rollback_order: [
        arguments(["new", "m", "bidict", XY], ["update", "m", [["x", 9], ["w", 2]]]),
        arguments(["new", "m", "bidict", XYZ], ["update", "m", [["x", 9], ["w", 2]]]),
        arguments(["new", "m", "bidict", XYZ], ["putall", "m", [["w", 1], ["v", 2], ["w", 9]], "raise", "drop_old"]),
        arguments(["new", "m", "bidict", XYZ], ["putall", "m", [["y", 1], ["w", 2], ["z", 7]], "raise", "drop_old"]),
        arguments(["new", "m", "bidict", XYZ], ["inverse", "i", "m"], ["update", "i", [[1, "w"], [2, "v"], [7, "z"]]]),
        arguments(["new", "m", "LastWins", XYZ], ["putall", "m", [["x", 9], ["y", 8], ["z", 9]], "drop_old", "raise"]),
        arguments(["new", "m", "bidict", XYZ], ["new", "b", "bidict", [["x", 9], ["w", 2]]], ["update", "m", "b"]),
        arguments(["new", "m", "bidict", XYZ], ["update", "m", [["x", 9], ["x", 8], ["w", 2]]], ["popitem", "m"]),
    ],
    remove: [
        arguments(["new", "m", "bidict", XYZ], ["del", "m", "y"], ["del", "m", "y"], ["pop", "m", "y", None]),
        arguments(["new", "m", "bidict"], ["popitem", "m"], ["clear", "m"], ["pop", "m", "it's"]),
        arguments(["new", "m", "OrderedBidict"], ["popitem", "m"], ["clear", "m"], ["pop", "m", None]),
        arguments(["new", "m", "FirstWins", XY], ["popitem", "m"], ["popitem", "m"], ["popitem", "m"]),
        arguments(["new", "m", "bidict", XYZ], ["set", "m", "x", 9], ["inverse", "i", "m"], ["popitem", "i"]),
        arguments(["new", "m", "bidict", XYZ], ["pop", "m", "x"], ["set", "m", "x", 1], ["popitem", "m"]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["clear", "m"], ["set", "m", "y", 1], ["set", "m", "x", 2]),
    ],
    lookup: [
        arguments(["new", "m", "bidict", [["x", None]]], ["get", "m", "x", 1], ["get", "m", "y"], ["item", "m", "y"]),
        arguments(["new", "m", "bidict", [[1, 2], ["1", 3]]], ["item", "m", 1], ["item", "m", "1"], ["has", "m", None]),
        arguments(["new", "m", "bidict", XY], ["setdefault", "m", "w"], ["setdefault", "m", "v"], ["setdefault", "m", "w", 4]),
        arguments(["new", "m", "bidict", XY], ["setdefault", "m", "x", 2], ["setdefault", "m", "w", 2]),
        arguments(["new", "m", "frozenbidict", XY], ["inverse", "i", "m"], ["get", "i", 2], ["has", "i", "x"], ["len", "i"]),
    ],
    views: [
        arguments(*MOVED, ["keys", "p"], ["values", "p"], ["items", "p"], ["reversed", "p"], dump=False),
        arguments(*MOVED, ["inverse", "i", "p"], ["keys", "i"], ["values", "i"], ["items", "i"], ["reversed", "i"]),
        arguments(["new", "m", "OrderedBidict"], ["keys", "m"], ["values", "m"], ["items", "m"], ["reversed", "m"]),
        arguments(["new", "m", "bidict", [["10", 1], [9, 2], [None, 3], ["2", 4], [-1, 5]]], ["keys", "m"], ["reversed", "m"]),
    ],
    live_inverse: [
        arguments(["new", "m", "bidict", XYZ], ["inverse", "i", "m"], ["set", "i", 2, "w"], ["show", "m"], ["set", "i", 4, "x"]),
        arguments(["new", "m", "bidict", XYZ], ["inverse", "i", "m"], ["inverse", "m", "i"], ["inverse", "j", "m"]),
        arguments(["new", "m", "bidict", XYZ], ["inverse", "m", "m"], ["forceput", "m", 3, "x"], ["inverse", "m", "m"]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["inverse", "i", "m"], ["forceput", "i", 1, "z"], ["forceput", "i", 9, "y"]),
        arguments(["new", "m", "bidict", XY], ["inverse", "i", "m"], ["clear", "i"], ["update", "m", XYZ], ["popitem", "i"]),
    ],
    ordered: [
        arguments(["new", "m", "OrderedBidict", XYZ], ["move_to_end", "m", "x"], ["move_to_end", "m", "z", False]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["move_to_end", "m", "w"], ["move_to_end", "m", "y", True]),
        arguments(["new", "m", "FirstWins", XYZ], ["popitem", "m", False], ["popitem", "m", True], ["set", "m", "x", 1]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["inverse", "i", "m"], ["move_to_end", "i", 1], ["popitem", "i", False]),
        arguments(["new", "m", "OrderedBidict", XYZ], ["forceput", "m", "z", 1], ["forceput", "m", "w", 2], ["set", "m", "v", 5]),
    ],
    copy_union: [
        arguments(*MOVED, ["copy", "c", "p"], ["del", "c", "y"], ["inverse", "i", "c"], ["set", "i", 5, "y"]),
        arguments(["new", "a", "bidict"], *MOVED, ["union", "u", "a", "p"], ["union", "v", "p", "a"]),
        arguments(["new", "a", "bidict", XY], ["inverse", "i", "a"], ["union", "u", "a", "i"], ["union", "v", "a", "a"]),
        arguments(["new", "a", "frozenbidict", XY], ["new", "b", "OrderedBidict", [["x", 5]]], ["union", "a", "a", "b"]),
        arguments(["new", "a", "bidict", XY], ["new", "b", "LastWins", [["z", 1]]], ["union", "u", "a", "b"], ["union", "u", "b", "a"]),
        arguments(["new", "a", "FirstWins", XY], ["new", "b", "bidict", [["x", 5], ["z", 1]]], ["union", "u", "a", "b"]),
        arguments(["new", "a", "OrderedBidict", XYZ], ["copy", "b", "a"], ["move_to_end", "b", "x"], ["clear", "a"]),
    ],
    equality: [
        arguments(["new", "a", "bidict", XY], ["new", "b", "OrderedBidict", XY[::-1]], ["eq", "a", "b"], ["eq_ordered", "a", "b"]),
        arguments(["new", "a", "LastWins", XY], ["new", "b", "FirstWins", XY], ["eq", "a", "b"], ["eq_ordered", "a", "b"]),
        arguments(["new", "a", "bidict", [[1, 2]]], ["new", "b", "bidict", [["1", 2]]], ["eq", "a", "b"], ["eq_ordered", "b", "a"]),
        arguments(["new", "a", "bidict"], ["new", "b", "frozenbidict"], ["eq", "a", "b"], ["eq_ordered", "a", "b"]),
        arguments(["new", "a", "bidict", XY], ["new", "b", "bidict", XYZ], ["eq", "a", "b"], ["eq_ordered", "a", "b"]),
        arguments(*MOVED, ["new", "q", "bidict", [["x", 9], ["y", 2], ["z", 3]]], ["eq_ordered", "p", "q"]),
    ],
    refused: [
        arguments(["new", "m", "bidict"], ["popitem", "m", True], ["move_to_end", "m", "x"]),
        arguments(["new", "m", "LastWins", XY], ["popitem", "m", False], ["move_to_end", "m", "x", False]),
        arguments(["new", "m", "frozenbidict", XY], ["set", "m", 1, 1], ["del", "m", "x"], ["del", "m", 7]),
        arguments(["new", "m", "frozenbidict"], ["popitem", "m", True], ["move_to_end", "m", "x"], ["update", "m", "q"]),
        arguments(["new", "m", "frozenbidict", XY], ["setdefault", "m", "x", 1], ["clear", "m"], ["putall", "m", []]),
    ],
    text: [
        arguments(["new", "m", "bidict", [["it's", "say \"it's\""], ["\"", "\\'"]]], ["item", "m", "'\""]),
        arguments(["new", "m", "bidict", [["\t\n\r\x0b", "\x00\x1f \x7f"], ["\x85\xa0\xad", "\u2028\U000e0001"]]]),
        arguments(["new", "m", "bidict", [["two\nlines", "é'"]]], ["put", "m", "two\nlines", 1], ["put", "m", 1, "é'"]),
        arguments(["new", "m", "bidict", [[None, ""]]], ["put", "m", None, 1], ["put", "m", 1, ""], ["item", "m", ""]),
        arguments(["new", "m", "bidict", [["__proto__", 1], ["constructor", 2]]], ["item", "m", "toString"]),
        arguments(["new", "m", "bidict", [[-999999999999999, 0]]], ["put", "m", -999999999999999, 1], ["items", "m"]),
        ["--dump", '--do=["new","m","bidict",[["\\u00e9\\u0000\\ud83d\\ude00","\\/\\b\\f\\\\"]]]'],
    ],
    program: [
        [],
        ["--dump"],
        arguments(["show", "a"], ["new", "a", "bidict", "b"], ["new", "b", "bidict", XY], stop=True),
        arguments(["show", "a"], ["new", "a", "bidict", "b"], ["new", "b", "bidict", XY]),
        arguments(["new", "b", "bidict", XY], ["new", "a", "bidict"], ["new", "b", "OrderedBidict", XY], ["copy", "c", "b"]),
        arguments(["new", "a", "bidict", XY], ["new", "a", "bidict", [["x", 1], ["y", 1]]], ["copy", "a", "z"], ["len", "a"]),
        arguments(["eq", "no", "nor"], ["update", "no", "nor"], ["union", "no", "no", "nor"], dump=False),
        arguments(["new", "a", "bidict", XY], ["copy", "b", "a"], ["put", "b", "x", 5], ["clear", "a"], stop=True, dump=False),
        arguments(["new", "b", "bidict", XY], ["copy", "a", "b"], ["put", "b", "x", 5], ["clear", "a"], stop=True),
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
