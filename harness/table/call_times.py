"""The time that agents take, measured while each is called."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt


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
    """Adds up the time of several agents, numbered by controller.

    Those of a group, which ends before each number of ``group_ends``, are asked together; their
    time is shared by the decisions. By default each is asked by itself.
    """

    def __init__(self, labels: Sequence[str], group_ends: Sequence[int] = ()) -> None:
        """Start at zero."""
        self._labels = labels
        self._decisions = [0] * len(labels)
        self._deciding = [0.0] * len(labels)
        self._listening = [0.0] * len(labels)
        self._groups = [
            slice(first, end) for first, end in pairwise((0, *group_ends)) if end > first + 1
        ]
        # Sums of where the rows of each begin: their differences are numbers of rows.
        self._offsets = np.zeros(len(labels) + 1, np.int64)
        self._unasked = np.zeros(len(labels), np.int64)

    def note_rows(self, offsets: npt.NDArray[np.int64]) -> None:
        """Record the rows of a step: those of the first agents end before ``offsets[1:]``."""
        if self._groups:
            self._offsets[: len(offsets)] += offsets

    def note_unasked(self, controllers: npt.NDArray[np.integer]) -> None:
        """Record rows of a step that nobody was asked about."""
        np.add.at(self._unasked, controllers, 1)

    def note_deciding(self, controller: int, decisions: int, *, since: float) -> None:
        """Record that an agent, or the group that begins with it, has decided.

        `since` is a time of `perf_counter`.
        """
        self._deciding[controller] += time.perf_counter() - since
        self._decisions[controller] += decisions

    def note_listening(self, controller: int, *, since: float) -> None:
        """Record that an agent has observed hands."""
        self._listening[controller] += time.perf_counter() - since

    def times(self) -> tuple[CallTimes, ...]:
        """Return the measurements, an entry per agent."""
        decisions, deciding = self._decisions.copy(), self._deciding.copy()
        counts = np.diff(self._offsets) - self._unasked
        for rows in self._groups:
            if not decisions[rows.start]:
                continue  # all have forfeited before they were asked
            each = deciding[rows.start] / decisions[rows.start]
            decisions[rows] = counts[rows].tolist()
            deciding[rows] = (counts[rows] * each).tolist()
        columns = (self._labels, decisions, deciding, self._listening)
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
