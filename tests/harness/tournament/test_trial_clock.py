"""An agent that decides for ever is named after a stated time, wherever it is tried."""

import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from small_runs import start_railbird

from railbird.harness import AgentSpec, Plugins, Spec, SpecError, TrialError, parse_spec, play, run
from railbird.harness.tournament.trial_clock import trial_clock
from railbird.harness.workers.dispatch import play_here
from railbird.harness.workers.processes import Processes

PLUGIN = """
import time
from railbird.plugins import *
class Endless:
    stationary = True
    def __init__(self, how=""):
        self.how = how
        self.dwell("make")
        if how == "declare":
            self.probabilities = self.declare
    def dwell(self, where):
        while where == self.how:
            pass
        if where == "act" and self.how == "sleep":
            time.sleep(1e6)
        if where == "act" and self.how == "C":
            sum(range(10**13))
        while where == "act" and self.how == "stubborn":
            try:
                time.sleep(1e6)
            except BaseException:
                pass
    def start_match(self, match):
        self.dwell("start")
    def act(self, observation):
        self.dwell("act")
        return CALL
    def end_hand(self, record):
        self.dwell("end")
    def declare(self, observation, hole_cards):
        self.dwell("declare")
        return [(1.0, CALL)]
@hookimpl
def railbird_agents():
    return [AgentEntry("endless", Endless)]
"""
NAMED = r"agent 'slow' failed its trial hand: it did not finish within 2 seconds; .*trial_seconds"


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "endless.py"
    path.write_text(PLUGIN)
    return path


def spec_of(plugin: Path, how: str) -> Spec:
    agents = (
        AgentSpec(agent="call"),
        AgentSpec(agent="endless", label="slow", parameters={"how": how}),
    )
    plugins = Plugins(paths=(str(plugin),))
    keys: dict[str, Any] = {"hands_per_match": 5, "decks": 1, "trial_seconds": 2}
    return Spec(name="slow", game="kuhn-2p", agents=agents, plugins=plugins, **keys)


WHERE = ["act", "make", "start", "end", "declare", "sleep"]


@pytest.mark.parametrize("how", WHERE)
def test_it_is_named_where_it_is_tried_in_this_process(how: str, plugin: Path) -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TrialError, match=NAMED):
        run(spec_of(plugin, how), folder=plugin.parent / "run", dispatch=play_here)
    with pytest.raises(TrialError, match=NAMED):
        play(spec_of(plugin, how))
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert not (plugin.parent / "run").exists()


@pytest.mark.parametrize("how", ["act", "declare", "stubborn", "C"])
def test_it_is_named_where_it_is_tried_in_another(how: str, plugin: Path) -> None:
    """Even where nothing but the end of its process can stop it."""
    with pytest.raises(TrialError, match=NAMED):
        run(spec_of(plugin, how), folder=plugin.parent / "run", dispatch=Processes(1))
    assert not (plugin.parent / "run").exists()


def test_who_catches_what_would_stop_it_ends_the_process_by_name(plugin: Path) -> None:
    spec = plugin.parent / "slow.toml"
    spec.write_text(
        'spec_version = 1\nname = "slow"\ngame = "kuhn-2p"\nhands_per_match = 5\ndecks = 1\n'
        'trial_seconds = 2\n[plugins]\npaths = ["endless.py"]\n[[agents]]\nagent = "call"\n'
        '[[agents]]\nagent = "endless"\nlabel = "slow"\nparameters = { how = "stubborn" }\n'
    )
    harness = start_railbird("run", spec, "--out", plugin.parent / "run", "--workers", 0)
    _, said = harness.communicate()
    assert harness.returncode == 2
    assert "agent 'slow' failed its trial hand: it did not finish within 2 seconds" in said


def test_the_clock_leaves_threads_and_other_peoples_alarms_alone() -> None:
    def outlast() -> None:
        with trial_clock("a", 0.05):
            time.sleep(0.2)
        ended.append(True)

    ended: list[bool] = []
    thread = threading.Thread(target=outlast)
    thread.start()
    thread.join()
    signal.setitimer(signal.ITIMER_REAL, 100.0)
    try:
        outlast()
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert ended == [True, True]


def test_the_time_is_two_minutes_unless_the_spec_says_otherwise() -> None:
    head = 'name = "a"\ngame = "kuhn-2p"\nhands_per_match = 5\ndecks = 1\nspec_version = 1\n'
    rest = '[[agents]]\nagent = "call"\n'
    assert parse_spec(head + rest).longest_trial == 120.0
    assert parse_spec(head + "trial_seconds = 3\n" + rest).longest_trial == 3.0
    with pytest.raises(SpecError, match="trial_seconds"):
        parse_spec(head + "trial_seconds = 0\n" + rest)
