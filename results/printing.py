"""Tables for the eye, as rich draws them.

Labels come from outside, and so may a whole folder: all of it is drawn by `plain`, which neither
rich reads as markup nor a terminal as commands.
"""

from collections.abc import Iterator, Sequence

import pyarrow as pa
from rich.console import Group
from rich.table import Table
from rich.text import Text

from railbird.results.hand_story import HandStory, RoundStory


def plain(text: str = "") -> Text:
    """Return text that is drawn as it is; what no printer prints is drawn as a question mark."""
    return Text("".join(letter if letter.isprintable() else "?" for letter in text))


def matrix_views(matrix: pa.Table, *, columns: int | None = None) -> Iterator[Table]:
    """Draw schema AGENT_MATRIX, a row and a column per agent, at most `columns` to a table.

    What was never played is empty.
    """
    rows = matrix.to_pylist()
    labels = sorted({row["agent"] for row in rows} | {row["opponent"] for row in rows})
    cells = {(row["agent"], row["opponent"]): _estimate(row) for row in rows}
    step = columns or max(len(labels), 1)
    for start in range(0, len(labels), step):
        opponents = labels[start : start + step]
        view = _table("row against column, mbb per hand", ["", *opponents])
        for label in labels:
            view.add_row(plain(label), *(cells.get((label, other), plain()) for other in opponents))
        yield view


def line_up_view(table: pa.Table) -> Table:
    """Draw schema CROSS_TABLE, a row per agent and line-up."""
    view = _table("by line-up", ["line-up", "agent", "mbb per hand", "duplicate sets", "hands"])
    for row in table.to_pylist():
        line_up = plain(", ".join(row["line_up"]))
        counts = _counts(row, "duplicate_sets", "hands")
        view.add_row(line_up, plain(row["agent"]), _estimate(row), *counts)
    return view


def bankroll_view(ranking: pa.Table) -> Table:
    """Draw schema BANKROLL."""
    names = ["", "agent", "mbb per hand", "line-ups", "deck seeds", "hands"]
    view = _table("total bankroll", names)
    for row in ranking.to_pylist():
        counts = _counts(row, "line_ups", "deck_seeds", "hands")
        view.add_row(str(row["rank"]), plain(row["agent"]), _estimate(row), *counts)
    return view


def run_off_view(ranking: pa.Table) -> Table:
    """Draw schema RUN_OFF, best first: each agent with its bankroll in the last round it was in."""
    view = _table("run-off", ["", "agent", "left after round", "bankroll then, mbb per hand"])
    for row in ranking.to_pylist():
        left = str(row["last_round"]) if row["is_eliminated"] else "final table"
        view.add_row(str(row["rank"]), plain(row["agent"]), left, _estimate(row))
    return view


def notes_view(notes: Sequence[str]) -> Text:
    """Draw notes, a line each."""
    return Text("\n").join(plain(f"Note: {note}.") for note in notes)


def hand_view(story: HandStory) -> Group:
    """Draw one hand: who sat where with which cards, then the rounds in words."""
    seed = "" if story.deck_seed is None else f" (seed {story.deck_seed})"
    where = f"on deck {story.deck_index}{seed}, seating {story.seating_index}"
    names = ["position", "seat", "agent", "hole cards", "stack", "payoff", "shown"]
    view = _table(f"hand {story.hand_index} {where}", names)
    for player in story.players:
        values = [str(getattr(player, name.replace(" ", "_"))) for name in names]
        view.add_row(*map(plain, values))
    return Group(view, *(_round_line(told) for told in story.rounds))


def _round_line(told: RoundStory) -> Text:
    board = f" {told.board}" if told.board else ""
    return plain(f"  {told.name}{board}: {', '.join(told.actions) or 'nobody acts'}")


def _table(title: str, names: Sequence[str]) -> Table:
    view = Table(title=plain(title), title_justify="left")
    for index, name in enumerate(names):
        is_label = index == 0 or name in ("agent", "line-up", "shown")
        view.add_column(plain(name), justify="left" if is_label else "right")
    return view


def _estimate(row: dict[str, float | None]) -> Text:
    mean, width = row["mbb_per_hand"], row["half_width"]
    text = plain(f"{mean:+.1f}")
    return text if width is None else text + Text(f" ± {width:.1f}", style="dim")


def _counts(row: dict[str, int], *names: str) -> list[str]:
    return [f"{row[name]:,}" for name in names]
