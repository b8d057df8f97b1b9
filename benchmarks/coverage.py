"""How often 95% intervals hold the truth: 10,000 made-up tournaments of games with known values.

Each tournament has as many deck seeds as are asked for, common to its line-ups, and all seatings of
each. Kuhn and Leduc: three steady agents (an equilibrium, uniform play, the best response to it),
hands drawn from the exact distribution of what each deal pays; the truth is the solver's. The
learner plays uniformly and changes to the best response for the rest of a match if it loses the
first hand; its value is a sum over what may happen. With luck taken out, payoffs are the
estimates of `railbird.results.luck`; of agents that are alike the truth is 0. No-limit hold'em:
stacks of 200 big blinds go in with aces alone (skewed) or on a coin's toss (heavy tails), and with
small pots beside the aces.
The intervals and the warnings are those of `railbird.results`, computed by its own code; where it
gives no interval, nothing is counted.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter

import numpy as np
import numpy.typing as npt
from report import print_table
from rich.table import Table

from railbird.harness.games.library import find_game
from railbird.native.solver import (
    GameTree,
    VectorSolver,
    best_response,
    build_tree,
    measure_values,
)
from railbird.plugins import load_registry
from railbird.results.estimate.uncertainty.deck_influence import (
    Cells,
    DeckInfluence,
    set_influence,
)
from railbird.results.estimate.uncertainty.intervals import half_widths
from railbird.results.estimate.uncertainty.weak_intervals import is_outweighed, leans
from railbird.results.luck.listed_game import ListedGame
from railbird.results.luck.listed_hands import equilibrium_value, listed_game
from railbird.results.luck.listed_luck import Declared, ListedLuck

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
BLOCKS = (3, 5, 8, 10, 15, 20, 50, 200)
STEP = 250


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What position 0 wins: `chance` float64[deals, k] of `payoff`, of the same shape, chips."""

    chance: Floats
    payoff: Floats

    @property
    def mean(self) -> float:
        """The exact value."""
        return float((self.chance * self.payoff).sum(axis=1).mean())

    def draw(self, deals: Integers, random: np.random.Generator) -> Floats:
        """Draw what position 0 wins in hands with these deals."""
        steps = self.chance.cumsum(axis=1)[:, :-1]
        drawn = random.random(deals.shape)
        index = np.zeros(deals.shape, np.int64)
        for column in range(steps.shape[1]):
            index += drawn > steps[deals, column]
        won: Floats = self.payoff[deals, index]
        return won


