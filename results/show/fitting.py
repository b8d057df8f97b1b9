"""Fits grids to a width: labels wrap, spare columns are dropped, and numbers are never cut.

Columns that do not fit are dropped in the order given by the layout; if none are spare, the columns
of numbers are split into parts, each with the labels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from railbird.results.show.table_layout import Grid

EASY_LABEL, LEAST_LABEL, LEAST_HEADING = 24, 10, 12
"""Width of labels before spare columns are dropped, and after; and of a word of a heading."""
_AROUND = 3
"""Characters of the frame and of space for each column; the table has one more."""


def fit(grid: Grid, width: int) -> list[Grid]:
    """Return the grid as one or more grids that are no wider than `width`, if possible."""
    kept = list(range(len(grid.names)))
    gone: list[int] = []
    for column in grid.spare:
        if _least_width(grid, kept, label=EASY_LABEL) <= width:
            break
        kept.remove(column)
        gone.append(column)
    title = grid.title
    if gone:
        title += f" (no room for {', '.join(grid.names[column] for column in sorted(gone))})"
    parts = _parts(grid, kept, width)
    return [replace(_chosen(grid, part), title=title, spare=()) for part in parts]


def folded(grid: Grid, width: int) -> list[str]:
    """Return the headings, wrapped to their columns if the grid would be too wide."""
    full = sum(max(_cells(grid, c), len(name)) + _AROUND for c, name in enumerate(grid.names)) + 1
    if full <= width:
        return list(grid.names)
    return ["\n".join(wrap(n, column_width(grid, c))) for c, n in enumerate(grid.names)]


def label_widths(grid: Grid, width: int) -> dict[int, int]:
    """Return the widths of columns of text that share what the numbers leave of `width`.

    Columns that are narrower than their share leave the rest to the others.
    """
    texts = [column for column in range(len(grid.names)) if grid.is_text[column]]
    numbers = [column for column in range(len(grid.names)) if not grid.is_text[column]]
    room = width - _least_width(grid, numbers) - _AROUND * len(texts)
    widths: dict[int, int] = {}
    for number, column in enumerate(sorted(texts, key=lambda column: _cells(grid, column))):
        share = (room - sum(widths.values())) // (len(texts) - number)
        least = column_width(grid, column)
        widths[column] = max(least, min(share, max(least, _cells(grid, column))))
    return widths


def wrapped_label(label: str, width: int) -> str:
    """Return a label in lines of at most this width, broken at hyphens and spaces if possible."""
    return label if len(label) <= width else "\n".join(wrap(label, width))


def column_width(grid: Grid, column: int, *, label: int = LEAST_LABEL) -> int:
    """Return the width that a column needs: all of a number, at most `label` of a label."""
    words = grid.names[column].split() or [""]
    heading = min(max(map(len, words)), LEAST_HEADING)
    cells = _cells(grid, column)
    return max(heading, min(cells, label) if grid.is_text[column] else cells, 1)


def _cells(grid: Grid, column: int) -> int:
    return max((len(str(row[column])) for row in grid.rows), default=0)


def _least_width(grid: Grid, columns: Sequence[int], *, label: int = LEAST_LABEL) -> int:
    return sum(column_width(grid, column, label=label) + _AROUND for column in columns) + 1


def _parts(grid: Grid, columns: list[int], width: int) -> Iterator[list[int]]:
    """Yield columns in parts: those before the first number in each, and some of the others."""
    first = next((n for n, c in enumerate(columns) if not grid.is_text[c]), len(columns))
    beside, others = columns[: max(first, 1)], columns[max(first, 1) :]
    part: list[int] = []
    for column in others:
        if part and _least_width(grid, [*beside, *part, column]) > width:
            yield [*beside, *part]
            part = []
        part.append(column)
    yield [*beside, *part]


def _chosen(grid: Grid, columns: Sequence[int]) -> Grid:
    return Grid(
        grid.title,
        tuple(grid.names[column] for column in columns),
        tuple(tuple(row[column] for column in columns) for row in grid.rows),
        tuple(grid.is_text[column] for column in columns),
    )
