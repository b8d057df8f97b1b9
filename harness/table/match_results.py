"""Results of matches, as columns."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.harness.table.call_times import CallTimes
from railbird.native import HandColumns


@dataclass(frozen=True, slots=True)
class Incidents:
    """Misbehaviour in order of match, hand, decision and seat; ``match`` is a row of the results.

    ``kind`` is an IncidentKind.
    """

    match: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    decision: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class RingColumns:
    """The bankrolls of agents in one session of ring games, a row an agent before a round of hands.

    ``rounds`` int32[n] are rounds before which tables were chosen, and their number at the end;
    ``agents`` int32[n] number the agents, ``tables`` int32[n] are where they sit then, -1 for none,
    ``chips`` int64[n] all their chips. Who ``is_ruined`` (bool[n]) has one such row, the last, with
    the table where he sat last.
    """

    rounds: npt.NDArray[np.int32]
    agents: npt.NDArray[np.int32]
    tables: npt.NDArray[np.int32]
    chips: npt.NDArray[np.int64]
    is_ruined: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MatchResults(HandColumns):
    """All hands of matches in the order of their plans, and their incidents.

    ``call_times`` are the times agents took, which differ whenever the matches are played again.
    Ring games have ``bankrolls``, one a match, and ``rakes`` int64[K, N] by hand and seat, which
    are not taken out of payoffs.
    """

    incidents: Incidents
    call_times: tuple[CallTimes, ...] = ()
    bankrolls: tuple[RingColumns, ...] = ()
    rakes: npt.NDArray[np.int64] | None = None
