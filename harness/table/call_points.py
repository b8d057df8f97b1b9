"""The moments of rows: when, and in which match, an agent is called."""

from railbird.harness.table.play_rules import CallPoint
from railbird.native import count_actions
from railbird.plugins import DecisionBatch, HandBatch, MatchBatch


def call_points_of_starts(matches: MatchBatch) -> list[CallPoint]:
    """The start of a match counts as the moment of its first decision."""
    first = [0] * len(matches) if matches.first_hand is None else matches.first_hand.tolist()
    rows = zip(matches.match.tolist(), matches.seat.tolist(), first, strict=True)
    return [CallPoint(match, seat, hand, 0) for match, seat, hand in rows]


def call_points_of_decisions(decisions: DecisionBatch) -> list[CallPoint]:
    """The moments of decisions."""
    columns = (decisions.match, decisions.seat, decisions.hand_index, decisions.decision)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [CallPoint(*row) for row in rows]


def call_point_of_decision(decisions: DecisionBatch, row: int) -> CallPoint:
    """The moment of one decision."""
    columns = (decisions.match, decisions.seat, decisions.hand_index, decisions.decision)
    return CallPoint(*(int(column[row]) for column in columns))


def call_points_of_ends(hands: HandBatch) -> list[CallPoint]:
    """The end of a hand: all its actions have been taken."""
    columns = (hands.match.tolist(), hands.seat.tolist(), hands.hand_index.tolist(), hands.betting)
    return [
        CallPoint(match, seat, hand, count_actions(betting))
        for match, seat, hand, betting in zip(*columns, strict=True)
    ]
