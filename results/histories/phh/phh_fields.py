"""The fields of hands in the poker hand history format (PHH), one or many hands per file.

A line `key = value` is read directly if the value is valid JSON; other TOML goes through the
standard library's reader, which is a hundred times slower.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

import msgspec

from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import MOST_CHIPS, Chips

_SECTION = re.compile(r"\s*\[\s*\d+\s*\]\s*(#.*)?")
Fields = dict[str, Any]


def sections(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the first line number and the lines of each hand; without sections, the whole file.

    The line of the section's name is replaced by an empty one.
    """
    start, lines = 1, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("[") and _SECTION.fullmatch(line):
            if any(map(str.strip, lines)):
                yield start, lines
            start, lines = number, [""]
        else:
            lines.append(line)
    if any(map(str.strip, lines)):
        yield start, lines


def parse_fields(lines: Sequence[str], start: int) -> Fields:
    """Return the fields of a hand that begins in line ``start``; raises LogError."""
    fields: Fields = {}
    for line in lines:
        key, equals, value = line.partition(" = ")
        try:
            if equals:
                fields[key] = _value(value)
            elif line and not line.isspace():
                raise msgspec.DecodeError
        except (msgspec.DecodeError, RecursionError):
            return _parse_slowly(lines, start)
    return fields


def _value(text: str) -> Any:
    """Read a value that is valid JSON after its quotes are replaced by double ones."""
    if "\\" in text or ("'" in text and '"' in text):
        raise msgspec.DecodeError
    return msgspec.json.decode(text.replace("'", '"'))


def _parse_slowly(lines: Sequence[str], start: int) -> Fields:
    before = "\n" * (start - 1)  # so that line numbers in errors are those of the file
    try:
        return tomllib.loads(before + "\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        raise LogError(f"this is not valid TOML: {error}") from None
    except RecursionError:
        raise LogError("this is not valid TOML of hands: it is nested too deeply") from None


def field_of(fields: Fields, name: str, kind: type) -> Any:
    """Return a field of this type; raises LogError if it is missing or of another one."""
    value = fields.get(name)
    if not isinstance(value, kind):
        raise LogError(f"the field {name} is missing or not a {kind.__name__}")
    return value


def stacks_of(fields: Fields, chips: Chips) -> tuple[int, ...]:
    """Return the starting stacks in chips, of which `inf` is unlimited; raises LogError."""
    told = field_of(fields, "starting_stacks", list)
    amounts = (_amount(value) for value in told)
    return tuple(MOST_CHIPS if stack == inf else chips.read(str(stack)) for stack in amounts)


def numbers_of(fields: Fields, name: str, chips: Chips) -> tuple[int, ...]:
    """Return a list of amounts in chips; raises LogError."""
    return tuple(chips.read(str(_amount(value))) for value in field_of(fields, name, list))


def number_of(fields: Fields, name: str, chips: Chips) -> int:
    """Return an amount in chips; raises LogError if it is missing."""
    return chips.read(str(_amount(fields.get(name))))


def _amount(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise LogError(f"{value!r} is not an amount")
    return value
