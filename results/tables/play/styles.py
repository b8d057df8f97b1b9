"""The player classes implied by the indicators."""

from collections.abc import Sequence

import pyarrow as pa

from railbird.plugins import (
    AGGRESSIVE_FACTOR,
    CLASS_NAMES_BY_TABLE,
    LOOSE_VPIP,
    QUARTERS,
    classify_by_quarter,
    classify_by_table,
    indicator_values,
)
from railbird.results.hands.counted_hands import without_nan
from railbird.results.show.table_cells import number_of, percent_of, text_of
from railbird.results.show.table_layout import Grid, list_grid
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import STYLE_KEYS, table_of
from railbird.results.tables.play.style_totals import (
    StyleTotals,
    run_totals,
    style_groups,
    style_keys,
)
from railbird.results.tables.table_spec import ONE_TABLE, InCommand, Intervals, TableSpec

COLUMNS = (
    *STYLE_KEYS,
    Column("vpip", pa.float64(), "share of hands with chips put in voluntarily pre-flop"),
    Column("pfr", pa.float64(), "share of hands raised pre-flop"),
    Column("aggression_factor", pa.float64(), "bets and raises per call from the flop on"),
    Column("aggression_factor_all_rounds", pa.float64(), "bets and raises per call in all rounds"),
    Column(
        "quarter",
        pa.string(),
        f"the Observer's class: VPIP {LOOSE_VPIP:.0%}, aggression factor {AGGRESSIVE_FACTOR:g}",
    ),
    Column("player_class", pa.string(), "the class of document 000, tables 6 to 12"),
)


def style_table(totals: StyleTotals) -> pa.Table:
    """Return the classes of every group, with their indicators."""
    rows, keys = style_groups(totals)
    quarters = classify_by_quarter(rows)
    by_table = classify_by_table(rows, is_short_stacked=totals.is_short_stacked)
    names = ("vpip", "pfr", "aggression_factor", "aggression_factor_all_rounds")
    return table_of(
        [
            *keys,
            *(without_nan(indicator_values(rows, name)) for name in names),
            [QUARTERS[number] for number in quarters.tolist()],
            [CLASS_NAMES_BY_TABLE[number] for number in by_table.tolist()],
        ],
        schema_of(COLUMNS),
    )


def style_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out a row per agent, position and window."""
    columns = [
        *style_keys(table.to_pylist()),
        ("VPIP", percent_of("vpip")),
        ("PFR", percent_of("pfr")),
        ("AF", number_of("aggression_factor", ".2f")),
        ("AF, all rounds", number_of("aggression_factor_all_rounds", ".2f")),
        ("quarter", text_of("quarter")),
        ("class", text_of("player_class")),
    ]
    return [list_grid(table, "classes of players", columns)]


TABLE = TableSpec(
    name="styles",
    about="the player classes implied by the indicators",
    columns=COLUMNS,
    make=lambda reading, **options: style_table(reading.once(run_totals, **options)),
    layout=style_grids,
    options=("by_position", "window"),
    intervals=Intervals.NONE,
    command=InCommand("indicators"),
    modes=ONE_TABLE,
)
