"""Hands played and memory used by each machine of a run, from the reports of its workers."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from railbird.harness.workers.job import ChunkReport

MEGABYTE = 2**20
SECONDS_TO_FORGET = 60.0
MOST_NODES_SHOWN = 12


@dataclass(slots=True)
class Node:
    """One machine: its hands, since when, and its workers' memory in bytes, with report times."""

    begun: float
    hands: int = 0
    workers: dict[str, tuple[int, float]] = field(default_factory=dict)

    def memory(self, now: float) -> int:
        """Return the bytes of the workers that reported recently."""
        return sum(
            memory for memory, told in self.workers.values() if now - told <= SECONDS_TO_FORGET
        )


@dataclass(slots=True)
class NodeTally:
    """All machines of a run by host, in the order in which they first reported."""

    nodes: dict[str, Node] = field(default_factory=dict)

    def add(self, report: ChunkReport) -> None:
        """Count a chunk."""
        now = time.monotonic()
        node = self.nodes.setdefault(report.host, Node(now - report.seconds))
        node.hands += report.hand_count
        node.workers[report.worker] = (report.memory_bytes, now)

    def describe(self) -> Iterator[str]:
        """Return a line about each machine, the busiest first; nothing if there is only one."""
        if len(self.nodes) <= 1:
            return
        now = time.monotonic()
        rates = {
            name: node.hands / max(now - node.begun, 1e-9) for name, node in self.nodes.items()
        }
        ordered = sorted(rates, key=lambda name: -rates[name])
        for name in ordered[:MOST_NODES_SHOWN]:
            memory = self.nodes[name].memory(now) / MEGABYTE
            yield f"{name}: {rates[name]:,.0f} hands/s, {memory:,.0f} MB"
        rest = ordered[MOST_NODES_SHOWN:]
        if rest:
            yield f"{len(rest)} more: {sum(rates[name] for name in rest):,.0f} hands/s"
