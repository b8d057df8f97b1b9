"""Values as they are written on the command line: NAME=VALUE, numbers of hands and of bytes."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from railbird.harness.errors import SpecError

SIZES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
BYTES = {"": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30}
AMOUNT = re.compile(r"(\d+(?:\.\d+)?) ?(|[KMG]B)")
COUNT = re.compile(r"(\d+(?:\.\d+)?)([kMG]?)")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def read_count(text: str) -> int:
    """Read a number of hands: ``20000``, ``300k``, ``20M``, ``1.5M``; raises SpecError."""
    found = COUNT.fullmatch(text)
    count = round(float(found[1]) * SIZES[found[2]]) if found else 0
    if count < 1:
        raise SpecError(f"--hands: {text!r} is not a number of hands; write 3000, 300k or 20M")
    return count


def read_bytes(text: str, *, option: str) -> int:
    """Read a number of bytes: ``1000000``, ``256MB``, ``1.5GB``; raises SpecError."""
    found = AMOUNT.fullmatch(text)
    count = round(float(found[1]) * BYTES[found[2]]) if found else 0
    if count < 1:
        raise SpecError(f"{option}: {text!r} is not a number of bytes; write 256MB or 1GB")
    return count


def read_pairs(pairs: Iterable[str], *, what: str) -> dict[str, Any]:
    """Read ``NAME=VALUE`` pairs; raises SpecError, whose message begins with ``what``."""
    values: dict[str, Any] = {}
    for pair in pairs:
        name, is_given, text = pair.partition("=")
        if not name or not is_given:
            raise SpecError(f"{what}: {pair!r} is not valid; write NAME=VALUE")
        values[name] = read_value(text)
    return values


def read_value(text: str) -> Any:
    """Read a number, true, false or quoted text as JSON does, and anything else as text.

    Numbers may also be written as ``.5``, ``+5`` and ``007``.
    """
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        found = NUMBER.fullmatch(text)
    if found is None:
        return text
    return float(text) if set(text) & set(".eE") else int(text)