@dataclass(frozen=True, slots=True)
class Study:
    """Tournaments of one kind: `truth` float64[L] of line-ups, and who is in each, int64[L, 2].

    `stake` is the most that can be lost in a hand.
    """

    name: str
    truth: Floats
    line_ups: Integers
    stake: float

    def sample(self, count: int, blocks: int, random: np.random.Generator) -> Floats:
        """Return what the first of each line-up won per block, float64[count, L, blocks]."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class SteadyStudy(Study):
    """Steady agents; `outcomes[i][j]` has agent i in position 0 and j in position 1."""

    outcomes: tuple[tuple[Outcomes, ...], ...]
    hand_count: int

    def sample(self, count: int, blocks: int, random: np.random.Generator) -> Floats:
        """Deal hands, and play them in both seatings of every line-up."""
        deal_count = len(self.outcomes[0][0].chance)
        deals = random.integers(0, deal_count, (count, blocks, self.hand_count))
        won = np.zeros((count, len(self.line_ups), blocks))
        for number, (one, other) in enumerate(self.line_ups.tolist()):
            first = self.outcomes[one][other].draw(deals, random)
            second = self.outcomes[other][one].draw(deals, random)
            won[:, number] = (first - second).sum(axis=2)
        return won


@dataclass(frozen=True, slots=True)
class LearnerStudy(Study):
    """One line-up: the learner against uniform play, in matches of `hand_count` hands.

    `before[p]` and `after[p]` are its outcomes in position p, from its own side.
    """

    before: tuple[Outcomes, Outcomes]
    after: tuple[Outcomes, Outcomes]
    hand_count: int

    def sample(self, count: int, blocks: int, random: np.random.Generator) -> Floats:
        """Play both seatings of every deck with a fresh memory."""
        deals = random.integers(0, len(self.before[0].chance), (count, blocks, self.hand_count))
        won = np.zeros((count, 1, blocks))
        for seat in (0, 1):
            has_lost = np.zeros((count, blocks), bool)
            for hand in range(self.hand_count):
                position = (seat - hand) % 2
                old = self.before[position].draw(deals[:, :, hand], random)
                new = self.after[position].draw(deals[:, :, hand], random)
                payoff = np.where(has_lost, new, old)
                if hand == 0:
                    has_lost = payoff < 0
                won[:, 0] += payoff
        return won


@dataclass(frozen=True, slots=True)
class AllInStudy(Study):
    """One line-up: the stake goes in, `share` of the hands, won with chance `equity`.

    All other luck is normal, with a deviation of `small_pots` a hand.
    """

    share: float
    equity: float
    hand_count: int
    small_pots: float

    def sample(self, count: int, blocks: int, random: np.random.Generator) -> Floats:
        """Count all-ins and how many of them are won; blinds cancel between positions."""
        all_ins = random.binomial(2 * self.hand_count, self.share, (count, 1, blocks))
        wins = random.binomial(all_ins, self.equity)
        deviation = self.small_pots * (2 * self.hand_count) ** 0.5
        others = deviation * random.standard_normal(wins.shape) if deviation else 0.0
        won: Floats = self.stake * (2.0 * wins - all_ins) + others
        return won


def list_outcomes(tree: GameTree, pair: tuple[Floats, Floats], luck: str = "raw") -> Outcomes:
    """Return what position 0 wins, by deal and end, where position p plays `pair[p]`.

    With luck taken out by "chance" or "aivat": its estimate, both declaring.
    """
    game, ends = listed_game(tree.definition), range(len(tree.betting.end_betting))
    strategies = dict(enumerate(pair))
    chances = [_chance(game, end, strategies) for end in ends]
    if luck == "raw":
        payoffs = [game.chips(end)[:, 0] for end in ends]
    else:
        declared = strategies if luck == "aivat" else {}
        value = equilibrium_value(tree.definition)
        listed = ListedLuck(game, value, Declared(declared, frozenset(declared)))
        payoffs = [listed.estimates(end)[:, 0] for end in ends]
    chance, payoff = np.stack(chances, axis=1), np.stack(payoffs, axis=1)
    return Outcomes(chance, np.where(chance > 0.0, payoff, 0.0))


def _chance(game: ListedGame, end: int, strategies: dict[int, Floats]) -> Floats:
    """The chance of an end under each deal."""
    chance = np.ones(len(game.deals))
    for step in game.path(end):
        position = int(game.tree.betting.node_player[step.node])
        taken = step.edge - game.tree.betting.actions(step.node).start
        chance *= game.choices(strategies[position], step.node)[:, taken]
    return chance


def steady_study(
    game: str, hand_count: int, *, luck: str = "raw", are_alike: bool = False
) -> SteadyStudy:
    """Build the study of a game whose deals can be listed, and hold it against the solver.

    The agents are an equilibrium, uniform play and the best response to it, or uniform play alone.
    """
    tree = build_tree(find_game(game, load_registry()).definition)
    strategies = _strategies(tree)
    if are_alike:
        strategies = [tree.uniform] * len(strategies)
    outcomes = tuple(
        tuple(list_outcomes(tree, (one, other), luck) for other in strategies) for one in strategies
    )
    for own, strategy in zip(range(len(strategies)), strategies, strict=True):
        value = measure_values(tree, strategy)[0]
        assert abs(outcomes[own][own].mean - value) < 1e-9, "the solver says otherwise"
    line_ups = np.array(list(combinations(range(len(strategies)), 2)))
    per_hand = [outcomes[a][b].mean - outcomes[b][a].mean for a, b in line_ups.tolist()]
    truth = hand_count * np.array(per_hand)
    name = f"{game}, alike" if are_alike else game
    name = name if luck == "raw" else f"{name}, {luck}"
    return SteadyStudy(name, truth, line_ups, tree.definition.stake, outcomes, hand_count)


def learner_study(game: str, hand_count: int) -> LearnerStudy:
    """Build the learner's study; its value is a sum over the outcomes of the first hand."""
    tree = build_tree(find_game(game, load_registry()).definition)
    _, uniform, answer = _strategies(tree)
    before = _both_positions(tree, uniform, uniform)
    after = _both_positions(tree, answer, uniform)
    truth = 0.0
    for seat in (0, 1):
        first = before[seat % 2]
        lost = float((first.chance * (first.payoff < 0)).sum(axis=1).mean())
        rest = [(seat - hand) % 2 for hand in range(1, hand_count)]
        truth += first.mean
        truth += sum(lost * after[p].mean + (1 - lost) * before[p].mean for p in rest)
    line_ups = np.array([[0, 1]])
    name, stake = f"{game}, a learner", tree.definition.stake
    return LearnerStudy(name, np.array([truth]), line_ups, stake, before, after, hand_count)


