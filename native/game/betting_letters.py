"""The letters of a betting string, as C has them; no other place knows them.

A betting is a string such as ``cr300c/cc``: an action is the letter of its kind, and where the game
lets a player choose how high to raise, a raise is followed by its raise-to.
"""

import re
from collections.abc import Iterator

from railbird.native._native import lib
from railbird.native.game.actions import ActionKind

BETTING_LETTERS = "".join(
    map(chr, (lib.FOLD_LETTER, lib.CALL_LETTER, lib.RAISE_LETTER)),
)
"""The letters of the kinds, by number: fold, check or call, bet or raise."""

ROUND_LETTER = chr(lib.ROUND_LETTER)
"""Stands wherever a betting round after the first begins."""

KIND_OF_LETTER = {
    **{letter: ActionKind(kind) for kind, letter in enumerate(BETTING_LETTERS)},
    chr(lib.CHECK_LETTER): ActionKind.CALL,
    chr(lib.BET_LETTER): ActionKind.RAISE,
}
"""The kinds of all letters that are read, in lower case; a check and a bet have their own."""

_ACTION = re.compile(f"([{BETTING_LETTERS}])([0-9]*)")


def action_text(kind: int, raise_to: int | None = None) -> str:
    """Write an action; give ``raise_to`` where a raise is written with one."""
    size = "" if raise_to is None or kind != ActionKind.RAISE else str(raise_to)
    return BETTING_LETTERS[kind] + size


def read_actions(betting: str) -> Iterator[tuple[int, ActionKind, int]]:
    """Yield the actions of a sound betting: where each begins, its kind, and its raise-to or 0."""
    for found in _ACTION.finditer(betting):
        yield found.start(), KIND_OF_LETTER[found[1]], int(found[2] or 0)


def count_actions(betting: str) -> int:
    """How many actions a betting has."""
    return sum(map(betting.count, BETTING_LETTERS))
