"""The contents of a report, gathered once: values and grids, without markup."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from railbird.results.report.asked_hands import LostHand, lost_hands
from railbird.results.report.incident_hands import IncidentHand, incident_hands
from railbird.results.report.picture_data import (
    Curve,
    Rung,
    StyleMap,
    bankrolls_by_deck,
    run_off_rungs,
    style_map,
)
from railbird.results.run.run_results import RunResults, wrong_mode
from railbird.results.show.summing_up import FIRST_COLUMNS
from railbird.results.show.table_layout import LEGEND, Cell, Grid
from railbird.results.show.units import Unit, find_unit
from railbird.results.tables.result_table import ResultTable
from railbird.results.tables.table_list import TABLES
from railbird.results.tables.table_spec import SECTIONS, InReport, TableSpec

INCIDENTS_SHOWN = 20
MOST_TRANSFER_HANDS = 10_000_000
"""The number of hands up to which a report has the transfer table, which reads all of them."""
SEEDS_SHOWN = 20
SIGNIFICANT = 0.05
TWO = 2


@dataclass(frozen=True, slots=True)
class HeatCell:
    """An entry of the cross-table: its text, heat from -1 to 1, and whether it is significant."""

    text: Cell
    value: float | None
    heat: float
    is_significant: bool


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A matrix by label, `rows` in the order of `labels`; no data is None."""

    title: str
    labels: Sequence[str]
    rows: list[list[HeatCell | None]]


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of the page, folded under `fold` if that is given."""

    fold: str
    grids: Sequence[Grid]


@dataclass(frozen=True, slots=True)
class Report:
    """The contents of a page; what the run lacks is None or empty."""

    name: str
    facts: list[tuple[str, str]]
    agents: list[dict[str, str]]
    notes: list[str]
    unit: Unit
    heat_maps: list[HeatMap]
    left_out: str
    tables: dict[str, list[ShownTable]]
    rungs: list[Rung]
    bankrolls: list[Curve]
    styles: StyleMap
    incident_count: int
    first_incidents: list[dict[str, Any]]
    incident_hands: list[IncidentHand]
    lost_hands: list[LostHand]
    provenance: list[tuple[str, str]]
    spec: str
    legend: str = LEGEND


def gather(run: RunResults, *, unit: str = "mbb/hand") -> Report:
    """Compute the contents of a report; raises UnitError for a unit that the game does not have."""
    chosen = find_unit(unit)
    if run.reading.mode != "cash":
        raise wrong_mode(run.reading, "the report")
    decided = run.run_off()
    incident_count = run.reading.incident_tally.incidents
    matrix = run.agent_matrix().in_unit(unit)
    order = run.total_bankroll()["agent"].to_pylist()
    return Report(
        name=str(run.manifest.spec.get("name", run.folder.name)),
        facts=_facts(run),
        agents=run.manifest.agent_table().to_pylist(),
        notes=[*run.notes, *decided.notes(), *_further_notes(run)],
        unit=chosen,
        heat_maps=[heat_map(table, chosen, order) for table in (matrix, *_transfers(run, unit))],
        left_out=_left_out(run),
        tables=_tables(run, unit),
        rungs=run_off_rungs([t.in_unit(unit) for t in decided.tables()], chosen.column),
        bankrolls=bankrolls_by_deck(run, order),
        styles=style_map(run),
        incident_count=incident_count,
        first_incidents=run.table("incident-list", most=INCIDENTS_SHOWN).to_pylist(),
        incident_hands=incident_hands(run) if incident_count else [],
        lost_hands=lost_hands(run),
        provenance=_provenance(run),
        spec=json.dumps(run.manifest.spec, indent=2, ensure_ascii=False, sort_keys=True),
    )


def _tables(run: RunResults, unit: str) -> dict[str, list[ShownTable]]:
    """Return the tables of each section: those that the run has and that suit it."""
    sections: dict[str, list[ShownTable]] = {section: [] for section in SECTIONS}
    for spec, place in _shown(run):
        grids = run.table(spec.name).in_unit(unit).first_grids()
        sections[place.section].append(ShownTable(place.fold, grids))
    return sections


def _further_notes(run: RunResults) -> list[str]:
    """Return the notes of the page's tables that are not among the run's, each once."""
    notes = [note for spec, _ in _shown(run) for note in spec.further_notes(run.reading)]
    return list(dict.fromkeys(notes))


def _shown(run: RunResults) -> list[tuple[TableSpec, InReport]]:
    """Return the tables of the page and their sections."""
    return [
        (spec, spec.report)
        for spec in TABLES.values()
        if spec.report and spec.is_there(run.reading) and spec.suits(run.reading)
    ]


def _transfers(run: RunResults, unit: str) -> list[ResultTable]:
    """Return the transfer table, if the cross-table does not contain the same."""
    is_told = run.game.player_count == TWO or _left_out(run)
    return [] if is_told else [run.transfer().in_unit(unit)]


def _left_out(run: RunResults) -> str:
    """Return a note if the transfer table would take too long."""
    hands = int(run.reading.sets.hands.sum())
    if run.game.player_count == TWO or hands <= MOST_TRANSFER_HANDS:
        return ""
    return (
        f"The transfer table (winnings by opponent) is left out, since it reads all "
        f"{hands:,} hands: {TABLES['transfer'].whole_place} prints it."
    )


def heat_map(table: ResultTable, unit: Unit, order: Sequence[str]) -> HeatMap:
    """Colour a matrix, agents in this order; the text of an entry is that of its grid."""
    (grid,) = table.grids()
    texts = {
        (str(row[0]), other): cell
        for row in grid.rows
        for other, cell in zip(grid.names[1:], row[1:], strict=True)
    }
    values = {(row["agent"], row["opponent"]): row for row in table.to_pylist()}
    largest = max((abs(row[unit.column]) for row in values.values()), default=0.0) or 1.0
    known = {label for pair in values for label in pair}
    labels = [label for label in order if label in known][:FIRST_COLUMNS]
    title = grid.title
    if len(labels) < len(known):
        title += f": the first {len(labels)} of {len(known):,} agents; whole: "
        title += table.spec.whole_place

    def cell(agent: str, other: str) -> HeatCell | None:
        row = values.get((agent, other))
        if row is None:
            return None
        value, width = row[unit.column], row["half_width"]
        if "p_adjusted" in row:
            is_significant = row["p_adjusted"] is not None and row["p_adjusted"] < SIGNIFICANT
        else:
            is_significant = width is not None and abs(value) > width
        return HeatCell(texts[agent, other], value, value / largest, is_significant)

    return HeatMap(title, labels, [[cell(a, other) for other in labels] for a in labels])


def _facts(run: RunResults) -> list[tuple[str, str]]:
    sets, game = run.reading.sets, run.game
    played = int(sets.hands.sum())
    seatings = run.manifest.seating_count or "as played"
    kind = game.betting.replace("nolimit", "no-limit")
    return [
        ("game", f"{run.manifest.game_name} ({kind}, {game.player_count} players)"),
        ("blinds", ", ".join(map(str, game.blinds))),
        ("agents", f"{len(run.manifest.agents):,}"),
        ("line-ups", f"{len(sets.line_ups):,}"),
        ("decks", f"{len(set(sets.deck.tolist())):,}"),
        ("seatings of a duplicate set", f"{seatings}"),
        ("complete duplicate sets", f"{len(sets.deck):,}"),
        ("hands in them", f"{played:,}"),
    ]


def _provenance(run: RunResults) -> list[tuple[str, str]]:
    manifest = run.manifest
    shards = [shard.file.name for shard in run.reading.holdings.shards]
    digest = hashlib.blake2b("\n".join(shards).encode(), digest_size=16).hexdigest()
    seeds = [str(seed) for seed in manifest.deck_seeds[:SEEDS_SHOWN]]
    more = len(manifest.deck_seeds) - len(seeds)
    told = ", ".join(seeds) + (f" and {more:,} more" if more else "")
    return [
        ("railbird", manifest.railbird_version),
        ("random numbers", manifest.generator),
        ("schema", str(manifest.schema_version)),
        ("complete", "yes" if manifest.is_complete else "no"),
        ("luck taken out", run.reading.luck),
        ("deck seeds", told or "none (these hands were played elsewhere)"),
        ("shards", f"{len(shards):,} of {manifest.chunk_count:,}, digest of their names {digest}"),
    ]
