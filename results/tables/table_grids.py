"""How each table of a run is laid out, by the table's name."""

from collections.abc import Callable, Iterable

import pyarrow as pa
import pyarrow.compute as pc

from railbird.results.show.cells import (
    count_of,
    joined,
    left_text,
    money_of,
    percent_of,
    places_text,
    share_text,
    shown_unit,
    text_of,
    unmarked,
)
from railbird.results.show.grids import (
    Cell,
    Grid,
    estimate,
    list_grid,
    make_grid,
    matrix_grids,
    pair_grid,
)
from railbird.results.tables.rating_grids import RATING_LISTS
from railbird.results.tables.style_grids import STYLE_LISTS


def grids_of(name: str, table: pa.Table, *, columns: int | None = None) -> list[Grid]:
    """Lay out the table of this name; a matrix comes in parts of so many columns."""
    if name in _MATRICES:
        return list(matrix_grids(table, _MATRICES[name], columns=columns))
    return list(_LISTS[name](table))


def has_marks(table: pa.Table) -> bool:
    """Say whether a table's estimates carry marks of significance, which want a legend."""
    return "p_adjusted" in table.column_names and "is_decided" not in table.column_names


def line_up_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema CROSS_TABLE, a row per agent and line-up."""
    columns = [
        ("line-up", joined("line_up")),
        ("agent", text_of("agent")),
        money_of(table),
        ("duplicate sets", count_of("duplicate_sets")),
        ("hands", count_of("hands")),
    ]
    return [list_grid(table, "by line-up", columns)]


def bankroll_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema BANKROLL."""
    columns = [
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        money_of(table),
        ("line-ups", count_of("line_ups")),
        ("deck seeds", count_of("deck_seeds")),
        ("hands", count_of("hands")),
        ("places", places_text),
        ("groups", lambda row: "".join(row["groups"])),
    ]
    return [list_grid(table, "total bankroll", columns)]


def comparison_grids(table: pa.Table) -> list[Grid]:
    """Lay out schema COMPARISONS: who is above whom how surely, and what is undecided."""
    unit = shown_unit(table)
    undecided = table.filter(pc.equal(table["is_decided"], False))
    columns = [
        ("agent", text_of("agent")),
        ("other", text_of("other")),
        (
            "difference, " + unit.words,
            lambda row: estimate(unmarked(row), unit),
        ),
        ("p", lambda row: share_text(row["p_adjusted"], 3)),
        ("deck seeds wanted", count_of("more_deck_seeds")),
    ]
    open_pairs = [list_grid(undecided, "not decided", columns)] if undecided.num_rows else []
    return [_probability_grid(table), *open_pairs]


def run_off_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema RUN_OFF, best first: each agent with its bankroll when it left."""
    columns = [
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("left after round", left_text),
        ("bankroll then, " + shown_unit(table).words, lambda row: estimate(row, shown_unit(table))),
        ("same place", percent_of("place_probability")),
    ]
    return [list_grid(table, "run-off", columns)]


def round_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema RUN_OFF_ROUNDS."""
    columns = [
        ("round", text_of("round")),
        ("agent", text_of("agent")),
        money_of(table),
        ("line-ups", count_of("line_ups")),
        ("left", lambda row: "leaves" if row["is_eliminated"] else ""),
    ]
    return [list_grid(table, "rounds of the run-off", columns)]


def elimination_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema ELIMINATIONS, a row per round."""
    columns = [
        ("round", text_of("round")),
        ("left", joined("agents")),
        ("next", text_of("next")),
        ("margin, " + shown_unit(table).words, lambda row: estimate(row, shown_unit(table))),
        ("same leave", percent_of("probability")),
        ("same so far", percent_of("path_probability")),
    ]
    return [list_grid(table, "eliminations", columns)]


def exact_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema EXACT_COMPARISON, a row per agent and line-up."""
    unit = shown_unit(table)
    columns = [
        ("line-up", joined("line_up")),
        ("agent", text_of("agent")),
        ("exact, " + unit.words, lambda row: estimate({unit.column: row[unit.column]}, unit)),
        ("sampled", lambda row: estimate({**row, unit.column: row["sampled"]}, unit)),
        ("interval holds it", lambda row: {None: "", True: "yes", False: "no"}[row["is_inside"]]),
    ]
    return [list_grid(table, "exact values, and the sampled ones beside them", columns)]


def member_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema MEMBER_TABLE, a row per member."""
    columns = [
        ("member", text_of("member")),
        money_of(table),
        ("deck seeds", count_of("deck_seeds")),
        ("hands", count_of("hands")),
    ]
    return [list_grid(table, "members of populations, wherever they were drawn", columns)]


def position_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema POSITIONS: a row per agent, a column per position."""
    unit = shown_unit(table)
    cells: dict[str, dict[int, Cell]] = {}
    for row in table.to_pylist():
        cells.setdefault(row["agent"], {})[row["position"]] = estimate(row, unit)
    positions = sorted({position for row in cells.values() for position in row})
    lines = [[label, *(row.get(p, "") for p in positions)] for label, row in cells.items()]
    names = ["agent", *(f"position {position}" for position in positions)]
    return [make_grid(f"by position, {unit.words}", names, lines)]


def _probability_grid(table: pa.Table) -> Grid:
    rows = table.to_pylist()
    labels = list(dict.fromkeys([row["agent"] for row in rows] + [row["other"] for row in rows]))
    above: dict[tuple[str, str], str] = {}
    for row in rows:
        share = row["probability_above"]
        if share is not None:
            above[row["agent"], row["other"]] = share_text(share, 3)
            above[row["other"], row["agent"]] = share_text(1 - share, 3)
    lines = [[label, *(above.get((label, other), "") for other in labels)] for label in labels]
    grid = make_grid("probability that row's bankroll is above column's", ["", *labels], lines)
    return Grid(grid.title, grid.names, grid.rows, (True, *(False for _ in labels)))


_MATRICES = {
    "agent-matrix": "row against column",
    "transfer": "what row won from column",
}
_LISTS: dict[str, Callable[[pa.Table], Iterable[Grid]]] = {
    "cross-table": line_up_grid,
    "members": member_grid,
    "pair-table": lambda table: [pair_grid(table)],
    "total-bankroll": bankroll_grid,
    "comparisons": comparison_grids,
    "run-off": run_off_grid,
    "run-off-rounds": round_grid,
    "run-off-eliminations": elimination_grid,
    "positions": position_grid,
    "exact-values": exact_grid,
    **RATING_LISTS,
    **STYLE_LISTS,
}
