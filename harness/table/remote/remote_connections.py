"""Connections to players outside: what the table loop needs to know of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import Clocks, MatchTables

Columns = npt.NDArray[np.int32]


def say_nothing(match: int, seat: int) -> str:
    """Know nothing of how a player ended."""
    return ""


def hear_nothing(match: int, seat: int) -> None:
    """Care for nobody who is out."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat whose player never came, and why as far as is known."""

    match: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Listener:
    """Who wants to hear of play as it goes on: ``hands`` of every hand that ended, in order.

    ``transcript`` gets the messages, as the C dealer's standard error has them.
    """

    hands: Callable[[MatchTables, Columns, Columns], None]
    transcript: Callable[[bytes], None] | None = None


@dataclass(frozen=True, slots=True)
class Transaction:
    """An action that was taken in a hand, after a player had thought for so many seconds."""

    kind: int
    amount: int
    hand_index: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Transactions:
    """Where every action of the one match is written at once, and what was played of it before.

    The listener hears of hands played before from number ``first_hand`` on.
    """

    descriptor: int
    past: Sequence[Transaction] = ()
    first_hand: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class RemoteConnections:
    """The seats of M matches whose players are outside: the labels' agents, one line a seat.

    ``descriptors`` int32[M, N] by seat are open sockets, -1 for agents in this process and for
    absent players. ``gets_draws`` (bool[M, N]) marks agents of ours, which get their draws.
    ``describe_end(match, seat)`` says how a player's program ended, where that is known;
    ``note_out(match, seat)`` hears of players who are out of their match.
    """

    labels: frozenset[str]
    descriptors: Columns
    gets_draws: npt.NDArray[np.bool_]
    clocks: Clocks
    absences: tuple[Absence, ...] = ()
    describe_end: Callable[[int, int], str] = say_nothing
    note_out: Callable[[int, int], None] = hear_nothing
    listener: Listener | None = None
    transactions: Transactions | None = None
