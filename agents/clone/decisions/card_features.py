"""Features of the cards that a player holds and sees."""

from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.straights import straight_ranks
from railbird.agents.holdem.strength_cache import strengths_by_income
from railbird.native import (
    HOLDING_CARDS,
    HOLDING_CLASSES,
    HOLDING_COUNT,
    NO_CARD,
    GameDefinition,
    chen_score,
    effective_hand_strength,
    hand_categories,
    holding_class,
    is_holdem,
    preflop_equity,
    rank_hands,
)
from railbird.native.game.definition import RANKS, SUITS
from railbird.native.odds.preflop import MOST_OPPONENTS

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
BY_CLASS = ("class-equity", "chen", "high-card", "low-card", "suited")
HOLDEM = (
    *BY_CLASS,
    "strength",
    "potential",
    "ehs",
    "made",
    "suit-count",
    "straight-ranks",
)
"""Of hold'em: the equity of the class of the hole cards against one random hand and its score by
Chen's formula; the ranks, and whether they are of one suit; strength, potential to the next card
and both together against the opponents who are left (before the flop the equity against so many);
the category of the best hand (-1 before the flop); how many cards of one suit there are, with at
least one's own; and how many ranks of the next card make a straight with a hole card."""
CARD_COUNT = RANKS * SUITS


def card_names(definition: GameDefinition) -> tuple[str, ...]:
    """The names of the features of cards in a game."""
    if is_holdem(definition):
        return HOLDEM
    held = tuple(f"card-{number}" for number in range(1, definition.hole_card_count + 1))
    return (*held, *(f"board-{n}" for n in range(1, sum(definition.board_card_counts) + 1)), "made")


def card_features(
    definition: GameDefinition, hole_cards: Cards, board: Cards, *, opponents: npt.NDArray[np.int64]
) -> Floats:
    """Return the features of cards, float32[n, names]; NaN where the hole cards are unknown.

    ``hole_cards`` uint8[n, h] and ``board`` uint8[n, b] have 255 for a card not known or dealt.
    """
    found = np.full((len(hole_cards), len(card_names(definition))), np.nan, np.float32)
    rows = np.flatnonzero((hole_cards != NO_CARD).all(axis=1))
    if not len(rows):
        return found
    if not is_holdem(definition):
        found[rows] = _plain(hole_cards[rows], board[rows])
        return found
    held, seen, count = hole_cards[rows], board[rows], opponents[rows]
    early = np.flatnonzero(seen[:, 0] == NO_CARD)
    part = np.empty((len(rows), len(HOLDEM)), np.float32)
    if len(early):
        number = np.clip(count[early], 1, MOST_OPPONENTS)
        part[early] = _before_flop()[number, class_of(held[early])]
    later = np.flatnonzero(seen[:, 0] != NO_CARD)
    if len(later):
        part[later, : len(BY_CLASS)] = class_features()[class_of(held[later])]
        part[later, len(BY_CLASS) :] = _on_board(held[later], seen[later], count[later])
    found[rows] = part
    return found


def class_of(held: Cards) -> npt.NDArray[np.intp]:
    """The class of hole cards uint8[n, 2], from a table: ``holding_class`` sorts them first."""
    return _class_table()[held[:, 0], held[:, 1]]


@cache
def _class_table() -> npt.NDArray[np.intp]:
    table = np.zeros((CARD_COUNT, CARD_COUNT), np.intp)
    first, second = np.nonzero(~np.eye(CARD_COUNT, dtype=np.bool_))
    table[first, second] = holding_class(np.column_stack([first, second]).astype(np.uint8))
    return table


@cache
def class_features() -> Floats:
    """Return the features that only the class of the hole cards says, float32[169, 5]."""
    _, first = np.unique(HOLDING_CLASSES, return_index=True)
    held = np.asarray(HOLDING_CARDS)[first].astype(np.uint8)
    ranks = held // SUITS
    is_suited = held[:, 0] % SUITS == held[:, 1] % SUITS
    columns = (
        preflop_equity(held),
        chen_score(held),
        ranks.max(axis=1),
        ranks.min(axis=1),
        is_suited,
    )
    return np.column_stack(columns).astype(np.float32)


@cache
def _before_flop() -> Floats:
    """Features before the flop by number of opponents and class, float32[10, 169, features]."""
    _, first = np.unique(HOLDING_CLASSES, return_index=True)
    held = np.asarray(HOLDING_CARDS)[first].astype(np.uint8)
    found = np.zeros((MOST_OPPONENTS + 1, len(held), len(HOLDEM)), np.float32)
    for count in range(1, MOST_OPPONENTS + 1):
        equity = preflop_equity(held, count)
        nothing = np.zeros(len(held))
        suited = 1 + (held[:, 0] % SUITS == held[:, 1] % SUITS)
        columns = (equity, nothing, equity, nothing - 1, suited, nothing)
        found[count, :, : len(BY_CLASS)] = class_features()
        found[count, :, len(BY_CLASS) :] = np.column_stack(columns)
    return found


def _on_board(held: Cards, board: Cards, opponents: npt.NDArray[np.int64]) -> Floats:
    now = strengths_by_income().look_up(held, board, HOLDING_COUNT)
    both = np.concatenate([held, board], axis=1)
    made = np.empty(len(held))
    sizes = (board != NO_CARD).sum(axis=1)
    for size in np.unique(sizes).tolist():
        rows = sizes == size
        made[rows] = hand_categories(rank_hands(both[rows, : 2 + size]))
    columns = (
        now.strength**opponents,
        now.positive,
        effective_hand_strength(now.strength, now.positive, opponents),
        made,
        _suit_count(held, both),
        np.where((board != NO_CARD).all(axis=1), 0, straight_ranks(held, board)),
    )
    return np.column_stack(columns).astype(np.float32)


def _suit_count(held: Cards, both: Cards) -> npt.NDArray[np.int64]:
    suits = np.where(both == NO_CARD, SUITS, both % SUITS)
    counts = (suits[:, :, None] == np.arange(SUITS)).sum(axis=1)
    is_own = (suits[:, : held.shape[1], None] == np.arange(SUITS)).any(axis=1)
    return np.asarray((counts * is_own).max(axis=1))


def _plain(held: Cards, board: Cards) -> Floats:
    """Ranks, -1 for a card not dealt, and how many board cards pair a hole card."""
    ranks = np.where(board == NO_CARD, -1, board.astype(np.int64) // SUITS)
    own = -np.sort(-(held.astype(np.int64) // SUITS), axis=1)
    pairs = (ranks[:, :, None] == own[:, None, :]).sum(axis=(1, 2))
    return np.column_stack([own, ranks, pairs]).astype(np.float32)
