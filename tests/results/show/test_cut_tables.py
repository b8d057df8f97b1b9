"""A long table is cut on the page, and its title names what prints it whole."""

from railbird.results.show.summing_up import FIRST_COLUMNS, FIRST_ROWS, cut
from railbird.results.show.table_layout import Grid, label_matrix
from railbird.results.tables.table_list import TABLES

LISTED = "incident-list"
"""The table whose own flag is --all."""


def grid_of(rows: int, columns: int) -> Grid:
    lines = [[f"agent {row}", *map(str, range(columns))] for row in range(rows)]
    return label_matrix("table", [f"c{number}" for number in range(columns)], list(lines))


def shortened(grid: Grid, table: str) -> Grid:
    return cut(grid, whole=TABLES[table].whole_place)


def test_what_is_short_stays_as_it_is() -> None:
    grid = grid_of(FIRST_ROWS, FIRST_COLUMNS)
    assert shortened(grid, "exact-values") is grid


def test_what_is_long_is_cut_and_says_so() -> None:
    shown = shortened(grid_of(FIRST_ROWS + 9_000, 3), "exact-values")
    assert len(shown.rows) == FIRST_ROWS
    assert f"the first {FIRST_ROWS} of {FIRST_ROWS + 9_000:,} rows" in shown.title
    assert "all: railbird table DIR --all" in shown.title


def test_rows_and_columns_of_a_matrix_are_cut_alike() -> None:
    shown = shortened(grid_of(70, 70), "comparisons")
    assert {len(row) for row in shown.rows} == {len(shown.names)} == {FIRST_COLUMNS + 1}
    assert len(shown.is_text) == FIRST_COLUMNS + 1
    assert "60 of 70 columns" in shown.title
    assert "all: railbird rank DIR --all" in shown.title


def test_what_no_command_prints_as_text_is_named_by_its_file() -> None:
    assert "tables/run-off-rounds.csv" in shortened(grid_of(99, 3), "run-off-rounds").title


def test_a_command_that_sums_a_table_up_is_asked_for_all_of_it() -> None:
    for spec in TABLES.values():
        assert spec.whole_command.endswith(" --all") == bool(spec.sum_up or spec.name == LISTED)
