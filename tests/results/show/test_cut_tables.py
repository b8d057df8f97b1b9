"""A long table is cut on the page, and its title names what prints it whole."""

from railbird.results.report.shortening import COLUMNS_SHOWN, ROWS_SHOWN, shorten
from railbird.results.show.table_layout import Grid, label_matrix
from railbird.results.tables.table_list import TABLES

LISTED = "incident-list"
"""The table whose own flag is --all."""


def grid_of(rows: int, columns: int) -> Grid:
    lines = [[f"agent {row}", *map(str, range(columns))] for row in range(rows)]
    return label_matrix("table", [f"c{number}" for number in range(columns)], list(lines))


def test_what_is_short_stays_as_it_is() -> None:
    grid = grid_of(ROWS_SHOWN, COLUMNS_SHOWN)
    assert shorten(grid, TABLES["exact-values"]) is grid


def test_what_is_long_is_cut_and_says_so() -> None:
    shown = shorten(grid_of(ROWS_SHOWN + 9_000, 3), TABLES["exact-values"])
    assert len(shown.rows) == ROWS_SHOWN
    assert f"the first {ROWS_SHOWN} of {ROWS_SHOWN + 9_000:,} rows" in shown.title
    assert "all: railbird table DIR --all" in shown.title


def test_rows_and_columns_of_a_matrix_are_cut_alike() -> None:
    shown = shorten(grid_of(70, 70), TABLES["comparisons"])
    assert {len(row) for row in shown.rows} == {len(shown.names)} == {COLUMNS_SHOWN + 1}
    assert len(shown.is_text) == COLUMNS_SHOWN + 1
    assert "60 of 70 columns" in shown.title
    assert "all: railbird rank DIR --all" in shown.title


def test_what_no_command_prints_as_text_is_named_by_its_file() -> None:
    assert "tables/run-off-rounds.csv" in shorten(grid_of(99, 3), TABLES["run-off-rounds"]).title


def test_a_command_that_sums_a_table_up_is_asked_for_all_of_it() -> None:
    for spec in TABLES.values():
        assert spec.whole_command.endswith(" --all") == bool(spec.sum_up or spec.name == LISTED)
