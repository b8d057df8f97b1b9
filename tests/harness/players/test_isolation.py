"""Agents in processes of their own play the same, and can do little else."""

import os
import re
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from outside_runs import hands_of, incidents_of, play_untried, spec_of
from small_runs import start_railbird

from railbird.harness import AgentSpec, Plugins, SpecError, play
from railbird.harness.cli.application import run_command
from railbird.harness.players import isolation as isolating
from railbird.harness.players.isolation import describe_gaps, find_gaps
from railbird.harness.players.outside_spec import Limits, Outside
from railbird.harness.supervision.agent_output import MOST_BYTES_A_PROGRAM
from railbird.harness.supervision.confinement import (
    FIRST_WITH_NETWORK,
    FIRST_WITH_SIGNALS,
    landlock_version,
)
from railbird.harness.supervision.program_limits import can_count_processes
from railbird.harness.supervision.programs import find_bubblewrap
from railbird.harness.tournament import smoke_test
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
    """Return the incident caused by an action in the first of two matches, and check both."""
    table = play_untried(spec_of(agent, AgentSpec(agent="call")))
    assert all(len(hands) == 12 for hands in hands_of(table))
    found = incidents_of(table)
    assert len(found) == 2
    kind, text = found[0]
    return kind, re.sub(r" \(strangers\.py, line \d+, in misbehave\)$", "", text)


@cache
def plain_hands() -> Any:
    agents = [AgentSpec(agent=name) for name in ("uniform", "raise-pot")]
    return hands_of(play_untried(spec_of(*agents, game="holdem-nolimit-2p")))


@pytest.mark.parametrize("isolation", ["process", pytest.param("sandbox", marks=sandboxed)])
def test_an_isolated_agent_plays_as_in_this_process(isolation: Any) -> None:
    agents = [AgentSpec(agent="uniform", isolation=isolation), AgentSpec(agent="raise-pot")]
    assert hands_of(play_untried(spec_of(*agents, game="holdem-nolimit-2p"))) == plain_hands()


def test_under_a_secret_its_draws_are_of_a_key_of_its_own() -> None:
    """With equal cards, an agent that draws plays otherwise than in this process."""
    tables = []
    for agent in ("uniform", "call"):
        for isolation in ("process", "none"):
            one = AgentSpec(agent=agent, label="one", isolation=isolation)
            spec = spec_of(
                one, AgentSpec(agent="raise-pot"), game="holdem-nolimit-2p", deals="keyed"
            )
            tables.append(hands_of(play_untried(spec, secret=b"of sixteen bytes")))
    assert tables[0] != tables[1]
    assert tables[2] == tables[3]


def test_draws_beyond_those_sent_are_requested(tmp_path: Path) -> None:
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
    "exit": ("death", "the program exited with code 5"),
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
    """Neither another process of the same user's, nor the harness's, nor the supervisor's (0)."""
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


def describe(path: Path) -> tuple[object, ...]:
    status = path.stat()
    names = os.listxattr(path)
    return oct(status.st_mode), status.st_uid, status.st_mtime, status.st_ctime_ns, names


OF_FILES = ["chmod", "chmod-by-descriptor", "chmod-by-link", "chmod-by-number", "chown", "lchown"]
OF_FILES += ["utime", "utime-by-descriptor", "setxattr", "setxattr-by-number", "chattr", "lease"]
OF_FILES += ["watch", "watch-all"]


@pytest.fixture
def readable() -> Iterator[Path]:
    """A file that isolated agents may read."""
    with tempfile.NamedTemporaryFile(dir=Path(isolating.__file__).parent) as file:
        yield Path(file.name)


@pytest.mark.parametrize("isolation", ["process", pytest.param("sandbox", marks=sandboxed)])
def test_no_file_of_the_user_is_changed_or_watched(
    tmp_path: Path, readable: Path, isolation: Any
) -> None:
    """Neither one that is out of reach for reading, nor one that is not."""
    secret = tmp_path / "secret"
    secret.write_text("key")
    secret.chmod(0o600)
    before = describe(secret), describe(readable)
    deeds = [f"{how} {path}" for how in OF_FILES for path in (secret, readable)]
    _, text = deed_of(stranger("reach", ",".join(["pair x", *deeds]), isolation))
    assert text == "RuntimeError: in reach: pair x"
    assert (describe(secret), describe(readable)) == before


@pytest.mark.parametrize("isolation", ["process", pytest.param("sandbox", marks=sandboxed)])
def test_no_socket_of_the_machine_is_reached_and_none_opened(
    tmp_path: Path, isolation: Any
) -> None:
    """By path, by an abstract name, or by listening without a port of its own."""
    with ExitStack() as stack:
        doors = []
        for name in ("stream", "datagram", "\0railbird-test"):
            kind = socket.SOCK_DGRAM if name == "datagram" else socket.SOCK_STREAM
            door = stack.enter_context(socket.socket(socket.AF_UNIX, kind))
            door.bind(name if name.startswith("\0") else str(tmp_path / name))
            door.setblocking(False)
            if kind == socket.SOCK_STREAM:
                door.listen()
            doors.append(door)
        deeds = [f"unix {tmp_path}/stream", "abstract railbird-test", "listen-anywhere x"]
        deeds += [f"{how} {tmp_path}/datagram" for how in ("unix-datagram", "turn-pair")]
        deeds += ["hoard-memory x"]
        _, text = deed_of(stranger("reach", ",".join(["pair x", *deeds]), isolation))
        assert text == "RuntimeError: in reach: pair x"
        assert not select.select(doors, [], [], 0)[0]


