"""``railbird table``, ``rank`` and ``hands``: what came of a run, finished or not."""

from functools import cache, partial
from typing import Annotated

import typer

from railbird.harness.cli.live import Live, follow
from railbird.harness.cli.options import OutputFormat
from railbird.harness.cli.tables import (
    AllInExpectation,
    Conditions,
    Folder,
    MakeTable,
    Only,
    Part,
    TableFormat,
    UnitName,
    make_tables,
    print_json,
    print_tables,
    print_views,
)
from railbird.plugins import unknown_name
from railbird.results import ResultTable, RunResults, open_run
from railbird.results.hands.hand_choice import first_hands, worst_hands
from railbird.results.hands.hand_story import tell_hand
from railbird.results.show.printing import hand_view, plain
from railbird.results.tables.members import member_results

THREE = 3


def table(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    line_ups: Annotated[
        bool, typer.Option("--line-ups", help="Print every line-up as well.")
    ] = False,
    positions: Annotated[
        bool, typer.Option("--positions", help="Print what was won by position as well.")
    ] = False,
    teams: Annotated[
        bool, typer.Option("--teams", help="Print line-ups of teams as well.")
    ] = False,
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    all_in_expectation: AllInExpectation = False,
    live: Live = False,
    output_format: TableFormat = "text",
) -> None:
    """Print the cross-table: who won how much against whom, with 95% intervals.

    With three at a table there is an entry for each pair of opponents; an entry against one agent
    is the mean over all line-ups with it.
    """
    part = Part(where, all_in_expectation)
    if live:
        follow(folder, lambda run: [run.agent_matrix().in_unit(unit)], part)
    run = part.open(folder)
    three = run.game.player_count == THREE
    offers: dict[str, MakeTable] = {
        "agent-matrix": run.agent_matrix,
        **({"pair-table": run.pair_table} if three else {}),
        "cross-table": run.cross_table,
        "positions": run.positions,
        "team-table": run.team_table,
    }
    members = member_results(run)
    if members is not None:
        offers["members"] = lambda: members
    exact = run.exact_values()
    if exact is not None:
        offers["exact-values"] = lambda: exact
    is_wanted = {
        "pair-table": output_format == "text",
        "cross-table": line_ups or output_format == "json",
        "positions": positions,
        "team-table": teams,
    }
    usual = [name for name in offers if is_wanted.get(name, True)]
    shown = [table.in_unit(unit) for table in make_tables(offers, usual, only)]
    print_tables(shown, run.notes, output_format=output_format)


def rank(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    series: Annotated[
        bool, typer.Option("--series", help="Print the run-off by series as well; two players.")
    ] = False,
    ratings: Annotated[
        bool,
        typer.Option("--ratings", help="Print Elo, alpha-rank, Nash averages; two players."),
    ] = False,
    teams: Annotated[bool, typer.Option("--teams", help="Rank teams as well.")] = False,
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    all_in_expectation: AllInExpectation = False,
    live: Live = False,
    output_format: TableFormat = "text",
) -> None:
    """Print the rankings: by total bankroll, and by run-off with every elimination.

    Each says how sure it is; which deck seeds came up is drawn anew a thousand times.
    """
    part = Part(where, all_in_expectation)
    if live:
        follow(folder, lambda run: _rankings(run, unit), part)
    run = part.open(folder)
    decided, by_series = run.run_off(), cache(run.series_run_off)
    offers: dict[str, MakeTable] = {
        "total-bankroll": run.total_bankroll,
        "comparisons": run.comparisons,
        **{table.name: partial(_same, table) for table in decided.tables()},
        "series-run-off": lambda: by_series().ranking,
        "series-eliminations": lambda: by_series().eliminations,
        "ratings": run.ratings,
        "team-bankroll": run.team_bankroll,
    }
    is_wanted = {
        "run-off-rounds": output_format != "text",
        "series-run-off": series,
        "series-eliminations": series,
        "ratings": ratings,
        "team-bankroll": teams,
    }
    usual = [name for name in offers if is_wanted.get(name, True)]
    shown = [table.in_unit(unit) for table in make_tables(offers, usual, only)]
    print_tables(shown, [*run.notes, *decided.notes()], output_format=output_format)


def transfer(
    folder: Folder,
    *,
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    all_in_expectation: AllInExpectation = False,
    output_format: TableFormat = "text",
) -> None:
    """Print who won how much from whom, hand by hand; for games of three players and more.

    A hand's losses are shared over its winners in proportion to their winnings. A row sums to its
    agent's bankroll.
    """
    run = Part(where, all_in_expectation).open(folder)
    shown = run.transfer().in_unit(unit)
    print_tables([shown], run.reading.deck_notes, output_format=output_format)


def hands(
    folder: Folder,
    *,
    agent: Annotated[str, typer.Option(help="Only hands of the agent with this label.")] = "",
    worst: Annotated[
        int, typer.Option(min=0, help="The biggest losses of --agent, so many of them.")
    ] = 0,
    first: Annotated[int, typer.Option(min=1, help="Without --worst, so many hands.")] = 10,
    output_format: OutputFormat = "text",
) -> None:
    """Print hands in words: seats, cards, betting round by round, payoffs."""
    run = open_run(folder)
    labels = [record.label for record in run.manifest.agents]
    if agent and agent not in labels:
        raise unknown_name("agent", agent, [plain(label).plain for label in labels])
    if worst and not agent:
        raise typer.BadParameter("--worst asks whose losses; add --agent LABEL")
    shards = run.reading.holdings.shards
    if worst:
        chosen = worst_hands(shards, worst, agent=agent)
    else:
        chosen = first_hands(shards, first, agent=agent)
    stories = [tell_hand(run.game, hand) for hand in chosen]
    if output_format == "json":
        print_json(hands=stories, notes=run.facts)
    else:
        print_views(map(hand_view, stories), run.facts)


def _same(table: ResultTable) -> ResultTable:
    return table


def _rankings(run: RunResults, unit: str) -> list[ResultTable]:
    return [table.in_unit(unit) for table in (run.total_bankroll(), run.run_off().ranking)]


def print_results(run: RunResults) -> None:
    """Print what a run has come to, finished or not: the cross-table and both rankings."""
    decided = run.run_off()
    tables: list[ResultTable] = [run.agent_matrix(), run.total_bankroll(), decided.tables()[0]]
    print_tables(tables, [*run.notes, *decided.notes()], output_format="text")
