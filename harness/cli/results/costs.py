"""``railbird costs`` and ``railbird calls``: what agents that ask services cost and said."""

from collections.abc import Iterator
from typing import Annotated

import typer

from railbird.harness.cli.results.tables import (
    Agent,
    Folder,
    FormatName,
    Only,
    Part,
    TableChoice,
    UnitName,
    make_tables,
    print_tables,
    require_agent,
    rows_of,
    with_table_flags,
)
from railbird.harness.errors import SpecError
from railbird.native.wording import counted
from railbird.results import RunResults
from railbird.results.hands.hand_report import player_of
from railbird.results.reading.asked_hands import describe_calls, worst_asked_hands
from railbird.results.reading.service_calls import has_calls, models_without_price

NO_JOURNAL = "no agent of this run asks services: it has no journal"


@with_table_flags("costs")
def costs(
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    unit: UnitName = "mbb/hand",
    only: Only = "",
    output_format: FormatName = "text",
) -> None:
    """Print what agents that ask services have cost, and what it will cost to decide each pair.

    Tokens and dollars are those of the run's journal: by agent, with the time of a decision and
    answers that could not be played.

    Example: `railbird costs runs/my-run`
    """
    run = Part().open_unfinished(folder)
    _require_journal(run)
    made = make_tables(run, TableChoice("costs", output_format, only, flags))
    tables = [table.in_unit(unit) for table in made if table.num_rows or only]
    print_tables(tables, run.facts, output_format=output_format, flags=flags)
    unknown = models_without_price(run.reading.folder)
    if unknown:
        typer.echo(
            f"railbird: no price is known for {', '.join(unknown)}, whose answers count as $0; "
            "name a file with prices under [services], and play on",
            err=True,
        )


@with_table_flags("calls")
def calls(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    agent: Agent = "",
    worst: Annotated[
        int,
        typer.Option(
            min=0,
            help="Print this many hands in which the agent lost most, with prompts and answers.",
        ),
    ] = 0,
    only: Only = "",
    output_format: FormatName = "text",
) -> None:
    """Print the calls of agents that ask services, or the hands that they lost most in.

    With --worst each decision of such a hand follows: what was asked, the model's reasoning and
    answer, and what was played.

    Example: `railbird calls runs/my-run --agent model-a --worst 5`
    """
    run = Part().open_unfinished(folder)
    _require_journal(run)
    require_agent(run, agent)
    if worst:
        for line in worst_hands(run, agent, worst):
            typer.echo(line)
        return
    made = make_tables(run, TableChoice("calls", output_format, only, flags))
    tables = [rows_of(run, table, agent) for table in made]
    print_tables(tables, run.facts, output_format=output_format, flags=flags)


def _require_journal(run: RunResults) -> None:
    if not has_calls(run.reading.folder):
        raise SpecError(NO_JOURNAL)


def worst_hands(run: RunResults, agent: str, count: int) -> Iterator[str]:
    """Yield the hands in which agents in the journal lost most, line by line."""
    lost = worst_asked_hands(run.reading, count, agent=agent)
    for one in lost:
        hand = one.hand
        names = ", ".join(player_of(hand, seat) for seat in hand.seats)
        yield (
            f"{one.agent}: {one.chips:+g} chips in hand {hand.hand_index} of deck "
            f"{hand.deck_index}, seating {hand.seating_index} ({names}; {hand.betting})"
        )
        for call in describe_calls(one.records):
            yield f"  {call.title}"
            for name, text in call.texts:
                yield from _quote(name, text)
        yield ""
    if not lost:
        yield "it has lost no stored hand yet"


def _quote(what: str, text: str) -> Iterator[str]:
    """Quote a text that somebody else wrote: no signs that steer a terminal."""
    lines = text.splitlines()
    if lines:
        yield f"    {what} ({counted(len(lines), 'line')}):"
    for line in lines:
        shown = "".join(sign if sign.isprintable() else "?" for sign in line)
        yield f"    | {shown}"
