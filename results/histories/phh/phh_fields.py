"""The fields of hands in the poker hand history format (PHH), one or many hands per file.

A line `key = value` is read directly if the value is valid JSON; other TOML goes through the
standard library's reader, which is a hundred times slower.
"""

import re
import tomllib
from collections.abc import Iterator
from math import inf
from typing import Any

import msgspec

from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import MOST_CHIPS, Chips
from railbird.results.histories.notation.payoff_text import shorten

_CONTENT = re.compile(r"^\s*[^\s#]", re.MULTILINE)
"""A line with more than a comment."""
_END = r"[^\S\n]*\][^\S\n]*(?:#[^\n]*)?$"
_SECTION = re.compile(rf"^\[[^\S\n]*(?:\d+|(?P<other>[A-Za-z0-9-][\w-]*)){_END}", re.MULTILINE)
_OTHER_SECTION = re.compile(rf"\[[^\S\n]*(?!\d+[^\S\n]*\])([A-Za-z0-9-][\w-]*){_END}", re.MULTILINE)
Fields = dict[str, Any]


def sections(text: str) -> Iterator[tuple[int, str]]:
    """Yield the first line number and the text of each hand; without sections, the whole file.

    The line of the section's name is replaced by an empty one, unless it is not a number, which is
    a fault: of a hand in the format a section has its number.
    """
    start, place = 1, 0
    for header in _SECTION.finditer(text):
        body = text[place : header.start()].removesuffix("\n")
        if _CONTENT.search(body):
            yield start, body
        start += text.count("\n", place, header.start())
        place = header.start() if header["other"] else header.end()
    if _CONTENT.search(text, place):
        yield start, text[place:]


def parse_fields(text: str, start: int) -> Fields:
    """Return the fields of a hand that begins in line ``start``; raises LogError."""
    if named := _OTHER_SECTION.match(text):
        raise LogError(
            f"the section [{shorten(named[1])}] has no number; name sections [1], [2] and so on"
        )
    fields: Fields = {}
    for line in text.split("\n"):
        key, equals, value = line.partition(" = ")
        try:
            if equals:
                fields[key.strip()] = value_of(value)
            elif line and not line.isspace():
                raise msgspec.DecodeError
        except (msgspec.DecodeError, RecursionError):
            return _parse_slowly(text, start)
    return fields


def value_of(text: str) -> Any:
    """Read a value that is valid JSON once its quotes are double; raises DecodeError."""
    if "\\" in text or ("'" in text and '"' in text):
        raise msgspec.DecodeError
    return msgspec.json.decode(text.replace("'", '"'))


def _parse_slowly(text: str, start: int) -> Fields:
    before = "\n" * (start - 1)  # so that line numbers in errors are those of the file
    try:
        return tomllib.loads(before + text)
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
