"""The agent ``chains-search``: the best line against the opponent's frequencies in this match."""

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_lines import NO_EDGE
from railbird.agents.expected_value.betting.round_trees import NONE, RoundTrees, cut_into_rounds
from railbird.agents.expected_value.cards.card_strength import strength_to_next_card
from railbird.agents.expected_value.cards.games import plays_search
from railbird.agents.expected_value.cards.hand_classes import HandClasses, find_classes
from railbird.agents.expected_value.memory.match_memory import ManyMemory
from railbird.agents.expected_value.memory.matches import (
    MatchRows,
    complain_of_short_matches,
    require_cash,
)
from railbird.agents.expected_value.search.line_search import search_lines, value_of_ends
from railbird.agents.expected_value.search.many_opponents import Asked, value_kinds
from railbird.agents.expected_value.search.opponent_frequencies import (
    POSITIONS,
    EndedHand,
    OpponentFrequencies,
)
from railbird.agents.holdem.answers import Answers, count_opponents
from railbird.agents.parameters import require_at_least
from railbird.native import NO_CARD
from railbird.plugins import (
    ActionKind,
    AgentEntry,
    AgentError,
    DecisionBatch,
    HandBatch,
    MatchBatch,
)

BINS, SMOOTHING, ENOUGH, EXPLORATION = 20, 10.0, 10, 0.05
LEAST_GAP, GAP_SHARE = 25, 10
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


