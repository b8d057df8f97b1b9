"""``railbird finishes``: how tournaments ended."""

from typing import Annotated

import typer

from railbird.harness.cli.results.tables import (
    Agent,
    Conditions,
    Folder,
    FormatName,
    Only,
    Part,
    TableChoice,
    make_tables,
    print_tables,
    rows_of,
    with_table_flags,
)


@with_table_flags("finishes")
def finishes(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    agent: Agent = "",
    where: Conditions = None,
    at_hand: Annotated[
        int | None,
        typer.Option(min=1, help="With --icm: after this hand of every tournament, from 1."),
    ] = None,
    only: Only = "",
    output_format: FormatName = "text",
) -> None:
    """Print how agents finished tournaments: places, prizes and returns, with 95% intervals.

    Who finished before whom follows, and what happened level by level.

    Example: `railbird finishes runs/my-run --icm`
    """
    run = Part(where).open(folder)
    if at_hand is not None and not only:
        flags |= {"--icm"}
    choice = TableChoice("finishes", output_format, only, flags)
    made = make_tables(run, choice, at_hand=at_hand)
    tables = [
        rows_of(run, table, agent) if "agent" in table.arrow.column_names else table
        for table in made
    ]
    print_tables(tables, run.facts, output_format=output_format, flags=flags)
