"""A game small enough to list: all its deals, and every way its betting can end."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, PAYOFF_UNIT, Tables, deal_layout
from railbird.native.game.actions import action_text
from railbird.native.solver import GameTree
from railbird.native.solver.trees.card_classes import enumerate_deals
from railbird.native.solver.trees.joint_deals import deal_groups

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PathStep:
    """One action on the way to an end of the betting.

    `edge` is an action of `node`, taken in `round_index`; `then` is the betting right after it. If
    it `has_deal`, cards are dealt next, those of `arrival_round`; `arrival` is the betting then.
    """

    node: int
    edge: int
    round_index: int
    then: str
    has_deal: bool
    arrival: str
    arrival_round: int


@dataclass(frozen=True)
class ListedGame:
    """All deals of a tree's game, uint8[D, W], which are equally likely."""

    tree: GameTree

    @cached_property
    def deals(self) -> Cards:
        """Every deal, uint8[D, W]: hole cards by position, then boards, each set ascending."""
        definition = self.tree.definition
        return enumerate_deals(definition.deck, deal_groups(definition))

    @property
    def last_round(self) -> int:
        """The last betting round, in which all cards have been dealt."""
        return self.tree.definition.round_count - 1

    def cards_by(self, round_index: int) -> Cards:
        """The deals as far as dealt in a round, uint8[D, W]; 255 for other cards."""
        cards = np.full_like(self.deals, NO_CARD)
        slots = self._slots(range(self.tree.definition.player_count), round_index)
        cards[:, slots] = self.deals[:, slots]
        return cards

    def classes(self, positions: tuple[int, ...], round_index: int | None) -> Integers:
        """Number deals by what these positions hold and the board of a round, int64[D].

        Before any card (None) all deals are alike.
        """
        if round_index is None:
            return np.zeros(len(self.deals), np.int64)
        key = (positions, round_index)
        if key not in self._classes:
            seen = self.deals[:, self._slots(positions, round_index)]
            _, found = np.unique(seen, axis=0, return_inverse=True)
            self._classes[key] = found.ravel().astype(np.int64)
        return self._classes[key]

    def choices(self, strategy: Floats, node: int) -> Floats:
        """The probabilities of a node's actions under each deal, float64[D, actions]."""
        betting = self.tree.betting
        position, round_index = int(betting.node_player[node]), int(betting.node_round[node])
        table = self.tree.table(strategy, node)
        chosen: Floats = table[:, self._own_classes(position, round_index)].T
        return chosen

    def payoffs(self, end: int) -> Floats:
        """What each position wins at an end under each deal, float64[D, N], in 1/2520 chip."""
        tables = Tables(self.tree.definition, len(self.deals))
        rows = np.arange(len(self.deals), dtype=np.int32)
        tables.start_hands(rows, self.deals)
        tables.play_betting(rows, [self.tree.betting.end_betting[end]] * len(rows))
        return tables.payoffs(rows).astype(np.float64)

    def chips(self, end: int) -> Floats:
        """What each position wins at an end under each deal, float64[D, N], in chips."""
        won: Floats = self.payoffs(end) / PAYOFF_UNIT
        return won

    def path(self, end: int) -> tuple[PathStep, ...]:
        """The actions that lead to an end, the first first."""
        steps = []
        child = ~end
        while child:
            step = self.step_to(child)
            steps.append(step)
            child = step.node
        return tuple(reversed(steps))

    def actions(self, node: int) -> Iterator[PathStep]:
        """Yield the actions of a node."""
        span = self.tree.betting.actions(node)
        for edge in range(span.start, span.stop):
            yield self.step_to(int(self.tree.betting.edge_child[edge]))

    @cached_property
    def _classes(self) -> dict[tuple[tuple[int, ...], int], Integers]:
        return {}

    @cached_property
    def _edge_to(self) -> dict[int, int]:
        return {child: edge for edge, child in enumerate(self.tree.betting.edge_child.tolist())}

    def step_to(self, child: int) -> PathStep:
        """The action that leads to a node, or to end z given as ``~z``."""
        betting = self.tree.betting
        edge = self._edge_to[child]
        node = int(np.searchsorted(betting.edge_start, edge, "right")) - 1
        is_sized = self.tree.definition.raises_are_sized
        amount = int(betting.edge_amount[edge]) if is_sized else None
        then = betting.node_betting[node] + action_text(int(betting.edge_kind[edge]), amount)
        round_index = int(betting.node_round[node])
        if child >= 0:
            text, arrival = betting.node_betting[child], int(betting.node_round[child])
        else:
            text, arrival = betting.end_betting[~child], self._round_of_end(~child)
        dealt = self.tree.definition.board_card_counts[round_index + 1 : arrival + 1]
        has_deal = sum(dealt) > 0
        return PathStep(
            node, edge, round_index, then if has_deal else text, has_deal, text, arrival
        )

    def _round_of_end(self, end: int) -> int:
        """The round whose cards are dealt at an end: the last one if hands are shown."""
        live = int(self.tree.betting.end_live[end])
        return self.last_round if live & (live - 1) else int(self.tree.betting.end_round[end])

    def _own_classes(self, position: int, round_index: int) -> npt.NDArray[np.int32]:
        key = (position, round_index)
        if key not in self._views:
            held = deal_layout(self.tree.definition).held(self.deals, position, round_index)
            self._views[key] = self.tree.classes.classes_of(held, round_index)
        return self._views[key]

    @cached_property
    def _views(self) -> dict[tuple[int, int], npt.NDArray[np.int32]]:
        return {}

    def _slots(self, positions: tuple[int, ...] | range, round_index: int) -> list[int]:
        layout = deal_layout(self.tree.definition)
        held = [slot for p in positions for slot in layout.hole_slots[p].tolist()]
        return [*held, *layout.board_slots[: layout.board_ends[round_index]].tolist()]
