"""Messages of an isolated agent besides its answers, in comment lines.

Such a line is ``;`` followed by JSON: a request for a draw, which is answered by ``;[draw]`` in 53
bits, a violation found by the agent's own process, or a note that it does not observe hands.
"""

import msgspec
import numpy as np

from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.incident_text import normalise_text
from railbird.harness.table.play_rules import CallPoint
from railbird.native import (
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    PURPOSE_MATCH_START,
    Happening,
    MatchTables,
    Wire,
    draw_uniform,
)
from railbird.plugins import IncidentKind

BITS = 2**53
DRAWS_SENT = ((PURPOSE_DECISION, 0), (PURPOSE_DECISION, 1), (PURPOSE_HAND_START, 0))
"""The draws that come with a decision, so that few are asked for: purposes and indexes."""


class DrawRequest(msgspec.Struct, frozen=True, tag="draw"):
    """Asks for a draw of a purpose: of the decision, of the hand, or of the match's start."""

    purpose: int
    index: int


class Report(msgspec.Struct, frozen=True, tag="violation"):
    """A violation of the agent at a hand and decision."""

    kind: IncidentKind
    text: str
    hand: int
    decision: int


class SkipEnds(msgspec.Struct, frozen=True, tag="skip-ends"):
    """The agent does not observe the ends of hands; not waking it saves time."""


class SideChannel:
    """Answers requests for draws and reads reports."""

    def __init__(self, wire: Wire, tables: MatchTables) -> None:
        """Communicate through ``wire``."""
        self._wire = wire
        self._tables = tables
        self._decode = msgspec.json.Decoder(DrawRequest | Report | SkipEnds).decode

    def hear(self, happening: Happening) -> list[tuple[CallPoint, Violation]]:
        """Read a comment line and return what it reports; raises NonsenseError."""
        match, seat = happening.match, happening.seat
        hand = int(self._tables.hand_index[match])
        try:
            said = self._decode(happening.text[1:])
        except (msgspec.DecodeError, UnicodeDecodeError):
            return [
                (
                    CallPoint(match, seat, hand, 0),
                    Violation(0, "nonsense", "an invalid comment line"),
                )
            ]
        if isinstance(said, SkipEnds):
            self._wire.skip_ends(match, seat)
            return []
        if isinstance(said, Report):
            moment = CallPoint(match, seat, min(max(said.hand, 0), hand), max(said.decision, 0))
            return [(moment, Violation(0, said.kind, normalise_text(said.text)))]
        self._wire.say(match, seat, b";[%d]\r\n" % self._draw(match, seat, said))
        return []

    def _draw(self, match: int, seat: int, request: DrawRequest) -> int:
        rows = np.array([match], np.int32)
        purpose = min(max(request.purpose, PURPOSE_DECISION), PURPOSE_MATCH_START)
        is_decision, is_start = purpose == PURPOSE_DECISION, purpose == PURPOSE_MATCH_START
        draw = draw_uniform(
            self._wire.draw_keys[match, [seat]],
            purpose=purpose,
            seats=seat,
            hands=0 if is_start else int(self._tables.hand_index[match]),
            decisions=int(self._tables.columns.action_counts(rows)[0]) if is_decision else 0,
            draw_index=request.index & 0xFFFFFFFF,
        )
        return int(draw[0] * BITS)
