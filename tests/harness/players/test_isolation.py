"""Agents in processes of their own play the same, and can do little else."""

import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from outside_runs import hands_of, incidents_of, play_untried, spec_of
from small_runs import start_railbird

from railbird.harness import AgentSpec, Plugins, SpecError
from railbird.harness.players import isolation as isolating
from railbird.harness.players.outside_spec import Limits, Outside
from railbird.harness.supervision.confinement import (
    FIRST_WITH_NETWORK,
    FIRST_WITH_SIGNALS,
    landlock_version,
)
from railbird.harness.supervision.program_limits import can_count_processes
from railbird.harness.supervision.programs import find_bubblewrap
from railbird.harness.tournament.preparation import prepare

STRANGERS = str(Path(__file__).parents[1] / "programs" / "strangers.py")
LIMITS = Limits(memory_mb=700, processes=12, files=48, file_mb=2)

pytestmark = pytest.mark.skipif(
    landlock_version() < 1 or not can_count_processes(), reason="nothing to isolate with here"
)
sandboxed = pytest.mark.skipif(not find_bubblewrap(), reason="bubblewrap is not installed")


def stranger(deed: str = "", path: str = "", isolation: Any = "process") -> AgentSpec:
    return AgentSpec(
        agent="stranger",
        plugin=STRANGERS,
        isolation=isolation,
        parameters={"deed": deed, "path": path},
        limits=LIMITS,
    )


def deed_of(agent: AgentSpec) -> tuple[str, str]:
    """The incident that comes of a deed in the first of two matches, the second's being alike."""
    table = play_untried(spec_of(agent, AgentSpec(agent="call")))
    assert all(len(hands) == 12 for hands in hands_of(table))
    found = incidents_of(table)
    assert len(found) == 2
    return found[0]


@cache
def plain_hands() -> Any:
    agents = [AgentSpec(agent=name) for name in ("uniform", "raise-pot")]
    return hands_of(play_untried(spec_of(*agents, game="holdem-nolimit-2p")))


@pytest.mark.parametrize("isolation", ["process", pytest.param("sandbox", marks=sandboxed)])
def test_an_isolated_agent_plays_as_in_this_process(isolation: Any) -> None:
    agents = [AgentSpec(agent="uniform", isolation=isolation), AgentSpec(agent="raise-pot")]
    assert hands_of(play_untried(spec_of(*agents, game="holdem-nolimit-2p"))) == plain_hands()


def test_draws_beyond_those_told_are_asked_for(tmp_path: Path) -> None:
    """Twenty draws of every kind, and how hands end, folded into what is played."""
    plugin = tmp_path / "dicer.py"
    plugin.write_text(
        "from railbird.plugins import *\n"
        "class Dicer:\n"
        "    def start_match(self, match):\n"
        "        self.bias = sum(match.random() for _ in range(3)) / 9\n"
        "    def act(self, o):\n"
        "        own = [o.random() for _ in range(20)]\n"
        "        hand = [o.hand_random(j) for j in range(5)]\n"
        "        bold = sum(own[7:]) / 13 + hand[3] / 4 + self.bias > 0.75\n"
        "        return raise_to() if bold and o.can_raise else CALL\n"
        "    def end_hand(self, record):\n"
        "        self.bias += record.payoffs[record.position] / 2520 / 20\n"
        "@hookimpl\n"
        "def railbird_agents():\n"
        "    return [AgentEntry('dicer', Dicer)]\n"
    )
    plugins = Plugins(paths=(str(plugin),))
    away = AgentSpec(agent="dicer", isolation="process")
    other = AgentSpec(agent="dicer", label="other")
    here = msgspec.structs.replace(away, isolation="none")
    keys: dict[str, Any] = {"plugins": plugins, "hands_per_match": 40}
    tables = [play_untried(spec_of(one, other, **keys)) for one in (away, here)]
    assert hands_of(tables[0]) == hands_of(tables[1])
    assert "r" in str(hands_of(tables[0]))


LIMITED = {
    "memory": ("exception", "MemoryError"),
    "files": ("exception", "Too many open files"),
    "fill": ("exception", "File too large"),
    "exit": ("death", "the program left with code 5"),
}


@pytest.mark.parametrize("deed", LIMITED)
def test_limits_hold(deed: str) -> None:
    kind, text = deed_of(stranger(deed))
    assert kind == LIMITED[deed][0]
    assert LIMITED[deed][1] in text


