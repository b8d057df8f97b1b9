"""The moments of rows: when in which match an agent is asked or told something."""

from railbird.harness.table.play_rules import Moment
from railbird.native import count_actions
from railbird.plugins import DecisionBatch, HandBatch, MatchBatch


def moments_of_starts(matches: MatchBatch) -> list[Moment]:
    """The start of a match counts as the moment of its first decision."""
    rows = zip(matches.match.tolist(), matches.seat.tolist(), strict=True)
    return [Moment(match, seat, 0, 0) for match, seat in rows]


def moments_of_decisions(decisions: DecisionBatch) -> list[Moment]:
    """The moments of decisions."""
    columns = (decisions.match, decisions.seat, decisions.hand_index, decisions.decision)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [Moment(*row) for row in rows]


def moment_of_decision(decisions: DecisionBatch, row: int) -> Moment:
    """The moment of one decision."""
    columns = (decisions.match, decisions.seat, decisions.hand_index, decisions.decision)
    return Moment(*(int(column[row]) for column in columns))


def moments_of_ends(hands: HandBatch) -> list[Moment]:
    """The end of a hand comes when all its actions are taken."""
    columns = (hands.match.tolist(), hands.seat.tolist(), hands.hand_index.tolist(), hands.betting)
    return [
        Moment(match, seat, hand, count_actions(betting))
        for match, seat, hand, betting in zip(*columns, strict=True)
    ]
