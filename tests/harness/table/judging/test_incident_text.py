"""Texts of incidents are short, printable and the same everywhere."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from railbird.harness.table.judging.incident_text import (
    LONGEST_TEXT,
    MOST_READ,
    describe_exception,
    describe_value,
    normalise_text,
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("lost <object at 0x7f3a1c2b>", "lost <object at <address>>"),
        ("[Errno 2] No such file: '/home/an na/x.txt'", "[Errno 2] No such file: '<path>'"),
        ("in /tmp/pytest-1/bot.py, line 3", "in <path>, line 3"),
        ("see C:\\Users\\anna\\bot.py:3", "see <path>:3"),
        ("see ~/bots/nit.py", "see <path>"),
        ("see ../bots/nit.py", "see <path>"),
        ("see bots/nit.py", "see <path>"),
        ("file:///tmp/x", "<path>"),
        ("half of 1/2 and/or cr300c/cc/ stays", "half of 1/2 and/or cr300c/cc/ stays"),
        ("two\nlines\tand  blanks ", "two lines and blanks"),
        ("bell \x07 and \ud800", "bell ? and ?"),
        ("", ""),
    ],
)
def test_paths_and_addresses_are_left_out(text: str, wanted: str) -> None:
    assert normalise_text(text) == wanted


@given(st.text(max_size=400))
@example("x" * 1000)
@example("/" * 300)
@example("0x" + "f" * 500)
def test_any_text_becomes_short_and_printable(text: str) -> None:
    found = normalise_text(text)
    assert len(found) <= LONGEST_TEXT
    assert found.isprintable()
    found.encode()
    assert not re.search(r"\b0x[0-9a-f]", found)


@pytest.mark.parametrize("letters", ["x", "a/", "'/", "a.b-", "/", "0x1", " "])
def test_no_more_than_the_start_of_a_long_text_is_read(letters: str) -> None:
    """A message of a million letters takes no longer than one of two thousand."""
    start = (letters * MOST_READ)[:MOST_READ]
    assert normalise_text(start + letters * 500_000) == normalise_text(start)


def test_an_exception_is_named_even_if_it_cannot_speak() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert describe_exception(ValueError("no luck")) == "ValueError: no luck"
    assert describe_exception(KeyError()) == "KeyError"
    assert describe_exception(MuteError()).startswith("MuteError: (no text")
    assert describe_exception(SystemExit(3)) == "SystemExit: 3"


def test_values_are_described_without_calling_their_code() -> None:
    class Loud:
        def __repr__(self) -> str:
            raise RuntimeError

    assert describe_value(Loud()) == "a Loud"
    assert describe_value(None) == "None"
    assert describe_value(float("nan")) == "nan"
    assert describe_value("x" * 99) == f"the string {'x' * 40!r}"
    assert describe_value(-7) == "-7"
    assert describe_value(Fraction(9, 2)) == "9/2"
    for value in (10**1000, 10**5000, Fraction(10**5000, 7), Decimal(10**5000)):
        assert "many digits" in describe_value(value)
