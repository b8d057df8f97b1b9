"""A run opened from its folder: finished, half played, damaged, or none at all."""

from itertools import combinations
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import csv

from railbird.results import StoreError, open_run
from railbird.results.tables.table_list import TABLES
from tests.results.conftest import Match, duplicate_set, write_run

CHIP = 2520


def round_robin(decks: int = 2) -> list[Match]:
    """Three agents, two at a table: a beats b and c, b beats c, by another sum on each deck."""
    return [
        match
        for first, second in combinations("abc", 2)
        for deck in range(decks)
        for match in duplicate_set(
            {first: (2 + deck) * CHIP, second: -(2 + deck) * CHIP}, deck=deck
        )
    ]


def test_a_finished_run_has_tables_and_nothing_to_note(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "run", round_robin()))
    assert run.notes == ()
    assert run.cross_table().schema.equals(TABLES["cross-table"].schema)
    assert run.agent_matrix().schema.equals(TABLES["agent-matrix"].schema)
    ranking = run.total_bankroll()
    assert ranking.schema.equals(TABLES["total-bankroll"].schema)
    # (2 + 3) / 2 chips in 20 hands with blinds of one chip
    assert ranking["agent"].to_pylist() == ["a", "b", "c"]
    assert ranking["mbb_per_hand"].to_pylist() == [125.0, 0.0, -125.0]
    assert run.run_off().ranking.schema.equals(TABLES["run-off"].schema)
    assert run.run_off().rounds.schema.equals(TABLES["run-off-rounds"].schema)
    assert run.run_off().ranking["agent"].to_pylist() == ["a", "b", "c"]


def test_half_a_run_works_and_says_what_is_missing(tmp_path: Path) -> None:
    played = [*round_robin()[:5], *round_robin()[8:10]]
    run = open_run(write_run(tmp_path / "run", played, chunk_count=12))
    assert run.agent_matrix().num_rows == 4  # a and b, b and c
    assert run.notes == (
        "the run is not complete: 5 of 12 chunks are missing, the first is 7; the same run "
        "command continues it",
        "ignored, since seatings are missing: 1 duplicate set",
        "2 of 3 possible line-ups were played: agents did not all meet the same opponents",
        "a line-up has only one deck seed: means with this line-up have no interval",
        "line-ups have 1 to 2 deck seeds; intervals use the smallest number",
    )


def test_an_agent_without_a_complete_set_is_named(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "run", round_robin()[:5], chunk_count=12))
    assert "agents without a complete duplicate set: c" in run.notes
    assert run.total_bankroll()["agent"].to_pylist() == ["a", "b"]
    assert run.run_off().ranking["agent"].to_pylist() == ["a", "b"]


def test_one_deck_seed_gives_tables_without_intervals_and_says_so(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "run", round_robin(decks=1)))
    assert run.notes == (
        "a line-up has only one deck seed: means with this line-up have no interval",
    )
    assert run.total_bankroll()["half_width"].to_pylist() == [None] * 3


def test_a_damaged_shard_is_left_out_and_named(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", round_robin())
    path = min((folder / "shards").iterdir())
    path.write_bytes(path.read_bytes()[:-1])
    run = open_run(folder)
    assert run.notes[0] == (
        f"shard {path.name} is damaged and is ignored; the same run command plays it again"
    )
    assert run.reading.sets.incomplete_count == 1
    for other in (folder / "shards").iterdir():
        other.write_bytes(b"")
    with pytest.raises(StoreError, match=f"shard {path.name} is damaged, and there is no other"):
        open_run(folder)


def test_a_run_without_a_match_says_so(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "run", round_robin(), chunk_count=12))
    for path in (run.folder.local / "shards").iterdir():
        path.unlink()
    for compute in ("total_bankroll", "run_off", "styles", "transfer", "bankroll_curves"):
        with pytest.raises(StoreError, match="run has no results yet: 0 of 12 chunks") as refused:
            getattr(open_run(run.folder), compute)()
        assert "continue it with the same run command" in str(refused.value)


def test_what_is_not_a_run_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is not a run folder"):
        open_run(tmp_path)
    with pytest.raises(StoreError, match="is not a run folder"):
        open_run(tmp_path / "nowhere")


def test_tables_are_written_as_arrow_and_csv(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "run", round_robin()))
    folder = Path(run.write_tables())
    expected = {table.name: table.arrow for table in run.tables()}
    assert set(expected) >= {"cross-table", "agent-matrix", "total-bankroll", "run-off"}
    assert {path.name for path in folder.iterdir()} == {
        f"{name}.{ending}" for name in expected for ending in ("arrow", "csv")
    }
    for name, table in expected.items():
        assert pa.ipc.open_file(folder / f"{name}.arrow").read_all().equals(table)
        written = csv.read_csv(folder / f"{name}.csv")
        assert written["mbb_per_hand"].to_pylist() == table["mbb_per_hand"].to_pylist()
        names = "agents" if name == "run-off-eliminations" else "agent"
        labels = [x if isinstance(x, str) else "|".join(x) for x in table[names].to_pylist()]
        assert written[names].to_pylist() == labels
    line_ups = csv.read_csv(folder / "cross-table.csv")["line_up"].to_pylist()
    assert line_ups == ["a|b", "a|b", "a|c", "a|c", "b|c", "b|c"]
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    open_run(run.folder).write_tables()
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}
