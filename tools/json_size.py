"""How long something is as JSON, since that is the form in which many clients hand a result to a model.

A control character takes six bytes there. Limits that count characters would let a hostile output fill a result.
"""

import json
from bisect import bisect_right


def json_bytes(value: object) -> int:
    """Of strings, numbers, lists and dictionaries; UTF-8 without blanks, other than ASCII not escaped."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def cut_to(text: str, most_bytes: int) -> str:
    """The longest beginning of `text` that takes at most `most_bytes` within a JSON string."""
    most = text[:most_bytes]
    fitting = bisect_right(range(len(most) + 1), most_bytes, key=lambda length: json_bytes(most[:length]) - len('""'))
    return most[: fitting - 1]
