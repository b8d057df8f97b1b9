"""Tables at which one hand at a time is played: for tests, replays, protocols and search."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.native.columns import Rows, TableColumns
from railbird.native.definition import GameDefinition


class Tables:
    """T tables of one game, each with its own stacks, blinds and seats, one hand at a time.

    Arguments named ``tables`` are int32[n] without repeats. ``columns`` reads many tables at once;
    ``acting_position`` (uint8[T], 255 nobody), ``round_index`` (uint8[T]), ``is_done`` (bool[T]),
    ``spent`` and ``stacks`` (int64[T, N]), ``seats`` (uint8[T, N]) and ``cards`` (uint8[T, W])
    are read-only views of the tables. A table where no hand was started counts as done.
    """

    columns: TableColumns
    acting_position: npt.NDArray[np.uint8]
    round_index: npt.NDArray[np.uint8]
    is_done: npt.NDArray[np.bool_]
    spent: npt.NDArray[np.int64]
    stacks: npt.NDArray[np.int64]
    seats: npt.NDArray[np.uint8]
    cards: npt.NDArray[np.uint8]

    def __init__(self, definition: GameDefinition, table_count: int) -> None:
        """Make the tables; all arrays are made here, none later."""
        raise NotImplementedError

    @property
    def has_folded(self) -> npt.NDArray[np.bool_]:
        """Who has folded, bool[T, N] by position."""
        raise NotImplementedError

    def start_hands(
        self,
        tables: Rows,
        cards: npt.NDArray[np.uint8] | None,
        *,
        stacks: npt.NDArray[np.int64] | None = None,
        blinds: npt.NDArray[np.int64] | None = None,
        seats: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Start a new hand at each table, whatever was played there before.

        ``cards`` (uint8[n, W]) lie as ``deal_cards`` deals them, 255 for a card not known;
        ``stacks`` and ``blinds`` (int64[n, N] by position) default to the definition's, ``seats``
        (uint8[n, N]: the seat of each position) to seat = position. Who has a stack of 0 is not in
        the hand. Raises CardError for cards not of the deck or doubled.
        """
        raise NotImplementedError

    def legal_kinds(self, tables: Rows) -> npt.NDArray[np.uint8]:
        """Legal kinds, uint8[n], as bits ``1 << kind``; 0 where nobody is to act."""
        raise NotImplementedError

    def raise_bounds(self, tables: Rows) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Least and most raise-to, int64[n] each, 0 where no raise is legal."""
        raise NotImplementedError

    def check_actions(
        self, tables: Rows, kinds: npt.NDArray[np.uint8], amounts: npt.NDArray[np.int64] | None
    ) -> npt.NDArray[np.uint8]:
        """Say what is wrong with actions, uint8[n] of Fault, and change nothing."""
        raise NotImplementedError

    def apply_actions(
        self, tables: Rows, kinds: npt.NDArray[np.uint8], amounts: npt.NDArray[np.int64] | None
    ) -> npt.NDArray[np.uint8]:
        """Act at each table, and say what was wrong, uint8[n] of Fault.

        As at the ACPC an illegal kind becomes a call and a size out of range the nearest in it.
        ``amounts`` may be None in a limit game. Raises BettingError, having changed nothing, where
        a table is done.
        """
        raise NotImplementedError

    def payoffs(self, tables: Rows) -> npt.NDArray[np.int64]:
        """Payoffs of finished hands by position, int64[n, N], in 1/2520 chip.

        Raises BettingError where the hand is still on, CardError where a showdown needs a card
        that is not known.
        """
        raise NotImplementedError

    def betting(self, table: int) -> str:
        """The betting at one table as the ACPC writes it, such as ``cr300c/cc/``."""
        raise NotImplementedError

    def play_betting(self, tables: Rows, texts: Sequence[str]) -> None:
        """Go on at each table as its text says, in the ACPC's letters (``f c k r b``, any case).

        Raises BettingError, naming table, text and place, for what the rules do not allow; that
        table stands before the offending letter, and those named after it are untouched.
        """
        raise NotImplementedError
