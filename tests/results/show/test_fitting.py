"""Grids in narrow windows: no number is cut, no line is too long, and what is left out is named."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from railbird.results.show.fitting import fit
from railbird.results.show.printing import draw
from railbird.results.show.table_layout import Estimate, Grid

LABELS = st.text("abcdefg-", min_size=1, max_size=30)
NUMBERS = st.builds(
    lambda n, w: Estimate(f"{n:+.1f}", f"{w:.1f}", "**"),
    st.floats(-(10**6), 10**6),
    st.floats(0, 10**6),
)


@st.composite
def grids(draw_one: st.DrawFn) -> Grid:
    count = draw_one(st.integers(1, 14))
    names = tuple(f"column {n} of them" for n in range(count))
    rows = draw_one(st.integers(1, 5))
    cells = tuple(
        (draw_one(LABELS), *(draw_one(NUMBERS) for _ in range(count))) for _ in range(rows)
    )
    spare = draw_one(st.lists(st.integers(1, count), unique=True))
    return Grid("title", ("agent", *names), cells, (True, *[False] * count), tuple(spare))


def drawn(grid: Grid, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
    console.print(draw(grid))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@given(grids(), st.integers(50, 200))
@settings(max_examples=60, deadline=None)
def test_numbers_are_whole_and_lines_fit(grid: Grid, width: int) -> None:
    text = drawn(grid, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    shown = {name for part in fit(grid, width) for name in part.names}
    for row in grid.rows:
        for name, cell in zip(grid.names, row, strict=True):
            if name in shown and name != "agent":
                assert f" {cell} " in text


@given(st.lists(st.sampled_from(["top", "card", "bluffs"]), min_size=1), st.integers(40, 120))
@settings(max_examples=60, deadline=None)
def test_long_labels_break_at_their_hyphens(words: list[str], width: int) -> None:
    label = "-".join(words)
    text = drawn(Grid("title", ("agent", "mbb per hand"), ((label, "+1.0"),), (True, False)), width)
    lines = [line.split("│")[1].strip() for line in text.splitlines() if line.startswith("│")]
    assert "".join(lines) == label
    assert all(line.endswith("-") for line in lines[:-1])


@given(grids(), st.integers(50, 200))
@settings(max_examples=60, deadline=None)
def test_only_spare_columns_go_in_their_order_and_are_named(grid: Grid, width: int) -> None:
    parts = fit(grid, width)
    shown = {name for part in parts for name in part.names}
    gone = [name for name in grid.names if name not in shown]
    spare = [grid.names[column] for column in grid.spare]
    assert sorted(gone) == sorted(spare[: len(gone)])
    for part in parts:
        assert all(name in part.title for name in gone)
        assert part.names[0] == "agent"


@given(grids())
@settings(max_examples=20, deadline=None)
def test_where_there_is_room_nothing_changes(grid: Grid) -> None:
    (whole,) = fit(grid, 10_000)
    assert (whole.names, whole.rows, whole.title) == (grid.names, grid.rows, grid.title)


@pytest.mark.parametrize("width", [60, 80])
def test_labels_fold_and_lose_no_letter(width: int) -> None:
    label = "-".join("abcdefghij" * 5)
    grid = Grid("t", ("agent", "a number"), ((label, "+1234.5 ± 678.9"),), (True, False))
    folded = re.findall(r"^│ (\S+)", drawn(grid, width), re.MULTILINE)
    assert "".join(folded) == label
