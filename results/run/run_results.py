"""A run and what came of it, finished or not: every table, worked out when it is asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pyarrow as pa

from railbird.native import GameDefinition
from railbird.results.estimate.pair_means import pair_means
from railbird.results.hands.hand_sums import sums_by_position, sums_from_member
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.run.run_reading import RunReading
from railbird.results.show.result_table import ResultTable, RunOff
from railbird.results.store.manifest import Manifest
from railbird.results.store.store import TABLES
from railbird.results.store.table_files import write_table
from railbird.results.store.where import WhereError
from railbird.results.tables.all_in_equity import all_in_equity
from railbird.results.tables.bankroll_curves import POINTS, bankroll_curves
from railbird.results.tables.comparisons import comparison_table
from railbird.results.tables.cross_table import agent_matrix, cross_table
from railbird.results.tables.decision_times import decision_times
from railbird.results.tables.exact_values import compare_exact, read_exact_values
from railbird.results.tables.opponents import opponent_table
from railbird.results.tables.positions import position_table, refuse_uneven
from railbird.results.tables.rankings import compare_all, total_bankroll
from railbird.results.tables.ratings import rating_table
from railbird.results.tables.ruin import Stake, ruin_table
from railbird.results.tables.run_off import run_off
from railbird.results.tables.sequential import Decisions, decision_table
from railbird.results.tables.series import series_run_off
from railbird.results.tables.style_totals import (
    StyleTotals,
    indicator_table,
    style_table,
    style_totals,
)
from railbird.results.tables.teams import team_bankroll, team_names, team_table
from railbird.results.tables.transfer import UNBALANCED, is_balanced, transfer_table


@dataclass(frozen=True)
class RunResults:
    """What a run has played so far; tables are computed when first asked for."""

    reading: RunReading

    @property
    def folder(self) -> Path:
        """Where the run lies."""
        return self.reading.folder

    @property
    def manifest(self) -> Manifest:
        """What the run is to be."""
        return self.reading.manifest

    @property
    def game(self) -> GameDefinition:
        """The game's definition."""
        return self.reading.game

    @property
    def labels(self) -> list[str]:
        """The labels of the agents that were entered, sorted."""
        return self.reading.labels

    @property
    def facts(self) -> tuple[str, ...]:
        """What is missing of the run, or was chosen of it, in sentences."""
        return self.reading.facts

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts, and what they mean for the intervals of line-ups and bankrolls."""
        return self.reading.notes

    def where(self, *conditions: str) -> "RunResults":
        """Return a part of the run; conditions and errors as in `RunReading.where`."""
        return RunResults(self.reading.where(*conditions))

    def matches(self) -> Iterator[pa.RecordBatch]:
        """Yield all matches in schema MATCHES, with payoffs as chosen."""
        return self.reading.matches()

    def hands(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield all hands in schema HANDS, or those columns of it, never many at once."""
        return self.reading.hands(columns)

    def played_hands(self) -> Iterator[PlayedHands]:
        """Yield all hands as numpy columns by position, with payoffs as chosen."""
        return self.reading.played_hands()

    def incidents(self) -> Iterator[pa.RecordBatch]:
        """Yield all incidents in schema INCIDENTS."""
        return self.reading.incidents()

    def cross_table(self) -> ResultTable:
        """Return the mean of each agent in each line-up, in schema CROSS_TABLE."""
        return self._named("cross-table", cross_table(self.reading.means))

    def pair_table(self) -> ResultTable:
        """Return the cross-table laid out for three players: each agent against each pair."""
        return self._named("pair-table", cross_table(self.reading.means))

    def agent_matrix(self) -> ResultTable:
        """Return the mean of each agent over its line-ups with each other, schema AGENT_MATRIX."""
        return self._named("agent-matrix", agent_matrix(self.reading.means))

    def total_bankroll(self) -> ResultTable:
        """Return the ranking by total bankroll, in schema BANKROLL."""
        return self._named("total-bankroll", total_bankroll(self.reading.means))

    def comparisons(self) -> ResultTable:
        """Return all pairs of agents, how surely one is above the other; schema COMPARISONS."""
        means = self.reading.means
        return self._named("comparisons", comparison_table(means, compare_all(means)))

    def run_off(self) -> RunOff:
        """Return the ranking by run-off, with every round."""
        decided = run_off(self.reading.means)
        return RunOff(
            self._named("run-off", decided.ranking),
            self._named("run-off-eliminations", decided.eliminations),
            self._named("run-off-rounds", decided.rounds),
            decided.stop,
        )

    def exact_values(self) -> ResultTable | None:
        """Return exact values beside sampled ones, schema EXACT_COMPARISON, if there are any."""
        exact = read_exact_values(self.folder)
        if exact is None:
            return None
        return self._named("exact-values", compare_exact(exact, self.cross_table().arrow))

    def bankroll_curves(self, *, points: int = POINTS) -> ResultTable:
        """Return how bankrolls grow over a match, by line-up; schema BANKROLL_CURVES."""
        curves = bankroll_curves(self.played_hands(), self.labels, self.reading.sets, points=points)
        return self._named("bankroll-curves", curves)

    def risk_of_ruin(self, big_blinds: float, *, for_hands: int | None = None) -> ResultTable:
        """Return how likely agents lose so many big blinds, schema RUIN; ValueError for no stake.

        Payoffs are as played: luck is what ruins.
        """
        hands = self.reading.hands_as_played()
        stake = Stake(big_blinds, for_hands)
        return self._named("ruin", ruin_table(self.game, hands, self.labels, stake=stake))

    def decision_times(self) -> ResultTable:
        """Return how long each agent took per decision, in schema DECISION_TIMES.

        WhereError for a part of a run: times are kept of chunks, not of matches.
        """
        if not self.reading.part.is_everything:
            raise WhereError("decision times are kept of a whole run; leave out the conditions")
        return self._named("decision-times", decision_times(self.folder))

    def series_run_off(self) -> RunOff:
        """Return the ranking by run-off over series, for two players; TwoPlayersError for more."""
        decided = series_run_off(pair_means(self.reading.means))
        return RunOff(
            self._named("series-run-off", decided.ranking),
            self._named("series-eliminations", decided.eliminations),
        )

    def ratings(self) -> ResultTable:
        """Return Elo, alpha-rank and Nash averages, schema RATINGS; TwoPlayersError for more."""
        return self._named("ratings", rating_table(pair_means(self.reading.means)))

    def team_table(self) -> ResultTable:
        """Return the mean of each team in each line-up of teams, in schema TEAM_TABLE."""
        return self._named(
            "team-table", team_table(self.reading.means, team_names(self.manifest.agents))
        )

    def team_bankroll(self) -> ResultTable:
        """Return the ranking of teams, in schema TEAM_BANKROLL."""
        teams = team_names(self.manifest.agents)
        return self._named("team-bankroll", team_bankroll(self.reading.means, teams))

    def positions(self) -> ResultTable:
        """Return each agent's mean by position, in schema POSITIONS; reads every hand."""
        refuse_uneven(self.manifest.seating_count)
        numbers = range(self.game.player_count)
        sets = self.reading.sum_hands([partial(sums_by_position, position=n) for n in numbers])
        return self._named("positions", position_table(sets, self.game.big_blind))

    def transfer(self) -> ResultTable:
        """Return who won how much from whom, in schema TRANSFER; reads every hand."""
        numbers = range(self.game.player_count)
        sets = self.reading.sum_hands([partial(sums_from_member, member=n) for n in numbers])
        table = transfer_table(sets, self.game.big_blind)
        notes = () if is_balanced(self.reading.sets) else (UNBALANCED,)
        return replace(self._named("transfer", table), notes=(*self.reading.deck_notes, *notes))

    def decisions(self, decided: Decisions) -> ResultTable:
        """Return what the sequential method has decided of this run, in schema DECISIONS."""
        return self._named("decisions", decision_table(decided, self.game.big_blind))

    def tables(self) -> list[ResultTable]:
        """Return the tables that `write_tables` writes."""
        first = [self.cross_table(), self.agent_matrix(), self.total_bankroll()]
        return [*first, self.comparisons(), *self.run_off().tables()]

    def style_totals(self, *, by_position: bool = False, window: int | None = None) -> StyleTotals:
        """Sum style by agent, position and, by `window`, so many hands of every match at a time."""
        hands = self.reading.hands_as_played()
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

    def all_in_equity(self, *, by_position: bool = False) -> ResultTable:
        """Return with what equity agents were all-in, in schema ALL_IN_EQUITY."""
        hands = self.reading.hands_as_played()
        table = all_in_equity(self.game, hands, self.labels, by_position=by_position)
        return self._named("all-in-equity", table)

    def opponents(self) -> ResultTable:
        """Return each agent's opponents, their style and the profit, in schema OPPONENTS."""
        found = opponent_table(self.game, self.played_hands(), self.labels)
        return self._named("opponents", found)

    def write_tables(self) -> Path:
        """Write all tables into the run's folder as Arrow and CSV, and return where they are.

        Those of expected payoffs lie in a folder of their own among them. WhereError for a part of
        a run, whose tables would stand there as the run's.
        """
        if not self.reading.part.is_everything:
            raise WhereError("a run's folder has tables of the whole run; write a part's elsewhere")
        folder = self.folder / TABLES
        if self.reading.payoffs != "as-played":
            folder /= self.reading.payoffs
        for table in self.tables():
            write_table(folder, table.name, table.arrow)
        return folder

    def _named(self, name: str, table: pa.Table) -> ResultTable:
        """Return a table with what is to be known of its intervals, if it has any."""
        return ResultTable(name, table, self.game, self.reading.notes_for(name))
