"""What the tests of a strategy read of cards: strength, made hands, draws and the board."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.straights import (
    STRAIGHTS,
    has_straight,
    rank_bits,
    straight_ranks,
)
from railbird.agents.holdem.strength_cache import strengths_by_income
from railbird.agents.pokerlang.language.words import CATEGORIES
from railbird.agents.pokerlang.situation.view import (
    Bools,
    Floats,
    Integers,
    Rows,
    View,
    holdings,
    opponents,
)
from railbird.native import (
    HOLDING_CARDS,
    HOLDING_CLASSES,
    HOLDING_COUNT,
    NO_CARD,
    RangeError,
    class_pair_outcomes,
    effective_hand_strength,
    equity,
    hand_categories,
    hand_strength,
    holding_index,
    parse_range,
    preflop_equity,
    rank_hands,
)
from railbird.native.game.definition import RANKS, SUITS
from railbird.native.odds.preflop import MOST_OPPONENTS

FLUSH = 5
QUAD_CARDS = 4
FULL_HOUSE, QUADS, STRAIGHT_FLUSH = (
    CATEGORIES.index(name) for name in ("full-house", "four-of-a-kind", "straight-flush")
)
SUITED = CONNECTED = FLUSH - 2
"""Cards of the board with which two hole cards make a flush, or a straight."""


def strength(view: View, rows: Rows) -> Floats:
    """The chance to win if all opponents stay, float64[rows]; ties count half.

    After the flop the share of other hands beaten now, to the power of opponents (document 002,
    equation 9, whose exponent counts the player too). Before the flop, where equation 10 has no
    five cards to compare, ``preflop_equity``.
    """
    found = np.empty(len(rows))
    count = opponents(view)[rows]
    has_board = view.decisions.board[rows, 0] != NO_CARD
    later = np.flatnonzero(has_board)
    if len(later):
        found[later] = _now(view, rows[later])[:, 0] ** count[later]
    early = np.flatnonzero(~has_board)
    if len(early):
        equities = np.column_stack(
            [
                preflop_equity(view.hole_cards[rows[early]], number)
                for number in range(1, min(view.definition.player_count, MOST_OPPONENTS + 1))
            ]
        )
        found[early] = equities[np.arange(len(early)), count[early] - 1]
    return found


def potential(view: View, rows: Rows) -> Floats:
    """The chance to get ahead with the next card if behind now, float64[rows]; after the flop."""
    return np.asarray(_now(view, rows)[:, 1])


def effective_strength(view: View, rows: Rows) -> Floats:
    """Strength and potential together (document 003, equation 4), float64[rows]; after the flop."""
    now = _now(view, rows)
    return effective_hand_strength(now[:, 0], now[:, 1], opponents(view)[rows])


def _now(view: View, rows: Rows) -> Floats:
    return np.asarray(view.keep_rows(_look_up, rows, _look_up))


def _look_up(view: View, rows: Rows) -> Floats:
    hole_cards, boards = view.hole_cards[rows], view.decisions.board[rows]
    found = strengths_by_income().look_up(hole_cards, boards, HOLDING_COUNT)
    return np.column_stack([found.strength, found.positive])


def strength_against(view: View, rows: Rows, text: str) -> Floats:
    """The same against one opponent with a hand of a range, float64[rows].

    After the flop the share of the range beaten now; before it the equity, class against class.
    Where no hand of the range is left, the strength is 1.
    """
    found = np.empty(len(rows))
    weights = parse_range(text)
    has_board = view.decisions.board[rows, 0] != NO_CARD
    for row in np.flatnonzero(has_board).tolist():
        board = view.decisions.board[rows[row]]
        found[row] = _against(view.hole_cards[rows[row]], board[board != NO_CARD], weights)
    early = np.flatnonzero(~has_board)
    if len(early):
        counts = np.bincount(HOLDING_CLASSES, weights, minlength=len(class_pair_outcomes()))
        sizes = np.bincount(HOLDING_CLASSES)
        outcomes = np.tensordot(class_pair_outcomes(), counts / sizes, axes=([1], [0]))
        totals = np.maximum(outcomes.sum(axis=1), 1e-300)
        equity = np.where(outcomes.any(axis=1), (outcomes[:, 0] + outcomes[:, 1] / 2) / totals, 1.0)
        found[early] = equity[HOLDING_CLASSES[holdings(view)[rows[early]]]]
    return found


def _against(
    hole_cards: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], weights: Floats
) -> float:
    dead = np.concatenate([hole_cards, board])
    left = np.where(np.isin(HOLDING_CARDS, dead).any(axis=1), 0.0, weights)
    if not left.any():
        return 1.0
    return float(hand_strength(hole_cards[None], board, against=left)[0])


def is_in_range(view: View, text: str) -> Bools:
    """Whether the hole cards are in a range, bool[n]."""
    return _in_range(text)[holdings(view)]


@lru_cache(1 << 10)
def _in_range(text: str) -> Bools:
    return np.asarray(parse_range(text) > 0)


def made_category(view: View) -> Integers:
    """The category of the best hand of hole cards and board, 0 for high card, int64[n].

    0 before the flop, where the compiler allows no such test.
    """
    made = np.zeros(len(view.rows), np.int64)
    board = view.decisions.board
    for size in (3, 4, 5):
        rows = np.flatnonzero((board != NO_CARD).sum(axis=1) == size)
        if len(rows):
            cards = np.concatenate([view.hole_cards[rows], board[rows, :size]], axis=1)
            made[rows] = hand_categories(rank_hands(cards))
    return made


def board_is(view: View, quality: str) -> Bools:
    """Whether the board has one of the qualities of ``words.BOARDS``, bool[n]."""
    if quality == "paired":
        return np.asarray(_rank_counts(view).max(axis=1) > 1)
    if quality == "connected":
        ranks = rank_bits(view.decisions.board)
        return np.asarray((_count_bits(ranks[:, None] & STRAIGHTS) >= CONNECTED).any(axis=1))
    most = _suit_counts(view.decisions.board).max(axis=1)
    return np.asarray(
        {"suited": most >= SUITED, "two-tone": most == SUITED - 1, "rainbow": most == 1}[quality]
    )


def is_drawing(view: View, draw: str) -> Bools:
    """Whether a draw of ``words.DRAWS`` is there and cards are to come, bool[n]."""
    board = view.decisions.board
    is_to_come = (board[:, 0] != NO_CARD) & (board[:, 4] == NO_CARD)
    if draw == "flush":
        all_suits = _suit_counts(np.concatenate([view.hole_cards, board], axis=1))
        own = all_suits - _suit_counts(board)
        has_four = ((all_suits == FLUSH - 1) & (own > 0)).any(axis=1)
        return np.asarray(is_to_come & has_four & (all_suits.max(axis=1) < FLUSH))
    return np.asarray(is_to_come & (drawn_straights(view) > (draw == "open-ended")))


def holds(view: View, holding: str) -> Bools:
    """Whether hole cards and board have one of ``words.HOLDINGS``, bool[n]; after the flop."""
    ranks = np.sort(view.hole_cards // SUITS, axis=1).astype(np.int64)
    counts = np.concatenate([_rank_counts(view), np.zeros((len(ranks), 1), np.int64)], axis=1)
    low, high = (np.take_along_axis(counts, ranks[:, [one]], axis=1)[:, 0] for one in (0, 1))
    is_pair = ranks[:, 0] == ranks[:, 1]
    paired = np.where(counts[:, :RANKS] > 1, np.arange(RANKS), -1).max(axis=1)
    top = np.where(counts[:, :RANKS] > 0, np.arange(RANKS), -1).max(axis=1)
    category = view.keep("made", made_category)
    all_cards = np.concatenate([view.hole_cards, view.decisions.board], axis=1)
    quads = (category == QUADS) & (counts[:, :RANKS].max(axis=1) < QUAD_CARDS)
    found: dict[str, Callable[[], Bools]] = {
        "pair": lambda: is_pair | (low > 0) | (high > 0),
        "two-pair": lambda: ~is_pair & (low > 0) & (high > 0) & (paired <= ranks[:, 0]),
        "set": lambda: is_pair & (low > 0),
        "trips": lambda: ~is_pair & ((low > 1) | (high > 1)),
        "overpair": lambda: is_pair & (ranks[:, 1] > top),
        "top-pair": lambda: (ranks == top[:, None]).any(axis=1),
        "straight": lambda: has_straight(rank_bits(all_cards)),
        "flush": lambda: _suit_counts(all_cards).max(axis=1) >= FLUSH,
        "full-house": lambda: (category == FULL_HOUSE) | quads,
        "quads": lambda: quads,
        "straight-flush": lambda: category == STRAIGHT_FLUSH,
    }
    return np.asarray(found[holding]())


def overcards(view: View) -> Integers:
    """How many hole cards are above all board cards, int64[n]; after the flop."""
    board = view.decisions.board
    top = np.where(board == NO_CARD, -1, (board // SUITS).astype(np.int64)).max(axis=1)
    return np.asarray((view.hole_cards // SUITS > top[:, None]).sum(axis=1))


def higher_hands(view: View, rows: Rows) -> Floats:
    """How many other holdings beat one's hand now, float64[rows]; after the flop."""
    boards = view.decisions.board[rows]
    return np.array(
        [
            _higher(view.hole_cards[row], board[board != NO_CARD])
            for row, board in zip(rows.tolist(), boards, strict=True)
        ],
        np.float64,
    )


