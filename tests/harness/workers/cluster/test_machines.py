"""Machines that share nothing, neither disk nor loopback nor railbird: the same bytes all the same.

Needs Linux, root and iproute2: see `machines`.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from machines import Machines, machines, why_not
from small_runs import PROGRAMS, RAILBIRD, contents, wait_for_matches

from railbird.harness import play_here, read_spec, run

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

SPEC = """
name = "apart"
game = "house.game"
hands_per_match = 20
decks = 2
hands_per_chunk = 20

[plugins]
paths = ["reader.py", "herald.py"]

[[agents]]
agent = "reader"
parameters = {{ file = "{folder}/notes.txt" }}

[[agents]]
agent = "uniform"

[[agents]]
agent = "chump"

[[agents]]
agent = "shipped"
"""
READER = """
from pathlib import Path

from railbird.plugins import CALL, FOLD, AgentEntry, hookimpl


class Reader:
    def __init__(self, file=""):
        self.action = {"fold": FOLD, "call": CALL}[Path(file).read_text()]

    def act(self, observation):
        return self.action if observation.can_fold else CALL


@hookimpl
def railbird_agents():
    return [AgentEntry("reader", Reader, parts=lambda given: [Path(given["file"])])]
"""
SHIPPED = """
from railbird.agents.baselines import AGENTS
from railbird.plugins import AgentEntry, hookimpl

call = next(agent for agent in AGENTS if agent.name == "call")


@hookimpl
def railbird_agents():
    return [AgentEntry("shipped", call.factory)]
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Machines]:
    with machines([1, 1]) as made:
        yield made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A spec that names a game, a plugin, weights and an installed package of this machine."""
    made = tmp_path_factory.mktemp("apart")
    game = (Path(__file__).parents[4] / "tournaments/games/kuhn-3p.game").read_text()
    herald = (PROGRAMS / "herald.py").read_text()
    files = {
        "spec.toml": SPEC.format(folder=made),
        "house.game": game,
        "reader.py": READER,
        "herald.py": herald,
        "notes.txt": "fold",
        "site/shipped_agents/__init__.py": SHIPPED,
        "site/shipped_agents-1.0.dist-info/METADATA": "Name: shipped-agents\nVersion: 1.0\n",
        "site/shipped_agents-1.0.dist-info/entry_points.txt": "[railbird]\nx = shipped_agents\n",
    }
    for name, text in files.items():
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return made


def start(cluster: Machines, folder: Path, *options: object) -> "subprocess.Popen[str]":
    """Start a run on the head, which has the plugin package that the others lack."""
    command = (*RAILBIRD, "run", folder / "spec.toml", "--ray-address", cluster.address, *options)
    return subprocess.Popen(
        cluster.head.inside(*command),
        env={**cluster.environment, "PYTHONPATH": str(folder / "site")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_machines_without_railbird_are_named(
    cluster: Machines, folder: Path, tmp_path: Path
) -> None:
    refused = start(cluster, folder, "--out", tmp_path / "run")
    told = refused.communicate()[1]
    assert refused.returncode == 2
    assert "railbird: node 10." in told
    assert "railbird does not work there (ModuleNotFoundError" in told


def test_what_is_sent_plays_the_same_bytes_while_machines_vanish_and_come(
    cluster: Machines, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = start(cluster, folder, "--ship", "--out", tmp_path / "run")
    wait_for_matches(playing, 5)
    cluster.nodes[1].vanish()
    cluster.start(processors=1)
    told = playing.communicate()[1]
    assert playing.returncode == 0, told
    monkeypatch.syspath_prepend(str(folder / "site"))
    run(read_spec(folder / "spec.toml"), folder=tmp_path / "here", dispatch=play_here)
    assert contents(tmp_path / "run") == contents(tmp_path / "here")
