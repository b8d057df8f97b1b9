"""A pool of children: used again after a call, replaced after death, and stopped at the end."""

import os
import signal
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from calls_of_children import fail, tell_process
from small_runs import SPEC

from railbird.harness import Plugins, Spec
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.child_pool import ChildPool, PluginKeeper, call_in_child

COUNTING = """
import os
from pathlib import Path
from railbird.plugins import AgentEntry, CALL, hookimpl

with (Path(__file__).parent / "imports").open("a") as file:
    file.write(f"{os.getpid()}\\n")

class Caller:
    def act(self, observation):
        return CALL

@hookimpl
def railbird_agents():
    return [AgentEntry("counted", Caller)]
"""


def test_a_child_serves_one_call_after_another_and_none_when_the_pool_is_closed() -> None:
    with closing(ChildPool()) as pool:
        with call_in_child(pool, tell_process, "first") as child:
            word, process = child.receive()
            assert word == "first"
        with call_in_child(pool, tell_process, "second") as again:
            assert again is child
            assert again.receive() == ("second", process)
    assert child.is_dead


def test_two_calls_at_once_have_two_children() -> None:
    with (
        closing(ChildPool()) as pool,
        call_in_child(pool, tell_process, "a") as one,
        call_in_child(pool, tell_process, "b") as other,
    ):
        assert one.receive()[1] != other.receive()[1]


def test_a_child_killed_while_idle_is_replaced() -> None:
    with closing(ChildPool()) as pool:
        with call_in_child(pool, tell_process, "a") as child:
            _, process = child.receive()
        os.kill(process, signal.SIGKILL)
        child.process.wait()
        with call_in_child(pool, tell_process, "b") as other:
            assert other.receive()[1] != process


def test_an_error_of_a_call_is_raised_here_and_its_child_is_not_used_again() -> None:
    with closing(ChildPool()) as pool:
        with pytest.raises(ValueError, match="on purpose"), call_in_child(pool, fail) as child:
            child.receive()
        assert child.is_dead
        with call_in_child(pool, tell_process, "b") as other:
            assert other is not child


def test_without_a_pool_the_child_ends_with_the_call() -> None:
    with call_in_child(None, tell_process, "a") as child:
        child.receive()
    assert child.is_dead


def test_equal_plugins_are_loaded_once_and_others_again(tmp_path: Path) -> None:
    path = tmp_path / "counting.py"
    path.write_text(COUNTING)
    keys = {name: getattr(SPEC, name) for name in SPEC.__struct_fields__}
    job = prepare(Spec(**keys | {"plugins": Plugins(paths=(str(path),))})).job
    (tmp_path / "imports").write_text("")
    keeper = PluginKeeper()
    loaded = keeper.load(job)
    assert keeper.load(replace(job, trial_seconds=1.0)) is loaded
    assert len((tmp_path / "imports").read_text().split()) == 1
    path.write_text(COUNTING + "\n# edited\n")
    edited = prepare(Spec(**keys | {"plugins": Plugins(paths=(str(path),))})).job
    assert keeper.load(edited) is not loaded
    assert keeper.load(job) is not loaded
