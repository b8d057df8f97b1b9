"""How often the opponents of a match raise and call, and how strong that makes their hands."""

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting_lines import NO_EDGE, BettingLines
from railbird.agents.expected_value.chain_store import EndedChains
from railbird.agents.expected_value.matches import HandOrder
from railbird.native import ActionKind

RAISE_SHARE, CALL_SHARE, WORTH, SLOPE_WORTH = 0.4, 0.8, 20.0, 3.0
"""The shares of hands that an unknown opponent raises and does not fold, worth so many decisions:
our guess."""
Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.intp]


class OpponentHabits:
    """Counts what each seat did in a match, as each observer saw it.

    Source: document 004, section 3.2, "basic information about the action made by the opponents",
    from which its heuristics work before there are enough chains. Decided here: an opponent is
    taken to raise the best share of its hands, the share with which it raises wherever it may, and
    to stay in with the best share with which it does not fold to a bet. After some raises and calls
    of bets it then has the best product of these shares, with a mean strength of 1 less half of it.
    There are players whose raises say nothing. So the distance from 1/2 is scaled by the slope of
    what an opponent showed over what was expected of it, from 0 to 1.
    """

    def __init__(self, lines: BettingLines, row_count: int) -> None:
        """Start without hands."""
        self._lines = lines
        kinds = lines.tree.edge_kind
        can_raise = (lines.edge_of[:, ActionKind.RAISE] != NO_EDGE)[lines.edge_node]
        faces_bet = (lines.edge_of[:, ActionKind.FOLD] != NO_EDGE)[lines.edge_node]
        is_raise = kinds == ActionKind.RAISE
        stays = faces_bet & (kinds != ActionKind.FOLD)
        self._events = np.stack([is_raise, can_raise, stays, faces_bet], axis=1).astype(np.int32)
        calls = faces_bet & (kinds == ActionKind.CALL)
        self._raises, self._raises_at_end = _count_along(lines, is_raise)
        self._calls, self._calls_at_end = _count_along(lines, calls)
        shape = row_count, lines.definition.player_count
        self._counts = np.zeros((*shape, 4), np.int32)
        self._products = np.zeros((*shape, 2))
        self._order = HandOrder(row_count)

    def add(self, rows: Ints, hand_index: npt.NDArray[np.integer], hands: EndedChains) -> None:
        """Count finished hands, in order within a row; repeated hands have no effect."""
        for found, chosen in self._order.steps(rows, hand_index):
            self._add_once(found, hands.take(chosen))

    def _add_once(self, rows: Ints, hands: EndedChains) -> None:
        """Add one hand to each of different rows."""
        done = self._raises_at_end[hands.ends], self._calls_at_end[hands.ends]
        is_shown = ~np.isnan(hands.strengths)
        expected = self._unscaled(rows, hands.seats, done) * is_shown
        found = np.where(is_shown, hands.strengths - 0.5, 0.0)
        products = np.stack([expected * found, expected * expected], axis=2)
        self._products[rows[:, None], hands.seats] += products
        edges = self._lines.paths[hands.ends]
        place, step = np.nonzero(edges != NO_EDGE)
        edge = edges[place, step]
        seat = hands.seats[place, self._lines.edge_player[edge]]
        np.add.at(self._counts, (rows[place], seat), self._events[edge])

    def strength(self, rows: Ints, nodes: Ints, seats: npt.NDArray[np.integer]) -> Floats:
        """Return the mean strength of the opponents still in at some nodes, float64[n].

        ``seats`` int[n, N] by position.
        """
        distance = self._unscaled(rows, seats, (self._raises[nodes], self._calls[nodes]))
        found, expected = np.moveaxis(self._products[rows[:, None], seats], 2, 0)
        slope = np.clip((found + SLOPE_WORTH) / (expected + SLOPE_WORTH), 0.0, 1.0)
        is_other = self._lines.live[nodes].copy()
        is_other[np.arange(len(nodes)), self._lines.tree.node_player[nodes]] = False
        mean = (slope * distance * is_other).sum(axis=1) / is_other.sum(axis=1)
        return np.asarray(0.5 + mean)

    def _unscaled(
        self, rows: Ints, seats: npt.NDArray[np.integer], done: tuple[Counts, Counts]
    ) -> Floats:
        """The mean strength less 1/2 after raises and calls, if they say all that they can."""
        counts = self._counts[rows[:, None], seats].astype(np.float64)
        raises, chances, stays, bets = np.moveaxis(counts, 2, 0)
        raised = (raises + RAISE_SHARE * WORTH) / (chances + WORTH)
        stayed = (stays + CALL_SHARE * WORTH) / (bets + WORTH)
        return np.asarray((1.0 - raised ** done[0] * stayed ** done[1]) / 2)


def _count_along(lines: BettingLines, counts: npt.NDArray[np.bool_]) -> tuple[Counts, Counts]:
    """How many counted edges each position took before each node, and each end, uint8[..., N]."""
    tree, players = lines.tree, lines.definition.player_count
    at_nodes = np.zeros((tree.node_count, players), np.uint8)
    at_ends = np.zeros((tree.end_count, players), np.uint8)
    for edge, child in enumerate(tree.edge_child.tolist()):
        into = at_nodes[child] if child >= 0 else at_ends[~child]
        into[:] = at_nodes[lines.edge_node[edge]]
        into[lines.edge_player[edge]] += counts[edge]
    return at_nodes, at_ends
