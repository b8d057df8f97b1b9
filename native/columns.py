"""What can be read of many tables at once: a column per question, a row per table asked about."""

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int32]


class TableColumns:
    """Columns read off the tables named in ``tables`` (int32[n], any order, repeats allowed).

    Positions are those of the hand being played. Columns are new arrays and stay as they are when
    the tables move on. ValueError where a row names no table.
    """

    def hole_cards(
        self, tables: Rows, positions: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]:
        """Hole cards, uint8[n, hole cards], of who is to act or of ``positions`` (uint8[n])."""
        raise NotImplementedError

    def boards(self, tables: Rows) -> npt.NDArray[np.uint8]:
        """Board cards, uint8[n, board cards], 255 where not dealt yet."""
        raise NotImplementedError

    def pots(self, tables: Rows) -> npt.NDArray[np.int64]:
        """Chips in the pot, int64[n]."""
        raise NotImplementedError

    def to_call(self, tables: Rows) -> npt.NDArray[np.int64]:
        """Chips that a call costs the position to act, all-in included, int64[n]; 0 where none."""
        raise NotImplementedError

    def chips_left(self, tables: Rows) -> npt.NDArray[np.int64]:
        """Chips behind, int64[n, N] by position."""
        raise NotImplementedError

    def spent(self, tables: Rows) -> npt.NDArray[np.int64]:
        """Chips put in during the hand, int64[n, N] by position."""
        raise NotImplementedError

    def has_folded(self, tables: Rows) -> npt.NDArray[np.bool_]:
        """Who has folded, bool[n, N] by position."""
        raise NotImplementedError

    def acting_positions(self, tables: Rows) -> npt.NDArray[np.uint8]:
        """The position to act, uint8[n]; 255 where nobody is."""
        raise NotImplementedError

    def round_indexes(self, tables: Rows) -> npt.NDArray[np.uint8]:
        """The betting round, uint8[n]."""
        raise NotImplementedError

    def action_counts(self, tables: Rows) -> npt.NDArray[np.uint16]:
        """Actions taken in the hand by anybody, uint16[n]: the ``decision`` of a draw."""
        raise NotImplementedError

    def legal_kinds(self, tables: Rows) -> npt.NDArray[np.uint8]:
        """Legal kinds, uint8[n], as bits ``1 << kind``; 0 where nobody is to act."""
        raise NotImplementedError

    def raise_bounds(self, tables: Rows) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Least and most raise-to, int64[n] each, 0 where no raise is legal.

        In a limit game both are what a raise will come to.
        """
        raise NotImplementedError

    def bettings(self, tables: Rows) -> list[str]:
        """The betting so far as the ACPC writes it, a string a row."""
        raise NotImplementedError
