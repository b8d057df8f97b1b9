"""What cards are worth at a showdown, in any game: E[HS] by cards dealt at random.

Everybody who is left shows down what he holds now. Cards that are still to be dealt, to players and
to the board, are dealt at random with those that the player does not see; exchanges, discards and
passes to come are not foreseen.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, as_column, pointer, writable
from railbird.native.cards.cards import CARD_TEXTS, NO_CARD, format_cards
from railbird.native.cards.ranks import path_number
from railbird.native.errors import CardError
from railbird.native.game.definition import GameDefinition
from railbird.native.rankers.rankers import Ranking

Cards = npt.NDArray[np.uint8]
MOST_KEY = 2**64 - 1
MOST_SAMPLES = 10**9
MOST_PLAYERS = 10
MOST_SLOTS = 8
# A call to C hears no Ctrl-C: so many deals take a fraction of a second.
DEALS_PER_CALL = 2**21


@dataclass(frozen=True, slots=True, eq=False)
class CardsInSight:
    """What players see as they decide, a row each; 255 stands for no card.

    ``hole_cards`` uint8[n, h] are a player's own and ``board`` uint8[n, b] as it lies, in the width
    of the whole board. ``opponents`` uint8[n] are left in the hand, 1 to 9, and ``up_cards``
    uint8[n, o, u] are theirs that lie face up, the opponents before unused rows; with o = 0 none
    has any. ``dead`` uint8[n, d] are cards that nobody left holds. ``held`` uint8[n] is how many
    cards everybody holds in the end.
    """

    hole_cards: Cards
    board: Cards
    opponents: npt.NDArray[np.uint8]
    up_cards: Cards
    dead: Cards
    held: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.hole_cards)

    def take(self, rows: npt.NDArray[np.integer]) -> "CardsInSight":
        """Return some of the rows, by their numbers."""
        return CardsInSight(
            self.hole_cards[rows],
            self.board[rows],
            self.opponents[rows],
            self.up_cards[rows],
            self.dead[rows],
            self.held[rows],
        )


def showdown_strength(  # noqa: PLR0913  (how deals are made: samples, key and path)
    definition: GameDefinition,
    seen: CardsInSight,
    *,
    slots: npt.ArrayLike | None = None,
    samples: int,
    key: int = 0,
    path: str | None = None,
) -> npt.NDArray[np.float64]:
    """The mean share of the pot at the showdown, float64[n], by ``samples`` random deals a row.

    Where the cards not seen can be dealt in no more than ``samples`` ways, each is dealt once and
    the result is exact. With ``slots`` uint8[m], sets of own cards (bit i is column i of
    ``hole_cards``), it is float64[n, m]: the share after these cards go, and as many as are then
    lacking are dealt at random. All sets of a row meet the same deals.
    A deal depends on the row's cards and on ``key`` (64 bits) alone: the generator is the
    contract's, with purpose 5. Dead cards are dealt again where the deck is too short without them.
    Source: document 000, equation 15, the chance to be ahead of n opponents with ties as a half,
    to the n-th power. That takes opponents for alike and independent; here all are dealt together
    and a tie is shared, which is the same for one opponent. Parts of a split pot count as they do
    in the game. Raises ``CardError`` for cards that are not of the deck or in sight twice, for
    more cards than are held in the end, and for a deck that has too few.
    """
    if not 1 <= samples <= MOST_SAMPLES:
        raise ValueError(f"samples must be 1 to 10**9, not {samples}")
    if not 0 <= key <= MOST_KEY:
        raise ValueError(f"key {key} must have 64 bits, 0 to 2**64 - 1")
    rows, holds = _rows_in_c(definition, seen, slots)
    rows.sample_count, rows.key, rows.path = samples, key, path_number(path)
    strength = np.empty((len(seen), rows.choice_count))
    most = max(1, DEALS_PER_CALL // samples)
    for first in range(0, len(seen), most):
        rows.first_row, rows.row_count = first, min(most, len(seen) - first)
        fault = lib.rb_showdown_strength(rows, writable(strength, "double"))
        if fault:
            raise _complaint(fault, seen, row=rows.fault_row)
    del holds
    return strength if slots is not None else strength[:, 0]


def _rows_in_c(
    definition: GameDefinition, seen: CardsInSight, slots: npt.ArrayLike | None
) -> tuple[Any, list[Any]]:
    """The rows as C takes them, and the arrays that they point to."""
    count, rows = len(seen), ffi.new("rb_showdown_rows *")
    own = _cards(seen.hole_cards, "hole_cards", shape=(count, None))
    board = _cards(seen.board, "board", shape=(count, sum(definition.board_card_counts)))
    up = _cards(seen.up_cards, "up_cards", shape=(count, None, None))
    dead = _cards(seen.dead, "dead", shape=(count, None))
    opponents = as_column(seen.opponents, "opponents", dtype=np.uint8, length=count)
    held = as_column(seen.held, "held", dtype=np.uint8, length=count)
    choices = as_array([0] if slots is None else slots, "slots", dtype=np.uint8)
    _check_counts(own, opponents, choices)
    most = up.shape[1] if up.shape[1] else int(opponents.max(initial=0))
    rankings = [Ranking()] if definition.variant is None else list(definition.variant.best)
    in_c = ffi.new("rb_ranking[]", [ranking.in_c()[0] for ranking in rankings])
    rows.rankings, rows.ranking_count = in_c, len(rankings)
    deck = definition.deck
    rows.deck, rows.deck_count = pointer(deck, "uint8_t"), len(deck)
    rows.own, rows.own_width = pointer(own, "uint8_t"), own.shape[1]
    rows.board, rows.board_width = pointer(board, "uint8_t"), board.shape[1]
    rows.up, rows.most_opponents = pointer(up, "uint8_t"), most
    rows.up_width = up.shape[2] if up.shape[1] else 0
    rows.dead, rows.dead_width = pointer(dead, "uint8_t"), dead.shape[1]
    rows.opponents, rows.held = pointer(opponents, "uint8_t"), pointer(held, "uint8_t")
    rows.slots, rows.choice_count = pointer(choices, "uint8_t"), len(choices)
    return rows, [in_c, deck, own, board, up, dead, opponents, held, choices]


def _cards(value: Cards, name: str, *, shape: tuple[int | None, ...]) -> Cards:
    cards: Cards = as_array(value, name, dtype=np.uint8)
    fits = cards.ndim == len(shape) and all(
        wanted in (None, size) for wanted, size in zip(shape, cards.shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("any" if size is None else str(size) for size in shape)
        raise ValueError(f"{name} must have shape ({wanted}), not {cards.shape}")
    return cards


def _check_counts(
    own: Cards, opponents: npt.NDArray[np.uint8], choices: npt.NDArray[np.uint8]
) -> None:
    width = own.shape[1]
    if not 1 <= width <= MOST_SLOTS:
        raise ValueError(f"hole_cards must have 1 to {MOST_SLOTS} columns, not {width}")
    if choices.ndim != 1 or not 1 <= len(choices) <= 1 << MOST_SLOTS:
        raise ValueError(f"slots must be 1 to {1 << MOST_SLOTS} sets of cards")
    wrong = (opponents < 1) | (opponents >= MOST_PLAYERS)
    if wrong.any():
        raise ValueError(f"opponents must be 1 to {MOST_PLAYERS - 1}, not {opponents[wrong][0]}")


def _complaint(fault: int, seen: CardsInSight, *, row: int) -> CardError | MemoryError:
    if fault == lib.RB_SHOWDOWN_NO_MEMORY:
        return MemoryError("no memory for a batch of deals")
    place, held = f"row {row}", int(seen.held[row])
    opponents = int(seen.opponents[row])
    if fault == lib.RB_SHOWDOWN_TOO_MANY:
        return CardError(
            f"{place}: {held} cards are held in the end by each of {opponents + 1} players, and "
            "more are in sight; give no more cards or opponents"
        )
    if fault == lib.RB_SHOWDOWN_TOO_FEW:
        return CardError(
            f"{place}: the deck has too few cards for {opponents + 1} players who hold {held} in "
            "the end; give fewer opponents"
        )
    parts = (seen.hole_cards[row], seen.board[row], seen.up_cards[row], seen.dead[row])
    shown = [int(card) for part in parts for card in part.ravel() if card != NO_CARD]
    bad = [card for card in shown if card >= len(CARD_TEXTS)]
    if bad:
        return CardError(f"{place} has {bad[0]}, which is not a card; cards are 0 to 53")
    return CardError(
        f"{place} has cards that are used twice or are not in the deck, among "
        f"{format_cards(shown)}; deal each card of the deck once"
    )
