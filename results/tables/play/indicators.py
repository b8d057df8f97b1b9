"""How agents played: every indicator of style."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from railbird.plugins import INDICATORS, indicator, indicator_values, occurrences, opportunities
from railbird.results.hands.counted_hands import without_nan
from railbird.results.show.table_layout import Cell, Grid, Row, make_grid, shown_unit
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
    Column("indicator", pa.string(), "name of the indicator; defined in `railbird.plugins`"),
    Column("occurrences", pa.uint64(), "how often it occurred"),
    Column("opportunities", pa.uint64(), "how often it could have occurred"),
    Column(
        "value",
        pa.float64(),
        "occurrences / opportunities, a share except for aggression factors; null without data",
    ),
)
_BEFORE_FLOP = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "fold_to_three_bet": "fold to 3-bet",
    "blind_steal": "steal",
    "blind_defence": "defence",
    "aggression_factor_all_rounds": "AF, all rounds",
}
_FROM_FLOP = {
    "aggression_factor": "AF",
    "aggression_frequency": "AFq",
    "continuation_bet": "c-bet",
    "fold_to_continuation_bet": "fold to c-bet",
    "went_to_showdown": "to showdown",
    "won_at_showdown": "won at showdown",
    "won_without_showdown": "won without",
}
_KEYS = ("agent", "position_name", "first_hand", "last_hand", "hands")


def indicator_table(totals: StyleTotals) -> pa.Table:
    """Return every indicator of every group with hands."""
    rows, keys = style_groups(totals)
    values = [
        (
            indicator.name,
            occurrences(rows, indicator.name),
            opportunities(rows, indicator.name),
            indicator_values(rows, indicator.name),
        )
        for indicator in INDICATORS
    ]
    count = len(INDICATORS)
    return table_of(
        [
            *([value for value in column for _ in range(count)] for column in keys),
            [name for name, *_ in values] * len(rows),
            *(np.stack([value[i] for value in values], axis=1).ravel() for i in (1, 2)),
            without_nan(np.stack([value[3] for value in values], axis=1).ravel()),
        ],
        schema_of(COLUMNS),
    )


def indicator_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out a row per agent, position and window, pre-flop and from the flop on."""
    groups: dict[tuple[object, ...], dict[str, Row]] = {}
    for row in table.to_pylist():
        groups.setdefault(tuple(row[key] for key in _KEYS), {})[row["indicator"]] = row
    unit = shown_unit(table)
    first_rows = [next(iter(rows.values())) for rows in groups.values()]
    keys = style_keys(first_rows)
    parts = (("pre-flop", _BEFORE_FLOP), ("from the flop on", _FROM_FLOP))
    return [
        make_grid(
            f"indicators, {when}",
            [*(head for head, _ in keys), *heads.values()],
            [
                [*(cell(first, unit) for _, cell in keys), *(_value(rows[name]) for name in heads)]
                for first, rows in zip(first_rows, groups.values(), strict=True)
            ],
        )
        for when, heads in parts
    ]


def _value(row: Row) -> Cell:
    if row["value"] is None:
        return ""
    if indicator(row["indicator"]).is_ratio:
        return f"{row['value']:.2f}"
    return f"{100 * row['value']:.1f}%"


TABLE = TableSpec(
    name="indicators",
    about="how agents played: every indicator of style",
    columns=COLUMNS,
    make=lambda reading, **options: indicator_table(reading.once(run_totals, **options)),
    layout=indicator_grids,
    options=("by_position", "window"),
    intervals=Intervals.NONE,
    command=InCommand("indicators"),
    modes=ONE_TABLE,
)
