"""Which arguments a program can be given at all, and which are fair in a recorded case."""

import unicodedata

from tasks.unicode_growth import assigned_after_unicode_14


def reason_against_passing(argument: str) -> str | None:
    """Why no program can be started with this argument, or `None` if one can."""
    if "\0" in argument:
        return "holds a NUL"
    if any("\ud800" <= character <= "\udfff" for character in argument):
        return "holds a lone surrogate, which UTF-8 can't carry"
    return None


def reason_against_recording(argument: str) -> str | None:
    """Why an original and its re-implementation may rightly differ on this argument, or `None`.

    Languages carry Unicode tables of different age: what is printable, a letter or a digit depends on them for newer
    code points. Everything that Unicode 14 assigns is the same in all of ours.
    """
    for character in argument:
        if unicodedata.category(character) == "Cn" or assigned_after_unicode_14(ord(character)):
            return f"holds U+{ord(character):04X}, which Unicode 14 does not assign"
    return reason_against_passing(argument)
