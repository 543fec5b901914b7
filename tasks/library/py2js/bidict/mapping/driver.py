"""Run a small program over bidirectional mappings, on top of the bidict library."""

import argparse
import json
import re
import sys

from bidict import DROP_NEW, DROP_OLD, RAISE, BidictException, OnDup, OrderedBidict, bidict, frozenbidict


class LastWins(bidict):
    on_dup = OnDup(key=DROP_OLD, val=DROP_OLD)


class FirstWins(OrderedBidict):
    on_dup = OnDup(key=DROP_NEW, val=DROP_NEW)


TYPES = {cls.__name__: cls for cls in (bidict, OrderedBidict, frozenbidict, LastWins, FirstWins)}
ACTIONS = {"raise": RAISE, "drop_old": DROP_OLD, "drop_new": DROP_NEW}
GREATEST_NUMBER = 999_999_999_999_999
REPORTED = (BidictException, AttributeError, KeyError, NameError, TypeError)

# The arguments that an operation takes, by kind; a form after the first has optional ones.
FORMS = {
    "new": ["new type", "new type source"],
    "copy": ["new name"],
    "inverse": ["new name"],
    "union": ["new name name"],
    "set": ["name atom atom"],
    "put": ["name atom atom", "name atom atom action action"],
    "forceput": ["name atom atom"],
    "update": ["name source"],
    "forceupdate": ["name source"],
    "putall": ["name source", "name source action action"],
    "del": ["name atom"],
    "clear": ["name"],
    "move_to_end": ["name atom", "name atom flag"],
    "show": ["name"],
    "item": ["name atom"],
    "get": ["name atom", "name atom atom"],
    "setdefault": ["name atom", "name atom atom"],
    "pop": ["name atom", "name atom atom"],
    "popitem": ["name", "name flag"],
    "has": ["name atom"],
    "len": ["name"],
    "keys": ["name"],
    "values": ["name"],
    "items": ["name"],
    "reversed": ["name"],
    "eq": ["name name"],
    "eq_ordered": ["name name"],
}


def main():
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    options = parse_options()
    mappings = {}
    failed = False
    for statement in options.do:
        try:
            print(run(statement, mappings))
        except REPORTED as error:
            print(f"{type(error).__name__}: {error}")
            failed = True
            if options.stop:
                break
    if options.dump:
        for name, mapping in mappings.items():
            print(f"{name}: {mapping!r} ~ {mapping.inverse!r}")
    return 1 if failed else 0


def parse_options():
    parser = argparse.ArgumentParser(prog="driver", allow_abbrev=False, add_help=False)
    parser.add_argument("--do", action="append", default=[])
    parser.add_argument("--stop", action="store_true")
    parser.add_argument("--dump", action="store_true")
    options = parser.parse_args()
    try:
        options.do = [parse_statement(text) for text in options.do]
    except ValueError as error:
        parser.error(str(error))
    return options


def parse_statement(text):
    statement = json.loads(text, parse_float=refuse_number, parse_constant=refuse_number)
    if not isinstance(statement, list) or not statement or not isinstance(statement[0], str):
        raise ValueError("a statement is an array that begins with an operation")
    operation, *args = statement
    if operation not in FORMS:
        raise ValueError(f"there is no operation {operation}")
    if not any(fits(args, form.split()) for form in FORMS[operation]):
        raise ValueError(f"{operation} does not take these arguments")
    return operation, args


def refuse_number(text):
    raise ValueError(f"{text} is no integer")


def fits(args, kinds):
    return len(args) == len(kinds) and all(CHECKS[kind](arg) for kind, arg in zip(kinds, args, strict=True))


def is_name(arg):
    return isinstance(arg, str) and re.fullmatch("[a-z]{1,8}", arg) is not None


def is_atom(arg):
    return arg is None or isinstance(arg, str) or (type(arg) is int and abs(arg) <= GREATEST_NUMBER)


def is_source(arg):
    return is_name(arg) or (isinstance(arg, list) and all(is_pair(pair) for pair in arg))


def is_pair(arg):
    return isinstance(arg, list) and len(arg) == 2 and all(is_atom(atom) for atom in arg)


CHECKS = {
    "new": is_name,
    "name": is_name,
    "atom": is_atom,
    "source": is_source,
    "type": lambda arg: isinstance(arg, str) and arg in TYPES,
    "action": lambda arg: isinstance(arg, str) and arg in ACTIONS,
    "flag": lambda arg: isinstance(arg, bool),
}


def run(statement, mappings):
    """The text to print for a statement."""
    operation, args = statement
    kinds = next(form.split() for form in FORMS[operation] if len(form.split()) == len(args))
    values = [resolve(kind, arg, mappings) for kind, arg in zip(kinds, args, strict=True)]
    if operation in MAKING:
        mapping = mappings[values[0]] = MAKING[operation](*values[1:])
        return repr(mapping)
    if operation in CHANGING:
        CHANGING[operation](*values)
        return repr(values[0])
    return repr(ASKING[operation](*values))


def resolve(kind, arg, mappings):
    if kind == "name" or (kind == "source" and isinstance(arg, str)):
        if arg not in mappings:
            raise NameError(f"name {arg!r} is not defined")
        return mappings[arg]
    if kind == "source":
        return [tuple(pair) for pair in arg]
    if kind == "type":
        return TYPES[arg]
    if kind == "action":
        return ACTIONS[arg]
    return arg


def put(mapping, key, value, *actions):
    if actions:
        mapping.put(key, value, OnDup(*actions))
    else:
        mapping.put(key, value)


def putall(mapping, items, *actions):
    if actions:
        mapping.putall(items, OnDup(*actions))
    else:
        mapping.putall(items)


def popitem(mapping, *flags):
    return mapping.popitem(last=flags[0]) if flags else mapping.popitem()


def move_to_end(mapping, key, *flags):
    mapping.move_to_end(key, *flags)


def set_item(mapping, key, value):
    mapping[key] = value


def delete_item(mapping, key):
    del mapping[key]


MAKING = {
    "new": lambda cls, *sources: cls(*sources),
    "copy": lambda mapping: mapping.copy(),
    "inverse": lambda mapping: mapping.inverse,
    "union": lambda left, right: left | right,
}
CHANGING = {
    "set": set_item,
    "put": put,
    "forceput": lambda mapping, key, value: mapping.forceput(key, value),
    "update": lambda mapping, items: mapping.update(items),
    "forceupdate": lambda mapping, items: mapping.forceupdate(items),
    "putall": putall,
    "del": delete_item,
    "clear": lambda mapping: mapping.clear(),
    "move_to_end": move_to_end,
    "show": lambda mapping: None,
}
ASKING = {
    "item": lambda mapping, key: mapping[key],
    "get": lambda mapping, key, *default: mapping.get(key, *default),
    "setdefault": lambda mapping, key, *default: mapping.setdefault(key, *default),
    "pop": lambda mapping, key, *default: mapping.pop(key, *default),
    "popitem": popitem,
    "has": lambda mapping, key: key in mapping,
    "len": len,
    "keys": lambda mapping: list(mapping.keys()),
    "values": lambda mapping: list(mapping.values()),
    "items": lambda mapping: list(mapping.items()),
    "reversed": lambda mapping: list(reversed(mapping)),
    "eq": lambda left, right: left == right,
    "eq_ordered": lambda left, right: left.equals_order_sensitive(right),
}


if __name__ == "__main__":
    sys.exit(main())
