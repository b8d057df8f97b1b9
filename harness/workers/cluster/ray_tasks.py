"""Tasks of workers as Ray is given them: what they need, where, and what their errors mean."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from socket import gethostname
from typing import Any

import ray
from ray.exceptions import (
    NodeDiedError,
    ObjectLostError,
    ObjectStoreFullError,
    OutOfDiskError,
    RaySystemError,
    RayTaskError,
    RuntimeEnvSetupError,
    TaskUnschedulableError,
)

from railbird.harness.errors import WorkerError
from railbird.harness.workers.cluster.node_facts import Charter, compare
from railbird.harness.workers.cluster.ray_crew import NODE_LABEL, Crew, describe_unfit, name_node
from railbird.harness.workers.job import Job

NOT_THE_CHUNK = (
    NodeDiedError,
    ObjectLostError,
    ObjectStoreFullError,
    OutOfDiskError,
    RaySystemError,
    RuntimeEnvSetupError,
    TaskUnschedulableError,
)
"""Errors of a task that are not caused by what is played."""
NO_ROOM = (ObjectStoreFullError, OutOfDiskError)
Options = tuple[tuple[str, Any], ...]
"""Options of a task, which can be keys of a cache."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """The answer of a worker that must not play because its machine differs."""

    node: str
    sentence: str


def task_options(amounts: Mapping[str, float], left_out: tuple[str, ...]) -> Options:
    """Return the options of a task for Ray: resources, and the unfit nodes to avoid."""
    needed = dict(amounts)
    named: dict[str, Any] = {"num_cpus": needed.pop("CPU")}
    if "GPU" in needed:
        named["num_gpus"] = needed.pop("GPU")
    if "memory" in needed:
        named["memory"] = int(needed.pop("memory"))
    return (
        *named.items(),
        ("resources", tuple(sorted(needed.items()))),
        ("left_out", left_out),
    )


def make_remote(function: Callable[..., Any], options: Options) -> Any:
    """Return a function as a remote one with options from `task_options`; it is not retried."""
    given = dict(options)
    left_out = given.pop("left_out")
    if left_out:
        given["label_selector"] = {NODE_LABEL: f"!in({','.join(left_out)})"}
    given["resources"] = dict(given["resources"])
    return ray.remote(max_retries=0, **given)(function)


def find_job(charter: "ray.ObjectRef[Charter]") -> Job | Unfit:
    """Return the job as it is played on this machine, unless that differs; called in a worker."""
    job, difference = compare(ray.get(charter))
    if not difference:
        return job
    return Unfit(own_node(), describe_unfit(name_node(_own_address(), gethostname()), difference))


def own_node() -> str:
    """Return the number of the node on which this worker is."""
    node: str = ray.get_runtime_context().get_node_id()
    return node


def require_new_unfit(crew: Crew, error: RayTaskError) -> None:
    """Raise WorkerError for an error in a worker, unless nodes turn out to be unfit."""
    if not crew.call_roll():
        raise WorkerError(
            f"a worker of the cluster cannot play ({error.cause!r}); install the same "
            "versions of railbird and plugins on every machine, or send them with --ship"
        ) from error


def _own_address() -> str:
    address: str = ray.util.get_node_ip_address()  # type: ignore[no-untyped-call]
    return address
