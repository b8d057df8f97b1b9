"""Exact shares of pots for many known hold'em hands at once, each on a board of its own."""

from functools import cache
from importlib.resources import files
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer, writable
from railbird.native.arrow_file import read_arrow
from railbird.native.cards.cards import CARD_COUNT
from railbird.native.cards.holdings import (
    HOLDING_BITS,
    HOLDING_CARDS,
    HOLDING_COUNT,
    holding_index,
)
from railbird.native.errors import FileError
from railbird.native.game.definition import SUITS
from railbird.native.odds.known_cards import BOARD_SIZES, MOST_PLAYERS, KnownCards

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
FILE = "preflop_pairs.arrow"
SCHEMA = pa.schema([("half_boards", pa.int32())])
HALF_BOARDS = 2 * 1_712_304
"""Twice the boards that two hands leave: a board that is tied counts one half to each."""
ROWS_PER_CALL = 4096
HOLE_CARDS, BOARD_CARDS = 2, 5


def mean_shares(
    hole_cards: Cards,
    boards: Cards,
    board_counts: npt.NDArray[np.integer],
    *,
    contestants: npt.NDArray[np.bool_],
) -> Floats:
    """Return the mean share of a pot by player, float64[n, N], over all boards to come.

    ``hole_cards`` uint8[n, N, 2]; of ``boards`` uint8[n, 5] the first ``board_counts`` [n] cards,
    0, 3, 4 or 5, lie there. Only ``contestants`` bool[n, N] play for the pot; the cards of the
    others are dead. The pot of a row without contestants goes to nobody. Raises ValueError for
    other shapes or counts and for cards above 51. Not checked: that the cards of a row differ.
    """
    holes, laid, counts, masks = _rows(hole_cards, boards, board_counts, contestants)
    shares = np.zeros(contestants.shape)
    rows = ffi.new("rb_share_rows *")
    rows.player_count, rows.path = contestants.shape[1], -1
    for first in range(0, len(holes), ROWS_PER_CALL):
        part = slice(first, first + ROWS_PER_CALL)
        rows.row_count = len(counts[part])
        rows.holes, rows.boards = pointer(holes[part], "uint8_t"), pointer(laid[part], "uint8_t")
        rows.board_counts = pointer(counts[part], "uint8_t")
        rows.contestants = pointer(masks[part], "uint16_t")
        lib.rb_mean_shares(rows, writable(shares[part], "double"))
    return shares


def _rows(
    hole_cards: Cards,
    boards: Cards,
    board_counts: npt.NDArray[np.integer],
    contestants: npt.NDArray[np.bool_],
) -> tuple[Cards, Cards, Cards, npt.NDArray[np.uint16]]:
    """Return the columns as C reads them, checked."""
    count, players = contestants.shape
    wanted = {"hole_cards": (count, players, HOLE_CARDS), "boards": (count, BOARD_CARDS)}
    found = {"hole_cards": hole_cards.shape, "boards": boards.shape}
    if found != wanted or not 1 <= players <= MOST_PLAYERS or len(board_counts) != count:
        raise ValueError(f"shapes must be {wanted} for up to {MOST_PLAYERS} players, not {found}")
    if not np.isin(board_counts, BOARD_SIZES).all():
        raise ValueError("a board has 0, 3, 4 or 5 cards")
    counts = np.ascontiguousarray(board_counts, np.uint8)
    lies = np.arange(BOARD_CARDS) < counts[:, None]
    laid = np.where(lies, boards, np.uint8(0))
    holes = np.ascontiguousarray(hole_cards, np.uint8)
    if max(holes.max(initial=0), laid.max(initial=0)) >= CARD_COUNT:
        raise ValueError("a card is not known; leave out hands with unknown cards")
    bits = np.uint16(1) << np.arange(players, dtype=np.uint16)
    masks = np.where(contestants, bits, np.uint16(0)).sum(axis=1, dtype=np.uint16)
    return holes, np.ascontiguousarray(laid), counts, masks


@cache
def holding_pair_equities() -> Floats:
    """Return the exact equity of each holding against each before the flop, float64[1326, 1326].

    Read-only, nan for two holdings that share a card. The file with a row for each pair that
    differs by more than names of suits was written by
    ``tests/native_tools/write_preflop_pairs.py``.
    """
    table = read_arrow(memoryview((files("railbird.native.odds") / FILE).read_bytes()), SCHEMA)
    renamed = _renamed_holdings()
    lowest, order = renamed.min(axis=0), renamed.argmin(axis=0)
    firsts = np.unique(lowest)
    row, second = np.nonzero(HOLDING_BITS[firsts, None] & HOLDING_BITS == 0)
    codes, places = np.unique(pair_codes(firsts[row], second), return_inverse=True)
    if table.num_rows != len(codes):
        raise FileError(f"{FILE} has {table.num_rows} rows; install railbird again")
    of_firsts = np.full((len(firsts), HOLDING_COUNT), np.nan)
    of_firsts[row, second] = table["half_boards"].to_numpy()[places] / HALF_BOARDS
    equities: Floats = of_firsts[np.searchsorted(firsts, lowest)[:, None], renamed[order]]
    equities.flags.writeable = False
    return equities


def _renamed_holdings() -> npt.NDArray[np.int64]:
    """The number of each holding once suits are renamed, int64[24, 1326]."""
    ranks, suits = HOLDING_CARDS // SUITS, HOLDING_CARDS % SUITS
    orders = np.array(list(permutations(range(SUITS))), np.uint8)
    return holding_index((ranks * SUITS + orders[:, suits]).astype(np.uint8))


def pair_codes(
    first: npt.NDArray[np.integer], second: npt.NDArray[np.integer]
) -> npt.NDArray[np.int64]:
    """Number pairs of holdings, int64[n]; those that differ by names of suits are one."""
    pairs = np.ascontiguousarray(np.column_stack([first, second]), np.uint16)
    known = KnownCards("", "")
    none = pointer(known.board, "uint8_t")
    lib.rb_class_deals(none, 0, none, 0, *pairs.shape, writable(pairs, "uint16_t"))
    codes: npt.NDArray[np.int64] = pairs.astype(np.int64) @ np.array([HOLDING_COUNT, 1])
    return codes