class ChainsSearch:
    """Searches the betting to come against what the opponent did after each betting.

    How it plays: at the opponent's decisions to come it takes how often the opponent took each
    action in this match, at showdowns the distribution of the strengths it has shown after that
    betting, and at its own decisions the best action. It plays the action that comes out best, from
    the first round on. An action that it has taken fewer than ``enough`` times at a place gets a
    bonus, of up to ``exploration`` of the round's bet.

    Source: document 004 names its worst opponent, the learner of the University of Alberta, of
    which this is the idea: Billings, Davidson, Schauenberg, Burch, Bowling, Holte, Schaeffer and
    Szafron, 2004, adaptive game-tree search. Decided here: in games of few cards frequencies,
    shown cards and cards to come are counted given the own class of cards, which makes the search
    the best response once they are true. In hold'em strength is the chance to beat any hand on the
    present board, in ``bins`` bins; own cards go to the next board's bins by every next card, and
    from there on as hands do on the average; frequencies do not depend on the own hand. Counts are
    smoothed by the levels of similar chains, each worth ``smoothing`` hands. With ``memory`` a hand
    counts half after so many more. What the rounds to come are worth is computed again after every
    25 hands, later after a tenth of the hands so far.
    With three and more players, in hold'em, it searches to the end of the round, by chains of the
    second level, see `many_opponents`; ``bins`` and ``memory`` have no use there.
    """

    def __init__(
        self,
        *,
        bins: int = BINS,
        smoothing: float = SMOOTHING,
        memory: float | None = None,
        exploration: float = EXPLORATION,
        enough: int = ENOUGH,
    ) -> None:
        """Set the parameters; raises AgentError for invalid ones."""
        self._bins = int(require_at_least("bins", bins, 2, most=100, whole=True))
        self._smoothing = require_at_least("smoothing", smoothing, 0.001)
        self._half_life = None if memory is None else require_at_least("memory", memory, 1)
        self._exploration = require_at_least("exploration", exploration, 0.0)
        self._enough = require_at_least("enough", enough, 1, whole=True)
        self._memory: _Memory | ManyMemory | None = None

    def start_matches(self, matches: MatchBatch) -> str:
        """Start without counts; complain about matches too short. AgentError in freeze-outs."""
        require_cash(matches)
        definition = matches.game.definition
        if definition.player_count > POSITIONS:
            if self._half_life is not None:
                raise AgentError("memory is not used with three and more players; leave it out")
            self._memory = ManyMemory(matches)
            return complain_of_short_matches(matches)
        trees, classes = cut_into_rounds(definition), find_classes(definition, self._bins)
        self._memory = _Memory(
            matches, trees, classes, smoothing=self._smoothing, half_life=self._half_life
        )
        return complain_of_short_matches(matches)

    def end_hands(self, hands: HandBatch) -> None:
        """Count what the opponent did and showed."""
        self._opened().add(hands)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Take the best action of each row."""
        memory = self._opened()
        if isinstance(memory, ManyMemory):
            return self._search_rounds(decisions, memory), np.zeros(len(decisions), np.int64)
        nodes = memory.trees.lines.nodes_of(decisions.betting)
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        memory.plan(memory.rows.of(decisions))
        groups = decisions.round_index.astype(np.intp) * 2 + decisions.position
        for group in np.unique(groups).tolist():
            rows = np.flatnonzero(groups == group)
            kinds[rows] = self._best(decisions.take(rows), nodes[rows], memory)
        return kinds, np.zeros(len(decisions), np.int64)

    def _best(
        self, decisions: DecisionBatch, nodes: Ints, memory: "_Memory"
    ) -> npt.NDArray[np.intp]:
        """Return the best kind for rows of one round and one position."""
        values = memory.values(decisions, nodes)
        cells = memory.rows.of(decisions) * POSITIONS + decisions.position
        edges = memory.trees.lines.edge_of[nodes]
        visits = memory.counts.visits(cells, np.maximum(edges, 0))
        bet = decisions.game.definition.raise_sizes[int(decisions.round_index[0])]
        bonus = self._bonus(visits, bet)
        return np.asarray(np.where(edges == NO_EDGE, -np.inf, values + bonus).argmax(axis=1))

    def _bonus(self, visits: Floats, bet: int) -> Floats:
        """What actions are worth that were seldom taken, float64[n, 3]."""
        bonus = self._exploration * bet * np.maximum(1.0 - visits / self._enough, 0.0)
        # A fold teaches nothing, so it needs no bonus.
        bonus[:, ActionKind.FOLD] = 0.0
        return np.asarray(bonus)

    def _search_rounds(self, decisions: DecisionBatch, memory: ManyMemory) -> npt.NDArray[np.uint8]:
        """Return the best kind for rows with several opponents, by the betting of the round."""
        definition, rows = decisions.game.definition, memory.every.rows.of(decisions)
        strength = strength_to_next_card(
            definition,
            decisions.hole_cards,
            decisions.board,
            round_index=decisions.round_index,
            opponents=count_opponents(decisions),
        )
        seats = decisions.seats.astype(np.intp)
        kinds = np.empty(len(rows), np.uint8)
        for place, (betting, row) in enumerate(zip(decisions.betting, rows.tolist(), strict=True)):
            asked = Asked(row, seats[place], betting, float(strength[place]))
            values, visits = value_kinds(memory, asked, smoothing=self._smoothing)
            bet = definition.raise_sizes[int(decisions.round_index[place])]
            kinds[place] = (values + self._bonus(visits[None], bet)[0]).argmax()
        return kinds

    def _opened(self) -> "_Memory | ManyMemory":
        if self._memory is None:
            raise AgentError("chains-search was called before its matches were started")
        return self._memory


class _Memory:
    """The counts of all players of a chunk, and what the rounds to come are worth by them."""

    def __init__(
        self,
        matches: MatchBatch,
        trees: RoundTrees,
        classes: HandClasses,
        *,
        smoothing: float,
        half_life: float | None,
    ) -> None:
        self.rows, self.trees, self.classes = MatchRows(matches), trees, classes
        self.counts = OpponentFrequencies(
            trees, classes, self.rows.count, smoothing=smoothing, memory=half_life
        )
        self._longest_gap = np.inf if half_life is None else max(half_life / GAP_SHARE, 1.0)
        self._due = np.zeros(self.rows.count, np.int64)
        counts = zip(trees.rounds, classes.counts, strict=True)
        self._worth = [
            np.zeros((self.rows.count, 2, one.start_count, count), np.float32)
            for one, count in counts
        ]

    def add(self, hands: HandBatch) -> None:
        """Count finished hands."""
        definition, index = hands.game.definition, np.arange(len(hands))
        ends = self.trees.lines.ends_of(hands.betting)
        own_cards = hands.hole_cards[index, hands.seat]
        own = np.zeros((len(hands), len(self.trees.rounds)), np.intp)
        laid = 0
        for number, count in enumerate(definition.board_card_counts):
            laid += count
            is_dealt = (hands.board[:, :laid] != NO_CARD).all(axis=1)
            rows = np.flatnonzero(is_dealt)
            if self.classes.is_exact and len(rows):
                own[rows, number] = self.classes.of(own_cards[rows], hands.board[rows], number)
        others = hands.hole_cards[index, 1 - hands.seat]
        shown = np.full(len(hands), NONE, np.intp)
        rows = np.flatnonzero(hands.showdown)
        if len(rows):
            last = len(self.trees.rounds) - 1
            shown[rows] = self.classes.of(others[rows], hands.board[rows], last)
        position = hands.position.astype(np.intp)
        ended = EndedHand(ends, position, own, shown)
        self.counts.add(self.rows.of(hands), hands.hand_index, ended)

    def plan(self, rows: Ints) -> None:
        """Compute what the rounds to come are worth, where enough hands have come since."""
        for row in rows[self.counts.order.seen[rows] >= self._due[rows]].tolist():
            for hero in range(POSITIONS):
                known = self.counts.of_cell(row * POSITIONS + hero)
                for kept, found in zip(
                    self._worth, search_lines(self.trees, known, hero=hero), strict=True
                ):
                    kept[row, hero] = found.starts
            seen = int(self.counts.order.seen[row])
            gap = min(max(LEAST_GAP, seen // GAP_SHARE), self._longest_gap)
            self._due[row] = seen + max(int(gap), 1)

    def values(self, decisions: DecisionBatch, nodes: Ints) -> Floats:
        """Return what each kind is worth in chips of the hand, float64[n, 3].

        All rows are of one round and one position; what is not legal has any value.
        """
        number, hero = int(decisions.round_index[0]), int(decisions.position[0])
        rounds, rows = self.trees.rounds[number], self.rows.of(decisions)
        cells, starts = rows * POSITIONS + hero, self.trees.start_of[nodes]
        cards = decisions.hole_cards, decisions.board
        own = self.classes.of(*cards, number) if self.classes.is_exact else np.zeros_like(rows)
        win = None
        if number == len(self.trees.rounds) - 1:
            shown = np.take_along_axis(
                self.counts.shown(cells, starts), own[:, None, None, None], axis=2
            )
            win = (shown * self.classes.shares_won(*cards)[:, None, None]).sum(axis=3)
        ends = value_of_ends(self.trees, number, win, hero=hero, starts=starts)
        index, edge = np.nonzero(rounds.next_start[starts] != NONE)
        if len(index):
            following = rounds.next_start[starts][index, edge]
            if self.classes.is_exact:
                move = self.counts.moves(cells[index], number + 1, following)
                chance = move[np.arange(len(index)), own[index]]
            else:
                chance = self.classes.next_classes(*cards, number)[index]
            worth = self._worth[number + 1][rows[index], hero, following]
            ends[index, edge, 0] = (chance * worth).sum(axis=1)
        action = self.counts.actions(cells, number, starts)
        action = np.take_along_axis(action, own[:, None, None], axis=2)
        found, _ = rounds.back_up(ends, action, hero=hero)
        edges = self.trees.lines.edge_of[nodes]
        place = (rounds.edges[starts][:, None, :] == edges[:, :, None]).argmax(axis=2)
        return np.asarray(np.take_along_axis(found[:, :, 0], place, axis=1))


AGENTS = (
    AgentEntry(
        "chains-search",
        ChainsSearch,
        lambda game, _: plays_search(game),
        "limit: the best line against what the opponents did before",
    ),
)