def all_in_study(
    name: str, share: float, equity: float, hand_count: int, *, small_pots: float = 0.0
) -> AllInStudy:
    """Build the study of stacks of 200 big blinds."""
    stake = 200.0
    truth = np.array([stake * (2 * equity - 1) * 2 * hand_count * share])
    line_ups = np.array([[0, 1]])
    return AllInStudy(name, truth, line_ups, stake, share, equity, hand_count, small_pots)


def _strategies(tree: GameTree) -> list[Floats]:
    solver = VectorSolver(tree, "cfr+")
    solver.run(100)
    return [solver.average(), tree.uniform, best_response(tree, tree.uniform)]


def _both_positions(tree: GameTree, own: Floats, other: Floats) -> tuple[Outcomes, Outcomes]:
    second = list_outcomes(tree, (other, own))
    return list_outcomes(tree, (own, other)), Outcomes(second.chance, -second.payoff)


@dataclass(frozen=True, slots=True)
class Counted:
    """Of means: all, those with an interval, those that hold the truth, and those warned of."""

    all: int = 0
    intervals: int = 0
    holds: int = 0
    warned: int = 0
    warned_misses: int = 0

    def __add__(self, other: "Counted") -> "Counted":
        """Add two counts."""
        names = ("all", "intervals", "holds", "warned", "warned_misses")
        return Counted(*(getattr(self, name) + getattr(other, name) for name in names))


def count_holding(study: Study, won: Floats) -> dict[str, Counted]:
    """Compute the intervals of tournaments float64[T, L, blocks], and count those that hold."""
    count, line_up_count, blocks = won.shape
    first = np.arange(count * line_up_count) * blocks
    values = won.reshape(-1, 1)
    deck, counts = np.tile(np.arange(blocks), len(first)), np.full(len(first), blocks)
    errors = set_influence(np.hstack([values, -values]), deck=deck, first=first, counts=counts)
    means, swing = won.mean(axis=2), study.stake / blocks
    numbers = np.arange(len(first))
    entries = Cells(numbers, np.zeros_like(numbers), numbers, np.ones(len(numbers)), len(numbers))
    off = (means - study.truth).reshape(-1)
    found = {"entries": _held(errors, entries, off, swing)}
    agents = int(study.line_ups.max()) + 1
    if line_up_count == 1:
        return found
    sides = np.stack([study.line_ups[:, 0], study.line_ups[:, 1]], axis=1)
    signs = np.array([1.0, -1.0])
    own, truth = np.zeros((count, agents)), np.zeros(agents)
    for number, pair in enumerate(sides.tolist()):
        for side, agent in enumerate(pair):
            own[:, agent] += signs[side] * means[:, number] / (agents - 1)
            truth[agent] += signs[side] * study.truth[number] / (agents - 1)
    tournament = np.repeat(np.arange(count), line_up_count * 2)
    line_up = np.repeat(numbers, 2)
    groups = tournament * agents + np.tile(sides.reshape(-1), count)
    share = np.full(len(groups), 1 / (agents - 1))
    cells = Cells(line_up, np.tile([0, 1], len(numbers)), groups, share, count * agents)
    found["bankrolls"] = _held(errors, cells, (own - truth).reshape(-1), swing / (agents - 1))
    return found


