"""Tokens of a profile, and where they are written."""

from typing import NamedTuple


class At(NamedTuple):
    """Where something is written, from 1."""

    line: int
    column: int


class Token(NamedTuple):
    """A token: its kind (number, name, word or sign), its text in lower case, and its place."""

    kind: str
    text: str
    at: At
