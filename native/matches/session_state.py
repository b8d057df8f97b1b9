"""The arrays of a session: levels, who posts the largest blind, and hands dealt block by block."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import c_type_of, pointer
from railbird.native.game.definition import GameDefinition
from railbird.native.matches.rounds import RoundState, TableGroups
from railbird.native.matches.sessions import (
    LateBlinds,
    SessionRule,
    big_blind_position,
    first_odd_positions,
)

BLOCK_HANDS: int = 1 << lib.BLOCK_BITS
"""Hands of a block of deals."""
MOST_BLOCKS_AT_ONCE = 8
NOT_DEALT = -1
SEAT_BITS: int = lib.SEAT_SHIFT
LATE_BLINDS: dict[LateBlinds, int] = {
    "players left": lib.BLINDS_OF_THOSE_LEFT,
    "dead button": lib.DEAD_BUTTON,
    "moving button": lib.MOVING_BUTTON,
}

Integers = npt.NDArray[np.int64]
Cards = npt.NDArray[np.uint8]
DealMore = Callable[[npt.NDArray[np.intp], int, int], Cards]
"""Deals a number of hands of some decks, from a hand on: uint8[decks, hands, W]."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session rule, who deals the hands, and the tables that play in rounds, if any do."""

    rule: SessionRule
    deal: DealMore
    groups: TableGroups | None = None


class DealBlocks:
    """Rows of deals, of which each block has those of the decks that were still played then."""

    def __init__(self, deck_count: int) -> None:
        """Nothing is dealt."""
        self.first_rows: Integers = np.empty((0, deck_count), np.int64)
        """The row at which a block of a deck begins, int64[blocks, decks]."""
        self.row_count = 0

    @property
    def hand_count(self) -> int:
        """Hands of a deck that are dealt."""
        return len(self.first_rows) * BLOCK_HANDS

    def add(self, decks: npt.NDArray[np.intp]) -> int:
        """Add the next blocks, of these decks, and return how many hands of a deck they have.

        They are half of those that there are already, since any session may end soon.
        """
        count = min(max(len(self.first_rows) // 2, 1), MOST_BLOCKS_AT_ONCE)
        blocks = np.full((count, self.first_rows.shape[1]), NOT_DEALT, np.int64)
        number = np.arange(len(decks)) * count + np.arange(count)[:, None]
        blocks[:, decks] = self.row_count + number * BLOCK_HANDS
        self.first_rows = np.concatenate([self.first_rows, blocks])
        self.row_count += len(decks) * count * BLOCK_HANDS
        return count * BLOCK_HANDS

    def rows(self, decks: Integers, hands: Integers) -> Integers:
        """The rows of hands that are dealt."""
        block, place = np.divmod(hands, BLOCK_HANDS)
        rows: Integers = self.first_rows[block, decks] + place
        return rows


class SessionState:
    """What a session keeps of M matches, for the field ``session`` of an ``rb_matches``."""

    def __init__(self, session: Session, definition: GameDefinition, decks: Integers) -> None:
        """Make the arrays; nothing is dealt yet."""
        rule = session.rule
        self._deal, self._late_blinds = session.deal, rule.late_blinds
        self.rounds: RoundState | None = None
        if session.groups is not None:
            self.rounds = RoundState(session.groups, definition.player_count)
        self.blocks = DealBlocks(int(decks.max()) + 1)
        count = len(decks)
        self.arrays: dict[str, npt.NDArray[Any]] = {
            "level_ends": rule.level_ends(definition),
            "level_blinds": rule.level_blinds(definition),
            "level_antes": rule.level_antes(definition),
            "decks": decks,
            "levels": np.zeros(count, np.int32),
            "ended_counts": np.zeros(count, np.int32),
            **self._before_first_hand(count, definition),
            "waits": np.zeros(count, np.uint8),
        }
        self._definition = definition

    @property
    def rule(self) -> int:
        """The rule by its name in C."""
        rule: int = lib.FREEZE_OUT if self.rounds is None else lib.ROUNDS
        return rule

    def _before_first_hand(
        self, count: int, definition: GameDefinition
    ) -> dict[str, npt.NDArray[Any]]:
        """Who had blinds and button last: in the first hand, or in rounds before it.

        In rounds the first player at a table is next to have the big blind, and the others had it
        before him, the last the latest.
        """
        position, players = big_blind_position(definition), definition.player_count
        if self.rounds is None:
            turns = [list(range(position + 1))] * count
            buttons = [players - 1] * count
        else:
            turns = self.rounds.taken_seats()
            buttons = [
                seats[(2 * len(seats) - 2 - min(position, len(seats) - 1)) % len(seats)]
                for seats in turns
            ]
        latest = [sum(seat << SEAT_BITS * i for i, seat in enumerate(reversed(t))) for t in turns]
        return {
            "big_blind_seats": np.array([seats[-1] for seats in turns], np.uint8),
            "latest_big_blinds": np.array(latest, np.uint64),
            "button_seats": np.array(buttons, np.uint8),
        }

    def point(self, c_session: Any) -> None:
        """Write the rule and the arrays into an ``rb_session``."""
        c_session.rule = self.rule
        c_session.level_count = len(self.arrays["level_ends"])
        c_session.late_blinds = LATE_BLINDS[self._late_blinds]
        c_session.big_blind = big_blind_position(self._definition)
        first, heads_up = first_odd_positions(self._definition)
        c_session.first_odd, c_session.first_odd_heads_up = first, heads_up
        c_session.deck_count = self.blocks.first_rows.shape[1]
        c_session.block_rows = pointer(self.blocks.first_rows, "int64_t")
        for name, array in self.arrays.items():
            setattr(c_session, name, pointer(array, c_type_of(array)))

    def deal_next(self, decks: npt.NDArray[np.intp]) -> Cards:
        """Deal the next hands of some decks, uint8[rows, W]."""
        first_hand = self.blocks.hand_count
        cards = self._deal(decks, first_hand, self.blocks.add(decks))
        return cards.reshape(-1, cards.shape[2])
