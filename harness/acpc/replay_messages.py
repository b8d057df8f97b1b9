"""Checks the lines of an actions log against what the dealer must send."""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from railbird.harness.acpc.log import ReceivedLine, SentLine
from railbird.harness.table.remote.acpc_answer import LETTERS
from railbird.harness.table.remote.match_state import format_match_state, show_match_state
from railbird.native import (
    ACPC_DEALS,
    KIND_OF_LETTER,
    NO_CARD,
    NO_POSITION,
    GameDefinition,
    Tables,
    seat_order,
)
from railbird.results.histories.checking.deck_seeds import SeedDeals
from railbird.results.histories.notation.card_text import LETTERS as LETTERS_PER_CARD

TABLE = np.zeros(1, np.int32)
ANSWER = re.compile(rf"([{LETTERS}])([0-9]{{0,10}})")


class MessageChecker:
    """Plays the actions of the log and compares each message with the one due.

    After a message that is not the one due the rest of its hand is skipped, since everything in it
    would differ.
    """

    def __init__(self, definition: GameDefinition, deck_seed: int | None) -> None:
        """Start before hand 0."""
        self.count = 0
        self.card_count = 0  # compared with the deck seed
        self._definition = definition
        self._deals = None if deck_seed is None else SeedDeals(definition, ACPC_DEALS, deck_seed)
        self._tables = Tables(definition, 1)
        self._seat_order = seat_order(definition.player_count)
        self._hand_index = -1
        self._told: dict[int, str] = {}  # by seat, since the last action
        self._dealt: NDArray[np.uint8] | None = None
        self._is_lost = False

    def check_sent(self, line: SentLine) -> Iterator[str]:
        """Yield the faults of a TO line."""
        self.count += 1
        if self._hand_index < 0 or line.state.hand_index == self._hand_index + 1:
            if not self._is_lost and not self._is_hand_over():
                yield f"hand {line.state.hand_index} begins before the hand in play is over"
            self._start_hand()
        if self._is_lost:
            return
        fault = self._find_fault(line)
        if fault is not None:
            self._is_lost = True
            yield fault

    def take_received(self, line: ReceivedLine) -> None:
        """Play a FROM line as the dealer does: answers out of turn or not current are ignored."""
        position = NO_POSITION if self._hand_index < 0 else int(self._tables.acting_position[0])
        if self._is_lost or position == NO_POSITION or line.seat != self._find_seat(position):
            return
        state, _, answer = line.text.rpartition(":")
        action = ANSWER.fullmatch(answer)
        if action is None or self._told.get(line.seat) != state:
            return
        kind, amount = KIND_OF_LETTER[action[1].lower()], int(action[2] or 0)
        self._tables.apply_actions(TABLE, np.array([kind], np.uint8), np.array([amount], np.int64))
        self._told = {}

    def _find_fault(self, line: SentLine) -> str | None:
        player_count = self._definition.player_count
        if line.seat >= player_count:
            return f"there is no player {line.seat + 1} at a table of {player_count}"
        if line.seat in self._told:
            return (
                f"player {line.seat + 1} is asked twice, or after an action that is not in the log"
            )
        position = self._seat_order.position_of(line.seat, self._hand_index)
        due = show_match_state(
            self._definition, self._tables, 0, position=position, hand_index=self._hand_index
        )
        if self._dealt is None:  # without a deck seed cards are accepted as they are
            due = replace(due, hole_cards=line.state.hole_cards, boards=line.state.boards)
        self._told[line.seat] = format_match_state(due)
        if due != line.state:
            return f"'{format_match_state(line.state)}' should be '{self._told[line.seat]}'"
        if self._dealt is not None:
            letters = sum(map(len, (*due.hole_cards, *due.boards)))
            self.card_count += letters // LETTERS_PER_CARD
        return None

    def _start_hand(self) -> None:
        self._hand_index += 1
        self._is_lost = False
        self._told = {}
        index, width = self._hand_index, self._definition.cards_per_hand
        self._dealt = None if self._deals is None else self._deals.deals(index, index + 1)
        unknown = np.full((1, width), NO_CARD, np.uint8)
        self._tables.start_hands(TABLE, unknown if self._dealt is None else self._dealt)

    def _is_hand_over(self) -> bool:
        """Return whether the hand in play has ended and been sent to every seat."""
        if self._hand_index < 0:
            return True
        return bool(self._tables.is_done[0]) and len(self._told) == self._definition.player_count

    def _find_seat(self, position: int) -> int:
        return self._seat_order.seat_of(position, self._hand_index)
