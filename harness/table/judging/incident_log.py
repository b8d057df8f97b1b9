"""Collects incidents while matches are played."""

from typing import NamedTuple

from railbird.harness.table.match_results import Incidents
from railbird.harness.table.play_rules import CallPoint
from railbird.plugins import IncidentKind


class Violation(NamedTuple):
    """A violation by an agent in a row of its input, or a complaint of it."""

    row: int
    kind: IncidentKind
    text: str


class IncidentLog:
    """Incidents in the order they occur, which depends on the matches played alongside."""

    def __init__(self) -> None:
        """Start without incidents."""
        self._entries: list[tuple[CallPoint, IncidentKind, str]] = []

    def add(self, moment: CallPoint, kind: IncidentKind, text: str) -> None:
        """Record an incident."""
        self._entries.append((moment, kind, text))

    def add_all(self, incidents: Incidents) -> None:
        """Record all incidents of another log."""
        columns = (incidents.match, incidents.seat, incidents.hand, incidents.decision)
        moments = (CallPoint(*row) for row in zip(*columns, strict=True))
        kinds: list[IncidentKind] = incidents.kind  # type: ignore[assignment]
        self._entries.extend(zip(moments, kinds, incidents.text, strict=True))

    def incidents(self) -> Incidents:
        """All of them, in order of match, hand, decision and seat."""

        def place(entry: tuple[CallPoint, IncidentKind, str]) -> tuple[int, int, int, int]:
            moment = entry[0]
            return moment.match, moment.hand, moment.decision, moment.seat

        ordered = sorted(self._entries, key=place)
        return Incidents(
            match=[moment.match for moment, _, _ in ordered],
            hand=[moment.hand for moment, _, _ in ordered],
            decision=[moment.decision for moment, _, _ in ordered],
            seat=[moment.seat for moment, _, _ in ordered],
            kind=[kind for _, kind, _ in ordered],
            text=[text for _, _, text in ordered],
        )
