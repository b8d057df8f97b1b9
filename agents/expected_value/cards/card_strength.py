"""How strong cards are: hold'em by native odds, games of few cards by listing every deal."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import (
    NO_CARD,
    GameDefinition,
    HandPotential,
    hand_potential,
    hand_strength,
    has_holdem_cards,
    has_holdem_rounds,
    preflop_equity,
    win_probability,
)
from railbird.native.solver import GameTree, build_tree
from railbird.plugins import HandBatch

MOST_CARDS = 12
RIVER_CARDS = 5
CARD_PLACES = 64 ** np.arange(RIVER_CARDS + 2, dtype=np.int64)
Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


def is_whole_holdem(definition: GameDefinition) -> bool:
    """Whether a game is hold'em with its four rounds and the whole deck, with limits or without."""
    return has_holdem_rounds(definition) and has_holdem_cards(definition)


def is_limit_holdem(definition: GameDefinition) -> bool:
    """Whether a game is limit hold'em with its four rounds and the whole deck."""
    return definition.is_limit and is_whole_holdem(definition)


@dataclass(frozen=True)
class ListedDeals:
    """A game of few cards, by its classes of cards; a class is what a player sees in a round.

    ``weight`` float64[deals] sums to one, ``classes`` int32[deals, rounds, N] are by position,
    ``wins`` float64[deals] the share that position 0 wins of position 1 at a showdown.
    ``strength`` has for each round float64[classes], the chance to win of one opponent.
    """

    tree: GameTree
    weight: Floats
    classes: npt.NDArray[np.int32]
    wins: Floats
    strength: tuple[Floats, ...]

    def classes_of(
        self, hole_cards: Cards, boards: Cards, round_index: int
    ) -> npt.NDArray[np.intp]:
        """Return the classes of what players see in a round, intp[n]."""
        dealt = sum(self.tree.definition.board_card_counts[: round_index + 1])
        views = np.concatenate([hole_cards, boards[:, :dealt]], axis=1)
        return self.tree.classes.classes_of(views, round_index).astype(np.intp)


@lru_cache(maxsize=16)
def list_deals(definition: GameDefinition) -> ListedDeals:
    """List the deals of a game of at most ``MOST_CARDS`` cards."""
    tree = build_tree(definition)
    assert tree.deals is not None, "build_tree lists deals unless asked not to"
    beaten = tree.deals.patterns.astype(np.int64)[tree.deals.showdowns[-1].pattern]
    wins = (np.sign(beaten[:, 0] - beaten[:, 1]) + 1) / 2
    weight, paths = tree.deals.showdowns[-1].weight, tree.deals.paths
    strength = tuple(
        np.bincount(own, weight * wins, count) / np.bincount(own, weight, count)
        for own, count in zip(paths[:, :, 0].T, tree.classes.counts, strict=True)
    )
    return ListedDeals(tree, weight, paths, wins, strength)


def strength_to_next_card(
    definition: GameDefinition,
    hole_cards: Cards,
    boards: Cards,
    *,
    round_index: npt.NDArray[np.uint8],
    opponents: npt.ArrayLike = 1,
) -> Floats:
    """Return the chance to win of one opponent after the next card, float64[n].

    Source: document 004, Eq 6, HS(1 - NPot) + (1 - HS)PPot; on the last board HS. In games of few
    cards the next card is the last. Before the flop it is the equity against all ``opponents``,
    int[n] or one for all, to the power of 1 / opponents, so that the power gives that equity.
    """
    found, others = np.empty(len(hole_cards)), np.broadcast_to(opponents, len(hole_cards))
    for number in np.unique(round_index).tolist():
        rows = np.flatnonzero(round_index == number)
        if number == 0 and is_whole_holdem(definition):
            found[rows] = _strength_before_flop(hole_cards[rows], others[rows])
        else:
            found[rows] = _strength_in_round(definition, hole_cards[rows], boards[rows], number)
    return found


def _strength_before_flop(hole_cards: Cards, opponents: npt.NDArray[np.integer]) -> Floats:
    found = np.empty(len(hole_cards))
    for count in np.unique(opponents).tolist():
        rows = np.flatnonzero(opponents == count)
        found[rows] = preflop_equity(hole_cards[rows], count) ** (1.0 / count)
    return found


def _strength_in_round(
    definition: GameDefinition, hole_cards: Cards, boards: Cards, round_index: int
) -> Floats:
    if not is_whole_holdem(definition):
        deals = list_deals(definition)
        return deals.strength[round_index][deals.classes_of(hole_cards, boards, round_index)]
    laid = sum(definition.board_card_counts[: round_index + 1])
    seen = np.concatenate([np.sort(boards[:, :laid], axis=1), np.sort(hole_cards, axis=1)], axis=1)
    # Seatings of a deal ask about the same cards, and rows of one board share its ranking.
    keys = seen.astype(np.int64) @ CARD_PLACES[: seen.shape[1]]
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    holes, board = seen[first, laid:], seen[first, :laid]
    if laid == RIVER_CARDS:
        return hand_strength(holes, board)[which]
    potential: HandPotential = hand_potential(holes, board, cards_to_come=1)
    return win_probability(potential.strength, potential)[which]


def shown_strengths(hands: HandBatch) -> Floats:
    """Return by position the strength of what was shown, float64[n, N]; NaN if not shown.

    It is that on the last board, against one opponent who may hold anything.
    """
    definition, found = hands.game.definition, np.full((len(hands), hands.seat_count), np.nan)
    row, seat = np.nonzero(hands.showdown[:, None] & (hands.hole_cards[:, :, 0] != NO_CARD))
    if not len(row):
        return found
    rounds = np.full(len(row), definition.round_count - 1, np.uint8)
    cards = hands.hole_cards[row, seat], hands.board[row]
    found[row, hands.positions[row, seat]] = strength_to_next_card(
        definition, *cards, round_index=rounds
    )
    return found
