"""``railbird table``, ``rank`` and ``hands``: the results of a run, finished or not."""

from functools import partial
from math import inf
from typing import Annotated

import typer

from railbird.harness.cli.options import OutputFormat
from railbird.harness.cli.results.live import Live, follow
from railbird.harness.cli.results.tables import (
    Conditions,
    Folder,
    FormatName,
    LuckName,
    LuckValues,
    Only,
    Part,
    TableChoice,
    UnitName,
    make_headlines,
    make_tables,
    print_json,
    print_tables,
    print_views,
    require_agent,
    with_table_flags,
)
from railbird.results import ResultTable, RunResults, StoreError, open_run
from railbird.results.hands.hand_choice import first_hands, worst_hands
from railbird.results.hands.hand_incidents import hands_with_incidents, mark_hands
from railbird.results.hands.hand_report import report_hand
from railbird.results.show.printing import hand_view

Flags = frozenset[str]
Alpha = Annotated[
    float,
    typer.Option(
        min=0,
        help=(
            "Selection intensity of alpha-rank, per mbb/hand (--ratings, --line-up-ratings). "
            "(default: infinite)"
        ),
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
    luck: LuckName = None,
    luck_values: LuckValues = None,
    live: Live = False,
    output_format: FormatName = "text",
) -> None:
    """Print the cross-table: each agent's winnings against each opponent, with 95% intervals.

    With three players there is an entry for each pair of opponents; an entry against one agent is
    the mean over all line-ups with it.

    Example: `railbird table runs/my-run --unit bb/100`
    """
    part = Part(where, luck, luck_values)
    if live:
        follow(folder, partial(_headlines, command="table", unit=unit), part)
    run = part.open(folder)
    choice = TableChoice("table", output_format, only, flags)
    shown = [table.in_unit(unit) for table in make_tables(run, choice)]
    print_tables(shown, run.notes, output_format=output_format, flags=flags)


@with_table_flags("rank")
def rank(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: Flags = frozenset(),
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    luck: LuckName = None,
    luck_values: LuckValues = None,
    alpha: Alpha = inf,
    live: Live = False,
    output_format: FormatName = "text",
) -> None:
    """Print the rankings: by total bankroll, and by run-off with every elimination.

    Each shows how certain it is, by resampling the deck seeds a thousand times (bootstrap).

    Example: `railbird rank runs/my-run --where without=uniform`
    """
    part = Part(where, luck, luck_values)
    if live:
        follow(folder, partial(_headlines, command="rank", unit=unit), part)
    run = part.open(folder)
    choice = TableChoice("rank", output_format, only, flags)
    shown = [table.in_unit(unit) for table in make_tables(run, choice, alpha=alpha)]
    print_tables(
        shown, [*run.notes, *run.run_off().notes()], output_format=output_format, flags=flags
    )


@with_table_flags("transfer")
def transfer(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: Flags = frozenset(),
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    luck: LuckName = None,
    luck_values: LuckValues = None,
    output_format: FormatName = "text",
) -> None:
    """Print how much each agent won from each other agent; for three or more players.

    The losses of a hand are divided among its winners in proportion to their winnings. Each row
    sums to its agent's bankroll.

    Example: `railbird transfer runs/my-run --format csv`
    """
    run = Part(where, luck, luck_values).open(folder)
    made = make_tables(run, TableChoice("transfer", output_format, only, flags))
    shown = [table.in_unit(unit) for table in made]
    print_tables(shown, run.reading.deck_notes, output_format=output_format, flags=flags)


def hands(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    agent: Annotated[str, typer.Option(help="Only hands of the agent with this label.")] = "",
    worst: Annotated[
        int, typer.Option(min=0, help="Number of biggest losses of --agent to print.")
    ] = 0,
    first: Annotated[int, typer.Option(min=1, help="Number of hands, without --worst.")] = 10,
    with_incidents: Annotated[
        bool,
        typer.Option("--incidents", help="Only hands with incidents (of --agent, if given)."),
    ] = False,
    output_format: OutputFormat = "text",
) -> None:
    """Print hands in words: seats, cards, betting round by round, payoffs, incidents.

    Example: `railbird hands runs/my-run --agent uniform --worst 5`
    """
    run = open_run(folder)
    if run.reading.mode in ("tournament", "ring"):
        raise StoreError(
            f"{run.folder}: hands of several tables in step cannot be printed in words; "
            "read them with `railbird.open_run(DIR).hands()`"
        )
    require_agent(run, agent)
    if worst and not agent:
        raise typer.BadParameter("--worst needs an agent; add --agent LABEL")
    if worst and with_incidents:
        raise typer.BadParameter(
            "--incidents and --worst cannot be combined; leave out one of them"
        )
    shards = run.reading.holdings.shards
    if worst:
        chosen = worst_hands(shards, worst, agent=agent)
    elif with_incidents:
        chosen = hands_with_incidents(shards, first, agent=agent)
    else:
        chosen = first_hands(shards, first, agent=agent)
    marks = mark_hands(chosen, rule=run.manifest.misbehaviour)
    reports = [report_hand(run.game, hand, of) for hand, of in zip(chosen, marks, strict=True)]
    if output_format == "json":
        print_json(hands=reports, notes=run.facts)
    else:
        print_views(map(hand_view, reports), run.facts)


def print_results(run: RunResults) -> None:
    """Print the results of a run, finished or not: the cross-table and both rankings."""
    if run.reading.mode != "cash":
        command = "bankrolls" if run.reading.mode == "ring" else "finishes"
        print_tables(make_headlines(run, command), run.notes, output_format="text")
        return
    notes = [*run.notes, *run.run_off().notes()]
    print_tables(make_headlines(run, "table", "rank"), notes, output_format="text")


def _headlines(run: RunResults, *, command: str, unit: str) -> list[ResultTable]:
    return [table.in_unit(unit) for table in make_headlines(run, command)]
