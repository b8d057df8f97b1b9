"""The time that agents take, measured while each is called."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallTimes:
    """One agent's wall-clock time: for `decisions` decisions, and for the rest.

    The rest is observing finished hands and, in ring games, choosing tables.
    """

    label: str
    decisions: int = 0
    deciding_seconds: float = 0.0
    listening_seconds: float = 0.0


class CallClock:
    """Adds up the time of several agents, numbered by controller."""

    def __init__(self, labels: Sequence[str]) -> None:
        """Start at zero."""
        self._labels = labels
        self._decisions = [0] * len(labels)
        self._deciding = [0.0] * len(labels)
        self._listening = [0.0] * len(labels)

    def note_deciding(self, controller: int, decisions: int, *, since: float) -> None:
        """Record that an agent has decided; `since` is a time of `perf_counter`."""
        self._deciding[controller] += time.perf_counter() - since
        self._decisions[controller] += decisions

    def note_listening(self, controller: int, *, since: float) -> None:
        """Record that an agent has observed hands."""
        self._listening[controller] += time.perf_counter() - since

    def times(self) -> tuple[CallTimes, ...]:
        """Return the measurements, an entry per agent."""
        columns = (self._labels, self._decisions, self._deciding, self._listening)
        return tuple(CallTimes(*row) for row in zip(*columns, strict=True))


def add_times(parts: Iterable[Sequence[CallTimes]]) -> tuple[CallTimes, ...]:
    """Add up the times of agents by label, sorted."""
    sums: dict[str, CallTimes] = {}
    for part in parts:
        for more in part:
            old = sums.get(more.label, CallTimes(more.label))
            sums[more.label] = CallTimes(
                more.label,
                old.decisions + more.decisions,
                old.deciding_seconds + more.deciding_seconds,
                old.listening_seconds + more.listening_seconds,
            )
    return tuple(sums[label] for label in sorted(sums))
