"""Hand strength and positive potential to the next card against bounded ranges, for many rows.

A *bounded* range consists of the best holdings of an order, up to a bound: a model of an opponent
who plays his best hands. Integer arithmetic makes this many times faster than weighted ranges.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, as_column, pointer, writable
from railbird.native.cards.cards import CARD_COUNT, NO_CARD, format_cards
from railbird.native.cards.holdings import HOLDING_COUNT
from railbird.native.cards.ranks import path_number
from railbird.native.errors import CardError

Floats = npt.NDArray[np.float64]
BOARD_CARDS = 5
LEAST_BOARD = 3


@dataclass(frozen=True, slots=True)
class NextCard:
    """``strength`` and ``positive`` potential to the next card, float64[n]; see ``strength``.

    The strength is NaN, and the potential 0, if a row's cards leave the opponent no holding; on the
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
    """Compute strengths of hole cards ``uint8[n, 2]`` on ``boards`` ``uint8[n, 5]``.

    Boards have 3 to 5 cards, then 255; rows that follow each other and have the same board share
    its ranking. ``places`` (uint16[1326]) is each holding's place in an order, best first;
    ``bounds`` (uint16[n] or one for all) is the place at which a row's opponent stops. The results
    are those of ``hand_potential(..., cards_to_come=1)`` with weights ``places < bound``, to the
    last bit. ``path`` is one of ``rank_paths()`` and changes nothing. Raises ``CardError`` for
    invalid cards, for a card that is used twice, and for boards of fewer cards or with gaps.
    """
    tables = as_array(boards, "boards", dtype=np.uint8)
    if tables.ndim != 2 or tables.shape[1] != BOARD_CARDS:  # noqa: PLR2004
        raise ValueError(f"boards must have shape (n, {BOARD_CARDS}), not {tables.shape}")
    holes = as_array(hole_cards, "hole_cards", dtype=np.uint8)
    if holes.shape != (len(tables), 2):
        raise ValueError(f"hole_cards must have shape ({len(tables)}, 2), not {holes.shape}")
    place_column = as_column(places, "places", dtype=np.uint16, length=HOLDING_COUNT)
    bound_column = as_column(bounds, "bounds", dtype=np.uint16, length=len(tables))
    rows = ffi.new("rb_bounded_rows *")
    rows.holes, rows.boards = pointer(holes, "uint8_t"), pointer(tables, "uint8_t")
    rows.places, rows.bounds = pointer(place_column, "uint16_t"), pointer(bound_column, "uint16_t")
    rows.row_count, rows.path = len(tables), path_number(path)
    bad = lib.rb_find_bad_bounded_row(rows)
    if bad >= 0:
        raise _complaint(holes[bad], tables[bad])
    answers = np.empty((len(tables), 2))
    if lib.rb_bounded_strength(rows, writable(answers, "double")):
        raise MemoryError("no memory for the rows of one board")
    return NextCard(answers[:, 0], answers[:, 1])


def _complaint(holes: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8]) -> CardError:
    cards = np.concatenate([holes, board[board != NO_CARD]])
    if cards.max() >= CARD_COUNT:
        return CardError(f"{cards.max()} is not a card; cards are 0 to {CARD_COUNT - 1}")
    values, counts = np.unique(cards, return_counts=True)
    if counts.max() > 1:
        twice = format_cards(values[counts > 1][:1])
        return CardError(f"card {twice} is used twice among {format_cards(cards)}; deal it once")
    return CardError(
        f"a board is {board.tolist()}; give {LEAST_BOARD} to {BOARD_CARDS} cards, then {NO_CARD}"
    )
