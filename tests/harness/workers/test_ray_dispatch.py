"""Ray on two workers writes the same bytes; one session for all, since it takes long to start."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from same_bytes import shards
from small_runs import DEADLY, SPEC, KillingWorkers, contents

from railbird.harness import (
    AgentSpec,
    EvolutionSpec,
    Processes,
    Spec,
    WorkerError,
    evolve,
    play_here,
    run,
)
from railbird.harness.plan.spec_file import parse_spec
from railbird.harness.workers.cluster.ray_dispatch import RayCluster
from railbird.harness.workers.cluster.ray_session import connected

TWO_WORKERS = RayCluster(worker_count=2)


@pytest.fixture(scope="module", autouse=True)
def session() -> Iterator[None]:
    with connected(worker_count=2):
        yield


def test_ray_writes_the_same_bytes_as_this_process(
    played_here: dict[str, bytes], tmp_path: Path
) -> None:
    run(SPEC, folder=tmp_path, dispatch=TWO_WORKERS)
    assert contents(tmp_path) == played_here


def test_lost_workers_change_nothing(played_here: dict[str, bytes], tmp_path: Path) -> None:
    run(SPEC, folder=tmp_path, dispatch=KillingWorkers(TWO_WORKERS, kills=2))
    assert contents(tmp_path) == played_here


def test_agents_that_kill_their_process_forfeit_there(deadly: Path, tmp_path: Path) -> None:
    """The plugin they come from is named by path: its bytes reach the workers."""
    run(DEADLY, folder=tmp_path, dispatch=TWO_WORKERS)
    assert contents(tmp_path) == contents(deadly)


MODES = {
    "freeze-out": """
game = "kuhn-3p"
decks = 3
hands_per_chunk = 4
[tournament]
stack = 5
levels = [{ blinds = [1, 1, 1], hands = 40 }]
most_hands = 40
""",
    "tournament": """
game = "holdem-nolimit-3p"
decks = 2
hands_per_chunk = 20
[tournament]
stack = 100
entrants = 9
levels = [{ blinds = [10, 20], hands = 4 }]
""",
    "ring": """
game = "holdem-nolimit-3p"
decks = 3
hands_per_chunk = 20
[ring]
bankroll = 60
tables = [{ stakes = "nl-1-2", seats = 3 }, { stakes = "nl-2-4", seats = 2 }]
buy_in = { least = 5, most = 10 }
choose_every = 4
hands = 12
""",
}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_writes_the_same_bytes(mode: str, tmp_path: Path) -> None:
    agents = "".join(f'[[agents]]\nagent = "{one}"\n' for one in ("call", "uniform", "raise"))
    spec = parse_spec(f'name = "small"\nmode = "{mode}"\n{MODES[mode]}{agents}')
    for name, dispatch in (("here", play_here), ("two", Processes(2)), ("ray", TWO_WORKERS)):
        run(spec, folder=tmp_path / name, dispatch=dispatch)
    assert len(shards(tmp_path / "here")) > 2
    assert contents(tmp_path / "here") == contents(tmp_path / "two") == contents(tmp_path / "ray")


def test_an_evolution_writes_the_same_bytes(tmp_path: Path) -> None:
    """Its individuals are new in every generation, and so are the jobs of the workers."""
    spec = Spec(
        name="small",
        game="kuhn-2p",
        hands_per_match=20,
        decks=2,
        agents=(AgentSpec(agent="chump", evolve=True), AgentSpec(agent="call")),
        mode="evolution",
        evolution=EvolutionSpec(population=5, iterations=2),
    )
    evolve(spec, folder=tmp_path / "ray", dispatch=TWO_WORKERS)
    evolve(spec, folder=tmp_path / "here", dispatch=play_here)
    for number in ("0001", "0002"):
        places = [tmp_path / name / "generations" / number for name in ("ray", "here")]
        assert contents(places[0]) == contents(places[1])


def test_a_cluster_that_does_not_answer_is_named(tmp_path: Path) -> None:
    address = "127.0.0.1:1"
    with pytest.raises(WorkerError, match=re.escape(f"no Ray cluster answers at '{address}'")):
        run(SPEC, folder=tmp_path, dispatch=RayCluster(address))
