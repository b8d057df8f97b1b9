"""Small tournaments for tests: specs, the bytes of a run's folder, and the real command."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird.harness import AgentSpec, Dispatch, LineUps, Plugins, Spec
from railbird.harness.workers.job import ChunkReport, Job, Outcome

PROGRAMS = Path(__file__).parents[1] / "harness" / "programs"
MISFITS, HERALD, RUDE, WORKER_KILLER = (
    str(PROGRAMS / name) for name in ("misfits.py", "herald.py", "rude.py", "worker_killer.py")
)
RAILBIRD = (sys.executable, "-c", "from railbird.harness.cli.application import main; main()")


def kuhn_spec(*agents: str | AgentSpec, **keys: Any) -> Spec:
    """Three-player Kuhn with these agents, or four that everybody has; small chunks."""
    entries = [
        agent if isinstance(agent, AgentSpec) else AgentSpec(agent=agent)
        for agent in agents or ("call", "uniform", "bluffer", "chump")
    ]
    basic = {
        "name": "small",
        "game": "kuhn-3p",
        "hands_per_match": 20,
        "decks": 4,
        "hands_per_chunk": 500,
        "plugins": Plugins(paths=(MISFITS,)),
    }
    return Spec(agents=tuple(entries), **(basic | keys))


def deadly_agents() -> list[AgentSpec]:
    """Three agents that kill their process in different ways, seats and hands (`misfits`)."""
    return [
        AgentSpec(agent="killer", label=how, parameters={"how": how, "hand": hand, "seat": seat})
        for seat, hand, how in ((0, 1, "exit"), (1, 2, "segfault"), (2, 3, "kill"))
    ]


def worker_killing_spec(file: Path) -> Spec:
    """Two line-ups, a chunk each: in the second an agent kills all workers while `file` exists."""
    killer = AgentSpec(agent="worker-killer", parameters={"file": str(file)})
    listed = (("call", "chump", "uniform"), ("call", "uniform", "worker-killer"))
    return kuhn_spec(
        *("call", "uniform", "chump", killer),
        line_ups=LineUps(listed=listed),
        decks=1,
        hands_per_chunk=120,
        plugins=Plugins(paths=(WORKER_KILLER,)),
    )


SPEC = kuhn_spec()
DEADLY = kuhn_spec(*deadly_agents(), decks=1, hands_per_match=5, hands_per_chunk=15)


@dataclass
class KillingWorkers:
    """Dispatches as another does, and kills the worker that reports, the first few times."""

    dispatch: Dispatch
    kills: int

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        for report in self.dispatch(job, chunks):
            if self.kills and isinstance(report, ChunkReport):
                self.kills -= 1
                with suppress(ProcessLookupError):  # killed when it reported another chunk
                    os.kill(int(report.worker), signal.SIGKILL)
            yield report


def contents(folder: Path) -> dict[str, bytes]:
    """Everything in a run's folder that is compared: all files but `timings/`."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] != "timings"
    }


def write_spec(path: Path, **keys: Any) -> Path:
    """Write the spec of `kuhn_spec` as TOML; a key of None leaves it out."""
    agents = keys.pop("agents", ("call", "uniform", "bluffer", "chump"))
    basic = {"name": "small", "game": "kuhn-3p", "hands_per_match": 20, "decks": 4}
    lines = [
        f"{key} = {_toml(value)}"
        for key, value in (basic | {"hands_per_chunk": 500} | keys).items()
        if value is not None
    ]
    lines += [f'[[agents]]\nagent = "{agent}"' for agent in agents]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def start_railbird(*arguments: object, **options: Any) -> "subprocess.Popen[str]":
    """Start the real command, with its output kept."""
    return subprocess.Popen(
        [*RAILBIRD, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def wait_for_matches(process: "subprocess.Popen[str]", count: int) -> None:
    """Wait until a command with the plugin HERALD has stored so many matches."""
    assert process.stderr is not None
    for _ in range(count):
        line = process.stderr.readline()
        while not line.startswith("stored"):
            assert line, "the command ended too early"
            line = process.stderr.readline()


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)
