"""AIVAT in games small enough to list: the estimate for every deal and every end, exactly.

All imagined hands are listed, so this is the estimator as it is defined, without any shortcut.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from railbird.native import PAYOFF_UNIT
from railbird.results.luck.estimator import Floats, Imagined, Integers, LuckEvent, class_means
from railbird.results.luck.listed_game import Cards, ListedGame, PathStep
from railbird.results.luck.values import Histories, ValueFunction


@dataclass(frozen=True, slots=True)
class Declared:
    """Who declared what: strategies float64[entries] by position, and who is imagined.

    Only positions that declare can be imagined; without strategies chance alone is taken out.
    """

    strategies: Mapping[int, Floats]
    imagined: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Raise ValueError if a position is imagined that declares nothing."""
        if not self.imagined <= set(self.strategies):
            raise ValueError("only positions that declare their strategy can be imagined")


@dataclass(frozen=True)
class ListedLuck:
    """The estimates of a listed game under a value function, for these declared strategies."""

    game: ListedGame
    value: ValueFunction
    declared: Declared

    def estimates(self, end: int) -> Floats:
        """Return the payoffs without luck at an end, under each deal, float64[D, N], chips.

        Rows are nan where the declaring players cannot get to the end with these cards of the
        others.
        """
        weights = np.ones(len(self.game.deals))
        corrections = np.zeros((len(self.game.deals), self.game.tree.definition.player_count))
        for event in self._events(end):
            corrections += event.correction()
            weights = event.after.weights
        last = Imagined(weights, self._classes(self._last_round(end)))
        estimates: Floats = class_means(self.game.payoffs(end), last) / PAYOFF_UNIT + corrections
        return estimates

    def _last_round(self, end: int) -> int:
        path = self.game.path(end)
        return path[-1].arrival_round if path[-1].has_deal else path[-1].round_index

    def _events(self, end: int) -> Iterator[LuckEvent]:
        weights = np.ones(len(self.game.deals))
        yield self._deal(weights, None, "", 0)
        for step in self.game.path(end):
            position = int(self.game.tree.betting.node_player[step.node])
            if position in self.declared.strategies:
                event = self._decision(weights, step, self.declared.strategies[position])
                yield event
                weights = event.after.weights
            if step.has_deal:
                yield self._deal(weights, step.round_index, step.arrival, step.arrival_round)

    def _deal(
        self, weights: Floats, before: int | None, betting: str, round_index: int
    ) -> LuckEvent:
        value = self._value(betting, round_index)
        return LuckEvent(
            before=Imagined(weights, self._classes(before)),
            after=Imagined(weights, self._classes(round_index)),
            expected=value,  # all deals are listed, so the mean over them is the expectation
            value=value,
        )

    def _decision(self, weights: Floats, step: PathStep, strategy: Floats) -> LuckEvent:
        choices = self.game.choices(strategy, step.node)
        values = [self._value(a.then, a.round_index) for a in self.game.actions(step.node)]
        first = self.game.tree.betting.actions(step.node).start
        taken = step.edge - first
        classes = self._classes(step.round_index)
        return LuckEvent(
            before=Imagined(weights, classes),
            after=Imagined(weights * choices[:, taken], classes),
            expected=np.einsum("da,adp->dp", choices, np.array(values)),
            value=values[taken],
        )

    def _classes(self, round_index: int | None) -> Integers:
        players = range(self.game.tree.definition.player_count)
        seen = tuple(p for p in players if p not in self.declared.imagined)
        return self.game.classes(seen, round_index)

    def _value(self, betting: str, round_index: int) -> Floats:
        key = (betting, round_index)
        if key not in self._values:
            cards: Cards = self.game.cards_by(round_index)
            histories = Histories(self.game.tree.definition, [betting] * len(cards), cards)
            self._values[key] = self.value.values(histories)
        return self._values[key]

    @cached_property
    def _values(self) -> dict[tuple[str, int], Floats]:
        return {}
