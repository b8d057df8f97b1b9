"""Sessions of ring games as they are stored: what every agent had whenever tables were chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.results.reading.run_reading import RunReading

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class AgentSession:
    """One agent in one session, a row for each choice and one for its end: int64[n] each.

    ``rounds`` are hands of a table before it, ``chips`` the bankroll, ``tables`` where it sits
    then; of one who is ruined the last row is the moment, and its table the last.
    """

    label: str
    rounds: Integers
    chips: Integers
    tables: Integers
    is_ruined: bool


def agent_sessions(reading: RunReading) -> Iterator[AgentSession]:
    """Yield every agent's sessions, in the order in which they are stored."""
    for batch in reading.matches():
        rows = batch.column("bankrolls")
        for agents, session in zip(batch.column("agents").to_pylist(), rows, strict=True):
            values = session.values
            columns = {
                name: values.field(name).to_numpy(zero_copy_only=False)
                for name in ("round", "agent", "table", "chips", "is_ruined")
            }
            yield from _of_session(agents, columns)


def sessions_by_agent(reading: RunReading) -> dict[str, list[AgentSession]]:
    """Return every agent's sessions by its label."""
    by_label: dict[str, list[AgentSession]] = {}
    for one in agent_sessions(reading):
        by_label.setdefault(one.label, []).append(one)
    return by_label


def _of_session(
    agents: Sequence[str], columns: Mapping[str, npt.NDArray[Any]]
) -> Iterator[AgentSession]:
    for number, label in enumerate(agents):
        mine = np.flatnonzero(columns["agent"] == number)
        yield AgentSession(
            label,
            columns["round"][mine].astype(np.int64),
            columns["chips"][mine].astype(np.int64),
            columns["table"][mine].astype(np.int64),
            bool(columns["is_ruined"][mine].any()),
        )


def stakes_of_tables(spec: Mapping[str, Any]) -> list[str]:
    """Return the names of the stakes of all tables, of a run's spec: the lowest first."""
    ring = spec.get("ring")
    kinds = ring.get("tables", []) if isinstance(ring, Mapping) else []
    ordered = sorted(kinds, key=lambda one: int(str(one["stakes"]).rpartition("-")[2]))
    return [str(one["stakes"]) for one in ordered for _ in range(int(one.get("count", 1)))]
