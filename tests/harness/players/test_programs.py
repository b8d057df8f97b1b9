"""Programs in tournaments: started for a match, ended with it, and none spoils the others."""

import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from outside_runs import hands_of, incidents_of, play_untried, spec_of
from small_runs import start_railbird

from railbird.harness import AgentSpec, SpecError, TrialError, parse_spec, play
from railbird.harness.players.outside_spec import Limits, Outside
from railbird.harness.supervision import process_tree
from railbird.harness.supervision.programs import Program, Programs
from railbird.harness.tournament.preparation import prepare

BOT = str(Path(__file__).parents[1] / "programs" / "acpc_bot.py")
FEW = Limits(memory_mb=512, processes=8, file_mb=1)


def bot(how: str = "", rules: str = "", **keys: Any) -> AgentSpec:
    command = (sys.executable, "-S", "-E", BOT, "{host}", "{port}", how, rules)
    return AgentSpec(label="bot", command=command, **keys)


CALLER = AgentSpec(agent="call")


def test_a_command_plays_as_an_agent_of_ours_does() -> None:
    outside = Outside(answer=20, start=20, tokens=True, programs=1)
    there = play(spec_of(bot(), AgentSpec(agent="uniform"), outside=outside, decks=2))
    here = play(spec_of(AgentSpec(agent="call", label="bot"), AgentSpec(agent="uniform"), decks=2))
    assert hands_of(there) == hands_of(here)
    assert not incidents_of(there)


ENDS = {
    "exit": ("closed", "the connection was closed; the program exited with code 3"),
    "kill": ("closed", "the connection was closed; the program was killed by SIGKILL"),
    "signal": ("closed", f"the program was killed by signal {signal.SIGRTMIN + 1}"),
    "stop": ("late", "the time for the answer ran out"),
    "half": ("late", "the time for the answer ran out; it had sent 'MATCHSTAT'"),
    "leaves": ("no-show", "the program exited with code 1 before it had sent a VERSION line"),
    "hides": ("no-show", "no player connected in time"),
    "version": ("no-show", "sent the greeting 'VERSION:1.0.0' instead of VERSION:2.0.0"),
    "gigabyte": ("flood", "a line of more than 8192 bytes"),
    "memory": ("closed", "the program exited with code 1"),
    "fork": ("", ""),
    "disk": ("closed", "the program"),
}
SOON = {"stop": Outside(answer=0.5), "half": Outside(answer=0.5), "hides": Outside(start=2.0)}
LIMITED = ("memory", "fork", "disk")


@pytest.mark.parametrize("how", ENDS)
def test_whatever_a_program_does_the_match_is_played_out(how: str) -> None:
    keys: dict[str, Any] = {"isolation": "process", "limits": FEW} if how in LIMITED else {}
    outside = SOON.get(how, Outside(answer=2.0, start=20.0))
    table = play_untried(spec_of(bot(how, **keys), CALLER, outside=outside))
    assert table.num_rows == 2
    kind, text = ENDS[how]
    found = incidents_of(table)
    if how == "fork":
        assert {one for one, _ in found} <= {"closed", "late", "stray-line", "flood"}
    else:
        assert [one for one, _ in found] == [kind, kind]
        assert all(text in said for _, said in found)
    assert all(len(hands) == 12 for hands in hands_of(table))


WRONG_ANSWERS = {
    "garbage": ["stray-line"],
    "old": ["stray-line"],
    "early": ["stray-line"],
    "thousands": ["stray-line", "flood"],
    "act x": ["nonsense"],
    "act r-500": ["size-clamped"],
    "act r2.5": ["nonsense"],
    "act r7": ["size-clamped"],
    "act r4000000000": ["size-clamped"],
    "act r99999999999999999999999": ["size-clamped"],
    "act f": ["illegal-kind"],
}


@pytest.mark.parametrize("how", WRONG_ANSWERS)
def test_wrong_answers_of_a_program_are_mended_or_forfeit(how: str) -> None:
    spec = spec_of(bot(how, "n"), CALLER, game="holdem-nolimit-2p", hands_per_match=4)
    table = play_untried(spec)
    kinds, wanted = [kind for kind, _ in incidents_of(table)], WRONG_ANSWERS[how]
    assert kinds in (wanted * 2, wanted if how == "act f" else None)  # a blind may be folded
    assert all(len(hands) == 4 for hands in hands_of(table))


