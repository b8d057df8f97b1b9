"""Hand ranks for 1 to 7 cards, many hands at once, and what a rank means in words."""

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer, writable
from railbird.native.cards.cards import CARD_COUNT
from railbird.native.errors import CardError

CATEGORY_NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The categories of hands, the lowest first."""
CATEGORY_SHIFT = 12
MOST_CARDS = 7


def rank_paths() -> tuple[str, ...]:
    """The ways to rank many hands on this processor, fastest first; "portable" is the last."""
    return tuple(name for name, number in _PATHS.items() if lib.rb_cpu_path_is_supported(number))


def rank_hands(
    cards: npt.ArrayLike, *, out: npt.NDArray[np.uint16] | None = None, path: str | None = None
) -> npt.NDArray[np.uint16]:
    """Ranks ``uint16[n]`` of hands ``uint8[n, k]``, k = 1 to 7: higher wins, equal ties.

    A rank is ``category << 12 | index within the category``. Ranks of hands of 5, 6 and 7 cards
    compare with each other; below 5 cards only hands of the same number of cards do. Straights
    count the ace low too; with fewer than 5 cards there are no straights or flushes. ``out``
    receives the ranks if given; ``path`` is one of ``rank_paths()`` and does not change results.
    Raises ``CardError`` for a card above 51. That the cards of a hand differ is not checked.
    """
    hands = as_array(cards, "cards", dtype=np.uint8)
    if hands.ndim != 2 or not 1 <= hands.shape[1] <= MOST_CARDS:  # noqa: PLR2004
        raise ValueError(f"cards must have shape (n, 1 to {MOST_CARDS}), not {hands.shape}")
    ranks = np.empty(hands.shape[0], dtype=np.uint16) if out is None else out
    if ranks.shape != hands.shape[:1] or ranks.dtype != np.uint16 or not ranks.flags.c_contiguous:
        raise ValueError(f"out must be a contiguous uint16[{len(hands)}]")
    bad = lib.rb_rank_hands(
        pointer(hands, "uint8_t"), *hands.shape, path_number(path), writable(ranks, "uint16_t")
    )
    if bad >= 0:
        raise CardError(
            f"hand {bad} contains {int(hands[bad].max())}, which is not a card; "
            f"cards are 0 to {CARD_COUNT - 1}"
        )
    return ranks


def hand_categories(ranks: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Categories ``uint8[n]`` of ranks: places in ``CATEGORY_NAMES``."""
    return (as_array(ranks, "ranks", dtype=np.uint16) >> CATEGORY_SHIFT).astype(np.uint8)


def path_number(path: str | None) -> int:
    """Return the number of a path in C, -1 for the fastest; raises ``ValueError``."""
    if path is None:
        return -1
    if path not in rank_paths():
        raise ValueError(f"path {path!r} is not one of {', '.join(rank_paths())}")
    return _PATHS[path]


def _all_paths() -> dict[str, int]:
    paths: dict[str, int] = {}
    while (name := lib.rb_cpu_path_name(len(paths))) != ffi.NULL:
        paths[ffi.string(name).decode()] = len(paths)
    return paths


_PATHS = _all_paths()