def _higher(hole_cards: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8]) -> int:
    known = np.concatenate([hole_cards, board])
    others = HOLDING_CARDS[~np.isin(HOLDING_CARDS, known).any(axis=1)].astype(np.uint8)
    shared = np.broadcast_to(board, (len(others), len(board)))
    ranks = rank_hands(np.concatenate([others, shared], axis=1))
    return int((ranks > rank_hands(known[None])[0]).sum())


def losing_against(view: View, rows: Rows, text: str) -> Floats:
    """The chance to lose to a hand of a range by the river, float64[rows]; after the flop.

    All cards to come are equally likely. Where no hand of the range is left, it is 0.
    """
    boards = view.decisions.board[rows]
    found = []
    for row, board in zip(rows.tolist(), boards, strict=True):
        dealt = tuple(board[board != NO_CARD].tolist())
        found.append(_losing(tuple(view.hole_cards[row].tolist()), dealt, text))
    return np.array(found)


@lru_cache(1 << 14)
def _losing(hole_cards: tuple[int, ...], board: tuple[int, ...], text: str) -> float:
    own = np.zeros(HOLDING_COUNT)
    own[holding_index(np.array([hole_cards], np.uint8))] = 1.0
    try:
        found = equity([own, parse_range(text)], np.array(board, np.uint8))
    except RangeError:
        return 0.0
    return float(found.won[1] / found.deals)


def drawn_straights(view: View) -> Integers:
    """How many ranks of the next card make a straight with a hole card, int64[n]."""
    return straight_ranks(view.hole_cards, view.decisions.board)


def _rank_counts(view: View) -> Integers:
    board = view.decisions.board
    ranks = np.where(board == NO_CARD, RANKS, board // SUITS)
    return np.asarray((ranks[:, :, None] == np.arange(RANKS)).sum(axis=1))


def _suit_counts(cards: npt.NDArray[np.uint8]) -> Integers:
    suits = np.where(cards == NO_CARD, SUITS, cards % SUITS)
    return np.asarray((suits[:, :, None] == np.arange(SUITS)).sum(axis=1))


def _count_bits(values: Integers) -> Integers:
    return np.asarray(np.bitwise_count(values), np.int64)
