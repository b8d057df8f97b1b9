"""Hand strength and positive potential to the next card against bounded ranges, for many rows.

A *bounded* range holds the best holdings of an order, up to a bound: so an opponent is pictured who
plays his best hands. Integers throughout make this many times faster than weighted ranges.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, as_column, pointer, writable
from railbird.native.cards import CARD_COUNT, format_cards
from railbird.native.errors import CardError
from railbird.native.holdings import HOLDING_COUNT
from railbird.native.ranks import path_number
from railbird.native.strength_rows import board_order

Floats = npt.NDArray[np.float64]
BOARD_SIZES = (3, 4, 5)
RIVER = 5


@dataclass(frozen=True, slots=True)
class NextCard:
    """``strength`` and ``positive`` potential to the next card, float64[n]; see ``strength``.

    The strength is NaN where a row's cards leave the opponent nothing, the potential then 0; on the
    river the potential is 0.
    """

    strength: Floats
    positive: Floats


def bounded_strength(
    hole_cards: npt.ArrayLike,
    boards: npt.ArrayLike,
    *,
    places: npt.ArrayLike,
    bounds: npt.ArrayLike,
    path: str | None = None,
) -> NextCard:
    """Hold hole cards ``uint8[n, 2]`` on ``boards`` ``uint8[n, 3..5]`` against bounded ranges.

    ``places`` (uint16[1326]) is each holding's place in an order, best first; ``bounds`` (uint16[n]
    or one for all) is the place at which a row's opponent stops. The results are those of
    ``hand_potential(..., cards_to_come=1)`` with weights ``places < bound``, to the last bit.
    ``path`` is one of ``rank_paths()`` and changes nothing. Raises ``CardError`` for what is no
    card and for a card that comes twice.
    """
    holes, tables = as_array(hole_cards, "hole_cards", dtype=np.uint8), _boards(boards)
    if holes.shape != (len(tables), 2):
        raise ValueError(f"hole_cards must have shape ({len(tables)}, 2), not {holes.shape}")
    order = board_order(tables)
    row_bounds = as_column(bounds, "bounds", dtype=np.uint16, length=len(tables))
    in_order = _BoundedRows(holes[order], tables[order], row_bounds[order])
    tallies = np.empty((len(tables), 4), np.int32)
    tallies[order] = in_order.tally(places, path=path)
    return _next_card(tallies, tables.shape[1])


@dataclass(frozen=True, slots=True)
class _BoundedRows:
    """Rows in the order of boards."""

    holes: npt.NDArray[np.uint8]
    boards: npt.NDArray[np.uint8]
    bounds: npt.NDArray[np.uint16]

    def tally(self, places: npt.ArrayLike, *, path: str | None) -> npt.NDArray[np.int32]:
        """Ahead, tied, behind and twice the gains, int32[n, 4]."""
        column = as_column(places, "places", dtype=np.uint16, length=HOLDING_COUNT)
        rows = ffi.new("rb_bounded_rows *")
        rows.holes, rows.boards = pointer(self.holes, "uint8_t"), pointer(self.boards, "uint8_t")
        rows.places, rows.bounds = pointer(column, "uint16_t"), pointer(self.bounds, "uint16_t")
        rows.row_count, rows.board_count = self.boards.shape
        rows.path = path_number(path)
        bad = lib.rb_find_bad_bounded_row(rows)
        if bad >= 0:
            raise _complaint(np.concatenate([self.holes[bad], self.boards[bad]]))
        tallies = np.empty((rows.row_count, 4), np.int32)
        if lib.rb_tally_next_card(rows, writable(tallies, "int32_t")):
            raise MemoryError("no memory for the rows of one board")
        return tallies


def _boards(boards: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    tables = as_array(boards, "boards", dtype=np.uint8)
    if tables.ndim != 2 or tables.shape[1] not in BOARD_SIZES:  # noqa: PLR2004
        raise ValueError(f"boards must have shape (n, 3 to 5), not {tables.shape}")
    return tables


def _complaint(cards: npt.NDArray[np.uint8]) -> CardError:
    if cards.max() >= CARD_COUNT:
        return CardError(f"{cards.max()} is no card; cards are 0 to {CARD_COUNT - 1}")
    values, counts = np.unique(cards, return_counts=True)
    twice = format_cards(values[counts > 1][:1])
    return CardError(f"card {twice} comes twice among {format_cards(cards)}; deal it once")


def _next_card(tallies: npt.NDArray[np.int32], board_count: int) -> NextCard:
    ahead, tied, behind, gains = tallies.T.astype(np.float64)
    with np.errstate(invalid="ignore"):  # nothing left: 0 / 0, which the class tells of
        strength = (ahead + tied / 2) / (ahead + tied + behind)
    cards_to_come = 0 if board_count == RIVER else CARD_COUNT - 4 - board_count
    most_gains = cards_to_come * (behind + tied / 2)
    return NextCard(strength, gains / 2 / np.maximum(most_gains, np.finfo(np.float64).tiny))
