"""What a player needs to know of betting, whether all of it is listed or it is read as it comes."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition

SHOWN, WON, LOST = range(3)
"""How a hand ends for a player: at a showdown, by the folds of all others, by its own fold."""
EVENTS = ("raised", "could raise", "stayed", "faced a bet")

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[Any]
"""Names of bettings, as ``nodes_of`` and ``ends_of`` return them."""


@dataclass(frozen=True, slots=True)
class Situations:
    """Decisions, a row each, with their choices; N players by position.

    Choices are fold, call and the c - 2 raises of the menu: one in limit games, so that they are
    the kinds of action. ``legal`` bool[n, c]; ``raise_to`` int64[n, c] chips of the hand, 0 where
    it is not a legal raise; ``chains`` int64[n, c, levels] those that each choice continues, where
    it is legal; ``may_fold`` bool[n, c] whether the player may have to fold after it. ``player``
    int64[n] decides, ``live`` bool[n, N] have not folded, ``spent`` and ``left`` int64[n, N] are
    chips put in, and those left. ``unit`` float64[n] are the chips in which chains sum theirs: 1
    with limits, the pot at the decision without. ``raises`` and ``calls`` uint8[n, N] are raises
    made and bets called so far. ``raised_last`` bool[n] is whether the player raised last in the
    round before.
    """

    legal: Bools
    raise_to: Ints
    chains: Ints
    may_fold: Bools
    player: Ints
    live: Bools
    spent: Ints
    left: Ints
    unit: Floats
    round_index: Ints
    raises: Counts
    calls: Counts
    raised_last: Bools


class Standing(Protocol):
    """What opponents did so far, a row each: fields as in Situations."""

    @property
    def live(self) -> Bools:
        """Who has not folded, bool[n, N]."""
        ...

    @property
    def player(self) -> Ints:
        """The position that asks, int64[n]."""
        ...

    @property
    def raises(self) -> Counts:
        """Raises made, uint8[n, N]."""
        ...

    @property
    def calls(self) -> Counts:
        """Bets called, uint8[n, N]."""
        ...


def most_called(stacks: Ints, live: Bools, player: Ints) -> Ints:
    """Return the chips that players can put in in a hand if another is to call them, int64[n].

    ``stacks`` and ``live`` [n, N] by position, ``player`` [n].
    """
    rows, others = np.arange(len(player)), np.where(live, stacks, 0)
    others[rows, player] = 0
    return np.asarray(np.minimum(stacks[rows, player], others.max(axis=1)))


@dataclass(frozen=True, slots=True)
class Passed:
    """The actions of finished hands, all in one axis of k, and how the n hands ended.

    ``hand`` int64[k] is the hand of each action, ``player`` int64[k] the position that took it,
    ``chains`` int64[k, levels] the chains that it continues, ``bet`` int64[k] the chips that the
    player put in from it on, ``pot`` int64[k] those that it could win, its own among them, and
    ``unit`` float64[k] as in Situations. Chips that nobody could call are in neither. ``events``
    int32[k, 4] is what it was, as in EVENTS. ``endings`` uint8[n, N] are SHOWN, WON or LOST,
    ``raises`` and ``calls`` uint8[n, N] those of the whole hand.
    """

    hand: Ints
    player: Ints
    chains: Ints
    bet: Ints
    pot: Ints
    unit: Floats
    events: npt.NDArray[np.int32]
    endings: Counts
    raises: Counts
    calls: Counts


class EndedBetting(Protocol):
    """What chains of finished hands are made of."""

    @property
    def definition(self) -> GameDefinition:
        """The game."""
        ...

    def passed(self, ends: Numbers) -> Passed:
        """Return the actions of finished hands."""
        ...


class Betting(EndedBetting, Protocol):
    """The betting of a game."""

    def nodes_of(self, bettings: list[str]) -> Numbers:
        """Name the decisions after some betting, one name each."""
        ...

    def ends_of(self, bettings: list[str]) -> Numbers:
        """Name the ends of finished hands, one name each."""
        ...

    def situations(self, nodes: Numbers) -> Situations:
        """Return the situations of decisions."""
        ...
