"""Exact mean shares of a pot for known hands, over the boards to come."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer, writable
from railbird.native.cards.cards import NO_CARD, check_deck
from railbird.native.cards.ranks import rank_hands
from railbird.native.errors import CardError, LimitError
from railbird.native.game.definition import SUITS, GameDefinition
from railbird.native.game.holdem import has_holdem_cards
from railbird.native.odds.known_cards import KnownCards

Cards = npt.NDArray[np.uint8]
SHARE_UNITS = 2520
MOST_BOARDS = 2_000_000
BOARDS_AT_ONCE = (0, 3, 4, 5)
"""Board cards of hold'em from which all boards to come are worked out at once."""
DECK = 52


def pot_shares(
    definition: GameDefinition, hands: Cards, board: Cards, *, dead: Cards
) -> tuple[list[int], int]:
    """Share of a pot that each of k hands wins, summed over all boards to come, and their number.

    ``hands`` uint8[k, hole cards], ``board`` uint8[b] as it lies, ``dead`` uint8[d] other cards
    that are not in the deck any more. Sums are whole numbers of 1/2520 pot. Raises CardError for
    cards doubled or not of the deck, LimitError above 2,000,000 boards in games other than hold'em.
    """
    check_deck([*hands.ravel().tolist(), *board.tolist(), *dead.tolist()], definition.deck.tolist())
    if has_holdem_cards(definition) and len(board) in BOARDS_AT_ONCE:
        return _of_holdem(hands, board, dead)
    return _of_any_game(definition, hands, board, dead=dead)


def _of_holdem(hands: Cards, board: Cards, dead: Cards) -> tuple[list[int], int]:
    sums = np.empty((1, len(hands), 3), np.int64)
    holes = np.ascontiguousarray(hands)
    sets = ffi.new("rb_hand_sets *", KnownCards(board, dead).as_fields())
    sets.holes, sets.set_count, sets.player_count = pointer(holes, "uint8_t"), 1, len(hands)
    boards = lib.rb_equity_of_hands(sets, writable(sums, "int64_t"))
    return sums[0, :, 2].tolist(), boards


def _of_any_game(
    definition: GameDefinition, hands: Cards, board: Cards, *, dead: Cards
) -> tuple[list[int], int]:
    gone = np.concatenate([hands.ravel(), board, dead])
    deck = np.setdiff1d(definition.deck, gone)
    to_come = sum(definition.board_card_counts) - len(board)
    board_count = comb(len(deck), to_come)
    if not 0 <= to_come <= len(deck):
        raise CardError(f"{to_come} cards are to come and the deck has {len(deck)}")
    if board_count > MOST_BOARDS:
        raise LimitError(f"{board_count:,} boards are possible; the limit is {MOST_BOARDS:,}")
    runouts = np.array(list(combinations(deck.tolist(), to_come)), np.uint8)
    ranks = np.stack([_ranks(hand, board, runouts.reshape(board_count, to_come)) for hand in hands])
    is_best = ranks == ranks.max(axis=0)
    shares = np.where(is_best, SHARE_UNITS // is_best.sum(axis=0), 0)
    return shares.sum(axis=1).tolist(), board_count


def _ranks(hand: Cards, board: Cards, runouts: Cards) -> npt.NDArray[np.uint16]:
    known = np.concatenate([hand, board])
    held = np.empty((len(runouts), len(known) + runouts.shape[1]), np.uint8)
    held[:, : len(known)] = known
    held[:, len(known) :] = runouts
    return rank_hands(held)


def canonical_cards(definition: GameDefinition, groups: Sequence[Cards]) -> Cards:
    """Rename suits so that match-ups which differ by names of suits become one, uint8[n, W].

    ``groups`` are uint8[n, w] each, side by side in the result: cards within a group count as a
    set, groups and rows stay in order; 255 is no card.
    """
    best: Cards | None = None
    for suits in _suit_orders(definition.suit_count):
        renamed = np.concatenate([np.sort(suits[group], axis=1) for group in groups], axis=1)
        if best is None:
            best = renamed
            continue
        difference = renamed.astype(np.int16) - best
        first = (difference != 0).argmax(axis=1)
        is_less = difference[np.arange(len(best)), first] < 0
        best[is_less] = renamed[is_less]
    return np.empty((0, 0), np.uint8) if best is None else best


@cache
def _suit_orders(suit_count: int) -> list[Cards]:
    """For each order of the deck's suits, which are the last ones, the new number of every byte."""
    cards = np.arange(DECK)
    missing = SUITS - suit_count
    tables = []
    for order in permutations(range(missing, SUITS)):
        table = np.full(256, NO_CARD, np.uint8)
        table[:DECK] = cards // SUITS * SUITS + np.array([*range(missing), *order])[cards % SUITS]
        tables.append(table)
    return tables
