"""What is printed: the numbers are there, and no label is anything but text."""

from io import StringIO

import pyarrow as pa
import pytest
from rich.console import Console, RenderableType

from railbird.results.estimate.means.duplicate_sets import collect_sets
from railbird.results.estimate.means.line_up_means import LineUpMeans, line_up_means
from railbird.results.hands.hand_report import HandReport, PlayerReport, RoundReport
from railbird.results.show.printing import draw, hand_view, notes_view
from railbird.results.tables.rankings.total_bankroll import total_bankroll
from railbird.results.tables.table_list import TABLES
from railbird.results.tables.won.agent_matrix import agent_matrix
from railbird.results.tables.won.cross_table import cross_table
from tests.results.conftest import duplicate_set, match_batch, run_off_tables

HOSTILE = ("[red]x[/red]", "[/]", "[link=file:///etc/passwd]y", ":skull:", "\\[b]", "{0}", "%s")


def means_of(first: str, second: str) -> LineUpMeans:
    matches = [
        match
        for deck in (0, 1)
        for match in duplicate_set(
            {first: (5 + deck) * 2520, second: -(5 + deck) * 2520}, deck=deck
        )
    ]
    return line_up_means(collect_sets([match_batch(matches)], 2), 1, stake=0)


def drawn(view: RenderableType, *, terminal: bool = False) -> str:
    out = StringIO()
    Console(file=out, width=200, force_terminal=terminal).print(view)
    return out.getvalue()


def report_of(label: str) -> HandReport:
    player = PlayerReport(0, 1, label, "Kh", "unlimited", "+2", f"high card, {label}")
    told = RoundReport("flop", "2c3c4c", (f"{label} checks",))
    return HandReport(4, 99, 5, 17, "c", (player,), (told, RoundReport("turn", "2c3c4c5c", ())))


def views(name: str, table: pa.Table, *, columns: int | None = None) -> list[RenderableType]:
    return [draw(grid) for grid in TABLES[name].layout(table, columns)]


def every_view(label: str) -> list[RenderableType]:
    means = means_of(label, "zz")
    return [
        *views("agent-matrix", agent_matrix(means)),
        *views("cross-table", cross_table(means)),
        *views("total-bankroll", total_bankroll(means)),
        *views("run-off", run_off_tables(means).ranking),
        notes_view([f"without a complete duplicate set: {label}"]),
        hand_view(report_of(label)),
    ]


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("label", HOSTILE)
def test_labels_are_never_markup(label: str, terminal: bool) -> None:
    for view in every_view(label):
        text = drawn(view, terminal=terminal)
        assert label in text
        assert "\x1b]8" not in text, "a label made a link"


@pytest.mark.parametrize("label", ["a\x1b[2Jb", "a\x9b1mb", "a\rb", "a\u202eb"])
def test_labels_of_a_foreign_folder_are_not_commands_to_the_terminal(label: str) -> None:
    for view in every_view(label):
        assert f"a?{label[2:]}" in drawn(view)


def test_a_bankroll_is_printed_with_its_interval() -> None:
    line = next(
        line
        for line in drawn(
            views("total-bankroll", total_bankroll(means_of("a", "b")))[0]
        ).splitlines()
        if " a " in line
    )
    # 5 and 6 chips in 20 hands: 275, and 12.706 * 25 around it
    assert "+275.0 ± 317.7" in line
    assert "40" in line


def test_what_was_not_played_is_empty() -> None:
    rows = drawn(views("agent-matrix", agent_matrix(means_of("a", "b")))[0]).splitlines()
    row = next(row for row in rows if row.startswith("│ a"))
    cells = [cell.strip() for cell in row.strip("│").split("│")]
    assert cells == ["a", "", "+275.0 ± 317.7"]


def test_a_wide_matrix_comes_in_parts() -> None:
    parts = views("agent-matrix", agent_matrix(means_of("a", "b")), columns=1)
    assert [len(view.grid.names) for view in parts] == [2, 2]
    assert "+275.0" not in drawn(parts[0])
    assert "+275.0" in drawn(parts[1])


def test_a_hand_is_printed_whole() -> None:
    text = drawn(hand_view(report_of("a")))
    for part in ("hand 17 on deck 4 (seed 99), seating 5", "Kh", "unlimited", "+2"):
        assert part in text
    assert "flop 2c3c4c: a checks" in text
    assert "turn 2c3c4c5c: nobody acts" in text


def test_nothing_played_can_be_drawn() -> None:
    matches = duplicate_set({"a": 1, "b": -1}, deck=0)[:1]
    means = line_up_means(collect_sets([match_batch(matches)], 2), 1, stake=0)
    assert views("agent-matrix", agent_matrix(means)) == []
    assert means.influence.values.size == 0
    assert "total bankroll" in drawn(views("total-bankroll", total_bankroll(means))[0])
    assert run_off_tables(means).ranking.num_rows == 0
