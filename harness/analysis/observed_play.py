"""Action frequencies of an agent of a stored run: a model of it, by information set.

The run's deals are known, so hands without a showdown count too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.harness.errors import SpecError
from railbird.native import (
    NO_CARD,
    ActionKind,
    StrategyError,
    deal_layout,
    read_actions,
)
from railbird.native.solver import GameTree
from railbird.results import RunResults
from railbird.results.hands.deals import cards_of
from railbird.results.hands.played_hands import PlayedHands

Counts = npt.NDArray[np.float64]
Decision = tuple[int, int]
"""A node, and an action's place in it."""


@dataclass(frozen=True, slots=True)
class ObservedPlay:
    """Observed actions of an agent: ``counts`` float64[entries], and the number of hands."""

    tree: GameTree
    counts: Counts
    hand_count: int

    @property
    def seen_share(self) -> float:
        """The share of information sets in which it was observed."""
        return float((self._by_set() > 0.0).mean())

    def model(self) -> Counts:
        """Its frequencies as a strategy float64[entries]; where it was never observed, it calls."""
        seen = self._by_set()[self.tree.entry_set]
        calls = np.zeros(self.tree.entry_count)
        for node in range(self.tree.betting.node_count):
            kinds = self.tree.betting.edge_kind[self.tree.betting.actions(node)]
            self.tree.table(calls, node)[kinds == ActionKind.CALL] = 1.0
        return np.divide(self.counts, seen, out=calls, where=seen > 0.0)

    def _by_set(self) -> Counts:
        sets, count = self.tree.entry_set, self.tree.information_set_count
        return np.bincount(sets, weights=self.counts, minlength=count).astype(np.float64)


def observe_play(run: RunResults, tree: GameTree, label: str) -> ObservedPlay:
    """Count all decisions of an agent in a run of the tree's game.

    Raises SpecError if the run has no such agent or has unknown cards, StrategyError for betting
    that is not in the tree.
    """
    labels = [agent.label for agent in run.manifest.agents]
    if label not in labels:
        raise SpecError(
            f"no agent '{label}' played in {run.folder}; choose one of {', '.join(labels)}"
        )
    counting = _Counting(tree)
    for part in run.reading.hands_as_played():
        if not counting.add(part, run.labels.index(label)):
            raise SpecError(
                f"some cards of the hands of {run.folder} are unknown; use a run that was played "
                "with railbird and has ended"
            )
    return ObservedPlay(tree, counting.counts, counting.hand_count)


@dataclass
class _Counting:
    tree: GameTree
    hand_count: int = 0
    paths: dict[tuple[str, int], list[Decision]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.counts = np.zeros(self.tree.entry_count)
        self.nodes = {text: node for node, text in enumerate(self.tree.betting.node_betting)}

    def add(self, hands: PlayedHands, agent: int) -> bool:
        """Count the decisions of an agent by number; return False if a card is unknown."""
        rows, positions = np.nonzero(hands.members == agent)
        cards = cards_of(self.tree.definition, hands, rows)
        if (cards == NO_CARD).any():
            return False
        self.hand_count += len(rows)
        words = hands.word[rows]
        for word in np.unique(words).tolist():
            text = hands.letters[slice(*hands.offsets[word : word + 2])].tobytes().decode("ascii")
            for position in range(self.tree.definition.player_count):
                chosen = np.flatnonzero((words == word) & (positions == position))
                if len(chosen):
                    self._add_hands(text, position, cards[chosen])
        return True

    def _add_hands(self, text: str, position: int, cards: npt.NDArray[np.uint8]) -> None:
        if (text, position) not in self.paths:
            self.paths[text, position] = list(self._decisions(text, position))
        for node, action in self.paths[text, position]:
            round_index = int(self.tree.betting.node_round[node])
            views = deal_layout(self.tree.definition).held(cards, position, round_index)
            classes = self.tree.classes.classes_of(views, round_index)
            np.add.at(self.tree.table(self.counts, node)[action], classes, 1.0)

    def _decisions(self, text: str, position: int) -> Iterator[Decision]:
        betting = self.tree.betting
        for start, kind, amount in read_actions(text):
            node = self.nodes.get(text[:start])
            if node is None or int(betting.node_player[node]) != position:
                continue  # another agent's, or forced because nobody can raise any more
            span = betting.actions(node)
            is_this = (betting.edge_kind[span] == kind) & (
                (betting.edge_amount[span] == amount) | (amount == 0)
            )
            if not is_this.any():
                raise StrategyError(
                    f"the betting {text!r} of the run is not in the tree; list the raise sizes "
                    "that were played"
                )
            yield node, int(is_this.argmax())
