"""When an interval is said to lean on few blocks."""

from pathlib import Path

import numpy as np

from railbird.results import open_run
from railbird.results.estimate.uncertainty.skewness import leans
from tests.results.conftest import duplicate_set, write_run


def test_a_rare_event_leans_and_ordinary_luck_does_not() -> None:
    random = np.random.default_rng(1)
    luck = random.normal(size=(100, 50))
    assert leans(luck).mean() < 0.02
    rare = np.zeros((1, 50))
    rare[0, :2] = 200.0
    assert leans(rare - rare.mean()).all()
    assert leans(np.zeros((1, 50))).all(), "what never varied"
    assert not leans(np.full((1, 50), np.nan)).any()
    assert not leans(np.zeros((1, 2))).any(), "too few blocks to tell"


def test_a_run_says_so(tmp_path: Path) -> None:
    won = [0] * 19 + [4000]
    matches = [
        match for deck, n in enumerate(won) for match in duplicate_set({"a": n, "b": -n}, deck=deck)
    ]
    notes = open_run(write_run(tmp_path / "run", matches)).notes
    assert notes == (
        "2 of 2 intervals by line-up rest on a few deck seeds or on none that differ, and may hold "
        "the truth less often than 95%; play more deck seeds",
    )
