"""Whose a card of a deal is: the one place that knows how a deal is laid out."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from railbird.native.game.definition import GameDefinition

Cards = npt.NDArray[np.uint8]
Slots = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class DealLayout:
    """Which cards of a deal, uint8[..., W], are whose.

    ``hole_slots`` intp[N, hole cards] by position, ``board_slots`` intp[board cards] in the order
    in which they are laid, ``board_ends`` how many of those lie there by round, ``card_count`` the
    cards of a deal, W. Behind the board are those that replace exchanged cards, in the order in
    which they are drawn: ``draw_slots`` intp[N, draws] by position, or intp[1, rest of the deck]
    where all draw from one stub. Arrays are read-only.
    """

    hole_slots: Slots
    board_slots: Slots
    board_ends: tuple[int, ...]
    card_count: int
    draw_slots: Slots

    def hole_cards(self, deals: Cards) -> Cards:
        """Everybody's hole cards, uint8[..., N, hole cards] by position."""
        return deals[..., self.hole_slots]

    def board(self, deals: Cards, round_index: int | None = None) -> Cards:
        """The board as it lies in a round, by default the last, uint8[..., cards]."""
        return deals[..., self.board_slots[: self._board_end(round_index)]]

    def held(self, deals: Cards, position: int, round_index: int | None = None) -> Cards:
        """What a position sees in a round: its hole cards and the board."""
        return deals[..., self.slots_seen(position, round_index)]

    def slots_seen(self, position: int, round_index: int | None = None) -> Slots:
        """The slots of what a position sees in a round, its hole cards first."""
        board = self.board_slots[: self._board_end(round_index)]
        return np.concatenate([self.hole_slots[position], board])

    @property
    def sections(self) -> tuple[Slots, ...]:
        """The slots as ACPC lines write them: each position's, then what each round lays."""
        bounds = pairwise((0, *self.board_ends))
        return (*self.hole_slots, *(self.board_slots[start:end] for start, end in bounds))

    @property
    def slots_in_order(self) -> Slots:
        """Every slot: the hole cards by position, the board as it is laid, then the draws."""
        return np.concatenate([self.hole_slots.ravel(), self.board_slots, self.draw_slots.ravel()])

    def draws_of(self, position: int) -> Slots:
        """The slots that a position draws from: its own run, or the stub of all."""
        slots: Slots = self.draw_slots[position if len(self.draw_slots) > 1 else 0]
        return slots

    def _board_end(self, round_index: int | None) -> int:
        return self.board_ends[-1 if round_index is None else round_index]


@lru_cache(maxsize=64)
def deal_layout(definition: GameDefinition) -> DealLayout:
    """The layout of a game's deals, the order in which the ACPC's dealer deals.

    Hole cards come by position, each position's together, and then the board.
    """
    players, held = definition.player_count, definition.hole_card_count
    laid = sum(definition.board_card_counts)
    slots = np.arange(definition.cards_per_hand)
    slots.setflags(write=False)
    shares_stub = definition.variant is not None and definition.variant.shares_stub
    return DealLayout(
        hole_slots=slots[: players * held].reshape(players, held),
        board_slots=slots[players * held :][:laid],
        board_ends=tuple(accumulate(definition.board_card_counts)),
        card_count=len(slots),
        draw_slots=slots[players * held + laid :].reshape(1 if shares_stub else players, -1),
    )
