"""Stored hands of a game that can be listed, as deals and ends of its list."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, GameDefinition, LimitError, StrategyError, deal_layout
from railbird.native.solver import (
    build_tree,
    count_all_deals,
    find_equilibria,
    make_solver,
    measure_tree,
)
from railbird.results.hands.deals import cards_of
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.luck.estimator import Floats, Integers
from railbird.results.luck.exact_values import ExactValue, first_codes
from railbird.results.luck.listed_game import ListedGame
from railbird.results.luck.listed_luck import Declared, ListedLuck

MOST_DEALS, MOST_SETS = 10_000, 20_000
ITERATIONS = 200
SOLVER = "cfr+"


@lru_cache(maxsize=16)
def is_listed(definition: GameDefinition) -> bool:
    """Whether a game is small enough to list and to solve while results are read."""
    if definition.variant is not None or count_all_deals(definition) > MOST_DEALS:
        return False
    try:
        return measure_tree(definition).information_set_count <= MOST_SETS
    except (LimitError, StrategyError):
        return False


@lru_cache(maxsize=16)
def listed_game(definition: GameDefinition) -> ListedGame:
    """Return the listed game of a definition."""
    return ListedGame(build_tree(definition))


@lru_cache(maxsize=16)
def equilibrium_value(definition: GameDefinition) -> ExactValue:
    """Return the values under the strategy of 200 iterations of CFR+, a fixed function."""
    game = listed_game(definition)
    solver = make_solver(game.tree, SOLVER)
    solved = find_equilibria(solver, until_nash_conv=0.0, most_iterations=ITERATIONS)
    return ExactValue(game, [solved.strategies[0]] * definition.player_count)


@dataclass(frozen=True, slots=True, eq=False)
class ListedCorrections:
    """What luck gave to the players of n hands, by position, in chips, with a minus sign.

    Add `corrections` float64[n, N] to payoffs. Hands that are not `is_known` bool[n] have zeros:
    their cards are not known, or a declaring agent acted with probability 0.
    """

    corrections: Floats
    is_known: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ListedHands:
    """The estimates of a listed game for declared strategies float64[entries] by agent number."""

    definition: GameDefinition
    strategies: Mapping[int, Floats]

    def corrections(self, hands: PlayedHands) -> ListedCorrections:
        """Return the corrections of hands, whose agents are numbered like the strategies."""
        corrections = np.zeros(hands.payoffs.shape)
        deals = self._deals(hands)
        words = self._ends(hands)
        keys = np.column_stack([hands.members, hands.word])
        known = np.flatnonzero(deals >= 0)
        groups, group = np.unique(keys[known], axis=0, return_inverse=True)
        order = np.argsort(group.ravel(), kind="stable")
        cuts = np.flatnonzero(np.diff(group.ravel()[order])) + 1
        for key, rows in zip(groups.tolist(), np.split(known[order], cuts), strict=True):
            table = self._table(tuple(key[:-1]), words[key[-1]])
            corrections[rows] = table[deals[rows]]
        is_known = (deals >= 0) & ~np.isnan(corrections).any(axis=1)
        return ListedCorrections(np.where(is_known[:, None], corrections, 0.0), is_known)

    @property
    def _game(self) -> ListedGame:
        return listed_game(self.definition)

    def _deals(self, hands: PlayedHands) -> Integers:
        """Return the number of each hand's deal, -1 for one with unknown cards."""
        cards = cards_of(self.definition, hands, np.arange(len(hands)))
        layout = deal_layout(self.definition)
        for slots in (*layout.hole_slots, *layout.sections[len(layout.hole_slots) :]):
            cards[:, slots] = np.sort(cards[:, slots], axis=1)
        is_known = (cards != NO_CARD).all(axis=1)
        codes, numbers = self._codes
        places = np.searchsorted(codes, first_codes(cards, cards.shape[1]))
        return np.where(is_known, numbers[np.minimum(places, len(numbers) - 1)], -1)

    @cached_property
    def _codes(self) -> tuple[Integers, Integers]:
        return np.unique(
            first_codes(self._game.deals, self._game.deals.shape[1]), return_index=True
        )

    def _ends(self, hands: PlayedHands) -> dict[int, int]:
        used = np.unique(hands.word)
        letters, offsets = hands.spell(used)
        text = letters.tobytes().decode("ascii")
        return {
            word: self._end_of[text[offsets[row] : offsets[row + 1]]]
            for row, word in enumerate(used.tolist())
        }

    @cached_property
    def _end_of(self) -> dict[str, int]:
        return {text: end for end, text in enumerate(self._game.tree.betting.end_betting)}

    def _table(self, members: tuple[int, ...], end: int) -> Floats:
        """Return the corrections at an end under each deal, for agents by position."""
        key = (members, end)
        if key not in self._tables:
            self._tables[key] = self._luck(members).estimates(end) - self._game.chips(end)
        return self._tables[key]

    def _luck(self, members: tuple[int, ...]) -> ListedLuck:
        if members not in self._lucks:
            declared = {
                position: self.strategies[agent]
                for position, agent in enumerate(members)
                if agent in self.strategies
            }
            value = equilibrium_value(self.definition)
            self._lucks[members] = ListedLuck(
                self._game, value, Declared(declared, frozenset(declared))
            )
        return self._lucks[members]

    @cached_property
    def _tables(self) -> dict[tuple[tuple[int, ...], int], Floats]:
        return {}

    @cached_property
    def _lucks(self) -> dict[tuple[int, ...], ListedLuck]:
        return {}
