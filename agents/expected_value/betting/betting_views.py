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
Counts = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[Any]
"""Names of bettings, as ``nodes_of`` and ``ends_of`` return them."""


@dataclass(frozen=True, slots=True)
class Situations:
    """Decisions, a row each, with their actions by kind; N players by position.

    ``legal`` bool[n, 3]; ``chains`` int64[n, 3, levels] those that each action continues, where it
    is legal; ``may_fold`` bool[n, 3] whether the player may have to fold after it. ``player``
    int64[n] decides, ``live`` bool[n, N] have not folded, ``spent`` int64[n, N] are chips put in.
    ``raises`` and ``calls`` uint8[n, N] are raises made and bets called so far. ``raised_last``
    bool[n] is whether the player raised last in the round before.
    """

    legal: Bools
    chains: Ints
    may_fold: Bools
    player: Ints
    live: Bools
    spent: Ints
    round_index: Ints
    raises: Counts
    calls: Counts
    raised_last: Bools


@dataclass(frozen=True, slots=True)
class Passed:
    """The actions of finished hands, all in one axis of k, and how the n hands ended.

    ``hand`` int64[k] is the hand of each action, ``player`` int64[k] the position that took it,
    ``chains`` int64[k, levels] the chains that it continues, ``bet`` int64[k] the chips that the
    player put in from it on, ``events`` int32[k, 4] what it was, as in EVENTS. ``endings``
    uint8[n, N] are SHOWN, WON or LOST, ``pot`` int64[n] chips, ``raises`` and ``calls`` uint8[n, N]
    those of the whole hand.
    """

    hand: Ints
    player: Ints
    chains: Ints
    bet: Ints
    events: npt.NDArray[np.int32]
    endings: Counts
    pot: Ints
    raises: Counts
    calls: Counts


class Betting(Protocol):
    """The betting of a game."""

    @property
    def definition(self) -> GameDefinition:
        """The game."""
        ...

    def nodes_of(self, bettings: list[str]) -> Numbers:
        """Name the decisions after some betting, one name each."""
        ...

    def ends_of(self, bettings: list[str]) -> Numbers:
        """Name the ends of finished hands, one name each."""
        ...

    def situations(self, nodes: Numbers) -> Situations:
        """Return the situations of decisions."""
        ...

    def passed(self, ends: Numbers) -> Passed:
        """Return the actions of finished hands."""
        ...