def test_an_isolated_program_sees_its_folder_and_no_other(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
        (folder / "notes").write_text("seed = 7")
    for folder, code in ((own, []), (other, ["closed"] * 2)):
        agent = bot(f"read {folder / 'notes'}", folder=str(own), isolation="process", limits=FEW)
        table = play_untried(spec_of(agent, CALLER))
        assert [kind for kind, _ in incidents_of(table)] == code
        assert all("exited with code 9" in text for _, text in incidents_of(table))


def test_a_program_that_stays_is_connected_to_again(tmp_path: Path) -> None:
    diary = tmp_path / "pids"
    for how, count in (("", 1), (" exit", 4)):
        diary.write_text("")
        agent = bot(f"stay {diary}{how}", reset="reconnect")
        keys: dict[str, Any] = {"decks": 2, "outside": Outside(answer=20, start=20, programs=1)}
        stays = play_untried(spec_of(agent, AgentSpec(agent="uniform"), **keys))
        comes = play_untried(spec_of(bot(how.strip()), AgentSpec(agent="uniform"), **keys))
        assert hands_of(stays) == hands_of(comes)
        assert len(incidents_of(stays)) == (4 if how else 0)
        assert len(set(diary.read_text().split())) == count, "a failed program is restarted"


def test_what_a_program_leaves_behind_ends_with_its_match(tmp_path: Path) -> None:
    diary = tmp_path / "pid"
    diary.touch()
    table = play_untried(spec_of(bot(f"orphan {diary}"), CALLER, hands_per_match=20))
    assert [kind for kind, _ in incidents_of(table)] == ["closed", "closed"]
    orphans = [int(line) for line in diary.read_text().split()]
    assert len(orphans) == 2
    for orphan in orphans:
        with pytest.raises(ProcessLookupError):
            os.kill(orphan, 0)


def test_what_cannot_be_removed_is_an_incident_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that puts a link in the place of its home; what it leads to is left alone."""
    kept, homes = tmp_path / "kept", tmp_path / "homes"
    for folder in (kept, homes):
        folder.mkdir()
    (kept / "mine").touch()
    monkeypatch.setenv("TMPDIR", str(homes))
    agent = bot(f"home {kept}")
    table = play_untried(spec_of(agent, CALLER))
    text = "its temporary folder could not be removed: [Errno 20] Not a directory: '<path>'"
    assert incidents_of(table) == [("leftover", text)] * 2
    assert hands_of(table) == hands_of(play_untried(spec_of(bot(), CALLER)))
    first = table.column("incidents").to_pylist()[0][0]
    assert (first["hand"], first["decision"]) == (11, 0)
    assert (kept / "mine").exists()
    with pytest.raises(TrialError, match="'bot' failed its trial hand: leftover: its temporary"):
        play(spec_of(agent, CALLER, hands_per_match=12))


def test_descendants_are_found_at_any_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of 1,200 processes, each the child of the one before, ended the supervisor."""
    chain = {parent: [parent + 1, -parent] for parent in range(1, 5000)}
    monkeypatch.setattr(process_tree, "children", lambda parent: iter(chain.get(parent, [])))
    found = list(process_tree.descendants(1))
    assert sorted(found) == [*range(-4999, 0), *range(2, 5001)]


def is_gone(process: int, *, seconds: float = 20.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("environment", ["-i", "RAILBIRD_PROGRAM=$PPID-0", "RAILBIRD_PROGRAM=9"])
def test_what_hides_its_descent_ends_with_its_match_and_nobody_elses(
    environment: str, tmp_path: Path
) -> None:
    """An orphan in a session of its own, whose environment has no tag, or a wrong one."""
    diary = tmp_path / "pid"
    own = f"setsid sh -c 'echo $$ > {diary}.new; mv {diary}.new {diary}; exec sleep 600'"
    other = tmp_path / "other"
    with Programs() as programs:
        command = f"sh -c 'echo $$ > {other}; exec sleep 600' & while test -e /; do sleep 1; done"
        goes_on = programs.start(Program(("sh", "-c", command)))
        ended = programs.start(Program(("sh", "-c", f"env {environment} {own} & sleep 0.3")))
        assert programs.find_end(ended, seconds=20.0) == "the program exited with code 0"
        assert is_gone(int(diary.read_text()))
        assert not programs.find_end(goes_on)
        os.kill(int(other.read_text()), 0)


def test_a_program_that_fails_its_trial_is_not_let_in() -> None:
    with pytest.raises(
        TrialError, match="'bot' failed its trial hand: no-show: the program exited"
    ):
        play(spec_of(bot("leaves"), CALLER))


@pytest.mark.parametrize("programs", [1, 16])
def test_players_from_elsewhere_are_waited_for(programs: int, tmp_path: Path) -> None:
    """The same seat is waited for in every match, one after the other."""
    spec = tmp_path / "remote.toml"
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    spec.write_text(
        'spec_version = 1\nname = "remote"\ngame = "kuhn-2p"\nhands_per_match = 5\ndecks = 1\n'
        f"[outside]\nprograms = {programs}\n"
        '[[agents]]\nlabel = "away"\nremote = "127.0.0.1:' + f'{port}"\n'
        '[[agents]]\nagent = "call"\n'
    )
    run = start_railbird("run", spec, "--out", tmp_path / "run", "--workers", 0)
    assert run.stderr is not None
    for _ in range(2):
        line = run.stderr.readline()
        while "is waiting at" not in line:
            assert line, "the command ended too early"
            line = run.stderr.readline()
        client = start_railbird("connect", "call", "127.0.0.1", port, "--game", "kuhn-2p")
        assert client.wait() == 0
        client.communicate()
    run.communicate()
    assert run.returncode == 0


WRONG = [
    ('command = ["x"]', "label: '' is not valid"),
    ('label = "a"', "one of agent, command, remote, population and service is required, not none"),
    ('label = "a"\nagent = "call"\nremote = "h:1"', "required, not agent and remote"),
    ('label = "a"\nremote = "here"', "'here' is not HOST:PORT"),
    ('label = "a"\nagent = "call"\nfolder = "x"', "folder belongs to another"),
    ('label = "a"\nagent = "call"\nenvironment = { A = "x" }', "environment belongs to another"),
    ('label = "a"\ncommand = []', "command is empty"),
    ('label = "a"\ncommand = ["x\\u0000"]', "contains a zero byte"),
    ('label = "a"\ncommand = ["x"]\nenvironment = { "A=B" = "x" }', "'A=B' cannot be set"),
    ('label = "a"\ncommand = ["x"]\nenvironment = { "" = "x" }', "'' cannot be set"),
    ('label = "a"\ncommand = ["x"]\nlimits = { files = 9 }', "limits are for isolated agents"),
    ('label = "a"\nagent = "call"\nlimits = { files = 9 }', "limits are for isolated agents"),
    ('label = "a"\ncommand = ["x"]\nreset = "never"', "reset: one of restart, reconnect is"),
    (
        'label = "a"\nremote = "h:1"\n[[agents]]\nlabel = "c"\nremote = "h:1"',
        "remote 'h:1' is used twice",
    ),
    ('label = "a"\nagent = "call"\nreset = "reconnect"', "reset belongs to another"),
    ('label = "a"\ncommand = ["x"]\nisolation = "sandbox"', "a command needs a network"),
    ('label = "a"\nagent = "call"\nisolation = "jail"', "isolation: one of none, process, sandbox"),
    ('label = "a"\nagent = "call"\nplugin = "x.py"', "plugin is for isolated agents"),
    ('label = "a"\nagent = "call"\nlimits = { memory = 3 }', "unknown key 'memory'"),
]


@pytest.mark.parametrize(("entry", "sentence"), WRONG)
def test_a_spec_that_mixes_kinds_of_agents_is_refused(entry: str, sentence: str) -> None:
    head = 'spec_version = 1\nname = "n"\ngame = "kuhn-2p"\nhands_per_match = 5\ndecks = 1\n'
    with pytest.raises(SpecError, match=sentence.replace("(", r"\(")):
        parse_spec(head + "[[agents]]\n" + entry + '\n[[agents]]\nagent = "call"\nlabel="b"\n')


NO_PROGRAMS = [
    (("./nowhere",), "", "there is no program './nowhere'"),
    (("",), "", "there is no program ''"),
    (("./plain",), "", "'./plain' is not executable; run chmod"),
    (("./lost",), "", "the interpreter '/no/such/sh' of './lost' .* does not exist"),
    (
        ("./windows",),
        "",
        r"interpreter '/bin/sh\\r' of './windows' \(first line, #!\) does not exist",
    ),
    (("lost",), "", "'lost' is not on the PATH; write './lost'"),
    (("sh",), "nowhere", "there is no folder '.*nowhere'"),
    (("sh",), "lost", "there is no folder '.*lost'"),
]


@pytest.mark.parametrize(("command", "folder", "sentence"), NO_PROGRAMS)
def test_a_program_that_cannot_be_started_is_refused(
    command: tuple[str, ...], folder: str, sentence: str, tmp_path: Path
) -> None:
    texts = {"plain": "#!/bin/sh", "lost": "#! /no/such/sh -e\n", "windows": "#!/bin/sh\r\n"}
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
        (tmp_path / name).chmod(0o600 if name == "plain" else 0o700)
    agent = AgentSpec(label="bot", command=command, folder=str(tmp_path / folder))
    with pytest.raises(SpecError, match=sentence):
        prepare(spec_of(agent, CALLER))


def test_a_program_is_looked_for_on_its_own_path(tmp_path: Path) -> None:
    (tmp_path / "lives").symlink_to(sys.executable)
    agent = AgentSpec(label="bot", command=("lives",), environment={"PATH": str(tmp_path)})
    assert prepare(spec_of(agent, CALLER))
