"""Where an agent's exception arose is stored with it: the same wherever and by whomever played."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from small_runs import kuhn_spec

from railbird.harness import AgentSpec, Dispatch, Plugins, Processes, Spec, play_here, run
from railbird.harness.supervision.confinement import landlock_version
from railbird.harness.supervision.program_limits import can_count_processes
from railbird.results import open_run

BOT = """\
import numpy
from railbird.plugins import CALL, AgentEntry, hookimpl

class Late:
    def __init__(self, how):
        self.how = how

    def act(self, observation):
        return getattr(self, self.how)() if observation.hand_index == 3 else CALL

    def plain(self):
        return {}["oops"]

    def called(self):
        return numpy.zeros(3).reshape(2, 2)

    def endless(self):
        return [self.endless()]

    def long(self):
        raise ValueError("no luck " * 100)

@hookimpl
def railbird_agents():
    return [AgentEntry("late", Late)]
"""
WANTED = {
    "plain": "KeyError: 'oops' (late_bot.py, line 12, in plain)",
    "called": "ValueError: cannot reshape array of size 3 into shape (2,2)"
    " (late_bot.py, line 15, in called)",
    "endless": "RecursionError: maximum recursion depth exceeded"
    " (late_bot.py, line 18, in endless)",
    "long": "ValueError: " + "no luck " * 18 + "no luck n... (late_bot.py, line 21, in long)",
}
THREE = ("plain", "called", "endless")


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    plugin = tmp_path / "late_bot.py"
    plugin.write_text(BOT)
    return late_spec(plugin, WANTED)


def late_spec(plugin: Path, hows: Iterable[str], **keys: Any) -> Spec:
    agents = [AgentSpec(agent="late", label=how, parameters={"how": how}, **keys) for how in hows]
    return kuhn_spec(
        *agents,
        decks=1,
        hands_per_match=5,
        hands_per_chunk=30,
        deals="acpc",
        plugins=Plugins(paths=(str(plugin),)),
    )


def shards_of(spec: Spec, folder: Path, dispatch: Dispatch) -> list[str]:
    """The names of the shards, which have the digests of what is in them."""
    run(spec, folder=folder, dispatch=dispatch)
    return sorted(path.name for path in (folder / "shards").iterdir())


def test_incidents_have_the_place_and_are_the_same_in_any_process(
    spec: Spec, tmp_path: Path
) -> None:
    here = shards_of(spec, tmp_path / "here", play_here)
    assert here == shards_of(spec, tmp_path / "there", Processes(2))
    for batch in open_run(tmp_path / "here").incidents():
        for row in batch.to_pylist():
            assert row["text"] == WANTED[row["agents"][row["seat"]]]


@pytest.mark.skipif(
    landlock_version() < 1 or not can_count_processes(), reason="nothing to isolate with here"
)
def test_an_isolated_agent_sends_the_place(spec: Spec, tmp_path: Path) -> None:
    plugin = Path(spec.plugins.paths[0])
    apart = late_spec(plugin, THREE, isolation="process")
    here = shards_of(late_spec(plugin, THREE), tmp_path / "here", play_here)
    assert shards_of(apart, tmp_path / "apart", play_here) == here
