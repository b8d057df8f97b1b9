"""The page of docs that lists every table and column, written from the schemas themselves."""

from collections.abc import Iterator, Sequence

from railbird.results.store import schema
from railbird.results.store.schema import Column, HandShape
from railbird.results.tables import (
    all_in_equity,
    curve_schema,
    decision_times,
    exact_values,
    members,
    ranking_schemas,
    style_schema,
    table_schemas,
)

_SHAPE = HandShape(2, card_count=9, has_stacks=True, has_blinds=True, has_members=True)

TABLES: tuple[tuple[str, str, Sequence[Column]], ...] = (
    ("SHARD", "a chunk of play, a row per match; `shards/*.arrow`", schema.shard_columns(_SHAPE)),
    (
        "MATCHES",
        "a row per match; `open_run(dir).matches()`",
        schema.match_columns(2, has_members=True),
    ),
    ("HANDS", "a row per hand; `open_run(dir).hands()`", schema.flat_hand_columns(_SHAPE)),
    (
        "HAND_EXPORT",
        "a row per hand; `railbird export DIR --format parquet` and `csv`",
        schema.HAND_EXPORT_COLUMNS,
    ),
    (
        "INCIDENTS",
        "a row per incident; `open_run(dir).incidents()`",
        schema.flat_incident_columns(_SHAPE),
    ),
    ("AGENTS", "a row per agent; `agents.arrow`", schema.AGENT_COLUMNS),
    ("TIMINGS", "a row per chunk played; `timings/*.arrow`", schema.TIMING_COLUMNS),
    ("CROSS_TABLE", "`tables/cross-table`", table_schemas.CROSS_TABLE_COLUMNS),
    ("AGENT_MATRIX", "`tables/agent-matrix`", table_schemas.AGENT_MATRIX_COLUMNS),
    ("TEAM_TABLE", "`open_run(dir).team_table()`", table_schemas.TEAM_TABLE_COLUMNS),
    ("TEAM_BANKROLL", "`open_run(dir).team_bankroll()`", table_schemas.TEAM_BANKROLL_COLUMNS),
    ("MEMBER_TABLE", "`results.members.member_results(open_run(dir))`", members.MEMBER_COLUMNS),
    ("POSITIONS", "`open_run(dir).positions()`", table_schemas.POSITION_COLUMNS),
    ("TRANSFER", "`open_run(dir).transfer()`", table_schemas.TRANSFER_COLUMNS),
    ("BANKROLL", "`tables/total-bankroll`", ranking_schemas.BANKROLL_COLUMNS),
    ("COMPARISONS", "`tables/comparisons`", ranking_schemas.COMPARISON_COLUMNS),
    ("RUN_OFF", "`tables/run-off`", ranking_schemas.RUN_OFF_COLUMNS),
    ("RUN_OFF_ROUNDS", "`tables/run-off-rounds`", ranking_schemas.RUN_OFF_ROUND_COLUMNS),
    ("ELIMINATIONS", "`tables/run-off-eliminations`", ranking_schemas.ELIMINATION_COLUMNS),
    ("SERIES", "`open_run(dir).series_run_off().ranking`", ranking_schemas.SERIES_COLUMNS),
    (
        "SERIES_ELIMINATIONS",
        "`open_run(dir).series_run_off().eliminations`",
        ranking_schemas.SERIES_ELIMINATION_COLUMNS,
    ),
    (
        "DECISIONS",
        "`tables/decisions`, of `railbird run --until-decided`",
        ranking_schemas.DECISION_COLUMNS,
    ),
    ("RATINGS", "`open_run(dir).ratings()`", ranking_schemas.RATING_COLUMNS),
    ("EXACT_VALUES", "`tables/exact-values`", exact_values.EXACT_VALUE_COLUMNS),
    (
        "EXACT_COMPARISON",
        "`open_run(dir).exact_values()`",
        exact_values.EXACT_COMPARISON_COLUMNS,
    ),
    (
        "BANKROLL_CURVES",
        "`open_run(dir).bankroll_curves()`",
        curve_schema.BANKROLL_CURVE_COLUMNS,
    ),
    ("RUIN", "`open_run(dir).risk_of_ruin(...)`", curve_schema.RUIN_COLUMNS),
    (
        "DECISION_TIMES",
        "`open_run(dir).decision_times()`",
        decision_times.DECISION_TIME_COLUMNS,
    ),
    ("STYLE_INDICATORS", "`open_run(dir).indicators()`", style_schema.INDICATOR_COLUMNS),
    ("STYLES", "`open_run(dir).styles()`", style_schema.STYLE_COLUMNS),
    ("ALL_IN_EQUITY", "`open_run(dir).all_in_equity()`", all_in_equity.ALL_IN_EQUITY_COLUMNS),
    ("OPPONENTS", "`open_run(dir).opponents()`", style_schema.OPPONENT_COLUMNS),
)
"""Every table: its schema's name, what a row is and where it is, its columns."""

_OPENING = """# The tables of a run

Every file is Arrow (IPC, zstd); derived tables are there as CSV as well, lists joined with `|`.
Widths are those of a game for two with nine cards a hand; a column by seat has one value a seat.
In CSV a text has an apostrophe before it where a spreadsheet would take it for a formula, as it may
take a label from elsewhere: where it begins with `=`, `+`, `-`, `@`, a tab, the end of a line, or
an apostrophe of its own. Take the first apostrophe away to have the text.
An aggression factor where nobody called is infinite: `inf` in Arrow and CSV. JSON has no such
number; it is `null` there, as without data, and `occurrences` of the indicator tell which it is.
`cards`, `stacks` and `blinds` are there only where neither a deck seed nor the game's definition
gives them: with hands that were imported.
This page is written by `railbird.results.tables.schema_text.describe_schemas`, from the code.
"""


def describe_schemas() -> str:
    """Return `docs/tables.md`: every table with the name, type and meaning of each column."""
    return "\n".join([_OPENING, *(line for table in TABLES for line in _section(*table))])


def _section(name: str, where: str, columns: Sequence[Column]) -> Iterator[str]:
    yield from (f"## {name}", "", f"{where[0].upper()}{where[1:]}.", "")
    yield from ("| column | type | what |", "|---|---|---|")
    for column in columns:
        yield f"| `{column.name}` | `{column.type}` | {column.meaning} |"
    yield ""