def _held(errors: DeckInfluence, cells: Cells, off: Floats, swing: float) -> Counted:
    """Count the intervals of means that are `off` the truth by so much."""
    spread = errors.spread(cells)
    widths = half_widths(spread.variance, spread.fewest)
    there = ~np.isnan(widths)
    holds = np.abs(off)[there] <= widths[there]
    weak = leans(errors.dense(cells)) | is_outweighed(widths, np.full(len(widths), swing))
    warned = weak[there]
    counts = (there, there[there], holds, warned, warned & ~holds)
    return Counted(len(there), *(int(count.sum()) for count in counts[1:]))


def measure(study: Study, blocks: int, tournaments: int) -> dict[str, Counted]:
    """Play so many tournaments, some at a time."""
    random = np.random.default_rng([blocks, len(study.name)])
    totals: dict[str, Counted] = {}
    for start in range(0, tournaments, STEP):
        won = study.sample(min(STEP, tournaments - start), blocks, random)
        for what, counted in count_holding(study, won).items():
            totals[what] = totals.get(what, Counted()) + counted
    return totals


def luck_studies() -> Iterator[SteadyStudy]:
    """Yield the studies with luck taken out: of agents that differ, and of equal ones."""
    for game in ("kuhn-2p", "leduc"):
        for are_alike in (False, True):
            for luck in ("raw", "chance", "aivat") if are_alike else ("chance", "aivat"):
                yield steady_study(game, 6, luck=luck, are_alike=are_alike)


def main() -> None:
    """Measure all games at all numbers of blocks, and print the shares that hold the truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=10_000)
    parser.add_argument("--only", default="", help="studies whose name has this in it")
    options = parser.parse_args()
    studies: list[Study] = [
        steady_study("kuhn-2p", 6),
        steady_study("leduc", 6),
        *luck_studies(),
        learner_study("kuhn-2p", 20),
        all_in_study("hold'em, all-in on a coin's toss", 0.02, 0.5, 100),
        all_in_study("hold'em, all-in with aces alone", 1 / 221, 0.852, 100),
        all_in_study("the same, 10 hands a match", 1 / 221, 0.852, 10),
        all_in_study("the same, and small pots", 1 / 221, 0.852, 10, small_pots=3.0),
        all_in_study("coin's toss, 10 hands a match", 0.02, 0.5, 10),
    ]
    title = f"95% intervals that hold the truth, {options.tournaments:,} tournaments each"
    columns = ("game", "of", "blocks", "no interval", "hold it", "warned", "of misses")
    table = Table(*columns, title=title)
    for study in [study for study in studies if options.only in study.name]:
        started = perf_counter()
        for blocks in BLOCKS:
            for what, counted in measure(study, blocks, options.tournaments).items():
                intervals = max(counted.intervals, 1)
                misses = counted.intervals - counted.holds
                table.add_row(
                    study.name,
                    what,
                    str(blocks),
                    f"{100 * (1 - counted.intervals / counted.all):.1f}%",
                    f"{100 * counted.holds / intervals:.2f}%",
                    f"{100 * counted.warned / intervals:.1f}%",
                    f"{100 * counted.warned_misses / misses:.1f}%" if misses else "",
                )
        print(f"{study.name}: {perf_counter() - started:.0f} s", flush=True)
    print_table(table)


if __name__ == "__main__":
    main()
