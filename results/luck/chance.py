"""The luck of the cards in hold'em, for any number of players and without anything declared.

The value of a history is what each player can expect of the chips that are in the pots, by exact
equity of the hands that are still in, given all hole cards dealt. It is linear in that equity, so
its expectation over the next cards is the equity before them, and no board is sampled. Before any
card everybody can expect the same.

For more than two players, exact equities before the flop take a fraction of a millisecond a hand.
With `preflop` "table" the value of hole cards is therefore that against random hands, shifted so
that shares sum to one, and the flop is not corrected unless the hand was all-in by then: values of
another function, which is fixed as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.native import (
    NO_CARD,
    GameDefinition,
    compile_game,
    deal_layout,
    holding_index,
    preflop_equity,
)
from railbird.native.game.holdem import is_holdem
from railbird.native.odds.mean_shares import holding_pair_equities, mean_shares
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.all_in import deciding_rounds
from railbird.results.hands.deals import cards_of
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.luck.pots import contested_pots
from railbird.results.luck.round_ends import round_ends

Bools = npt.NDArray[np.bool_]
Preflop = Literal["exact", "table"]
TWO_PLAYERS = 2
MASK_BITS, COUNT_BITS = 16, 4


@dataclass(frozen=True, slots=True, eq=False)
class ChanceLuck:
    """What the cards of n hands take from each player, by position, in chips.

    Add `corrections` float64[n, R, N], by the round whose cards were dealt, to payoffs: all of them
    take out the luck of the cards, those after `last_choice` int64[n] (the round of the last
    decision) that of the boards of all-ins. Hands that are not `is_known` bool[n], for lack of
    cards, have zeros.
    """

    corrections: Floats
    last_choice: Integers
    is_known: Bools

    def of_cards(self, weights: Sequence[float] | None = None) -> Floats:
        """The luck of all cards, float64[n, N].

        With weights by round that of cards before the last decision is weighted.
        """
        if weights is None:
            total: Floats = self.corrections.sum(axis=1)
            return total
        early: Floats = np.einsum("nrp,r->np", self.before_last_choice(), weights)
        return early + self.of_all_ins()

    def before_last_choice(self) -> Floats:
        """The corrections for cards after which a decision came, float64[n, R, N]; others are 0."""
        rounds = np.arange(self.corrections.shape[1])
        is_before = rounds <= self.last_choice[:, None]
        before: Floats = self.corrections * is_before[:, :, None]
        return before

    def of_all_ins(self) -> Floats:
        """The luck of the cards after the last decision, float64[n, N]."""
        rounds = np.arange(self.corrections.shape[1])
        is_after = rounds > self.last_choice[:, None]
        total: Floats = (self.corrections * is_after[:, :, None]).sum(axis=1)
        return total


def usual_preflop(definition: GameDefinition) -> Preflop:
    """Return how hole cards are valued by default: exactly for two players."""
    return "exact" if definition.player_count == TWO_PLAYERS else "table"


def has_chance_values(definition: GameDefinition) -> bool:
    """Whether the game has values of histories without anything declared."""
    return is_holdem(definition)


def chance_luck(
    definition: GameDefinition, hands: PlayedHands, *, preflop: Preflop | None = None
) -> ChanceLuck:
    """Return the luck of the cards of hands; see the module for `preflop` and its default."""
    ends, rows = round_ends(definition, hands)
    cards = cards_of(definition, hands, np.arange(len(hands)))
    layout, rounds = deal_layout(definition), definition.round_count
    board_ends = np.array(compile_game(definition).board_card_ends, np.int64)
    dealt = board_ends[ends.last_round[rows]]
    board = layout.board(cards)
    lies = np.arange(board.shape[1]) < dealt[:, None]
    is_known = (layout.hole_cards(cards) != NO_CARD).all(axis=(1, 2))
    is_known &= ((board != NO_CARD) | ~lies).all(axis=1)
    known = np.flatnonzero(is_known)
    last_choice = deciding_rounds(definition)[ends.closing_round[rows]]
    corrections = np.zeros((len(hands), rounds, definition.player_count))
    corrections[known] = _Deals(
        definition,
        preflop or usual_preflop(definition),
        hole_cards=layout.hole_cards(cards[known]),
        board=board[known],
        board_ends=board_ends,
        spent=ends.spent[rows[known]],
        live=ends.live[rows[known]],
        last_round=ends.last_round[rows[known]].astype(np.int64),
        last_choice=last_choice[known],
    ).corrections(_posted(definition, hands, known))
    return ChanceLuck(corrections, last_choice, is_known)


def _posted(
    definition: GameDefinition, hands: PlayedHands, rows: Integers
) -> tuple[Integers, Bools]:
    """Return the blinds of hands and who is in them, [m, N] by position."""
    shape = (len(rows), definition.player_count)
    own = [
        np.broadcast_to(np.array(usual, np.int64), shape) if chips is None else chips[rows]
        for usual, chips in (
            (definition.blinds, hands.blinds),
            (definition.stacks, hands.stacks),
        )
    ]
    return np.minimum(*own), own[1] > 0


@dataclass(frozen=True, slots=True, eq=False)
class _Pots:
    """One pot for each of some hands, before and after the cards of a round.

    `rows` int64[k] are hands, `before` and `after` cards of the board then.
    """

    rows: Integers
    round_index: int
    chips: Floats
    contestants: Bools
    before: int
    after: int


@dataclass(frozen=True, eq=False)
class _Deals:
    """The cards of m hands with known cards, and how their betting stood round by round."""

    definition: GameDefinition
    preflop: Preflop
    hole_cards: npt.NDArray[np.uint8]
    board: npt.NDArray[np.uint8]
    board_ends: Integers
    spent: Integers
    live: Bools
    last_round: Integers
    last_choice: Integers

    def corrections(self, posted: tuple[Integers, Bools]) -> Floats:
        """Return what the cards of each round take, float64[m, R, N]."""
        corrections = np.zeros((len(self.board), self.definition.round_count, self.live.shape[2]))
        corrections[:, 0] = self._hole_cards(*posted)
        pots = list(self._pots())
        if not pots:
            return corrections
        before, after = self._shares(pots)
        start = 0
        for pot in pots:
            part = slice(start, start := start + len(pot.rows))
            luck = pot.chips[:, None] * (before[part] - after[part])
            corrections[pot.rows, pot.round_index] += luck
        return corrections

    def _hole_cards(self, blinds: Integers, is_in: Bools) -> Floats:
        count = is_in.sum(axis=1)
        pot = blinds.sum(axis=1)[:, None]
        fair = is_in / count[:, None]
        if self.preflop == "exact":
            rows = np.arange(len(self.board))
            zeros = np.zeros(len(rows), np.int64)
            luck: Floats = pot * (fair - self._of_rows(rows, zeros, is_in))
            return luck
        values = np.zeros(is_in.shape)
        for players in np.unique(count[count > 1]).tolist():
            rows = count == players
            values[rows] = preflop_equity(self.hole_cards[rows], players - 1)
        values *= is_in
        values -= is_in * (values.sum(axis=1) / count)[:, None]
        luck = -pot * values
        return luck

    def _pots(self) -> Iterator[_Pots]:
        ends = self.board_ends
        for r in range(1, self.definition.round_count):
            if ends[r] == ends[r - 1]:
                continue
            is_dealt = self.last_round >= r
            if not ends[r - 1] and self.preflop == "table":
                is_dealt &= self.last_choice < r
            rows = np.flatnonzero(is_dealt)
            for chips, contestants in contested_pots(
                self.spent[rows, r - 1], self.live[rows, r - 1]
            ):
                own = np.flatnonzero(chips)
                yield _Pots(
                    rows[own], r, chips[own], contestants[own], int(ends[r - 1]), int(ends[r])
                )

    def _shares(self, pots: list[_Pots]) -> tuple[Floats, Floats]:
        """Return the shares of all pots before and after, float64[k, N]; each computed once."""
        rows = self._same_deal[np.concatenate([pot.rows for pot in pots] * 2)]
        counts = [
            np.full(len(pot.rows), count)
            for when in ("before", "after")
            for pot, count in ((pot, getattr(pot, when)) for pot in pots)
        ]
        contestants = np.concatenate([pot.contestants for pot in pots] * 2)
        bits = 1 << np.arange(contestants.shape[1])
        on_board = np.concatenate(counts)
        keys = (rows << COUNT_BITS | on_board) << MASK_BITS | contestants @ bits
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        shares = self._of_rows(rows[first], on_board[first], contestants[first])[place.ravel()]
        before, after = np.split(shares, 2)
        return before, after

    @cached_property
    def _same_deal(self) -> Integers:
        """The first hand of the same deal, int64[m]: other seatings have it, too."""
        cards = np.concatenate([self.hole_cards.reshape(len(self.board), -1), self.board], axis=1)
        words = np.ascontiguousarray(cards).view(f"V{cards.shape[1]}").ravel()
        _, first, deal = np.unique(words, return_index=True, return_inverse=True)
        found: Integers = first[deal.ravel()]
        return found

    def _of_rows(self, rows: Integers, counts: Integers, contestants: Bools) -> Floats:
        """Return shares float64[k, N] of hands by number, on boards of so many cards."""
        if self.live.shape[2] == TWO_PLAYERS:
            return self._of_two(rows, counts, contestants)
        return mean_shares(self.hole_cards[rows], self.board[rows], counts, contestants=contestants)

    def _of_two(self, rows: Integers, counts: Integers, contestants: Bools) -> Floats:
        shares = np.empty((len(rows), TWO_PLAYERS))
        is_early = counts == 0
        pairs = holding_index(self.hole_cards[rows[is_early]])
        shares[is_early, 0] = holding_pair_equities()[pairs[:, 0], pairs[:, 1]]
        shares[is_early, 1] = 1.0 - shares[is_early, 0]
        late = rows[~is_early]
        shares[~is_early] = mean_shares(
            self.hole_cards[late],
            self.board[late],
            counts[~is_early],
            contestants=contestants[~is_early],
        )
        return shares
