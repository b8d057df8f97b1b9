"""``railbird luck``: what each choice of luck leaves of the spread of payoffs."""

from contextlib import suppress

from railbird.harness.analysis.declared_luck import make_aivat
from railbird.harness.cli.options import PluginPaths
from railbird.harness.cli.results.tables import (
    Agent,
    Conditions,
    Folder,
    FormatName,
    Only,
    Part,
    TableChoice,
    UnitName,
    make_tables,
    print_tables,
    rows_of,
    with_table_flags,
)
from railbird.native import GameDefinitionError
from railbird.plugins import load_registry, read_plugin


@with_table_flags("luck")
def luck(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    agent: Agent = "",
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    only: Only = "",
    plugin: PluginPaths = None,
    output_format: FormatName = "text",
) -> None:
    """Print how much of the spread of payoffs luck is, and how many deck seeds each choice needs.

    Corrections that are missing are made and stored in the run's folder: agents that declare their
    probabilities are asked for them.

    Example: `railbird luck runs/my-run`
    """
    run = Part(where, "raw").open(folder)
    registry = load_registry(tuple(read_plugin(path) for path in plugin or ()))
    with suppress(GameDefinitionError):  # a game without values for decisions
        make_aivat(run, registry)
    made = make_tables(run, TableChoice("luck", output_format, only, flags))
    shown = [rows_of(run, table.in_unit(unit), agent) for table in made]
    print_tables(shown, run.facts, output_format=output_format, flags=flags)
