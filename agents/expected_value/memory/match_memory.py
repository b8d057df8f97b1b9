"""What the players of a chunk of matches remember of all seats: chains, and habits."""

from dataclasses import replace

import numpy as np

from railbird.agents.expected_value.betting.betting_lines import list_lines
from railbird.agents.expected_value.betting.betting_views import Betting
from railbird.agents.expected_value.betting.raise_menu import RaiseMenu
from railbird.agents.expected_value.betting.round_starts import RoundStarts
from railbird.agents.expected_value.betting.walked_betting import WalkedBetting
from railbird.agents.expected_value.cards.card_strength import shown_strengths
from railbird.agents.expected_value.cards.games import can_be_listed
from railbird.agents.expected_value.memory.chain_store import ChainStore, EndedChains
from railbird.agents.expected_value.memory.matches import HandOrder, MatchRows
from railbird.agents.expected_value.memory.opponent_habits import OpponentHabits
from railbird.native import GameDefinition
from railbird.plugins import HandBatch, MatchBatch


class MatchMemory:
    """The chains and habits that each player of a chunk saw, and the betting they are made of."""

    def __init__(self, matches: MatchBatch, menu: RaiseMenu) -> None:
        """Start without hands."""
        self.betting = _betting_of(matches.game.definition, menu)
        self.rows = MatchRows(matches)
        self.store = ChainStore(self.betting, self.rows.count)
        self.habits = OpponentHabits(self.betting, self.rows.count)
        self._order = HandOrder(self.rows.count)

    def add(self, hands: HandBatch) -> EndedChains:
        """Keep finished hands, and return them as they are kept."""
        ends, seats = self.betting.ends_of(hands.betting), np.argsort(hands.positions, axis=1)
        rows, ended = self.rows.of(hands), EndedChains(ends, seats, shown_strengths(hands))
        for found, chosen in self._order.steps(rows, hands.hand_index):
            some = ended.take(chosen)
            passed = self.betting.passed(some.ends)
            self.store.add_once(found, some, passed)
            self.habits.add_once(found, some, passed)
        return ended


class ManyMemory:
    """What a player remembers of several opponents: also what starts of rounds led to."""

    def __init__(self, matches: MatchBatch) -> None:
        """Start without hands of a limit game whose betting is too large to list."""
        self.every = MatchMemory(matches, RaiseMenu())
        walked = WalkedBetting(matches.game.definition)
        self.starts = ChainStore(RoundStarts(walked), self.every.rows.count)

    def add(self, hands: HandBatch) -> None:
        """Keep finished hands."""
        ended = self.every.add(hands)
        bettings = np.array(hands.betting, object)
        rows, told = self.every.rows.of(hands), replace(ended, ends=bettings)
        self.starts.add(rows, hands.hand_index, told)


def _betting_of(definition: GameDefinition, menu: RaiseMenu) -> Betting:
    """List the betting of a game if it can be, else read it as it comes."""
    if can_be_listed(definition):
        return list_lines(definition)
    return WalkedBetting(definition, RaiseMenu() if definition.is_limit else menu)
