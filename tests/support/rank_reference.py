"""A slow and clear ranker of hands, to hold the fast ones against."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

RankKey = tuple[int, tuple[int, ...]]
CATEGORY_OF_COUNTS = {(4,): 7, (3, 2): 6, (3,): 3, (2, 2): 2, (2,): 1, (): 0}
WHEEL = [12, 3, 2, 1, 0]


def rank_key(cards: Iterable[int]) -> RankKey:
    """The best five cards (or all, if fewer) as category and the ranks that decide, in order."""
    hand = [int(card) for card in cards]
    return max(_key_of_five(five) for five in combinations(hand, min(5, len(hand))))


def _key_of_five(cards: Sequence[int]) -> RankKey:
    counts = Counter(card // 4 for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if len(cards) == len(ranks) == 5:
        top = 3 if ranks == WHEEL else ranks[0] if ranks[0] - ranks[4] == 4 else None
        is_flush = len({card % 4 for card in cards}) == 1
        if top is not None:
            return (8 if is_flush else 4), (top,)
        if is_flush:
            return 5, tuple(ranks)
    repeated = tuple(sorted((count for count in counts.values() if count > 1), reverse=True))
    return CATEGORY_OF_COUNTS[repeated], tuple(ranks)


def random_hands(
    generator: np.random.Generator,
    shape: tuple[int, int],
    deck: Sequence[int] | npt.NDArray[np.uint8] = range(52),
) -> npt.NDArray[np.uint8]:
    """Hands ``uint8[n, k]`` of different cards, drawn evenly from the deck."""
    cards = np.asarray(deck, dtype=np.uint8)
    hands = np.empty(shape, dtype=np.uint8)
    wanted = np.arange(shape[0])
    while len(wanted):
        hands[wanted] = cards[generator.integers(len(cards), size=(len(wanted), shape[1]))]
        in_order = np.sort(hands[wanted], axis=1)
        wanted = wanted[(in_order[:, 1:] == in_order[:, :-1]).any(axis=1)]
    return hands
