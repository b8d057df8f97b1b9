"""Results of matches, as columns."""

from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MatchResults(HandColumns):
    """All hands of matches in the order of their plans, and their incidents.

    ``call_times`` are the times agents took, which differ whenever the matches are played again.
    """

    incidents: Incidents
    call_times: tuple[CallTimes, ...] = ()
