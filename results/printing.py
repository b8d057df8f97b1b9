"""Tables for the eye, as rich draws them.

Labels come from outside: each becomes a `Text`, which is never read as markup.
"""

from collections.abc import Iterable, Sequence

import pyarrow as pa
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text


def matrix_view(matrix: pa.Table) -> Table:
    """Draw schema AGENT_MATRIX with a row and a column per agent; no data is empty."""
    rows = matrix.to_pylist()
    labels = sorted({row["agent"] for row in rows} | {row["opponent"] for row in rows})
    cells = {(row["agent"], row["opponent"]): _estimate(row) for row in rows}
    view = _table("row against column, mbb per hand", ["", *labels])
    for label in labels:
        view.add_row(Text(label), *(cells.get((label, other), Text()) for other in labels))
    return view


def line_up_view(table: pa.Table) -> Table:
    """Draw schema CROSS_TABLE, a row per agent and line-up."""
    view = _table("by line-up", ["line-up", "agent", "mbb per hand", "duplicate sets", "hands"])
    for row in table.to_pylist():
        line_up = Text(", ".join(row["line_up"]))
        counts = _counts(row, "duplicate_sets", "hands")
        view.add_row(line_up, Text(row["agent"]), _estimate(row), *counts)
    return view


def bankroll_view(ranking: pa.Table) -> Table:
    """Draw schema BANKROLL."""
    names = ["", "agent", "mbb per hand", "line-ups", "deck seeds", "hands"]
    view = _table("total bankroll", names)
    for row in ranking.to_pylist():
        counts = _counts(row, "line_ups", "deck_seeds", "hands")
        view.add_row(str(row["rank"]), Text(row["agent"]), _estimate(row), *counts)
    return view


def run_off_view(ranking: pa.Table) -> Table:
    """Draw schema RUN_OFF, best first: each agent with its bankroll in the last round it was in."""
    view = _table("run-off", ["", "agent", "left after round", "bankroll then, mbb per hand"])
    for row in ranking.to_pylist():
        left = str(row["last_round"]) if row["is_eliminated"] else "final table"
        view.add_row(str(row["rank"]), Text(row["agent"]), left, _estimate(row))
    return view


def with_notes(views: Iterable[RenderableType], notes: Sequence[str]) -> Group:
    """Put notes under views, one a line."""
    lines = [Text(f"Note: {note}.") for note in notes]
    return Group(*views, *lines)


def _table(title: str, names: Sequence[str]) -> Table:
    view = Table(title=Text(title), title_justify="left")
    for index, name in enumerate(names):
        is_label = index == 0 or name in ("agent", "line-up")
        view.add_column(Text(name), justify="left" if is_label else "right")
    return view


def _estimate(row: dict[str, float | None]) -> Text:
    mean, width = row["mbb_per_hand"], row["half_width"]
    text = Text(f"{mean:+.1f}")
    return text if width is None else text + Text(f" ± {width:.1f}", style="dim")


def _counts(row: dict[str, int], *names: str) -> list[str]:
    return [f"{row[name]:,}" for name in names]
