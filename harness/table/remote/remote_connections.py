"""Connections to external players, for the table loop."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import Clocks, MatchTables

Columns = npt.NDArray[np.int32]


def say_nothing(match: int, seat: int) -> str:
    """Return "": nothing is known of how a player ended."""
    return ""


def hear_nothing(match: int, seat: int) -> None:
    """Ignore that a player is out."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat whose player never connected, and the reason, if known."""

    match: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Listener:
    """Listeners to the play in progress: ``hands`` receives every finished hand, in order.

    ``transcript`` receives the messages, as the C dealer writes them to standard error.
    """

    hands: Callable[[MatchTables, Columns, Columns], None]
    transcript: Callable[[bytes], None] | None = None


@dataclass(frozen=True, slots=True)
class Transaction:
    """An action taken in a hand, and the player's thinking time in seconds."""

    kind: int
    amount: int
    hand_index: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Transactions:
    """The file to which every action of the match is written, and the actions played before.

    The listener receives earlier hands from number ``first_hand`` on.
    """

    descriptor: int
    past: Sequence[Transaction] = ()
    first_hand: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class RemoteConnections:
    """The external seats of M matches: their labels, one connection per seat.

    ``descriptors`` int32[M, N] by seat are open sockets, -1 for agents in this process and for
    absent players. ``gets_draws`` (bool[M, N]) marks agents of ours, which get their draws.
    ``describe_end(match, seat)`` returns how a player's program ended, if known; ``note_out(match,
    seat)`` is called for players that are out of their match.
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
