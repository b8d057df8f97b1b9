"""Slow and clear rankers of hands, to hold the fast ones against: keys, the higher the better."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from rank_reference import rank_key

Key = tuple[object, ...]
ACE = 12
HAND = 5
THREE = 3
FLUSH, FULL_HOUSE = 5, 6
REPEATS = {(4,): 7, (3, 2): 6, (3,): 3, (2, 2): 2, (2,): 1, (): 0}


def _shape(ranks: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The category of ranks that make no straight or flush, and the ranks that decide in order."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    repeats = tuple(sorted((count for count in counts.values() if count > 1), reverse=True))
    return REPEATS[repeats], tuple(order)


def _negative(key: tuple[int, tuple[int, ...]]) -> Key:
    return (-key[0], tuple(-rank for rank in key[1]))


def _ace_high_only(cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Straights and flushes, of which the ace begins none."""
    category, ranks = _shape([card // 4 for card in cards])
    if len(cards) == HAND and not category:
        is_flush = len({card % 4 for card in cards}) == 1
        is_straight = ranks[0] - ranks[-1] == HAND - 1
        category = {(True, True): 8, (False, True): 4, (True, False): FLUSH}.get(
            (is_flush, is_straight), 0
        )
    return category, ranks


def deuce_to_seven(cards: Sequence[int]) -> Key:
    """The worst high hand wins; A2345 is no straight."""
    return _negative(_ace_high_only(cards))


def ace_to_five(cards: Sequence[int]) -> Key:
    """The lowest ranks win, pairs count against, straights and flushes do not count."""
    return _negative(_shape([(card // 4 + 1) % 13 for card in cards]))


def _flush_above_full_house(key: tuple[int, tuple[int, ...]]) -> Key:
    return ({FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}.get(key[0], key[0]), key[1])


def short_deck(cards: Sequence[int]) -> Key:
    """Of 36 cards: flush above full house, A6789 is the lowest straight."""
    category, ranks = _ace_high_only(cards)
    if ranks == (ACE, 7, 6, 5, 4):
        category, ranks = (8 if category == FLUSH else 4), (7, 6, 5, 4, 3)
    return _flush_above_full_house((category, ranks))


def manila(cards: Sequence[int]) -> Key:
    """Of 32 cards: flush above full house, aces are high only."""
    return _flush_above_full_house(_ace_high_only(cards))


def badugi(cards: Sequence[int], *, ace: int = -1) -> Key:
    """The largest part of different ranks and suits, then the lowest."""
    best: Key = ()
    for size in range(1, 5):
        for part in combinations(cards, size):
            ranks = {ace if card // 4 == ACE else card // 4 for card in part}
            if len(ranks) == size == len({card % 4 for card in part}):
                best = max(best, (size, tuple(-rank for rank in sorted(ranks, reverse=True))))
    return best


def badugi_ace_high(cards: Sequence[int]) -> Key:
    """Badugi in which an ace is above a king."""
    return badugi(cards, ace=ACE)


def three_card(cards: Sequence[int]) -> Key:
    """Straight flush, three of a kind, straight, flush, pair, high card; A23 is a straight."""
    category, ranks = _shape([card // 4 for card in cards])
    if len(cards) < THREE:
        return (-1,)
    if category:
        return ({3: 4, 1: 1}[category], ranks)
    is_wheel = ranks == (ACE, 1, 0)
    is_flush = len({card % 4 for card in cards}) == 1
    if is_wheel or ranks[0] - ranks[2] == THREE - 1:
        return (5 if is_flush else 3, ranks[1:] if is_wheel else ranks)
    return (2 if is_flush else 0, ranks)


OF_FIVE: dict[str, Callable[[Sequence[int]], Key]] = {
    "high": rank_key,
    "deuce-to-seven": deuce_to_seven,
    "ace-to-five": ace_to_five,
    "short-deck": short_deck,
    "manila": manila,
}
OF_ANY: dict[str, Callable[[Sequence[int]], Key]] = {
    "badugi": badugi,
    "badugi-ace-high": badugi_ace_high,
}
OF_THREE: dict[str, Callable[[Sequence[int]], Key]] = {"three-card": three_card}
LOWEST_CARD = {"short-deck": 16, "manila": 20}


def key_by(ranker: str, cards: Iterable[int]) -> Key:
    """The best hand of all cards."""
    hand = [int(card) for card in cards]
    if ranker in OF_ANY:
        return OF_ANY[ranker](hand)
    if ranker in OF_THREE:
        return max(map(three_card, combinations(hand, min(THREE, len(hand)))))
    return max(OF_FIVE[ranker](part) for part in combinations(hand, min(HAND, len(hand))))


def key_of_selection(
    ranker: str, hole: Iterable[int], board: Iterable[int], *, use: tuple[int, int]
) -> Key:
    """The best hand of exactly so many hole cards and so many of the board."""
    boards = list(combinations(map(int, board), use[1]))
    return max(
        key_by(ranker, (*part, *other))
        for part in combinations(map(int, hole), use[0])
        for other in boards
    )