def test_a_fork_bomb_ends_with_the_match() -> None:
    table = play_untried(
        spec_of(stranger("fork"), AgentSpec(agent="call"), outside=Outside(answer=1.0, start=30))
    )
    assert {kind for kind, _ in incidents_of(table)} <= {"exception", "death", "closed", "late"}
    assert len(incidents_of(table)) == 2


def test_nothing_is_inherited_but_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    reader, writer = os.pipe()
    os.set_inheritable(reader, True)
    _, text = deed_of(stranger("look around"))
    os.close(reader)
    os.close(writer)
    # standard streams, the line, and the one that lists them
    assert text == "RuntimeError: 5 descriptors, secrets [], hidden others"


@pytest.fixture
def sibling() -> Iterator[int]:
    """A process of the same user, with a secret in its environment."""
    with subprocess.Popen(["sleep", "600"], env={"SECRET": "AsKs"}) as process:
        yield process.pid
        assert process.poll() is None, "it has been killed"
        process.kill()


RUDE = ("read /proc/{}/mem", "read /proc/{}/environ", "list /proc/{}/fd", "trace {}", "peek {}")


def test_nobody_elses_memory_files_and_ports_are_in_reach(
    tmp_path: Path, door: int, sibling: int
) -> None:
    """Neither another process of the same user's, nor the harness's, nor the keeper's (0)."""
    secret, mark = tmp_path / "secret", tmp_path / "mark"
    secret.write_text("seed = 7")
    refused = [rude.format(pid) for rude in RUDE for pid in (sibling, os.getpid())]
    refused += [f"read {secret}", f"list {tmp_path}", f"write {mark}", "list /tmp", "read /dev/mem"]
    refused += ["trace 0", "peek 0", "sniff now", "talk now", "dial out", "share now"]
    refused += [f"hurry {door}", "limit 0", f"limit {sibling}", "move 0", f"move {sibling}"]
    if landlock_version() >= FIRST_WITH_NETWORK:
        refused += [f"connect {door}", "listen 0"]
    if landlock_version() >= FIRST_WITH_SIGNALS:
        refused += [f"kill {sibling}", "kill 0"]
    _, text = deed_of(stranger("reach", ",".join(["write here", *refused])))
    assert text == "RuntimeError: in reach: write here"
    assert not mark.exists()


@pytest.fixture
def door() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@sandboxed
def test_a_sandbox_shows_no_files_no_processes_and_no_network(tmp_path: Path, door: int) -> None:
    secret = tmp_path / "secret"
    secret.write_text("seed = 7")
    mark = Path(STRANGERS).parent / "mark"
    paths = f"read {secret},read /etc/hostname,write {mark},write here,connect {door}"
    _, text = deed_of(stranger("explore", paths, "sandbox"))
    assert text == (
        "RuntimeError: read: FileNotFoundError read: FileNotFoundError write: OSError write: done "
        "connect: ConnectionRefusedError"
    )
    assert not mark.exists()
    _, text = deed_of(stranger("reach", "talk now,dial out,share now,write here", "sandbox"))
    assert text == "RuntimeError: in reach: write here"
    _, text = deed_of(stranger("look around", "", "sandbox"))
    assert text == "RuntimeError: 5 descriptors, secrets [], 2 others"


def test_a_sandbox_that_cannot_be_had_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolating, "find_bubblewrap", lambda: "")
    with pytest.raises(SpecError, match="takes bubblewrap"):
        prepare(spec_of(stranger("", "", "sandbox"), AgentSpec(agent="call")))


def test_programs_end_with_a_harness_that_is_killed_and_it_can_go_on(tmp_path: Path) -> None:
    diary, bot = tmp_path / "pids", Path(__file__).parents[1] / "programs" / "acpc_bot.py"
    os.mkfifo(diary)
    spec = tmp_path / "held.toml"
    spec.write_text(
        'spec_version = 1\nname = "held"\ngame = "kuhn-2p"\nhands_per_match = 20\ndecks = 1\n'
        f'[[agents]]\nlabel = "bot"\ncommand = ["{sys.executable}", "-S", "{bot}", "{{host}}", '
        f'"{{port}}", "wait {diary}"]\n[[agents]]\nagent = "call"\n'
    )
    harness = start_railbird("run", spec, "--out", tmp_path / "run", "--workers", 0)
    waiting = [os.pidfd_open(int(line)) for line in diary.read_text().split()]
    harness.kill()
    harness.communicate()
    for program in waiting:
        assert select.select([program], [], [], 60)[0]  # readable: it has ended
        os.close(program)
    assert waiting
    diary.unlink()
    again = start_railbird("run", spec, "--out", tmp_path / "run", "--workers", 0)
    again.communicate()
    assert again.returncode == 0, "the same command continues"
