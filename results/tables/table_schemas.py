"""The tables of who won how much, column by column."""

import pyarrow as pa

from railbird.results.store.schema import LABELS, MONEY, Column, schema_of


def mbb_per_hand(meaning: str) -> Column:
    """Return the column of a table's estimates, with what they are."""
    return Column(MONEY, pa.float64(), meaning, is_money=True)


AGENT_LABEL = Column("agent", pa.string(), "label of the agent")
HALF_WIDTH = Column(
    "half_width",
    pa.float64(),
    "half of the 95% interval, mbb per hand; null where there is none",
    is_money=True,
)
LINE_UP_TOTAL = Column("line_ups", pa.uint32(), "number of line-ups")
_SETS = Column("duplicate_sets", pa.uint32(), "number of complete duplicate sets")
HAND_TOTAL = Column("hands", pa.uint64(), "number of hands, each seating's counted")
_AGAINST_ZERO = Column(
    "p_adjusted",
    pa.float64(),
    "p-value of the estimate against zero, adjusted by max-t for all rows of the table; "
    "null where there is none",
)

CROSS_TABLE_COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    Column("agent", pa.string(), "label of the agent the row is about"),
    mbb_per_hand("the agent's mean over duplicate sets of this line-up"),
    HALF_WIDTH,
    _SETS,
    HAND_TOTAL,
    _AGAINST_ZERO,
)

AGENT_MATRIX_COLUMNS = (
    Column("agent", pa.string(), "label of the row's agent"),
    Column("opponent", pa.string(), "label of the column's agent"),
    mbb_per_hand("mean of the agent's line-up means with the opponent"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    _SETS,
    HAND_TOTAL,
    _AGAINST_ZERO,
)

TEAM_TABLE_COLUMNS = (
    Column("line_up", LABELS, "names of the teams at the table, sorted"),
    Column("team", pa.string(), "the team the row is about; an agent without one is its own"),
    mbb_per_hand("mean over the line-ups of these teams"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    HAND_TOTAL,
    _AGAINST_ZERO,
)

TEAM_BANKROLL_COLUMNS = (
    Column("rank", pa.uint32(), "place, from 1; teams with equal bankrolls share it"),
    Column("team", pa.string(), "the team; an agent without one is its own"),
    mbb_per_hand("mean over the team's line-ups of teams, each a mean over line-ups"),
    HALF_WIDTH,
    Column("team_line_ups", pa.uint32(), "number of line-ups of teams"),
    LINE_UP_TOTAL,
    HAND_TOTAL,
)

POSITION_COLUMNS = (
    AGENT_LABEL,
    Column("position", pa.uint8(), "position, from 0: the first of the definition's blinds"),
    mbb_per_hand("mean of the agent's line-up means in this position, per hand played in it"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    Column("hands", pa.uint64(), "number of hands in this position, each seating's counted"),
    _AGAINST_ZERO,
)

TRANSFER_COLUMNS = (
    AGENT_LABEL,
    Column("opponent", pa.string(), "label of the agent it was won from"),
    mbb_per_hand("what the agent won from the opponent; an agent's rows sum to its bankroll"),
    HALF_WIDTH,
    Column("line_ups", pa.uint32(), "number of line-ups of both"),
    HAND_TOTAL,
)

CROSS_TABLE = schema_of(CROSS_TABLE_COLUMNS)
AGENT_MATRIX = schema_of(AGENT_MATRIX_COLUMNS)
TEAM_TABLE = schema_of(TEAM_TABLE_COLUMNS)
TEAM_BANKROLL = schema_of(TEAM_BANKROLL_COLUMNS)
POSITIONS = schema_of(POSITION_COLUMNS)
TRANSFER = schema_of(TRANSFER_COLUMNS)
