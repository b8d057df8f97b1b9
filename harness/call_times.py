"""How long agents take: a clock that runs while each is called."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallTimes:
    """One agent's time, wall clock: deciding `decisions` times, and hearing of hands that ended."""

    label: str
    decisions: int = 0
    deciding_seconds: float = 0.0
    listening_seconds: float = 0.0


class CallClock:
    """Adds up the time of several agents, numbered by controller."""

    def __init__(self, labels: Sequence[str]) -> None:
        """Begin with none."""
        self._labels = labels
        self._decisions = [0] * len(labels)
        self._deciding = [0.0] * len(labels)
        self._listening = [0.0] * len(labels)

    @contextmanager
    def deciding(self, controller: int, decisions: int) -> Iterator[None]:
        """Run while an agent decides."""
        started = time.perf_counter()
        yield
        self._deciding[controller] += time.perf_counter() - started
        self._decisions[controller] += decisions

    @contextmanager
    def listening(self, controller: int) -> Iterator[None]:
        """Run while an agent hears of hands."""
        started = time.perf_counter()
        yield
        self._listening[controller] += time.perf_counter() - started

    def times(self) -> tuple[CallTimes, ...]:
        """Return what was measured, an entry an agent."""
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
