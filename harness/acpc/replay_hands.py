"""Holds the lines of a match log to the rules of the game and to each other."""

from collections.abc import Iterator, Sequence

import numpy as np

from railbird.harness.acpc.log import HandLine, ScoreLine
from railbird.harness.acpc.log_deals import LogDeals, complete_deal, read_shown_cards
from railbird.native import BettingError, CardError, GameDefinition, Tables
from railbird.results.histories import format_payoff

TABLE = np.zeros(1, np.int32)


class HandChecker:
    """Replays hands one after the other and adds up what each player wins."""

    def __init__(self, definition: GameDefinition, deals: LogDeals, hand_count: int | None) -> None:
        """Start before hand 0; ``hand_count`` is the header's, where there is one."""
        self.count = 0
        self.payoff_count = 0
        self.has_score = False
        self._definition = definition
        self._deals = deals
        self._hand_count = hand_count
        self._tables = Tables(definition, 1)
        self._seating: tuple[str, ...] = ()  # names by seat, as hand 0 has them
        self._button_moves = True
        self._totals: dict[str, int] = {}

    def check_hand(self, line: HandLine) -> Iterator[str]:
        """Yield what is wrong with a STATE line."""
        hand_index, self.count = self.count, self.count + 1
        if line.hand_index != hand_index:
            yield f"hand {line.hand_index} stands where hand {hand_index} was expected"
        if self._hand_count is not None and hand_index == self._hand_count:
            yield f"the header speaks of {self._hand_count} hands, and here is one more"
        yield from self._check_widths(line) or self._check_contents(line, hand_index)

    def check_score(self, line: ScoreLine) -> Iterator[str]:
        """Yield what is wrong with the SCORE line."""
        self.has_score = True
        if self._hand_count is not None and self.count != self._hand_count:
            yield f"the score follows {self.count} hands, but the header says {self._hand_count}"
        if line.names != self._seating:
            yield f"names {_join(line.names)} should be {_join(self._seating)}, by seat of hand 0"
            return
        totals = tuple(self._totals.get(name, 0) for name in line.names)
        if line.payoffs != totals:
            yield f"score {_join_chips(line.payoffs)} should be {_join_chips(totals)}"

    def _check_widths(self, line: HandLine) -> list[str]:
        player_count = self._definition.player_count
        widths = {"hands": line.hole_cards, "payoffs": line.payoffs, "names": line.names}
        faults = [
            f"{len(values)} {what} stand where {player_count} belong"
            for what, values in widths.items()
            if len(values) != player_count
        ]
        if len(line.boards) >= self._definition.round_count:
            faults.append(f"{len(line.boards)} boards stand where a round each belongs")
        return faults

    def _check_contents(self, line: HandLine, hand_index: int) -> list[str]:
        faults = self._check_names(line.names, hand_index)
        for name, payoff in zip(line.names, line.payoffs, strict=True):
            self._totals[name] = self._totals.get(name, 0) + payoff
        try:
            return faults + list(self._check_play(line, hand_index))
        except (BettingError, CardError) as error:
            return [*faults, str(error)]

    def _check_play(self, line: HandLine, hand_index: int) -> Iterator[str]:
        shown = read_shown_cards(self._definition, line.hole_cards, line.boards)
        wrong_card = self._deals.find_wrong_card(hand_index, shown)
        if wrong_card is not None:
            yield wrong_card
        self._tables.start_hands(TABLE, complete_deal(self._definition, shown)[None, :])
        self._tables.play_betting(TABLE, [line.betting])
        if not self._tables.is_done[0]:
            yield f"betting '{line.betting}' does not end the hand"
            return
        if len(line.boards) != line.betting.count("/"):
            yield f"{len(line.boards)} boards do not go with betting '{line.betting}'"
            return
        payoffs = tuple(int(payoff) for payoff in self._tables.payoffs(TABLE)[0])
        self.payoff_count += len(payoffs)
        if payoffs != line.payoffs:
            yield f"payoffs {_join_chips(line.payoffs)} should be {_join_chips(payoffs)}"

    def _check_names(self, names: tuple[str, ...], hand_index: int) -> list[str]:
        if not self._seating:
            self._seating = names
            return [f"a name is doubled in {_join(names)}"] if len(set(names)) < len(names) else []
        if hand_index == 1:  # the dealer's -f keeps every seat in its position
            self._button_moves = names != self._seating
        shift = hand_index % len(names) if self._button_moves else 0
        expected = self._seating[shift:] + self._seating[:shift]
        if names == expected:
            return []
        return [f"names {_join(names)} should be {_join(expected)}, by position of the hand"]


def _join(names: Sequence[str]) -> str:
    return "'" + "|".join(names) + "'"


def _join_chips(payoffs: Sequence[int]) -> str:
    return "|".join(format_payoff(payoff) for payoff in payoffs)
