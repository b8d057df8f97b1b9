"""``railbird incidents``: the incidents of a run, by agent and kind, or one by one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

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
    require_agent,
    rows_of,
    with_table_flags,
)
from railbird.results import ResultTable, RunResults
from railbird.results.reading.incident_notes import count_in_words
from railbird.results.tables.play.incident_list import MOST_LISTED


@with_table_flags("incidents")
def incidents(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    agent: Agent = "",
    where: Conditions = None,
    only: Only = "",
    output_format: FormatName = "text",
) -> None:
    """Print the violations of agents, by agent and kind: counts, opponents, the first example.

    After a `forfeit` the agent checks or else folds to the end of the match. A `replaced` action
    counts as a call or the nearest legal action. `railbird hands DIR --incidents` shows the hands.

    Example: `railbird incidents runs/my-run --all`
    """
    run = Part(where).open(folder)
    require_agent(run, agent)
    made = make_tables(run, TableChoice("incidents", output_format, only, flags), agent=agent)
    is_text = output_format == "text"
    told = tuple(count_in_words(run.reading.incident_tally)) if is_text else ()
    tables = [_without(rows_of(run, table, agent), told) for table in made]
    print_tables(
        [table for table in tables if table.num_rows or not is_text],
        [*_others(run.facts, told), *_about_length(run, tables, agent)],
        output_format=output_format,
    )


def _without(table: ResultTable, told: tuple[str, ...]) -> ResultTable:
    return replace(table, notes=_others(table.notes, told))


def _others(notes: Iterable[str], told: tuple[str, ...]) -> tuple[str, ...]:
    """Return the notes without those that say in words what the table has."""
    return tuple(note for note in notes if not note.startswith(told))


def _about_length(run: RunResults, tables: Sequence[ResultTable], agent: str) -> Iterator[str]:
    """Report that there is nothing to print, or more than was printed."""
    counts = run.reading.incident_tally.by_kind
    total = sum(count.incidents for count in counts if agent in ("", count.agent))
    if not total:
        yield "no incidents"
    if total > MOST_LISTED and any(table.name == "incident-list" for table in tables):
        yield (
            f"the list ends after {MOST_LISTED:,} of {total:,} incidents; in Python "
            "open_run(DIR).incidents() has all"
        )
