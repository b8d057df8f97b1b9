"""``railbird table``, ``rank`` and ``hands``: what came of a run, finished or not."""

from typing import Annotated

import typer

from railbird.harness.cli_live import Live, follow
from railbird.harness.cli_options import OutputFormat
from railbird.harness.cli_tables import (
    AllInExpectation,
    Folder,
    Only,
    TableFormat,
    UnitName,
    open_chosen,
    print_json,
    print_tables,
    print_views,
)
from railbird.plugins import unknown_name
from railbird.results import ResultTable, RunResults, open_run
from railbird.results.hand_choice import first_hands, worst_hands
from railbird.results.hand_story import tell_hand
from railbird.results.printing import hand_view, plain


def table(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    line_ups: Annotated[
        bool, typer.Option("--line-ups", help="Print every line-up as well.")
    ] = False,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    all_in_expectation: AllInExpectation = False,
    live: Live = False,
    output_format: TableFormat = "text",
) -> None:
    """Print the cross-table: who won how much against whom, with 95% intervals.

    With more than two at a table an entry is the mean over all line-ups with the column's agent.
    """
    if live:
        follow(folder, lambda run: [run.agent_matrix().in_unit(unit)])
    run = open_chosen(folder, all_in_expectation=all_in_expectation)
    tables = [run.agent_matrix()]
    if line_ups or only == "cross-table" or output_format == "json":
        tables.append(run.cross_table())
    exact = run.exact_values()
    if exact is not None:
        tables.append(exact)
    shown = [table.in_unit(unit) for table in tables]
    print_tables(shown, run.notes, output_format=output_format, only=only)


def rank(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    all_in_expectation: AllInExpectation = False,
    live: Live = False,
    output_format: TableFormat = "text",
) -> None:
    """Print the rankings: by total bankroll, and by run-off with every elimination."""
    if live:
        follow(folder, lambda run: _rankings(run, unit))
    run = open_chosen(folder, all_in_expectation=all_in_expectation)
    decided = run.run_off()
    tables = [run.total_bankroll(), run.comparisons(), *decided.tables()]
    if output_format == "text":
        tables = [table for table in tables if table.name != "run-off-rounds"]
    shown = [table.in_unit(unit) for table in tables]
    print_tables(shown, [*run.notes, *decided.notes()], output_format=output_format, only=only)


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
    shards = run.holdings.shards
    if worst:
        chosen = worst_hands(shards, worst, agent=agent)
    else:
        chosen = first_hands(shards, first, agent=agent)
    stories = [tell_hand(run.game, hand) for hand in chosen]
    if output_format == "json":
        print_json(hands=stories, notes=run.notes)
    else:
        print_views(map(hand_view, stories), run.notes)


def _rankings(run: RunResults, unit: str) -> list[ResultTable]:
    return [table.in_unit(unit) for table in (run.total_bankroll(), run.run_off().ranking)]


def print_results(run: RunResults) -> None:
    """Print what a run has come to, finished or not: the cross-table and both rankings."""
    decided = run.run_off()
    tables: list[ResultTable] = [run.agent_matrix(), run.total_bankroll(), decided.tables()[0]]
    print_tables(tables, [*run.notes, *decided.notes()], output_format="text")
