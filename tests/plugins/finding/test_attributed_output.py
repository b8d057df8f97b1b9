"""Printed lines are attributed whole, and nobody's stream is another's trouble."""

import io
import sys
from contextlib import redirect_stderr

import pytest

from railbird.plugins.finding.attributed_output import (
    LONGEST_REST,
    AttributedOutput,
    attributed_output,
)


def test_lines_have_the_name_of_who_printed_them() -> None:
    screen, who = io.StringIO(), ["a"]
    with redirect_stderr(screen), attributed_output(lambda: who[0]):
        print("one\ntwo", end="")
        print(" and more", file=sys.stderr)
        print("unfinished", end="")
        who[0] = "b"
        print("three")
        print("the last", end="")
    assert screen.getvalue() == "a: one\na: two and more\na: unfinished\nb: three\nb: the last\n"


def test_within_another_the_inner_name_counts_alone() -> None:
    screen = io.StringIO()
    with redirect_stderr(screen), attributed_output(lambda: "outer"):
        with attributed_output(lambda: "inner"):
            print("one")
        print("two")
    assert screen.getvalue() == "inner: one\nouter: two\n"


def test_lines_beyond_the_most_are_counted_at_the_end() -> None:
    screen = io.StringIO()
    with redirect_stderr(screen), attributed_output(lambda: "a", most_lines=3):
        print("one\ntwo")
        print("three\nfour")
        print("five", end="")
    assert screen.getvalue() == "a: one\na: two\na: three\na: and 2 more lines of output\n"
    with redirect_stderr(screen), attributed_output(lambda: "b", most_lines=2):
        print("one\ntwo")
    assert screen.getvalue().endswith("b: one\nb: two\n")


def test_a_line_without_an_end_is_not_kept_for_ever() -> None:
    screen = io.StringIO()
    output = AttributedOutput(screen, lambda: "a")
    output.write("x" * (LONGEST_REST + 1))
    assert screen.getvalue() == "a: " + "x" * (LONGEST_REST + 1) + "\n"


@pytest.mark.parametrize("gone", ["closed", "none"])
def test_closing_it_or_printing_to_nobody_has_no_effect(gone: str) -> None:
    screen = io.StringIO()
    if gone == "closed":
        screen.close()
    with redirect_stderr(screen if gone == "closed" else None), attributed_output(lambda: "a"):
        sys.stdout.close()
        print("one")
        assert not sys.stdout.isatty()
        with pytest.raises((OSError, ValueError)):
            sys.stdout.fileno()
    with pytest.raises(TypeError):
        AttributedOutput(screen, lambda: "a").write(b"bytes")  # type: ignore[arg-type]
