"""``railbird table``, ``rank`` and ``hands``: what came of a run, finished or not."""

from functools import partial
from math import inf
from typing import Annotated

import typer

from railbird.harness.cli.options import OutputFormat
from railbird.harness.cli.results.live import Live, follow
from railbird.harness.cli.results.tables import (
    AllInExpectation,
    Conditions,
    Folder,
    FormatName,
    Only,
    Part,
    TableChoice,
    UnitName,
    make_headlines,
    make_tables,
    print_json,
    print_tables,
    print_views,
    with_table_flags,
)
from railbird.plugins import unknown_name
from railbird.results import ResultTable, RunResults, open_run
from railbird.results.hands.hand_choice import first_hands, worst_hands
from railbird.results.hands.hand_report import report_hand
from railbird.results.show.printing import hand_view, plain

Flags = frozenset[str]
Alpha = Annotated[
    float,
    typer.Option(
        min=0,
        help="How much alpha-rank's populations heed a gain, per mbb/hand (--ratings, "
        "--line-up-ratings); infinite if not given.",
    ),
]


@with_table_flags("table")
def table(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: Flags = frozenset(),
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    all_in_expectation: AllInExpectation = False,
    live: Live = False,
    output_format: FormatName = "text",
) -> None:
    """Print the cross-table: who won how much against whom, with 95% intervals.

    With three at a table there is an entry for each pair of opponents; an entry against one agent
    is the mean over all line-ups with it.
    """
    part = Part(where, all_in_expectation)
    if live:
        follow(folder, partial(_headlines, command="table", unit=unit), part)
    run = part.open(folder)
    choice = TableChoice("table", output_format, only, flags)
    shown = [table.in_unit(unit) for table in make_tables(run, choice)]
    print_tables(shown, run.notes, output_format=output_format)


@with_table_flags("rank")
def rank(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: Flags = frozenset(),
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    all_in_expectation: AllInExpectation = False,
    alpha: Alpha = inf,
    live: Live = False,
    output_format: FormatName = "text",
) -> None:
    """Print the rankings: by total bankroll, and by run-off with every elimination.

    Each says how sure it is; which deck seeds came up is drawn anew a thousand times.
    """
    part = Part(where, all_in_expectation)
    if live:
        follow(folder, partial(_headlines, command="rank", unit=unit), part)
    run = part.open(folder)
    choice = TableChoice("rank", output_format, only, flags)
    shown = [table.in_unit(unit) for table in make_tables(run, choice, alpha=alpha)]
    print_tables(shown, [*run.notes, *run.run_off().notes()], output_format=output_format)


def transfer(
    folder: Folder,
    *,
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    all_in_expectation: AllInExpectation = False,
    output_format: FormatName = "text",
) -> None:
    """Print who won how much from whom, hand by hand; for games of three players and more.

    A hand's losses are shared over its winners in proportion to their winnings. A row sums to its
    agent's bankroll.
    """
    run = Part(where, all_in_expectation).open(folder)
    made = make_tables(run, TableChoice("transfer", output_format))
    shown = [table.in_unit(unit) for table in made]
    print_tables(shown, run.reading.deck_notes, output_format=output_format)


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
    reports = [report_hand(run.game, hand) for hand in chosen]
    if output_format == "json":
        print_json(hands=reports, notes=run.facts)
    else:
        print_views(map(hand_view, reports), run.facts)


def print_results(run: RunResults) -> None:
    """Print what a run has come to, finished or not: the cross-table and both rankings."""
    notes = [*run.notes, *run.run_off().notes()]
    print_tables(make_headlines(run, "table", "rank"), notes, output_format="text")


def _headlines(run: RunResults, *, command: str, unit: str) -> list[ResultTable]:
    return [table.in_unit(unit) for table in make_headlines(run, command)]
