"""Agents find the same around them wherever they play, and cannot pass for the user."""

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from small_runs import contents, kuhn_spec

from railbird.harness import AgentSpec, Plugins, Processes, play_here, run
from railbird.harness.table.agent_environment import UserInterrupt, agent_environment, is_users

AGENT = """
import sys
from railbird.plugins import CALL, AgentEntry, hookimpl

class Odd:
    def __init__(self, deed):
        self.deed = deed

    def act(self, observation):
        if observation.hand_index == 3:
            if self.deed == "interrupt":
                raise KeyboardInterrupt
            if self.deed == "close":
                sys.stdout.close()
                sys.stderr.close()
            if self.deed == "read":
                raise RuntimeError(f"read {sys.stdin.read()!r}")
        if self.deed == "close":
            print("something", file=sys.stderr)
        return CALL

@hookimpl
def railbird_agents():
    return [AgentEntry("odd", Odd)]
"""


def test_odd_agents_make_the_same_run_here_and_in_a_worker(tmp_path: Path) -> None:
    plugin = tmp_path / "odd.py"
    plugin.write_text(AGENT)
    deeds = ("interrupt", "close", "read")
    agents = [AgentSpec(agent="odd", label=deed, parameters={"deed": deed}) for deed in deeds]
    spec = kuhn_spec(*agents, decks=1, hands_per_match=5, plugins=Plugins(paths=(str(plugin),)))
    streams = sys.stdin, sys.stdout, sys.stderr
    run(spec, folder=tmp_path / "here", dispatch=play_here)
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert not any(stream.closed for stream in streams)
    run(spec, folder=tmp_path / "there", dispatch=Processes(1))
    here, there = contents(tmp_path / "here"), contents(tmp_path / "there")
    assert here == there


def test_a_ctrl_c_is_the_users_and_a_raised_interrupt_is_not() -> None:
    assert is_users(KeyboardInterrupt())  # they are not distinguished here
    with agent_environment():
        assert not is_users(KeyboardInterrupt())
        assert not is_users(ValueError())
        with pytest.raises(UserInterrupt) as raised:
            os.kill(os.getpid(), signal.SIGINT)
        assert is_users(raised.value)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_thread_leaves_the_users_signal_alone() -> None:
    seen: list[Any] = []

    def look() -> None:
        with agent_environment():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
