"""Ranks of many hands at once, by any ranker, and what a rank means in words."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer, writable
from railbird.native.cards.cards import CARD_COUNT, CARD_TEXTS
from railbird.native.errors import CardError, RankerError
from railbird.native.rankers.rankers import Ranking

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


def rank_hands(  # noqa: PLR0913  (each changes what is ranked)
    cards: npt.ArrayLike,
    *,
    by: str | Ranking = "high",
    board: npt.ArrayLike | None = None,
    use: tuple[int, int] | None = None,
    out: npt.NDArray[np.uint16] | None = None,
    path: str | None = None,
) -> npt.NDArray[np.uint16]:
    """Ranks ``uint16[n]`` of hands ``uint8[n, k]``: higher wins, equal ties.

    A ``high`` rank is ``category << 12 | index within the category``. Ranks of hands of 5 and more
    cards compare with each other; below 5 cards only hands of the same number of cards do.
    Straights count the ace low too; with fewer than 5 cards there are no straights or flushes.

    ``by`` is one of

    - ``high``;
    - ``deuce-to-seven``: the worst high hand wins; aces are high, so A2345 is no straight;
    - ``ace-to-five``: the lowest ranks win; aces are low, straights and flushes do not count;
    - ``eight-or-better``: the same, and 0 for a hand without five different ranks up to the eight;
    - ``badugi``: the most cards, up to four, of different ranks and suits, and then the lowest
      ranks; aces are low, or high in ``badugi-ace-high``;
    - ``short-deck``: high of 36 cards, from the six; flush above full house; A6789 is a straight;
    - ``manila``: high of 32 cards, from the seven; flush above full house;
    - ``three-card``: the best three cards: straight flush, three of a kind, straight, flush, pair,
      high card, as in Rhode Island hold'em; with fewer cards the rank is 0;
    - a ``Ranking``, which says more, such as which cards are wild, or has a table of its own.

    ``board`` has the community cards, ``uint8[n, b]``, or ``uint8[b]`` for all hands; ``cards`` are
    then the hole cards. A hand is the best of all its cards, or with ``use`` of exactly so many
    hole cards and so many of the board, as ``use=(2, 3)`` in Omaha.
    ``out`` takes the ranks where given; ``path`` is one of ``rank_paths()`` and changes no rank.
    Raises ``CardError`` for what is not a card of the deck, and ``RankerError`` for an unknown
    ranker and for fewer cards than ``use`` takes. That the cards of a hand differ is not checked.
    """
    hands = as_array(cards, "cards", dtype=np.uint8)
    if hands.ndim != 2 or not 1 <= hands.shape[1] <= CARD_COUNT:  # noqa: PLR2004
        raise ValueError(f"cards must have shape (n, 1 to {CARD_COUNT}), not {hands.shape}")
    ranks = np.empty(hands.shape[0], dtype=np.uint16) if out is None else out
    if ranks.shape != hands.shape[:1] or ranks.dtype != np.uint16 or not ranks.flags.c_contiguous:
        raise ValueError(f"out must be a contiguous uint16[{len(hands)}]")
    if by == "high" and board is None and use is None and hands.shape[1] <= MOST_CARDS:
        bad = lib.rb_rank_hands(
            pointer(hands, "uint8_t"), *hands.shape, path_number(path), writable(ranks, "uint16_t")
        )
        if bad >= 0:
            raise _not_a_card(f"hand {bad}", hands[bad], Ranking())
        return ranks
    ranking = by if isinstance(by, Ranking) else Ranking(by)
    ranking = ranking if use is None else replace(ranking, use=use)
    _rank_by(ranking, hands, _board_of(board, len(hands)), path=path, ranks=ranks)
    return ranks


def _rank_by(
    ranking: Ranking,
    hands: npt.NDArray[np.uint8],
    board: npt.NDArray[np.uint8],
    *,
    path: str | None,
    ranks: npt.NDArray[np.uint16],
) -> None:
    """Rank hole cards and boards by any ranker; a board of one dimension is that of all hands."""
    held = (hands.shape[1], board.shape[-1])
    if ranking.use is not None and (held[0] < ranking.use[0] or held[1] < ranking.use[1]):
        raise RankerError(
            f"use={ranking.use} takes {ranking.use[0]} hole cards and {ranking.use[1]} of the "
            f"board; the hands have {held[0]} and {held[1]}"
        )
    many = ffi.new("rb_hands *")
    many.hole, many.board = pointer(hands, "uint8_t"), pointer(board, "uint8_t")
    many.hole_count, many.board_count = held
    many.is_one_board, many.hand_count = board.ndim == 1, len(hands)
    bad = lib.rb_best_ranks(ranking.in_c(), many, path_number(path), writable(ranks, "uint16_t"))
    if bad == len(hands):
        raise _not_a_card("the board", board, ranking)
    if bad >= 0:
        boards = () if board.ndim == 1 else board[bad]
        raise _not_a_card(f"hand {bad}", np.array([*hands[bad], *boards]), ranking)


def _board_of(board: npt.ArrayLike | None, hand_count: int) -> npt.NDArray[np.uint8]:
    if board is None:
        return np.empty(0, dtype=np.uint8)
    cards = as_array(board, "board", dtype=np.uint8)
    is_one = cards.ndim == 1
    if not is_one and (cards.ndim != 2 or len(cards) != hand_count):  # noqa: PLR2004
        raise ValueError(f"board must have shape (b,) or ({hand_count}, b), not {cards.shape}")
    return cards


def _not_a_card(place: str, cards: npt.NDArray[np.uint8], ranking: Ranking) -> CardError:
    """The error for cards of which one is not in the deck."""
    lowest = ranking.lowest_card
    deck = {*range(lowest, CARD_COUNT), *ranking.wild}
    card = next(int(card) for card in cards if int(card) not in deck)
    if card >= CARD_COUNT:
        return CardError(
            f"{place} holds {card}, which is not a card; cards are 0 to {CARD_COUNT - 1}"
        )
    return CardError(
        f"{place} holds {CARD_TEXTS[card]}, which is not in the deck of {ranking.by!r}: "
        f"its lowest card is {CARD_TEXTS[lowest]}"
    )


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
