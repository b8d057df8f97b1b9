"""A run as it stands on the disk, finished or not: what was played, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import pyarrow as pa

from railbird.native import GameDefinition, parse_game
from railbird.results.all_in import expect
from railbird.results.comparisons import comparison_table
from railbird.results.completeness import notes_on
from railbird.results.cross_table import agent_matrix, cross_table
from railbird.results.decision_times import decision_times
from railbird.results.duplicate_sets import DuplicateSets, collect_sets
from railbird.results.exact_values import compare_exact, read_exact_values
from railbird.results.expected_matches import expected_matches
from railbird.results.line_up_means import LineUpMeans, line_up_means
from railbird.results.manifest import Manifest, read_manifest
from railbird.results.match_ups import MatchUps
from railbird.results.opponents import opponent_table
from railbird.results.played_hands import PlayedHands, played_hands
from railbird.results.rankings import compare_all, total_bankroll
from railbird.results.reading import read_hands, read_incidents, read_matches
from railbird.results.result_table import ResultTable, RunOff
from railbird.results.run_off import run_off
from railbird.results.shard_files import Holdings, find_shards
from railbird.results.store import TABLES
from railbird.results.style_totals import (
    StyleTotals,
    indicator_table,
    style_table,
    style_totals,
)
from railbird.results.table_files import write_table

Payoffs = Literal["as-played", "all-in-expectation"]
_EXPECTED = "where nobody could act before the last card, payoffs are means over the boards to come"


def open_run(folder: str | Path, *, payoffs: Payoffs = "as-played") -> "RunResults":
    """Open a run's folder, finished or not, and check every shard against its digest.

    With `payoffs` "all-in-expectation" all results are of expected payoffs where nobody could act
    any more before the last card (see `results.all_in`). Damaged shards are left out and named in
    `notes`. Raises StoreError where the folder is no run.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    return RunResults(path, manifest, find_shards(path, manifest.chunk_count), payoffs)


