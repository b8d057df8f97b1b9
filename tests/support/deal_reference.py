"""Random deals of known hands and any cards, one by one; docs/contracts/odds.md lays them out."""

import itertools
from collections.abc import Sequence

import numpy as np

from railbird.native._native import ffi, lib
from railbird.native.cards.ranks import rank_hands

Cards = list[int]


def deal_word(key: int, word: int, deal: int, purpose: int = 4) -> int:
    """Return one word of a deal's."""
    call = deal // 4
    counter = ffi.new("uint32_t[4]", [word, call & 0xFFFFFFFF, call >> 32, purpose << 8])
    words = ffi.new("uint32_t[4]")
    lib.rb_philox(counter, key, words)
    return int(words[deal % 4])


def draw_cards(key: int, deal: int, deck: Cards, count: int, *, purpose: int = 4) -> Cards:
    """Draw so many cards, three to a word; a number below 52 is the high half of a product."""
    deck, drawn, word = sorted(deck), [], 0
    for i in range(count):
        word = deal_word(key, i // 3, deal, purpose) if i % 3 == 0 else word
        product = word * len(deck)
        drawn.append(deck.pop(product >> 32))
        word = product & 0xFFFFFFFF
    return drawn


def draw_from_ranges(key: int, deal: int, ranges: Sequence[Sequence[Cards]]) -> tuple[Cards, int]:
    """Draw a holding of each range, all with equal weight, and say how many draws it took.

    A word gives one of each; nothing else is drawn in the deal.
    """
    for tries in itertools.count():
        drawn: Cards = []
        for place, holdings in enumerate(ranges):
            word = deal_word(key, tries * len(ranges) + place, deal)
            drawn += holdings[word * len(holdings) >> 32]
        if len(set(drawn)) == len(drawn):
            break
    return drawn, tries + 1


def winners(
    key: int, deal: int, hands: Sequence[Cards | None], board: Cards
) -> tuple[list[bool], bool]:
    """Return who has the best hand, where ``None`` is dealt any cards, and whether it is one."""
    known = {*board, *(card for hand in hands if hand for card in hand)}
    deck = [card for card in range(52) if card not in known]
    any_count = sum(hand is None for hand in hands)
    drawn = draw_cards(key, deal, deck, 2 * any_count + 5 - len(board))
    pairs = iter([drawn[2 * i : 2 * i + 2] for i in range(any_count)])
    whole = [*board, *drawn[2 * any_count :]]
    cards = [[*(hand or next(pairs)), *whole] for hand in hands]
    ranks = rank_hands(np.array(cards, dtype=np.uint8))
    best = (ranks == ranks.max()).tolist()
    return best, sum(best) == 1
