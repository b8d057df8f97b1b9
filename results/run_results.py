"""A run as it stands on the disk, finished or not: what was played, and what came of it."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pyarrow as pa

from railbird.results.all_in_equity import all_in_equity
from railbird.results.bankroll_curves import POINTS, bankroll_curves
from railbird.results.comparisons import comparison_table
from railbird.results.cross_table import agent_matrix, cross_table
from railbird.results.decision_times import decision_times
from railbird.results.errors import StoreError
from railbird.results.exact_values import compare_exact, read_exact_values
from railbird.results.hand_sums import (
    sums_by_position,
    sums_from_member,
)
from railbird.results.manifest import read_manifest
from railbird.results.opponents import opponent_table
from railbird.results.pair_means import pair_means
from railbird.results.played_hands import played_hands
from railbird.results.positions import position_table, refuse_uneven
from railbird.results.rankings import compare_all, total_bankroll
from railbird.results.ratings import rating_table
from railbird.results.result_table import ResultTable, RunOff
from railbird.results.ruin import Stake, ruin_table
from railbird.results.run_off import run_off
from railbird.results.run_reading import Payoffs, RunReading
from railbird.results.sequential import Decisions, decision_table
from railbird.results.series import series_run_off
from railbird.results.shard_files import find_shards
from railbird.results.store import TABLES
from railbird.results.style_totals import (
    StyleTotals,
    indicator_table,
    style_table,
    style_totals,
)
from railbird.results.table_files import write_table
from railbird.results.teams import team_bankroll, team_names, team_table
from railbird.results.transfer import UNBALANCED, is_balanced, transfer_table


def open_run(folder: str | Path, *, payoffs: Payoffs = "as-played") -> "RunResults":
    """Open a run's folder, finished or not, and check every shard against its digest.

    With `payoffs` "all-in-expectation" all results are of expected payoffs where nobody could act
    any more before the last card (see `results.all_in`). Damaged shards are left out and named in
    `notes`. Raises StoreError where the folder is no run, or nothing of it is whole.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    holdings = find_shards(path, manifest.chunk_count)
    if holdings.damaged and not holdings.shards:
        raise StoreError(
            f"{path}: {holdings.damaged[0]}, and no other is there; the same run command plays it "
            "again"
        )
    return RunResults(path, manifest, holdings, payoffs)


WITHOUT_INTERVALS = {"indicators", "styles", "all-in-equity", "opponents", "decision-times"}
WITHOUT_INTERVALS |= {"bankroll-curves", "ruin"}


@dataclass(frozen=True)
class RunResults(RunReading):
    """What a run has played so far; tables are computed when first asked for."""

    def cross_table(self) -> ResultTable:
        """Return the mean of each agent in each line-up, in schema CROSS_TABLE."""
        return self._named("cross-table", cross_table(self.means))

    def pair_table(self) -> ResultTable:
        """Return the cross-table laid out for three players: each agent against each pair."""
        return self._named("pair-table", cross_table(self.means))

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

    def bankroll_curves(self, *, points: int = POINTS) -> ResultTable:
        """Return how bankrolls grow over a match, by line-up; schema BANKROLL_CURVES."""
        curves = bankroll_curves(self.played_hands(), self.labels, self.sets, points=points)
        return self._named("bankroll-curves", curves)

    def risk_of_ruin(self, big_blinds: float, *, for_hands: int | None = None) -> ResultTable:
        """Return how likely agents lose so many big blinds, schema RUIN; ValueError for no stake.

        Payoffs are as played: luck is what ruins.
        """
        hands = played_hands(self.holdings.shards, self.labels, where=self.part)
        stake = Stake(big_blinds, for_hands)
        return self._named("ruin", ruin_table(self.game, hands, self.labels, stake=stake))

    def decision_times(self) -> ResultTable:
        """Return how long each agent took per decision, in schema DECISION_TIMES."""
        return self._named("decision-times", decision_times(self.folder))

    def series_run_off(self) -> RunOff:
        """Return the ranking by run-off over series, for two players; TwoPlayersError for more."""
        decided = series_run_off(pair_means(self.means))
        return RunOff(
            self._named("series-run-off", decided.ranking),
            self._named("series-eliminations", decided.eliminations),
        )

    def ratings(self) -> ResultTable:
        """Return Elo, alpha-rank and Nash averages, schema RATINGS; TwoPlayersError for more."""
        return self._named("ratings", rating_table(pair_means(self.means)))

    def team_table(self) -> ResultTable:
        """Return the mean of each team in each line-up of teams, in schema TEAM_TABLE."""
        return self._named("team-table", team_table(self.means, team_names(self.manifest.agents)))

    def team_bankroll(self) -> ResultTable:
        """Return the ranking of teams, in schema TEAM_BANKROLL."""
        teams = team_names(self.manifest.agents)
        return self._named("team-bankroll", team_bankroll(self.means, teams))

    def positions(self) -> ResultTable:
        """Return each agent's mean by position, in schema POSITIONS; reads every hand."""
        refuse_uneven(self.manifest.seating_count)
        numbers = range(self.game.player_count)
        sets = self.sum_hands([partial(sums_by_position, position=n) for n in numbers])
        return self._named("positions", position_table(sets, self.game.big_blind))

    def transfer(self) -> ResultTable:
        """Return who won how much from whom, in schema TRANSFER; reads every hand."""
        numbers = range(self.game.player_count)
        sets = self.sum_hands([partial(sums_from_member, member=n) for n in numbers])
        table = transfer_table(sets, self.game.big_blind)
        notes = () if is_balanced(self.sets) else (UNBALANCED,)
        return replace(self._named("transfer", table), notes=(*self.deck_notes, *notes))

    def decisions(self, decided: Decisions) -> ResultTable:
        """Return what the sequential method has decided of this run, in schema DECISIONS."""
        return self._named("decisions", decision_table(decided, self.game.big_blind))

    def tables(self) -> list[ResultTable]:
        """Return the tables that `write_tables` writes."""
        first = [self.cross_table(), self.agent_matrix(), self.total_bankroll()]
        return [*first, self.comparisons(), *self.run_off().tables()]

    def style_totals(self, *, by_position: bool = False, window: int | None = None) -> StyleTotals:
        """Sum what hands tell of style, by agent and if wanted by position and time.

        `window` is a number of hands: rows are then for hands 0 to window - 1 of every match, and
        so on.
        """
        hands = played_hands(self.holdings.shards, self.labels, where=self.part)
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
        hands = played_hands(self.holdings.shards, self.labels, where=self.part)
        table = all_in_equity(self.game, hands, self.labels, by_position=by_position)
        return self._named("all-in-equity", table)

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
        """Return a table with what is to be known of its intervals, if it has any."""
        by_table = {"transfer": self.deck_notes, "positions": self.deck_notes}
        notes = self.facts if name in WITHOUT_INTERVALS else by_table.get(name, self.notes)
        return ResultTable(name, table, self.game, notes)