@dataclass(frozen=True)
class RunResults:
    """What a run has played so far; tables are computed when first asked for."""

    folder: Path
    manifest: Manifest
    holdings: Holdings
    payoffs: Payoffs = "as-played"

    def matches(self) -> Iterator[pa.RecordBatch]:
        """Yield all matches in schema MATCHES, with payoffs as chosen."""
        if self.payoffs == "as-played":
            return read_matches(self.holdings.shards)
        return expected_matches(self.game, self.holdings.shards, self.labels)

    def hands(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield all hands in schema HANDS, or those columns of it, never many at once.

        These are as played, always.
        """
        return read_hands(self.holdings.shards, columns)

    def incidents(self) -> Iterator[pa.RecordBatch]:
        """Yield all incidents in schema INCIDENTS."""
        return read_incidents(self.holdings.shards)

    @cached_property
    def game(self) -> GameDefinition:
        """The game's definition."""
        return parse_game(self.manifest.game, source=f"{self.folder}: game")

    @cached_property
    def sets(self) -> DuplicateSets:
        """The totals of the complete duplicate sets."""
        return collect_sets(self.matches(), self.manifest.seating_count)

    @cached_property
    def means(self) -> LineUpMeans:
        """Every agent's mean in every line-up, mbb per hand."""
        return line_up_means(self.sets, self.game.big_blind)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is missing, and what that means for the tables, in sentences."""
        chosen = () if self.payoffs == "as-played" else (_EXPECTED,)
        return (*chosen, *notes_on(self.manifest, self.holdings, self.sets))

    def cross_table(self) -> ResultTable:
        """Return the mean of each agent in each line-up, in schema CROSS_TABLE."""
        return self._named("cross-table", cross_table(self.means))

    def agent_matrix(self) -> ResultTable:
        """Return the mean of each agent over its line-ups with each other, schema AGENT_MATRIX."""
        return self._named("agent-matrix", agent_matrix(self.means))

    def total_bankroll(self) -> ResultTable:
        """Return the ranking by total bankroll, in schema BANKROLL."""
        return self._named("total-bankroll", total_bankroll(self.means))

    def comparisons(self) -> ResultTable:
        """Return all pairs of agents, how surely one is above the other; schema COMPARISONS."""
        table = comparison_table(self.means, compare_all(self.means))
        return self._named("comparisons", table)

    def run_off(self) -> RunOff:
        """Return the ranking by run-off, with every round."""
        decided = run_off(self.means)
        return RunOff(
            self._named("run-off", decided.ranking),
            self._named("run-off-eliminations", decided.eliminations),
            self._named("run-off-rounds", decided.rounds),
            decided.stop,
        )

    def exact_values(self) -> ResultTable | None:
        """Return exact values beside the sampled ones, schema EXACT_COMPARISON, if there are any.

        The harness works them out where the game can be listed and a line-up's agents declare
        their play.
        """
        exact = read_exact_values(self.folder)
        if exact is None:
            return None
        return self._named("exact-values", compare_exact(exact, self.cross_table().arrow))

    def decision_times(self) -> ResultTable:
        """Return how long each agent took per decision, in schema DECISION_TIMES."""
        return self._named("decision-times", decision_times(self.folder))

    def tables(self) -> list[ResultTable]:
        """Return the tables that `write_tables` writes."""
        first = [self.cross_table(), self.agent_matrix(), self.total_bankroll()]
        return [*first, self.comparisons(), *self.run_off().tables()]

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the agents that were entered, sorted."""
        return sorted(agent.label for agent in self.manifest.agents)

    def played_hands(self) -> Iterator[PlayedHands]:
        """Yield all hands as numpy columns by position; `labels` say who is who.

        Payoffs are as chosen.
        """
        hands = played_hands(self.holdings.shards, self.labels)
        if self.payoffs == "as-played":
            return hands
        match_ups = MatchUps(self.game)
        return (expect(self.game, part, match_ups) for part in hands)

    def style_totals(self, *, by_position: bool = False, window: int | None = None) -> StyleTotals:
        """Sum what hands tell of style, by agent and if wanted by position and time.

        `window` is a number of hands: rows are then for hands 0 to window - 1 of every match, and
        so on.
        """
        hands = played_hands(self.holdings.shards, self.labels)
        return style_totals(self.game, hands, self.labels, by_position=by_position, window=window)

    def indicators(self, *, by_position: bool = False, window: int | None = None) -> ResultTable:
        """Return all indicators, in schema STYLE_INDICATORS; arguments as in `style_totals`."""
        return self.style_tables(self.style_totals(by_position=by_position, window=window))[0]

    def styles(self, *, by_position: bool = False, window: int | None = None) -> ResultTable:
        """Return the classes of players in schema STYLES; arguments as in `style_totals`."""
        return self.style_tables(self.style_totals(by_position=by_position, window=window))[1]

    def style_tables(self, totals: StyleTotals) -> list[ResultTable]:
        """Return both tables of what was summed: indicators, and the classes they imply."""
        tables = {"indicators": indicator_table(totals), "styles": style_table(totals)}
        return [self._named(name, table) for name, table in tables.items()]

    def opponents(self) -> ResultTable:
        """Return each agent's opponents, their style and the profit, in schema OPPONENTS."""
        table = opponent_table(self.game, self.played_hands(), self.labels)
        return self._named("opponents", table)

    def write_tables(self) -> Path:
        """Write all tables into the run's folder as Arrow and CSV, and return where they are.

        Those of expected payoffs lie in a folder of their own among them.
        """
        folder = self.folder / TABLES
        if self.payoffs != "as-played":
            folder /= self.payoffs
        for table in self.tables():
            write_table(folder, table.name, table.arrow)
        return folder

    def _named(self, name: str, table: pa.Table) -> ResultTable:
        return ResultTable(name, table, self.game, self.notes)
