"""What agents' code does to a command.

What they print goes to standard error with their label, and never into the command's output; what
they raise ends it with their own frames.
"""

import json
import re
from pathlib import Path

import pytest
from small_runs import start_railbird, write_spec

from railbird.harness.cli.application import run_command
from railbird.harness.supervision.confinement import landlock_version
from railbird.harness.supervision.program_limits import can_count_processes

BOT = """\
import os
import subprocess
import sys
from railbird.plugins import CALL, AgentEntry, hookimpl

print("imported")

class Loud:
    stationary = True

    def __init__(self):
        print("made")

    def probabilities(self, observation, hole_cards):
        print("asked", end=" ")
        print("for hand", observation.hand_index, file=sys.stderr)
        if observation.hand_index == 1 and not observation.decision:
            os.write(1, b"past Python\\n")
            sys.__stdout__.write("as before\\n")
            subprocess.run(["echo", "by a child"])
        return [(1.0, CALL)]

@hookimpl
def railbird_agents():
    print("offered")
    return [AgentEntry("loud", Loud, plays)]

def plays(game, parameters):
    print("played", game.name)
    return True
"""
GAME = ("--game", "kuhn-2p", "--format", "json")
MATCH = ("match", "noisy=loud", "call", "--hands", 4, "--decks", 1, *GAME)
LINE = re.compile(
    r"(agent 'noisy': (made|asked for hand [01]|played kuhn-2p)"
    r"|plugin 'loud_bot.py': (imported|offered))"
)
PAST = {"past Python", "as before", "by a child"}


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "loud_bot.py"
    path.write_text(BOT)
    return path


def said_beside_json(*command: object) -> list[str]:
    """Run a command whose output must be JSON alone, and return the lines of standard error."""
    process = start_railbird(*command)
    shown, said = process.communicate()
    assert process.returncode == 0, said
    json.loads(shown)
    return said.splitlines()


@pytest.mark.parametrize("workers", [0, 1])
def test_a_match_prints_json_alone(workers: int, plugin: Path) -> None:
    said = said_beside_json(*MATCH, "--workers", workers, "--plugin", plugin)
    agents = [line for line in said if LINE.fullmatch(line)]
    assert {line.partition(": ")[2] for line in agents} >= {"made", "asked for hand 1", "imported"}
    rest = {line for line in said if line not in agents and not line.startswith("match: ")}
    assert rest == PAST


