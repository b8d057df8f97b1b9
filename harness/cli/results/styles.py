"""``railbird indicators``, ``opponents`` and ``bankrolls``: how agents played and fared."""

from typing import Annotated

import typer

from railbird.harness.cli.results.tables import (
    Agent,
    Conditions,
    Folder,
    FormatName,
    LuckName,
    LuckValues,
    Only,
    Part,
    TableChoice,
    UnitName,
    make_tables,
    print_tables,
    rows_of,
    with_table_flags,
)
from railbird.results.tables.play.bankroll_curves import POINTS
from railbird.results.tables.play.style_totals import MOST_HANDS


@with_table_flags("indicators")
def indicators(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    by_position: Annotated[
        bool, typer.Option("--by-position", help="One row per position.")
    ] = False,
    window: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_HANDS,
            help="One row per this many hands of a match; 0: one row for all hands.",
        ),
    ] = 0,
    agent: Agent = "",
    where: Conditions = None,
    only: Only = "",
    output_format: FormatName = "text",
) -> None:
    """Print style indicators of the agents, such as VPIP, PFR and aggression, and their classes.

    Decision times follow, where they were measured.

    Example: `railbird indicators runs/my-run --by-position`
    """
    run = Part(where).open(folder)
    choice = TableChoice("indicators", output_format, only, flags)
    made = make_tables(run, choice, by_position=by_position, window=window or None)
    found = [rows_of(run, table, agent) for table in made if table.num_rows or only]
    print_tables(found, run.facts, output_format=output_format, flags=flags)


@with_table_flags("opponents")
def opponents(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    agent: Agent = "",
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    luck: LuckName = None,
    luck_values: LuckValues = None,
    output_format: FormatName = "text",
) -> None:
    """Print each agent's opponents: hands played together, their style, and winnings from them.

    Example: `railbird opponents runs/my-run --agent uniform`
    """
    run = Part(where, luck, luck_values).open(folder)
    made = make_tables(run, TableChoice("opponents", output_format, only, flags))
    tables = [rows_of(run, table.in_unit(unit), agent) for table in made]
    print_tables(tables, run.facts, output_format=output_format, flags=flags)


@with_table_flags("bankrolls")
def bankrolls(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    stake: Annotated[
        float,
        typer.Option(min=0.001, max=1e9, help="Bankroll at risk, in big blinds."),
    ] = 100,
    for_hands: Annotated[
        int,
        typer.Option(
            min=0, max=10**12, help="Horizon for the risk of ruin, in hands; 0: unlimited."
        ),
    ] = 0,
    agent: Agent = "",
    where: Conditions = None,
    only: Only = "",
    luck: LuckName = None,
    luck_values: LuckValues = None,
    output_format: FormatName = "text",
) -> None:
    """Print how bankrolls develop over a match, how much of it luck explains, and risks of ruin.

    The text output shows the end of each curve; the other formats have all its points.

    Example: `railbird bankrolls runs/my-run --stake 50 --for-hands 1000`
    """
    run = Part(where, luck, luck_values).open(folder)
    choice = TableChoice("bankrolls", output_format, only, flags)
    points = 1 if output_format == "text" else POINTS
    made = make_tables(run, choice, big_blinds=stake, for_hands=for_hands or None, points=points)
    tables = [rows_of(run, table, agent) for table in made]
    print_tables(tables, run.facts, output_format=output_format, flags=flags)
