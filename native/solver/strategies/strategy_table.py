"""A strategy looked up by what a player sees: the betting so far, his cards and the board."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.errors import StrategyError
from railbird.native.game.actions import ActionKind
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import Strategy

NO_ENTRY = -1
RAISES_FROM = 2


@dataclass(frozen=True, slots=True)
class Answers:
    """What a strategy does at n decisions, in m alternatives: fold, call, then raises by size.

    ``probability`` is float64[n, m], ``kinds`` uint8[m], ``amounts`` int64[n, m] (raise-to, 0 where
    there is none).
    """

    probability: npt.NDArray[np.float64]
    kinds: npt.NDArray[np.uint8]
    amounts: npt.NDArray[np.int64]


class StrategyTable:
    """A strategy float64[entries] of a tree, or many float64[S, entries], ready to be asked."""

    def __init__(self, tree: GameTree, probability: Strategy) -> None:
        """Note where each node's actions lie."""
        self.tree = tree
        self._probability = probability.reshape(-1, tree.entry_count)
        betting = tree.betting
        self._node_of = {text: node for node, text in enumerate(betting.node_betting)}
        slots = [_slots(betting.edge_kind[betting.actions(n)]) for n in range(betting.node_count)]
        count = 1 + max(max(places) for places in slots)
        self.kinds = np.minimum(np.arange(count), ActionKind.RAISE).astype(np.uint8)
        self._first = np.full((betting.node_count, count), NO_ENTRY, np.int64)
        self._amounts = np.zeros((betting.node_count, count), np.int64)
        for node, places in enumerate(slots):
            first, width = tree.layout.node_entry[node], tree.class_count(node)
            self._first[node, places] = first + width * np.arange(len(places))
            self._amounts[node, places] = betting.edge_amount[betting.actions(node)]

    def answer(
        self,
        bettings: Sequence[str],
        hole_cards: npt.NDArray[np.uint8],
        boards: npt.NDArray[np.uint8],
        *,
        members: npt.NDArray[np.integer] | None = None,
    ) -> Answers:
        """Answer n decisions: betting as the ACPC writes it, cards uint8[n, h] and uint8[n, b].

        ``members`` (int[n]) says which strategy answers each; without it the first does.
        In rounds where nobody can raise, which the tree does not hold, the answer is a call.
        Raises StrategyError for betting that the tree was built without.
        """
        get = self._node_of.get
        nodes = np.array([get(text, NO_ENTRY) for text in bettings], np.int64)
        for row in np.flatnonzero(nodes == NO_ENTRY).tolist():
            self._require_forced(bettings[row])
        inside = np.flatnonzero(nodes >= 0)
        probability = np.zeros((len(nodes), len(self.kinds)))
        probability[nodes < 0, ActionKind.CALL] = 1.0
        amounts = np.where((nodes < 0)[:, None], 0, self._amounts[nodes])
        classes = self._classes(nodes, hole_cards, boards)
        entries = self._first[nodes[inside]]
        who = np.zeros(1, np.int64) if members is None else members[inside]
        found = self._probability[who[:, None], entries + classes[inside, None]]
        probability[inside] = np.where(entries == NO_ENTRY, 0.0, found)
        return Answers(probability, self.kinds, amounts)

    def _require_forced(self, text: str) -> None:
        if text.count("/") < len(self.tree.classes.counts):
            raise StrategyError(
                f"the strategy does not cover the betting {text!r}; solve the game with the raise "
                "sizes that are played, or list those it was solved with (--raises)"
            )

    def _classes(
        self,
        nodes: npt.NDArray[np.int64],
        hole_cards: npt.NDArray[np.uint8],
        boards: npt.NDArray[np.uint8],
    ) -> npt.NDArray[np.int64]:
        classes = np.zeros(len(nodes), np.int64)
        rounds = np.where(
            nodes < 0, len(self.tree.classes.counts), self.tree.betting.node_round[nodes]
        )
        for round_index in range(len(self.tree.classes.counts)):
            rows = np.flatnonzero(rounds == round_index)
            dealt = sum(self.tree.definition.board_card_counts[: round_index + 1])
            views = np.concatenate([hole_cards[rows], boards[rows, :dealt]], axis=1)
            classes[rows] = self.tree.classes.classes_of(views, round_index)
        return classes


def _slots(kinds: npt.NDArray[np.uint8]) -> list[int]:
    """The alternative of each action: fold 0, call 1, raises from 2 on."""
    places, raises = [], RAISES_FROM
    for kind in kinds.tolist():
        places.append(raises if kind == ActionKind.RAISE else kind)
        raises += kind == ActionKind.RAISE
    return places