@pytest.mark.parametrize(
    "command",
    [
        ("check", "loud", *GAME),
        ("exploit", "loud", *GAME),
        ("agents", "--format", "json"),
        ("rollout", "loud", "--decisions", "4", "--deals", "4", "--fractions", "2", *GAME),
    ],
    ids=lambda command: command[0],
)
def test_other_commands_print_json_alone(
    command: tuple[str, ...], plugin: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """By the same ways out of this process, which pytest takes for its own."""
    assert run_command([*command, "--plugin", str(plugin)]) == 0
    shown = capfd.readouterr()
    json.loads(shown.out)
    said = shown.err.splitlines()
    others = [line for line in said if not re.match("agent 'loud': |plugin 'loud_bot.py': ", line)]
    assert set(others) <= PAST


@pytest.mark.skipif(
    landlock_version() < 1 or not can_count_processes(), reason="nothing to isolate with here"
)
def test_an_isolated_agent_is_heard_to_its_last_line(plugin: Path, tmp_path: Path) -> None:
    text = BOT.replace('"asked", end=" "', '"asked"').replace("subprocess.run", "(lambda words: 0)")
    plugin.write_text(text.replace("return [(1.0, CALL)]", "os.kill(os.getpid(), 9)"))
    spec = write_spec(tmp_path / "spec.toml", game="kuhn-2p", agents=("call",), decks=1)
    with spec.open("a") as file:
        file.write('[[agents]]\nagent = "loud"\nlabel = "noisy"\nisolation = "process"\n')
        file.write(f'plugin = "{plugin.name}"\n')
    process = start_railbird("run", spec, "--workers", 0, "--out", tmp_path / "run")
    _, said = process.communicate()
    assert process.returncode == 2
    assert "agent 'noisy': asked\n" in said


TRAINER = """\
from railbird.plugins import CALL, Trainer, hookimpl

class Learner:
    def act(self, observation):
        return {}["lesson"]

def learn(tools, task, *, plays: bool = True):
    if plays:
        tools.play([Learner(), Learner()], 0, 1, 1)
    raise RuntimeError("too tired")

@hookimpl
def railbird_trainers():
    return [Trainer("mine", learn)]
"""


@pytest.mark.parametrize(
    ("pair", "lines"),
    [("plays=true", [(9, "learn"), (5, "act")]), ("plays=false", [(10, "learn")])],
)
def test_a_trainer_that_fails_is_shown_with_its_own_frames(
    pair: str, lines: list[tuple[int, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "tired_trainer.py"
    plugin.write_text(TRAINER)
    command = ("train", "mine", "--game", "kuhn-2p", "--out", tmp_path / "out")
    arguments = [*command, "--plugin", plugin, "--set", pair]
    assert run_command([str(argument) for argument in arguments]) == 1
    said = capsys.readouterr().err
    frames = re.findall(r'File "(.*)", line (\d+), in (\w+)', said)
    assert frames == [(str(plugin), str(line), function) for line, function in lines]
    line, function = lines[-1]
    assert said.endswith(f" (tired_trainer.py, line {line}, in {function})\n")


def test_check_shows_the_former_names_that_an_agent_uses(tmp_path: Path) -> None:
    plugin = tmp_path / "old_bot.py"
    text = BOT.replace('print("asked", end=" ")', "observation.least_raise_to")
    plugin.write_text(text.replace('subprocess.run(["echo", "by a child"])', "pass"))
    said = said_beside_json("check", "loud", "--plugin", plugin, *GAME)
    warning = "warning: old_bot.py, line 15: 'least_raise_to' is deprecated"
    (line,) = (line for line in said if line.startswith(warning))
    assert "'min_raise_to'" in line


FORMER = """\
from railbird.plugins import CALL, AgentEntry, hookimpl

class Old:
    def act(self, observation):
        assert observation.stacks
        if observation.hand_index == 3:
            assert len(observation.spent) == 2
        return CALL

@hookimpl
def railbird_agents():
    return [AgentEntry("old", Old)]
"""


@pytest.mark.parametrize("workers", [0, 2])
def test_former_names_are_reported_once_a_run_with_their_place(
    workers: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of them is used in no trial hand, both by every worker in many chunks."""
    plugin = tmp_path / "old_bot.py"
    plugin.write_text(FORMER)
    spec = write_spec(
        tmp_path / "spec.toml",
        game="kuhn-2p",
        agents=("old", "call"),
        plugins={"paths": [plugin.name]},
        hands_per_chunk=20,
    )
    match = ("match", "old", "call", "--game", "kuhn-2p", "--hands", "80", "--plugin", plugin)
    for command in (("run", spec, "--out", tmp_path / "run"), match):
        capsys.readouterr()
        assert run_command([*map(str, command), "--workers", str(workers)]) == 0
        said = [line for line in capsys.readouterr().err.splitlines() if "deprecated" in line]
        ends = "is deprecated and will be removed in the next version; use"
        assert said == [
            f"warning: old_bot.py, line 5: 'stacks' {ends} 'starting_stacks'",
            f"warning: old_bot.py, line 7: 'spent' {ends} 'contributions'",
        ]


def test_what_an_agent_prints_does_not_flood_its_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "old_bot.py"
    plugin.write_text(FORMER.replace("assert observation.stacks", "print('here')"))
    assert run_command(["check", "old", "--plugin", str(plugin), "--game", "kuhn-2p"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[:20] == ["agent 'old': here"] * 20
    assert re.fullmatch(r"agent 'old': and [\d,]+ more lines of output", said[20])
    assert "warning: old_bot.py, line 7: 'spent' is deprecated" in said[21]
    assert len(said) == 22


METHODS = {
    "def act(observation):": "def act(self, observation)",
    "def act(self):": "def act(self, observation)",
    "def act(self, observation, hand):": "def act(self, observation)",
    "def act(self, observation, *, hand):": "def act(self, observation)",
    "@staticmethod\n    def act(self, observation):": "def act(observation)",
    "@classmethod\n    def act(observation):": "def act(self, observation)",
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("command", ["match", "check"])
def test_a_method_with_other_arguments_is_shown_as_it_should_be(
    method: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "wrong_bot.py"
    plugin.write_text(FORMER.replace("def act(self, observation):", method))
    arguments = ["old", *(["call"] if command == "match" else []), "--game", "kuhn-2p"]
    assert run_command([command, *arguments, "--plugin", str(plugin)]) != 0
    shown = "".join(capsys.readouterr())
    taken = method.partition("(")[2].removesuffix("):")
    assert f"Old.act takes ({taken}); write it as `{METHODS[method]}`" in shown
    assert "(wrong_bot.py, line 4)" in shown
    assert "positional" not in shown


def test_parameters_that_railbirds_agents_refuse_have_no_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for command in (["match", "bluffer:bluff=2", "call"], ["check", "bluffer:bluff=2"]):
        assert run_command([*command, "--game", "kuhn-2p"]) != 0
        shown = "".join(capsys.readouterr())
        assert "bluff is 2; give a probability from 0 to 1" in shown
        assert ".py" not in shown
        assert "traceback" not in shown