@pytest.fixture
def homes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary folders are made; not pytest's, which cannot remove what is nested deep."""
    folder = tempfile.mkdtemp()
    monkeypatch.setenv("TMPDIR", folder)
    yield Path(folder)
    subprocess.run(["rm", "-rf", folder], check=True)


DISK = Limits(memory_mb=700, processes=12, files=60, file_mb=2, disk_mb=20, disk_files=600)
EXCESS = {
    "many files": "kept more than 600 files and folders",
    "nest": "kept more than 600 files and folders",
    "many bytes": "kept more than 20 MB on disk",
    "hidden bytes": "kept more than 20 MB on disk",
}


@pytest.mark.parametrize("deed", EXCESS)
def test_what_an_agent_keeps_on_disk_is_bounded(deed: str, homes: Path) -> None:
    agent = msgspec.structs.replace(stranger(deed), limits=DISK)
    kind, text = deed_of(agent)
    assert kind == "death"
    assert EXCESS[deed] in text
    assert not list(homes.glob("railbird-*"))


@pytest.mark.parametrize("isolation", ["process", pytest.param("sandbox", marks=sandboxed)])
def test_whatever_an_agent_leaves_goes_with_its_match(homes: Path, isolation: Any) -> None:
    """1,500 nested folders among it, which ended the supervisor, and with it the tournament."""
    table = play_untried(spec_of(stranger("leave", "", isolation), AgentSpec(agent="call")))
    assert not incidents_of(table)
    assert not list(homes.glob("railbird-*"))


def test_what_agents_write_is_escaped_attributed_and_bounded(
    capfd: pytest.CaptureFixture[str],
) -> None:
    agents = [
        msgspec.structs.replace(stranger("shout"), label="loud"),
        msgspec.structs.replace(stranger("scream", "20000"), label="louder"),
    ]
    play_untried(spec_of(*agents))
    said = capfd.readouterr().err
    assert all(letter.isprintable() or letter == "\n" for letter in said)
    lines = said.splitlines()
    assert all(line.startswith(("agent 'loud': ", "agent 'louder': ")) for line in lines)
    loud = [line for line in lines if line.startswith("agent 'loud': ")]
    first = r"agent 'loud': \x1b[2J\x1b]0;owned\x07\x00\xff\x9b31m\u202ehello"
    second, rest = "agent 'loud': second  line", "agent 'loud': unfinished"
    assert sorted(loud) == sorted([first, second, rest] * 2)  # two matches, at once
    louder = [line for line in lines if line.startswith("agent 'louder': ")]
    assert louder.count("agent 'louder': " + r"\x1b" * 99) == 2 * (MOST_BYTES_A_PROGRAM // 100)
    assert (
        louder[-1]
        == "agent 'louder': (further output is not shown: the limit is 65536 bytes per match)"
    )


def test_a_promise_that_the_kernel_cannot_keep_is_named() -> None:
    """Landlock of ABI 6 has all; before, some is missing and is said in a line."""
    assert not describe_gaps(6, has_commands=True)
    assert find_gaps(4, has_commands=True) == find_gaps(5, has_commands=False)
    counts = [len(find_gaps(version, has_commands=True)) for version in range(1, 8)]
    assert counts == [3, 3, 2, 1, 1, 0, 0]
    line = describe_gaps(3, has_commands=True)
    assert "Landlock ABI 3" in line
    assert "connect to any port" in line
    assert "\n" not in line


def test_a_run_says_at_its_start_what_isolation_lacks(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    away = AgentSpec(agent="call", isolation="process")
    for version, count in ((landlock_version(), 0), (2, 1)):
        monkeypatch.setattr(smoke_test, "landlock_version", lambda found=version: found)
        play(spec_of(away, AgentSpec(agent="uniform")))
        is_complete = version >= FIRST_WITH_SIGNALS or not count
        said = capfd.readouterr().err
        assert said.count('isolation = "process" is incomplete') == (0 if is_complete else 1)


def test_isolation_is_refused_where_system_calls_cannot_be_filtered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(isolating, "can_filter", lambda: False)
    with pytest.raises(SpecError, match="needs system call filters"):
        prepare(spec_of(stranger(), AgentSpec(agent="call")))


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


def test_a_sandbox_that_is_not_available_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolating, "find_bubblewrap", lambda: "")
    with pytest.raises(SpecError, match="needs bubblewrap"):
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
    command = ["run", str(spec), "--out", str(tmp_path / "run"), "--workers", "0"]
    assert run_command(command) == 0, "the same command continues"
