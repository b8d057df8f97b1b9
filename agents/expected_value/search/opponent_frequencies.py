"""What an opponent did and showed after each betting of a match, smoothed."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_lines import NO_EDGE
from railbird.agents.expected_value.betting.betting_views import SHOWN
from railbird.agents.expected_value.betting.round_trees import NONE, RoundTree, RoundTrees
from railbird.agents.expected_value.cards.hand_classes import HandClasses
from railbird.agents.expected_value.memory.matches import HandOrder
from railbird.agents.expected_value.search.line_search import Frequencies
from railbird.agents.expected_value.search.shown_counts import ShownCounts
from railbird.agents.expected_value.search.unknown_opponent import guess_opponent
from railbird.native import ActionKind

FACING_BET, FACING_NONE = (0.2, 0.5, 0.3), (0.0, 0.6, 0.4)
"""Fold, call, raise of an opponent of whom nothing is known: our guess."""
LARGEST_WEIGHT = 2.0**40
POSITIONS = 2
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class EndedHand:
    """Hands as the counters take them, a row each.

    ``end`` is an end of the betting tree; ``position`` intp[n] that of the player; ``own`` intp[n,
    rounds] the player's classes as far as dealt; ``shown`` intp[n] the class that the opponent
    showed, NONE if there was no showdown.
    """

    end: Ints
    position: Ints
    own: Ints
    shown: Ints

    def take(self, rows: Ints) -> "EndedHand":
        """Return some of the hands."""
        return EndedHand(self.end[rows], self.position[rows], self.own[rows], self.shown[rows])


class OpponentFrequencies:
    """Counts of every edge, of what was shown and of classes that followed, a row per player.

    Both positions of a player are counted apart, in cells: the same edge is the opponent's in one
    and the player's own in the other.
    Actions are counted by the player's own class in games of few cards, where that says which cards
    the opponent cannot have; in hold'em whatever the class. A count is smoothed by the next level
    of similar chains, worth ``smoothing`` hands, down to a fixed guess. With ``memory`` a hand
    counts half as much after so many more; counts then grow with the hands instead of being
    lowered, and are divided where they would become too large.
    """

    def __init__(
        self,
        trees: RoundTrees,
        classes: HandClasses,
        row_count: int,
        *,
        smoothing: float,
        memory: float | None,
    ) -> None:
        """Start without hands."""
        lines = trees.lines
        self._trees, self._classes = trees, classes
        self._smoothing, self._memory = smoothing, memory
        widths = max(classes.counts) if classes.is_exact else 1
        cell_count = row_count * POSITIONS
        self._actions = np.zeros((cell_count, len(lines.edge_node), widths), np.float32)
        self._similar = np.zeros((cell_count, lines.chain_count), np.float32)
        shown = classes.share.shape[1]
        self._shown = ShownCounts(lines.chain_count, own_count=widths, shown_count=shown)
        starts = sum(one.start_count for one in trees.rounds)
        steps = (starts, widths, widths) if classes.is_exact else (0, 0, 0)
        self._moves = np.zeros((cell_count, *steps), np.float32)
        self._first_start = np.cumsum([0, *(one.start_count for one in trees.rounds)])
        self.order = HandOrder(row_count)
        self._weight = np.ones(row_count)
        self._guess, self._shown_guess = _first_guess(trees, classes)

    def add(self, rows: Ints, hand_index: npt.NDArray[np.integer], hands: EndedHand) -> None:
        """Add finished hands, in order within a row; repeated hands have no effect."""
        for found, chosen in self.order.steps(rows, hand_index):
            self._add_once(found, hands.take(chosen))

    def _add_once(self, rows: Ints, hands: EndedHand) -> None:
        self._forget(rows)
        lines = self._trees.lines
        path = lines.paths[hands.end]
        place, step = np.nonzero(path != NO_EDGE)
        cells = rows * POSITIONS + hands.position
        edge, row = path[place, step], cells[place]
        weight = self._weight[rows].astype(np.float32)
        round_of = lines.tree.node_round[lines.edge_node[edge]]
        own = hands.own if self._classes.is_exact else np.zeros_like(hands.own)
        self._actions[row, edge, own[place, round_of]] += weight[place]
        for level in (1, 2):
            self._similar[row, lines.chains[edge, level]] += weight[place]
        is_shown = (hands.shown != NONE) & (lines.endings[hands.end, 0] == SHOWN)
        some = np.flatnonzero(is_shown)
        last = path[some, (path[some] != NO_EDGE).sum(axis=1) - 1]
        for chain in lines.chains[last].T:
            classes = own[some, -1], hands.shown[some]
            self._shown.add(cells[some], chain.astype(np.intp), classes, weight=weight[some])
        if self._classes.is_exact:
            self._add_moves(row, edge, hands=hands, place=place, weight=weight)

    def _add_moves(
        self,
        row: Ints,
        edge: npt.NDArray[np.int32],
        *,
        hands: EndedHand,
        place: Ints,
        weight: npt.NDArray[np.float32],
    ) -> None:
        """Count the classes before and after each step into another round."""
        start = self._trees.next_start_of[edge]
        steps = np.flatnonzero(start != NONE)
        lines, hand = self._trees.lines, place[steps]
        before = lines.tree.node_round[lines.edge_node[edge[steps]]].astype(np.intp)
        cell = self._first_start[before + 1] + start[steps]
        classes = hands.own[hand, before], hands.own[hand, before + 1]
        self._moves[row[steps], cell, *classes] += weight[hand]

    def _forget(self, rows: Ints) -> None:
        if self._memory is None:
            return
        self._weight[rows] *= 2.0 ** (1.0 / self._memory)
        large = rows[self._weight[rows] > LARGEST_WEIGHT]
        cells = (large[:, None] * POSITIONS + np.arange(POSITIONS)).ravel()
        for counts in (self._actions, self._similar, self._moves):
            counts[cells] /= LARGEST_WEIGHT
        self._shown.divide(cells, LARGEST_WEIGHT)
        self._weight[large] /= LARGEST_WEIGHT

    def visits(self, cells: Ints, edges: npt.NDArray[np.integer]) -> Floats:
        """Return how many hands passed each edge, forgotten ones less, float64[n, ...].

        A cell is ``row * POSITIONS + position``, here and below.
        """
        at = np.expand_dims(cells, tuple(range(1, edges.ndim)))
        counts = self._actions[at, edges].sum(axis=-1, dtype=np.float64)
        return np.asarray(counts / self._weight[at // POSITIONS])

    def actions(self, cells: Ints, number: int, starts: Ints) -> Floats:
        """Return the probability of each edge of a round, float64[n, e, own classes or 1]."""
        rounds, lines = self._trees.rounds[number], self._trees.lines
        edges, at = rounds.edges[starts], cells[:, None]
        worth = (self._smoothing * self._weight[cells // POSITIONS])[:, None]
        probability = np.broadcast_to(self._guess[number][starts], edges.shape)
        by_class = self._actions[at, edges].astype(np.float64)
        similar = [self._similar[at, lines.chains[edges, level]] for level in (2, 1)]
        every = by_class.sum(axis=2) if self._classes.is_exact else by_class[:, :, 0]
        for part in (*similar, every):
            seen = part.astype(np.float64)
            probability = (seen + worth * probability) / (seen @ rounds.alike + worth)
        if not self._classes.is_exact:
            return probability[:, :, None]
        counts = by_class[:, :, : self._classes.counts[number]]
        totals = np.einsum("nek,ef->nfk", counts, rounds.alike) + worth[:, :, None]
        return np.asarray((counts + worth[:, :, None] * probability[:, :, None]) / totals)

    def shown(self, cells: Ints, starts: Ints) -> Floats:
        """Return the probability of what is shown at showdowns, [n, showdowns, own or 1, shown]."""
        lines, rounds = self._trees.lines, self._trees.rounds[-1]
        chains = lines.chains[rounds.edges[starts][:, rounds.showdowns]]
        worth = (self._smoothing * self._weight[cells // POSITIONS])[:, None, None, None]
        probability = self._shown_guess[1 - cells % POSITIONS, starts]
        levels = (0,) if self._classes.is_exact else (2, 1, 0)
        width = self._shown_guess.shape[3]
        for level in levels:
            known = self._shown.read(cells[:, None], chains[..., level].astype(np.intp))
            counts = known[:, :, :width].astype(np.float64)
            totals = counts.sum(axis=-1, keepdims=True) + worth
            probability = (counts + worth * probability) / totals
        return np.asarray(probability)

    def moves(self, cells: Ints, number: int, starts: Ints) -> Floats:
        """Return the probability of the classes of a round by its starts, [n, own before, own].

        In hold'em it is the same for all cells and starts, [1, own before, own].
        """
        prior = self._classes.move[number - 1]
        if not self._classes.is_exact:
            return prior[None]
        step = self._first_start[number] + starts
        counts = self._moves[cells, step, : prior.shape[0], : prior.shape[1]]
        worth = (self._smoothing * self._weight[cells // POSITIONS])[:, None, None]
        totals = counts.sum(axis=2, keepdims=True) + worth
        return np.asarray((counts + worth * prior) / totals)

    def of_cell(self, cell: int) -> Frequencies:
        """Return all that is known to one player in one position."""
        actions, moves = [], []
        for number, rounds in enumerate(self._trees.rounds):
            starts = np.arange(rounds.start_count)
            cells = np.full(len(starts), cell)
            actions.append(self.actions(cells, number, starts))
            if number:
                moves.append(self.moves(cells, number, starts))
        shown = self.shown(cells, starts)
        share, is_exact = self._classes.share, self._classes.is_exact
        win = (shown * share).sum(axis=3) if is_exact else shown[:, :, 0] @ share.T
        return Frequencies(tuple(actions), win, tuple(moves))


def _first_guess(trees: RoundTrees, classes: HandClasses) -> tuple[list[Floats], Floats]:
    """The first guess of actions, [starts, e] by round, and of what each position shows.

    float64[positions, starts, showdowns, own or 1, shown].
    """
    last = trees.rounds[-1]
    if classes.is_exact:
        shape = (POSITIONS, last.start_count, len(last.showdowns), *classes.shown.shape)
        return [_guesses(trees, one) for one in trees.rounds], np.broadcast_to(classes.shown, shape)
    guess = guess_opponent(trees.lines.definition, len(classes.share))
    return list(guess.actions), np.stack(guess.shown)[:, :, :, None]


def _guesses(trees: RoundTrees, rounds: RoundTree) -> Floats:
    """The guess for each edge of a round, float64[starts, e]."""
    kinds = trees.lines.tree.edge_kind[rounds.edges]
    folds = (kinds == ActionKind.FOLD).astype(np.float64) @ rounds.alike
    guess = np.where(folds > 0, np.array(FACING_BET)[kinds], np.array(FACING_NONE)[kinds])
    return np.asarray(guess / (guess @ rounds.alike))
