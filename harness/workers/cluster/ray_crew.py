"""The nodes of a Ray cluster that may play: each is checked, and unfit ones are skipped."""

import pickle
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from railbird.harness.errors import WorkerError
from railbird.harness.workers.cluster.node_facts import Charter
from railbird.native.wording import counted

SECONDS_TO_APPEAR = 120.0
SECONDS_BETWEEN_LOOKS = 2.0
NODE_LABEL = "ray.io/node-id"

Node = Mapping[str, Any]
"""A node as `ray.nodes` describes it."""


class Crew:
    """The nodes of the cluster that this process is connected to.

    With `skip_unfit` nodes that differ are skipped, otherwise one of them is an error. Nodes that
    join later are not checked here: their workers compare themselves.
    """

    def __init__(self, charter: Charter, *, most_slots: int | None, skip_unfit: bool) -> None:
        """Initialise; no node is checked yet."""
        self._charter = pickle.dumps(charter)
        self._most_slots = most_slots
        self._skip_unfit = skip_unfit
        self._called: set[str] = set()
        self._left_out: set[str] = set()
        self._looked = 0.0
        self._slots = 1
        self._there: set[str] = set()
        self.vanished: set[str] = set()
        """The nodes that have disappeared so far, by number, as of the last check."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """The nodes that must not play, by number; sorted."""
        return tuple(sorted(self._left_out))

    def slots(self) -> int:
        """Return how many tasks can run at a time, as of the last few seconds; at least 1."""
        if time.monotonic() - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._slots = self._count_slots()
            self._looked = time.monotonic()
        return self._slots

    def call_roll(self) -> int:
        """Check every node that was not checked yet; return how many are unfit.

        Raises WorkerError for an unfit node, unless those are skipped, and if no node is fit.
        """
        nodes = [node for node in _playing_nodes() if node["NodeID"] not in self._called]
        answers = _ask(nodes, self._charter)
        unfit = 0
        for node in nodes:
            self._called.add(node["NodeID"])
            difference = answers.get(node["NodeID"], ("", ""))[1]
            if difference:
                self.leave_out(node["NodeID"], describe_unfit(_say_node(node), difference))
                unfit += 1
        self._check_rest()
        _say_crew(nodes, answers)
        return unfit

    def leave_out(self, node: str, sentence: str) -> None:
        """Exclude a node; raises WorkerError if nodes are not skipped."""
        if not self._skip_unfit:
            raise WorkerError(
                f"{sentence}; install the same version there, send it with --ship, or skip such "
                "nodes with --skip-unfit"
            )
        if node not in self._left_out:
            self._left_out.add(node)
            self._looked = 0.0
            print(f"skipped: {sentence}", file=sys.stderr, flush=True)

    def _check_rest(self) -> None:
        nodes = _playing_nodes()
        if nodes and all(node["NodeID"] in self._left_out for node in nodes):
            raise WorkerError(
                f"no node of the cluster is fit to play ({counted(len(nodes), 'node')} skipped); "
                "install the same version there, or send it with --ship"
            )

    def _count_slots(self) -> int:
        nodes = [node for node in _playing_nodes() if node["NodeID"] not in self._left_out]
        before, self._there = self._there, {node["NodeID"] for node in nodes}
        self.vanished |= before - self._there - self._left_out
        there = max(sum(int(node["Resources"]["CPU"]) for node in nodes), 1)
        return min(there, self._most_slots or there)


def describe_unfit(node: str, difference: str) -> str:
    """Return which node differs, and how."""
    return f"{node} differs from this machine: {difference}"


def name_node(address: str, host: str) -> str:
    """Return the name of a node for messages."""
    return f"node {address}" if host in ("", address) else f"node {address} ({host})"


def _say_node(node: Node) -> str:
    return name_node(node["NodeManagerAddress"], node.get("NodeManagerHostname", ""))


def _playing_nodes() -> list[Node]:
    """Return the nodes that are alive and have processors to play on."""
    nodes: list[Node] = ray.nodes()  # type: ignore[no-untyped-call]
    return [node for node in nodes if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]


def _say_crew(nodes: Sequence[Node], answers: Mapping[str, tuple[str, str]]) -> None:
    """Print a line about the nodes that answered, with their processors."""
    if len(nodes) > 1:
        kinds = Counter(processor for processor, _ in answers.values())
        listed = ", ".join(f"{count} x {kind}" for kind, count in sorted(kinds.items()))
        print(f"{len(answers)} of {len(nodes)} nodes answered: {listed}", file=sys.stderr)


def _ask(nodes: Sequence[Node], charter: bytes) -> dict[str, tuple[str, str]]:
    """Return processor and differences by node; nodes that do not answer in time are missing."""
    if not nodes:
        return {}
    payload = ray.put(charter)
    probe = ray.remote(num_cpus=0, max_retries=1)(_make_probe())
    asked = {}
    for node in nodes:
        there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        asked[probe.options(scheduling_strategy=there).remote(payload)] = node["NodeID"]
    ready, late = ray.wait(list(asked), num_returns=len(asked), timeout=SECONDS_TO_APPEAR)
    for reference in late:
        ray.cancel(reference, force=True)
    answers = {asked[reference]: _answer(reference) for reference in ready}
    return {node: answer for node, answer in answers.items() if answer is not None}


def _answer(reference: "ray.ObjectRef[tuple[str, str]]") -> tuple[str, str] | None:
    try:
        answer: tuple[str, str] = ray.get(reference)
    except RayError:  # it disappeared; a worker that plays there will compare itself
        return None
    return answer


def _make_probe() -> Callable[[bytes], tuple[str, str]]:
    """Return the function that checks a node, sent as code so that it works without railbird.

    It returns the kind of processor, and what differs.
    """

    def probe(payload: bytes) -> tuple[str, str]:
        import pickle  # noqa: PLC0415  (nothing of this module is sent with it)

        try:
            from railbird.harness.workers.cluster import node_facts  # noqa: PLC0415

            _, difference = node_facts.compare(pickle.loads(payload))
            return node_facts.describe_processor(), difference
        except Exception as error:  # whatever a broken or different railbird raises
            return "unknown", f"railbird does not work there ({type(error).__name__}: {error})"

    return probe
