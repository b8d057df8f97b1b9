"""The exact value of every history of a listed game, if all play given strategies."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from railbird.native import NO_CARD
from railbird.native.solver.trees.card_classes import CARD_BITS
from railbird.results.luck.estimator import Floats, Imagined, Integers, class_means
from railbird.results.luck.listed_game import Cards, ListedGame
from railbird.results.luck.values import Histories


@dataclass(frozen=True)
class ExactValue:
    """The expected payoffs if each position plays its strategy, float64[entries] each.

    The cards of all are known, those to come are not.
    """

    game: ListedGame
    strategies: Sequence[Floats]

    def values(self, histories: Histories) -> Floats:
        """Return the values in chips, float64[n, N]; raises KeyError for other histories."""
        values = np.empty((len(histories), self.game.tree.definition.player_count))
        betting = np.array(histories.betting, dtype=object)
        for text in dict.fromkeys(histories.betting):
            rows = np.flatnonzero(betting == text)
            values[rows] = self._of_betting(text, histories.cards[rows])
        return values

    def _of_betting(self, betting: str, cards: Cards) -> Floats:
        dealt = (cards != NO_CARD).sum(axis=1)
        values = np.empty((len(cards), self.game.tree.definition.player_count))
        for count in np.unique(dealt).tolist():
            rows = dealt == count
            values[rows] = self._table(betting, count)[self._places(cards[rows], count)]
        return values

    def _places(self, cards: Cards, count: int) -> Integers:
        """Return a deal that begins with these cards, for each row."""
        codes, first = self._prefixes(count)
        found: Integers = first[np.searchsorted(codes, first_codes(cards, count))]
        return found

    def _prefixes(self, count: int) -> tuple[Integers, Integers]:
        if count not in self._by_count:
            codes = first_codes(self.game.deals, count)
            self._by_count[count] = np.unique(codes, return_index=True)
        return self._by_count[count]

    @cached_property
    def _by_count(self) -> dict[int, tuple[Integers, Integers]]:
        return {}

    def _table(self, betting: str, count: int) -> Floats:
        """The values by deal, the mean over the deals that have these cards in common."""
        key = (betting, count)
        if key not in self._means:
            classes = np.unique(first_codes(self.game.deals, count), return_inverse=True)[1].ravel()
            imagined = Imagined(np.ones(len(classes)), classes)
            self._means[key] = class_means(self._by_betting[betting], imagined)
        return self._means[key]

    @cached_property
    def _means(self) -> dict[tuple[str, int], Floats]:
        return {}

    @cached_property
    def _by_betting(self) -> dict[str, Floats]:
        """The values by betting and deal, float64[D, N], with the cards to come known."""
        betting = self.game.tree.betting
        values: dict[str, Floats] = {}
        for end in range(betting.end_count):
            step = self.game.path(end)[-1]
            values[step.then] = values[step.arrival] = self.game.chips(end)
        for node in reversed(range(betting.node_count)):
            choices = self.game.choices(self.strategies[int(betting.node_player[node])], node)
            actions = list(self.game.actions(node))
            value = sum(
                choice[:, None] * values[action.then]
                for choice, action in zip(choices.T, actions, strict=True)
            )
            values[betting.node_betting[node]] = value
            if node:
                values[self.game.step_to(node).then] = value
        return values


def first_codes(cards: Cards, count: int) -> Integers:
    """Number the first cards of deals; no game with more than ten cards can be listed."""
    shifts = CARD_BITS * np.arange(count)
    codes: Integers = (cards[:, :count].astype(np.int64) << shifts).sum(axis=1)
    return codes
