"""Elo in the table of ratings: its interval for the eye, and what cannot be compared."""

from itertools import combinations
from pathlib import Path

from railbird.results import RunResults, open_run
from tests.results.conftest import duplicate_set, write_run

Outcomes = dict[str, list[int]]
"""By the letters of two agents, deck by deck: who won by how many chips."""


def play(folder: Path, outcomes: Outcomes) -> RunResults:
    matches = [
        match
        for pair, won in outcomes.items()
        for deck, chips in enumerate(won)
        for match in duplicate_set({pair[0]: 2520 * chips, pair[1]: -2520 * chips}, deck=deck)
    ]
    return open_run(write_run(folder / "run", matches))


def elo_notes_of(run: RunResults) -> list[str]:
    return [note for note in run.ratings().remarks() if note.startswith("Elo")]


def elo_cells(run: RunResults) -> list[str]:
    (grid,) = run.ratings().grids()
    column = grid.names.index("Elo")
    return [str(row[column]) for row in grid.rows]


def test_ends_are_numbers_or_null_where_all_was_won_or_lost(tmp_path: Path) -> None:
    run = play(tmp_path, {"ab": [1] * 5, "ac": [2] * 5, "bc": [1, 1, 2, 1, 1]})
    first, second, third = run.ratings().to_pylist()
    assert first["elo_high"] is None
    assert third["elo_low"] is None
    assert second["elo_low"] < second["elo"] < second["elo_high"]
    assert first["elo_low"] < first["elo"]
    assert first["elo"] + second["elo"] + third["elo"] == 4500


def test_intervals_for_the_eye(tmp_path: Path) -> None:
    run = play(tmp_path, {"ab": [1] * 5})
    assert elo_cells(run) == ["1708 (1422 or more)", "1292 (1578 or less)"]
    run = play(tmp_path / "even", {"ab": [1, -1, 1, -1, 1]})
    assert elo_cells(run) == ["1529 (1278 to 1833)", "1471 (1167 to 1722)"]
    run = play(tmp_path / "one-deck", {"ab": [1]})
    assert elo_cells(run) == ["1595", "1405"]


def test_agents_that_no_match_links_are_named(tmp_path: Path) -> None:
    run = play(tmp_path, {"ab": [1, -1, 1], "cd": [1, 1, -1], "ce": [1, -1, 0]})
    assert elo_notes_of(run) == [
        "Elo compares agents only within these groups, since no match links them: c, d, e; a, b"
    ]


def test_agents_that_wins_link_one_way_are_named(tmp_path: Path) -> None:
    both = {pair: [1, -1, 1] for pair in ("ab", "cd")}
    one_way = {pair: [1, 1, 1] for pair in ("ac", "ad", "bc", "bd")}
    run = play(tmp_path, both | one_way)
    assert elo_notes_of(run) == [
        "Elo: between these groups duplicate sets were won in only one direction, so the true "
        "differences may be larger than the intervals suggest: a, b; c, d"
    ]


def test_nothing_is_said_where_wins_link_all_both_ways(tmp_path: Path) -> None:
    run = play(tmp_path, {"".join(pair): [1, -1] for pair in combinations("abc", 2)})
    assert elo_notes_of(run) == []
