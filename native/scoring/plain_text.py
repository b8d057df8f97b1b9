"""Writes scorings as text, with formulas in place of their names."""

import textwrap
from collections.abc import Iterator

from railbird.native.scoring.expressions import (
    CardValue,
    Choice,
    Expression,
    Name,
    Negation,
    Number,
    Operation,
)
from railbird.native.scoring.syntax import MOST_CHARACTERS, Score, Scoring

WIDTH = 96
_SIGNS = (
    ("||",),
    ("&&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)
"""Those that bind more loosely first; looser than all is a choice, tighter a sign before."""
_LEVELS = {sign: level for level, signs in enumerate(_SIGNS, start=1) for sign in signs}
_TIGHTEST = len(_SIGNS) + 1
Binding = tuple[str, int]
"""The text of a formula, and how tightly it binds."""


def format_scoring(scoring: Scoring) -> str:
    """Write a scoring that is sound; ``parse_scoring`` reads the same Scores again.

    Names are replaced by what they stand for. RankerError where that would be too long.
    """
    names = names_in_full(scoring)
    lines = [f"cards {scoring.hand_size}"]
    for score in scoring.scores:
        lines += ["", *_score_lines(score, names)]
    return "\n".join(lines) + "\n"


def names_in_full(scoring: Scoring) -> dict[str, Binding]:
    """What each name stands for, without other names."""
    names: dict[str, Binding] = {}
    for name, expression in scoring.names.items():
        names[name] = _format(expression, names)
        _check_length(expression, names[name][0])
    return names


def _score_lines(score: Score, names: dict[str, Binding]) -> Iterator[str]:
    yield f'score "{score.name}" {score.rank}{" default" if score.is_default else ""}'
    for word, formula in (("when", score.when), ("subrank", score.subrank)):
        if formula is not None:
            yield from textwrap.wrap(
                f"{word} {format_expression(formula, names)}",
                WIDTH,
                subsequent_indent="    ",
                break_long_words=False,
                break_on_hyphens=False,
            )


def format_expression(expression: Expression, names: dict[str, Binding], level: int = 0) -> str:
    """Write a formula, in parentheses where it binds more loosely than ``level``."""
    text, binds = _format(expression, names)
    _check_length(expression, text)
    return text if binds >= level else f"({text})"


def _check_length(expression: Expression, text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise expression.place.wrong(
            f"without names the formula has more than {MOST_CHARACTERS:,} characters; simplify it"
        )


def _format(expression: Expression, names: dict[str, Binding]) -> Binding:
    match expression:
        case Number(value=value):
            return str(value), _TIGHTEST
        case CardValue(index=index, is_suit=is_suit):
            return f"$c{index + 1}.{'suit' if is_suit else 'rank'}", _TIGHTEST
        case Name(name=name):
            return names[name]
        case Negation(sign=sign, operand=operand):
            return sign + format_expression(operand, names, _TIGHTEST), _TIGHTEST
        case Operation(sign=sign, left=left, right=right):
            level = _LEVELS[sign]
            before = format_expression(left, names, level)
            return f"{before} {sign} {format_expression(right, names, level + 1)}", level
        case Choice(condition=condition, yes=yes, no=no):
            asked = format_expression(condition, names, 1)
            return f"{asked} ? {format_expression(yes, names)} : {format_expression(no, names)}", 0
