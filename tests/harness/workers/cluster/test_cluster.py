"""A Ray cluster whose nodes come, go and differ: the same bytes, or one sentence that says why not.

The nodes are of this machine; `test_machines` has some that share nothing.
"""

import json
import os
import re
import signal
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster
from small_runs import (
    HERALD,
    SPEC,
    contents,
    kuhn_spec,
    start_railbird,
    wait_for_matches,
    write_spec,
)

from railbird.harness import AgentSpec, Dispatch, WorkerError, play_here, read_spec, run
from railbird.harness.workers.cluster import ray_session
from railbird.harness.workers.cluster.ray_dispatch import RayCluster
from railbird.harness.workers.cluster.ray_session import connected
from railbird.harness.workers.job import Job, Outcome

QUICK_TO_NOTICE = {"health_check_period_ms": 500, "health_check_failure_threshold": 2}
MANY_CHUNKS = kuhn_spec(hands_per_chunk=20, decks=8)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head that plays nothing, and a node with two processors."""
    args = {"num_cpus": 0, "include_dashboard": False, "_system_config": QUICK_TO_NOTICE}
    made = Cluster(initialize_head=True, head_node_args=args)
    made.add_node(num_cpus=2, object_store_memory=80 * 2**20, resources={"chair": 1})
    yield made
    made.shutdown()


@pytest.fixture(scope="module")
def many_chunks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("many")
    run(MANY_CHUNKS, folder=folder, dispatch=play_here)
    return contents(folder)


@dataclass
class Interrupted:
    """Dispatches as another does, and does things after so many chunks."""

    dispatch: Dispatch
    happenings: dict[int, Callable[[], object]]

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        for count, outcome in enumerate(self.dispatch(job, chunks)):
            self.happenings.get(count, int)()
            yield outcome


def test_nodes_that_die_and_come_change_no_byte(
    cluster: Cluster, many_chunks: dict[str, bytes], tmp_path: Path
) -> None:
    """The shards come in flights of a few, by way of an object store that is full."""
    node = cluster.add_node(num_cpus=1)
    killed = node.all_processes["raylet"][0].process.pid
    filler: list[ray.ObjectRef[bytes]] = []
    happenings = {
        1: lambda: filler.extend(ray.put(os.urandom(2**24)) for _ in range(6)),
        10: lambda: os.kill(killed, signal.SIGKILL),
        40: lambda: cluster.add_node(num_cpus=1, wait=False),
    }
    dispatch = RayCluster(cluster.address, in_flight=20_000)
    run(MANY_CHUNKS, folder=tmp_path, dispatch=Interrupted(dispatch, happenings))
    assert contents(tmp_path) == many_chunks


def test_a_driver_that_was_killed_continues(cluster: Cluster, tmp_path: Path) -> None:
    spec = write_spec(tmp_path / "spec.toml", plugins={"paths": [HERALD]}, hands_per_chunk=20)
    command = ("run", spec, "--ray-address", cluster.address, "--out", tmp_path / "run")
    killed = start_railbird(*command)
    wait_for_matches(killed, 5)
    killed.kill()
    killed.communicate()
    there = len(list((tmp_path / "run" / "shards").glob("*.arrow")))
    assert 5 <= there < 96
    again = start_railbird(*command)
    told = again.communicate()[1]
    assert again.returncode == 0, told
    assert told.count("stored a match") == 96 - there
    run(read_spec(spec), folder=tmp_path / "here", dispatch=play_here)
    assert contents(tmp_path / "run") == contents(tmp_path / "here")


def test_nodes_that_differ_are_named_or_left_out(
    cluster: Cluster,
    played_here: dict[str, bytes],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """On one node another numpy seems to be installed."""
    metadata = tmp_path / "site" / "numpy-9.9.9.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 9.9.9\n")
    node = cluster.add_node(num_cpus=1, env_vars={"PYTHONPATH": str(tmp_path / "site")})
    try:
        with pytest.raises(WorkerError, match=r"version of numpy is 9\.9\.9 there and .* here"):
            run(SPEC, folder=tmp_path / "run", dispatch=RayCluster(cluster.address))
        assert not list((tmp_path / "run" / "shards").iterdir())
        dispatch = RayCluster(cluster.address, skip_unfit=True)
        run(SPEC, folder=tmp_path / "run", dispatch=dispatch)
        assert contents(tmp_path / "run") == played_here
        assert capfd.readouterr().err.count("skipped: node") == 1
    finally:
        cluster.remove_node(node)


def test_agents_get_the_resources_that_they_ask_for(
    cluster: Cluster, played_here: dict[str, bytes], tmp_path: Path
) -> None:
    """Only one node has a chair, for one task at a time; here nobody minds."""
    agents = [AgentSpec(agent=name) for name in ("call", "uniform", "bluffer")]
    seated = AgentSpec(agent="chump", resources={"chair": 1})
    spec = kuhn_spec(*agents, seated)
    run(spec, folder=tmp_path / "ray", dispatch=RayCluster(cluster.address))
    run(spec, folder=tmp_path / "here", dispatch=play_here)
    assert contents(tmp_path / "ray") == contents(tmp_path / "here") == played_here


def test_a_cluster_of_other_versions_is_named_with_both(cluster: Cluster, tmp_path: Path) -> None:
    key, place = b"CLUSTER_METADATA", b"cluster"
    told = cluster.head_node.get_gcs_client()
    genuine = told.internal_kv_get(key, namespace=place)
    other = json.loads(genuine) | {"ray_version": "2.9.3", "python_version": "3.8.1"}
    told.internal_kv_put(key, json.dumps(other).encode(), overwrite=True, namespace=place)
    try:
        with pytest.raises(WorkerError) as refused:
            run(SPEC, folder=tmp_path, dispatch=RayCluster(cluster.address))
    finally:
        told.internal_kv_put(key, genuine, overwrite=True, namespace=place)
    assert "runs Ray 2.9.3 on Python 3.8.1 and this machine Ray" in str(refused.value)
    assert ray.__version__ in str(refused.value)


def test_a_port_that_is_not_rays_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_session, "SECONDS_TO_ANSWER", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        sentence = re.escape(f"no Ray cluster answers at '{address}'")
        with pytest.raises(WorkerError, match=sentence), connected(address):
            pass
