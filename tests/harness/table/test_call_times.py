"""Agents' times are kept beside a run: every decision is counted, and no result depends on them."""

from pathlib import Path
from time import perf_counter

import pytest

from railbird.harness import run
from railbird.harness.cli.application import run_command
from railbird.harness.table.call_times import CallClock, CallTimes, add_times
from railbird.harness.workers.dispatch import play_here
from railbird.harness.workers.processes import Processes
from railbird.harness.workers.quarantine import join_results
from railbird.results import StoreError, open_run
from tests.support.loop_stage import GAMES, LABELS, BatchDice, Dice, hand_texts, plan_matches, play
from tests.support.small_runs import SPEC, contents


@pytest.mark.parametrize("agent", [Dice, BatchDice])
def test_every_decision_of_every_agent_is_counted(agent: type) -> None:
    game, plans = GAMES["holdem-limit-3p"], plan_matches(GAMES["holdem-limit-3p"])
    results = play(game, agent, plans)
    actions = sum(
        letter in "cfr"
        for match in range(len(plans))
        for letter in "".join(hand_texts(results, match))
    )
    assert [times.label for times in results.call_times] == list(LABELS[:3])
    assert sum(times.decisions for times in results.call_times) == actions
    for times in results.call_times:
        assert times.deciding_seconds > 0
        assert times.listening_seconds > 0


def test_a_clock_runs_while_an_agent_is_called_and_only_then() -> None:
    clock = CallClock(["a", "b"])
    clock.note_deciding(0, 3, since=perf_counter() - 1e-3)
    clock.note_listening(1, since=perf_counter() - 1e-3)
    a, b = clock.times()
    assert (a.decisions, b.decisions) == (3, 0)
    assert a.deciding_seconds > 0 == a.listening_seconds == b.deciding_seconds
    assert b.listening_seconds > 0


def test_times_add_up_by_label() -> None:
    parts = [
        [CallTimes("b", 1, 2.0, 3.0)],
        [CallTimes("a", 5, 0.5, 0.0), CallTimes("b", 1, 1.0, 0.0)],
    ]
    assert add_times(parts) == (CallTimes("a", 5, 0.5, 0.0), CallTimes("b", 2, 3.0, 3.0))


def test_a_run_keeps_them_outside_what_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(SPEC, folder=tmp_path / "here", dispatch=play_here)
    run(SPEC, folder=tmp_path / "apart", dispatch=Processes(1))
    assert contents(tmp_path / "here") == contents(tmp_path / "apart")
    tables = [open_run(tmp_path / name).decision_times().to_pylist() for name in ("here", "apart")]
    counts = [{row["agent"]: row["decisions"] for row in rows} for rows in tables]
    assert counts[0] == counts[1]
    assert set(counts[0]) == {"call", "uniform", "bluffer", "chump"}
    times = [row["microseconds"] for row in tables[0]]
    assert times == sorted(times, reverse=True)
    assert run_command(["indicators", str(tmp_path / "here")]) == 0
    assert "microseconds per decision" in capsys.readouterr().out


def test_matches_played_one_by_one_are_timed_too() -> None:
    game, plans = GAMES["kuhn-3p"], plan_matches(GAMES["kuhn-3p"], 2)
    parts = [play(game, Dice, [plan]) for plan in plans]
    joined = join_results(parts)
    assert joined.call_times == add_times(part.call_times for part in parts)
    together = play(game, Dice, plans)
    counts = [[times.decisions for times in r.call_times] for r in (joined, together)]
    assert counts[0] == counts[1]


def test_runs_without_times_have_none_and_damaged_ones_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(SPEC, folder=folder, dispatch=play_here)
    (file,) = (folder / "timings").glob("*.arrow")
    file.write_bytes(b"nonsense")
    with pytest.raises(StoreError, match=r"000000\.arrow cannot be used"):
        open_run(folder).decision_times()
    file.unlink()
    assert open_run(folder).decision_times().num_rows == 0
    assert run_command(["indicators", str(folder)]) == 0
