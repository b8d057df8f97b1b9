"""Flat tables hold every hand of a run."""

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from railbird.results import open_run
from tests.results.histories.conftest import write


def test_the_tables_hold_every_hand(play: Callable[[str], Path], tmp_path: Path) -> None:
    folder = play("kuhn-3p")
    write(folder, tmp_path / "parquet", "parquet")
    write(folder, tmp_path / "csv", "csv")
    told = pa.parquet.read_table(tmp_path / "parquet" / "hands.parquet").to_pylist()
    flat = pa.csv.read_csv(tmp_path / "csv" / "hands.csv").to_pylist()
    stored = [row for batch in open_run(folder).hands() for row in batch.to_pylist()]
    assert len(told) == len(flat) == len(stored)
    for row, line, hand in zip(told, flat, stored, strict=True):
        assert {key: row[key] for key in hand} == hand
        assert sorted(row["positions"]) == [0, 1, 2]
        assert row["positions"][hand["hand_index"] % 3] == 0
        assert row["positions"][(hand["hand_index"] + 1) % 3] == 1
        assert all(len(hole) == 2 for hole in row["hole_cards"])
        assert len({*row["hole_cards"], row["board"]}) == 4
        assert line["payoffs"] == "|".join(map(str, hand["payoffs"]))
        assert line["hole_cards"] == "|".join(row["hole_cards"])
