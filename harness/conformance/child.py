"""A process of the conformance suite: creates an agent from name and parameters, and plays.

``python -m railbird.harness.conformance.child TASK PLAYED``: reads a Task from one file and writes
a Played to the other, both JSON. What the agent prints is discarded.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from railbird.harness.conformance.staged_matches import Bettings, play_staged, stage_matches
from railbird.harness.conformance.wrappers import hide_probabilities
from railbird.harness.games.library import find_game
from railbird.harness.supervision.pandas_later import import_pandas_later
from railbird.harness.table.judging.incident_text import describe_exception
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import declares_probabilities, has_act, load_registry, read_plugin

HASH_SEEDS = ("1", "2")


class Task(msgspec.Struct, frozen=True):
    """The work of a process; games by name or file, plugins by path."""

    agent: str
    parameters: dict[str, Any]
    games: tuple[str, ...]
    plugins: tuple[str, ...] = ()
    players: int | None = None


class Played(msgspec.Struct, frozen=True):
    """The betting by match and hand of each game, as played and, where declared, by act."""

    plays: tuple[Bettings, ...]
    acts: tuple[Bettings, ...]


def play_task(task: Task) -> Played:
    """Create the agent from name and parameters, and play the staged matches of every game."""
    registry = load_registry(map(read_plugin, task.plugins))
    entry = registry.agent(task.agent)
    factories: list[AgentFactory] = [lambda: entry.factory(**task.parameters)]
    first = factories[0]()
    if declares_probabilities(first) and has_act(first):
        factories.append(hide_probabilities(factories[0]))
    games = [find_game(name, registry, task.players) for name in task.games]
    plays, *acts = (
        tuple(play_staged(game, stage_matches(game), factory).bettings for game in games)
        for factory in factories
    )
    return Played(plays, acts[0] if acts else ())


def play_in_processes(task: Task) -> list[Played | str]:
    """Play a task in processes with different hash seeds, side by side.

    A process that fails is represented by a sentence that says how it ended.
    """
    with TemporaryDirectory() as folder:
        task_path = Path(folder, "task.json")
        task_path.write_bytes(msgspec.json.encode(task))
        outcomes = [Path(folder, f"played-{seed}.json") for seed in HASH_SEEDS]
        processes = [
            _start(task_path, outcome, seed)
            for outcome, seed in zip(outcomes, HASH_SEEDS, strict=True)
        ]
        return [_wait(*pair) for pair in zip(processes, outcomes, strict=True)]


def _start(task_path: Path, outcome: Path, hash_seed: str) -> subprocess.Popen[bytes]:
    search_path = os.pathsep.join(
        filter(None, sys.path)
    )  # so that plugins are found where they are found here
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "railbird.harness.conformance.child", task_path, outcome],
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": search_path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def _wait(process: subprocess.Popen[bytes], outcome: Path) -> Played | str:
    _, said = process.communicate()
    if process.returncode == 0 and outcome.exists():
        return msgspec.json.decode(outcome.read_bytes(), type=Played)
    last = said.decode(errors="replace").strip().rpartition("\n")[2]
    return f"a process that played it ended with {process.returncode}" + (
        f": {last}" if last else ""
    )


def main() -> None:
    """Play the task named on the command line."""
    task_path, outcome = map(Path, sys.argv[1:])
    task = msgspec.json.decode(task_path.read_bytes(), type=Task)
    unfinished = outcome.with_suffix(".part")
    import_pandas_later()
    try:
        played = play_task(task)
    except Exception as error:
        sys.exit(describe_exception(error))
    unfinished.write_bytes(msgspec.json.encode(played))
    unfinished.rename(outcome)


if __name__ == "__main__":
    main()
