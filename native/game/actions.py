"""What a player may do, in numbers and letters, and how an action may be at fault.

A betting is a string such as ``cr300c/cc``: an action is the letter of its kind, and where the game
lets a player choose how high to raise, a raise is followed by its raise-to. The letters are those
of C; no other place knows them.
"""

import re
from collections.abc import Iterator
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import as_array

PAYOFF_UNIT: int = lib.PAYOFF_UNIT
"""Parts of a chip in which payoffs are counted: every number up to ten divides it."""

UNLIMITED_STACK = 2**31 - 1
"""The stack of a player in a game without a ``stack`` line."""

NO_POSITION: int = lib.NOBODY
"""The acting position of a table where nobody is to act."""


class ActionKind(IntEnum):
    """The kinds of action; the legal ones travel as a bit mask of ``1 << kind``.

    Give numpy the plain ``value``: it looks names up on the class of anything else, which runs
    code of ``enum``, and numpy drops a Ctrl-C that arrives there.
    """

    FOLD = lib.FOLD
    CALL = lib.CALL
    RAISE = lib.RAISE
    EXCHANGE = lib.EXCHANGE
    """Throw cards away and get as many, or in a round of discards none."""
    PASS = lib.PASS
    """Hand cards on to a neighbour."""


BETTING_KINDS = (ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE)
"""The kinds of rounds of betting, the only ones of games without exchanges and passes."""


class Fault(IntEnum):
    """What was wrong with an action before it was fixed."""

    NONE = lib.NO_FAULT
    ILLEGAL_KIND = lib.ILLEGAL_KIND
    SIZE_TOO_SMALL = lib.SIZE_TOO_SMALL
    SIZE_TOO_LARGE = lib.SIZE_TOO_LARGE
    NOT_HELD = lib.NOT_HELD
    """Cards were chosen that the player does not hold."""


BETTING_LETTERS = "".join(map(chr, (lib.FOLD_LETTER, lib.CALL_LETTER, lib.RAISE_LETTER)))
"""The letters of the kinds of betting, by number: fold, check or call, bet or raise."""

ACTION_LETTERS = BETTING_LETTERS + chr(lib.EXCHANGE_LETTER) + chr(lib.PASS_LETTER)
"""The letters of all kinds, by number; exchange and pass are followed by a number."""

DIGITS_OF_SLOTS = 3
"""How many digits follow an exchange, a discard or a pass."""

ROUND_LETTER = chr(lib.ROUND_LETTER)
"""Stands wherever a betting round after the first begins."""

KIND_OF_LETTER = {
    **{letter: ActionKind(kind) for kind, letter in enumerate(BETTING_LETTERS)},
    chr(lib.CHECK_LETTER): ActionKind.CALL,
    chr(lib.BET_LETTER): ActionKind.RAISE,
}
"""The kinds of all letters that are read, in lower case; a check and a bet have their own."""

_ACTION = re.compile(f"([{ACTION_LETTERS}])([0-9]*)")
_STEP = re.compile(f"([{ACTION_LETTERS}{ROUND_LETTER}])([0-9]*)")
_KINDS = {**{letter: kind for kind, letter in enumerate(ACTION_LETTERS)}, ROUND_LETTER: None}


def action_text(kind: int, amount: int | None = None) -> str:
    """Write an action.

    ``amount`` is the raise-to where a raise is written with one, and the slots of the cards that
    go, one bit each, in an exchange, a discard or a pass.
    """
    if kind > ActionKind.RAISE:
        return f"{ACTION_LETTERS[kind]}{amount or 0:0{DIGITS_OF_SLOTS}d}"
    size = "" if amount is None or kind != ActionKind.RAISE else str(amount)
    return ACTION_LETTERS[kind] + size


def read_actions(betting: str) -> Iterator[tuple[int, ActionKind, int]]:
    """Yield the actions of a sound betting: where each begins, its kind, and its raise-to or 0."""
    for found in _ACTION.finditer(betting):
        kind = ActionKind(ACTION_LETTERS.index(found[1]))
        yield found.start(), kind, int(found[2] or 0)


def read_steps(betting: str) -> Iterator[tuple[int | None, int]]:
    """Yield the kind of each action of a sound betting and its raise-to or 0; a round that begins
    has None for a kind."""
    for letter, size in _STEP.findall(betting):
        yield _KINDS[letter], int(size or 0)


def count_actions(betting: str) -> int:
    """How many actions a betting has."""
    return sum(map(betting.count, ACTION_LETTERS))


def action_columns(
    kinds: npt.ArrayLike, amounts: npt.ArrayLike | None, *, count: int, is_sized: bool
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64] | None]:
    """Check a caller's actions, ``count`` rows of kind and raise-to; amounts may be None where
    raises are not sized."""
    kind_column = as_array(kinds, "kinds", dtype=np.uint8)
    if kind_column.shape != (count,):
        raise ValueError(f"kinds must have shape ({count},), not {kind_column.shape}")
    if amounts is None:
        if not is_sized:
            return kind_column, None
        raise ValueError("amounts must be given in a no-limit game")
    amount_column = as_array(amounts, "amounts", dtype=np.int64)
    if amount_column.shape != (count,):
        raise ValueError(f"amounts must have shape ({count},), not {amount_column.shape}")
    return kind_column, amount_column
