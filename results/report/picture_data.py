"""The data of the figures: bankrolls over deck seeds, rounds, styles."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from railbird.native import PAYOFF_UNIT
from railbird.plugins import QUARTER_INDICATORS, indicator
from railbird.results.hands.played_hands import played_hands
from railbird.results.reading.run_reading import RunReading
from railbird.results.run.run_results import RunResults
from railbird.results.store.reading import read_matches
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.where import Where
from railbird.results.tables.play.style_totals import style_totals
from railbird.results.tables.play.styles import style_table
from railbird.results.tables.result_table import ResultTable

MOST_POINTS = 160
MOST_STYLE_HANDS = 4_000_000
"""Number of hands that a report reads for styles, in evenly spaced shards of longer runs."""


@dataclass(frozen=True, slots=True)
class Curve:
    """An agent's bankroll by number of deck seeds, in big blinds; both lists begin with 0.

    `spread` is the standard deviation of the winnings on one deck seed; 0 with one.
    """

    agent: str
    deck_seeds: list[int]
    big_blinds: list[float]
    spread: float = 0.0


@dataclass(frozen=True, slots=True)
class Rung:
    """An agent in the run-off: its place, and its bankroll in each round it was in."""

    agent: str
    rank: int
    bankrolls: list[float]
    is_eliminated: bool


@dataclass(frozen=True, slots=True)
class StylePoint:
    """An agent on the map of styles: its indicators (VPIP as a share), and its class."""

    agent: str
    vpip: float
    aggression: float
    quarter: str

    @property
    def words(self) -> str:
        """The same as text."""
        factor = f"aggression factor {self.aggression:.2f}"
        return f"VPIP {100 * self.vpip:.1f}%, {factor}, {self.quarter}"


@dataclass(frozen=True, slots=True)
class StyleMap:
    """All agents by style; `left_out` have no indicators, `hands` of `of_hands` were read."""

    points: list[StylePoint]
    left_out: list[str]
    aggression_words: str
    hands: int
    of_hands: int


def bankrolls_by_deck(run: RunResults, order: Sequence[str]) -> list[Curve]:
    """Return each agent's cumulative winnings over deck seeds, over all its line-ups."""
    sets = run.reading.sets
    decks, deck_rows = np.unique(sets.deck, return_inverse=True)
    totals = np.zeros((len(decks), len(sets.agents)), np.int64)
    members = sets.line_ups[sets.line_up]
    np.add.at(totals, (deck_rows[:, None], members), sets.payoffs)
    sums = np.cumsum(totals, axis=0) / (PAYOFF_UNIT * run.game.big_blind)
    shown = np.unique(np.linspace(0, len(decks) - 1, min(len(decks), MOST_POINTS)).astype(int))
    spreads = np.zeros(len(sets.agents))
    if len(decks) > 1:
        spreads = totals.std(axis=0, ddof=1) / (PAYOFF_UNIT * run.game.big_blind)
    numbers = {label: number for number, label in enumerate(sets.agents)}
    return [
        Curve(
            agent,
            [0, *(shown + 1).tolist()],
            [0.0, *sums[shown, numbers[agent]].tolist()],
            float(spreads[numbers[agent]]),
        )
        for agent in order
    ]


def run_off_rungs(tables: Sequence[ResultTable], unit_column: str) -> list[Rung]:
    """Return the run-off, best first, from its ranking and its rounds, in one unit."""
    by_name = {table.name: table.to_pylist() for table in tables}
    rounds: dict[str, list[float]] = {}
    for row in by_name.get("run-off-rounds", by_name["run-off"]):
        rounds.setdefault(row["agent"], []).append(row[unit_column])
    return [
        Rung(row["agent"], row["rank"], rounds[row["agent"]], row["is_eliminated"])
        for row in by_name["run-off"]
    ]


def largest_bankroll(rungs: Sequence[Rung]) -> float:
    """Return the bankroll of the run-off that is furthest from zero, 1 if all are zero."""
    return max((abs(b) for rung in rungs for b in rung.bankrolls), default=0.0) or 1.0


def style_map(run: RunResults) -> StyleMap:
    """Return agents on the map of styles; for long runs from some shards."""
    shards, hands, of_hands = _some_shards(run.reading)
    chosen = played_hands(shards, run.labels, where=run.reading.part)
    totals = style_totals(run.game, chosen, run.labels)
    vpip, factor = QUARTER_INDICATORS
    points = [
        StylePoint(row["agent"], row[vpip], row[factor], row["quarter"])
        for row in style_table(totals).to_pylist()
        if row[vpip] is not None and row[factor] is not None
    ]
    there = {point.agent for point in points}
    left_out = [label for label in run.labels if label not in there]
    return StyleMap(points, left_out, indicator(factor).meaning, hands, of_hands)


def _some_shards(reading: RunReading) -> tuple[list[ShardFile], int, int]:
    """Return evenly spaced shards, the number of their hands, and that of all hands."""
    shards = reading.holdings.shards
    counts = [_count_hands(shard, reading.part) for shard in shards]
    total = sum(counts)
    step = max(1, -(-total // MOST_STYLE_HANDS))
    chosen = range(0, len(shards), step)
    return [shards[number] for number in chosen], sum(counts[n] for n in chosen), total


def _count_hands(shard: ShardFile, part: Where) -> int:
    batches = map(part.choose, read_matches([shard]))
    return sum(int(batch.column("hand_count").to_numpy().sum()) for batch in batches)
