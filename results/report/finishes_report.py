"""The report of a run of tournaments: one page with finishes, places, ratings and levels."""

import json
from dataclasses import dataclass

from railbird.results.report.page import render_page
from railbird.results.run.run_results import RunResults, wrong_mode
from railbird.results.show.table_layout import Grid
from railbird.results.tables.table_list import TABLES

SECTIONS = {
    "finishes": "Standings",
    "place-matrix": "Pairs",
    "finish-run-off": "Run-off",
    "finish-ratings": "Ratings",
    "levels": "Levels",
    "icm": "Worth",
}
"""The section of each table."""


@dataclass(frozen=True, slots=True)
class FinishesReport:
    """The contents of the page; `grids` are those of each table that the run has, by its name."""

    name: str
    facts: list[tuple[str, str]]
    notes: list[str]
    grids: dict[str, list[Grid]]
    spec: str

    @property
    def sections(self) -> list[tuple[str, str]]:
        """The identifier and the title of each section."""
        shown = [section for table, section in SECTIONS.items() if table in self.grids]
        return [(one.lower(), one) for one in ("Played", *shown, "Spec")]


def gather_finishes(run: RunResults) -> FinishesReport:
    """Compute the contents of the report of tournaments; raises UnitError for cash games."""
    if run.reading.mode in ("cash", "ring"):
        raise wrong_mode(run.reading, "the report of tournaments")
    tables = [run.table(name) for name in SECTIONS if TABLES[name].is_in(run.reading)]
    notes = [note for table in tables for note in table.spec.notes(run.reading)]
    played = sum(batch.num_rows for batch in run.reading.matches())
    return FinishesReport(
        name=str(run.manifest.spec.get("name", run.folder.name)),
        facts=[
            ("game", f"{run.manifest.game_name} ({run.game.player_count} players)"),
            ("agents", f"{len(run.manifest.agents):,}"),
            ("tournaments", f"{played:,}"),
            ("deck seeds", f"{len(run.manifest.deck_seeds):,}"),
        ],
        notes=list(dict.fromkeys(notes)),
        grids={table.name: list(table.first_grids()) for table in tables},
        spec=json.dumps(run.manifest.spec, indent=2, ensure_ascii=False, sort_keys=True),
    )


def render_finishes(report: FinishesReport) -> str:
    """Return the page as HTML."""
    return render_page("finishes.html.j2", report=report, pictures={})
