"""All-in expectation: the mean payoff of hands over the boards still to come.

When nobody can act any more before the last card, only luck decides. Given all hole cards dealt,
those of folded players included, the expected payoff is exact: each layer of the pot is divided
among its contestants by their mean share over all boards. Rounds in which the game allows no raise
do not count as action. Payoffs are rounded to 1/2520 chip so that a hand still sums to zero, with
an error below N/2520 chip for each layer.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from railbird.native import (
    NO_CARD,
    PAYOFF_UNIT,
    GameDefinition,
    GameDefinitionError,
    compile_game,
    deal_layout,
)
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.counted_hands import CountedHands, count_styles
from railbird.results.hands.deals import cards_of
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import PlayedHands

Bools = npt.NDArray[np.bool_]
Cards = npt.NDArray[np.uint8]
LookUp = Callable[[Integers, Bools], Floats]
"""Returns the share of every position, from all-in numbers and the contestants of a layer."""


@dataclass(frozen=True, slots=True, eq=False)
class UndealtHands:
    """The m hands of a part in which nobody could act before the last card.

    `rows` int64[m] are hands of the part; `hole_cards` uint8[m, N, h], `spent` int64[m, N] and
    `live` bool[m, N] are by position; `boards` uint8[m, b] are those that were dealt, and
    `board_ends` int64[m] says how many of the cards lay when the last decision was made.
    """

    rows: Integers
    hole_cards: Cards
    spent: Integers
    live: Bools
    boards: Cards
    board_ends: Integers

    @property
    def boards_then(self) -> Cards:
        """The boards at the last decision, uint8[m, b]; 255 for cards to come."""
        is_dealt = np.arange(self.boards.shape[1]) < self.board_ends[:, None]
        return np.where(is_dealt, self.boards, np.uint8(NO_CARD))

    def look_up(self, match_ups: MatchUps, boards: Cards) -> LookUp:
        """Return what looks up mean shares on these boards, uint8[m, b]."""
        return lambda all_ins, is_in: match_ups.shares(
            self.hole_cards[all_ins], boards[all_ins], is_in
        )


@dataclass(frozen=True, slots=True, eq=False)
class PotLayer:
    """The chips int64[m] that all who spent so much contest, and by whom, bool[m, N].

    `is_contested` bool[m]: by two or more; else the chips go back to the one.
    """

    chips: Integers
    contestants: Bools
    is_contested: Bools

    def shares(self, look_up: LookUp) -> Floats:
        """Return the share of every position, float64[m, N]."""
        shares = self.contestants.astype(np.float64)
        all_ins = np.flatnonzero(self.is_contested)
        if len(all_ins):
            shares[all_ins] = look_up(all_ins, self.contestants[all_ins])
        return shares


@dataclass(frozen=True, slots=True, eq=False)
class AllIns:
    """The m hands of a part in which nobody could act before the last card.

    `rows` int64[m] are hands of the part; `payoffs` int64[m, N] are expected, by position, in
    1/2520 chip; `equity` float64[m, N] is the expected share of the pots that a player contests,
    nan if none.
    """

    rows: Integers
    payoffs: Integers
    equity: Floats


def has_expectation(definition: GameDefinition) -> bool:
    """Whether all-in expectations are computed for a game."""
    return definition.variant is None


def expect(definition: GameDefinition, hands: PlayedHands, match_ups: MatchUps) -> PlayedHands:
    """Return the hands with all-in expectations as payoffs.

    Raises GameDefinitionError for a variant.
    """
    if not has_expectation(definition):
        raise GameDefinitionError(
            "all-in expectation is available only for games that an ACPC definition can describe; "
            "leave it out for this game"
        )
    found = find_all_ins(definition, hands, count_styles(definition, hands), match_ups=match_ups)
    payoffs = hands.payoffs.copy()
    payoffs[found.rows] = found.payoffs
    return replace(hands, payoffs=payoffs)


def find_all_ins(
    definition: GameDefinition, hands: PlayedHands, counted: CountedHands, *, match_ups: MatchUps
) -> AllIns:
    """Return the all-ins of a part; hands with an unknown card are excluded."""
    found = find_undealt(definition, hands, counted)
    look_up = found.look_up(match_ups, found.boards_then)
    payoffs, equity = _expected(found.spent, found.live, look_up)
    return AllIns(found.rows, payoffs, equity)


def find_undealt(
    definition: GameDefinition, hands: PlayedHands, counted: CountedHands
) -> UndealtHands:
    """Return the hands shown down with board cards after the last decision.

    Those with an unknown card are excluded.
    """
    rows, board_ends = _undealt(definition, counted)
    cards = cards_of(definition, hands, rows)
    layout = deal_layout(definition)
    hole_cards, boards = layout.hole_cards(cards), layout.board(cards)
    is_known = (boards != NO_CARD).all(axis=1)
    if hands.stacks is None:
        is_known &= (hole_cards != NO_CARD).all(axis=(1, 2))
    else:  # nobody has seen the cards of those who are out
        is_out = (hands.stacks[rows] == 0)[:, :, None]
        is_known &= ((hole_cards != NO_CARD) | is_out).all(axis=(1, 2))
        hole_cards = np.where(is_out, np.uint8(NO_CARD), hole_cards)
    of_styles = counted.rows[rows[is_known]]
    return UndealtHands(
        rows=rows[is_known],
        hole_cards=hole_cards[is_known],
        spent=counted.styles.spent[of_styles],
        live=counted.styles.live[of_styles],
        boards=boards[is_known],
        board_ends=board_ends[is_known],
    )


def pot_layers(spent: Integers, live: Bools) -> Iterator[PotLayer]:
    """Yield the layers of the pots of m hands: between what one and the next of the live spent.

    What only players who folded spent is in the last.
    """
    levels = np.sort(np.where(live, spent, 0), axis=1)
    paid = np.zeros(len(spent), np.int64)
    for place in range(spent.shape[1]):
        level = levels[:, place]
        is_last = place == spent.shape[1] - 1
        until = spent if is_last else np.minimum(spent, level[:, None])
        chips = (until - np.minimum(spent, paid[:, None])).sum(axis=1)
        is_in = live & (spent >= level[:, None])
        yield PotLayer(chips, is_in, (is_in.sum(axis=1) > 1) & (chips > 0))
        paid = level


def deciding_rounds(definition: GameDefinition) -> Integers:
    """Return for each betting round the last one until it in which a raise is allowed, int64[R].

    Before that is the first round.
    """
    deciding = np.arange(definition.round_count)
    for round_index in range(1, definition.round_count):
        if definition.max_raises[round_index] == 0:
            deciding[round_index] = deciding[round_index - 1]
    return deciding


def _undealt(definition: GameDefinition, counted: CountedHands) -> tuple[Integers, Integers]:
    """Return hands shown down with board cards after the last choice, and the board before."""
    ends = np.array(compile_game(definition).board_card_ends, np.int64)
    board_ends = ends[deciding_rounds(definition)[counted.styles.closing_round]]
    is_shown = counted.styles.live.sum(axis=1) > 1
    is_undealt = (is_shown & (board_ends < ends[-1]))[counted.rows]
    is_undealt &= has_expectation(definition)
    rows = np.flatnonzero(is_undealt)
    return rows, board_ends[counted.rows[rows]]


def _expected(spent: Integers, live: Bools, look_up: LookUp) -> tuple[Integers, Floats]:
    """Divide the pot layer by layer: int64[m, N] payoffs, float64[m, N] equities."""
    payoffs = -spent * PAYOFF_UNIT
    won, contested = np.zeros(spent.shape), np.zeros(spent.shape)
    for layer in pot_layers(spent, live):
        shares = layer.shares(look_up)
        payoffs += _whole(layer.chips * PAYOFF_UNIT, shares)
        chips = np.where(layer.is_contested, layer.chips, 0)[:, None]
        won += chips * shares
        contested += chips * layer.contestants
    with np.errstate(invalid="ignore", divide="ignore"):
        equity: Floats = won / contested
    return payoffs, equity


def _whole(amount: Integers, shares: Floats) -> Integers:
    """Split amounts int64[m] by shares float64[m, N] into integers with the same sum.

    The rounding remainder goes to the largest share.
    """
    parts = np.rint(amount[:, None] * shares).astype(np.int64)
    left = np.where(shares.any(axis=1), amount - parts.sum(axis=1), 0)
    parts[np.arange(len(parts)), shares.argmax(axis=1)] += left
    return parts
