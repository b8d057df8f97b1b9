"""The rankings and what they rest on, column by column."""

import pyarrow as pa

from railbird.results.store.schema import LABELS, Column, schema_of
from railbird.results.tables.table_schemas import (
    AGENT_LABEL,
    HALF_WIDTH,
    HAND_TOTAL,
    LINE_UP_TOTAL,
    mbb_per_hand,
)

BANKROLL_COLUMNS = (
    Column("rank", pa.uint32(), "place, from 1; agents with equal bankrolls share it"),
    AGENT_LABEL,
    mbb_per_hand("total bankroll: mean of the agent's line-up means"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    Column("deck_seeds", pa.uint32(), "number of deck seeds the agent played"),
    HAND_TOTAL,
    Column("first_place", pa.uint32(), "best place that the data allow at 95%, all agents at once"),
    Column("last_place", pa.uint32(), "worst place that the data allow"),
    Column("groups", LABELS, "letters; agents that share one cannot be told apart"),
)

COMPARISON_COLUMNS = (
    Column("agent", pa.string(), "label of the agent with the higher or equal bankroll"),
    Column("other", pa.string(), "label of the other"),
    mbb_per_hand("bankroll of the agent less that of the other, deck by deck"),
    HALF_WIDTH,
    Column("p_value", pa.float64(), "two-sided p-value of the difference by itself"),
    Column("p_adjusted", pa.float64(), "adjusted by max-t for all pairs"),
    Column("p_holm", pa.float64(), "adjusted by Holm for all pairs"),
    Column("probability_above", pa.float64(), "share of resamples with the agent above the other"),
    Column("is_decided", pa.bool_(), "whether p_adjusted is below 0.05; null where unknown"),
    Column(
        "more_deck_seeds",
        pa.uint64(),
        "deck seeds to add for a 90% chance to decide an undecided pair, if the difference and its "
        "spread stay as they are; null where decided or unknown",
    ),
)

RUN_OFF_COLUMNS = (
    Column("rank", pa.uint32(), "place, from 1; agents that leave together share it"),
    AGENT_LABEL,
    Column("last_round", pa.uint32(), "round in which it left, or the final round; from 1"),
    Column("is_eliminated", pa.bool_(), "false for those of the final table"),
    mbb_per_hand("bankroll among the agents of that round"),
    HALF_WIDTH,
    Column(
        "place_probability",
        pa.float64(),
        "share of resamples whose own run-off gives the agent this rank; null where unknown",
    ),
)

RUN_OFF_ROUND_COLUMNS = (
    Column("round", pa.uint32(), "number of the round, from 1; the last is the final table"),
    Column("agent", pa.string(), "label of an agent still in"),
    mbb_per_hand("bankroll over line-ups among the agents still in"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    Column("is_eliminated", pa.bool_(), "whether the agent left after this round"),
)

_ROUND = Column("round", pa.uint32(), "number of the round, from 1")
_LEFT = Column("agents", LABELS, "labels of those who left after it, sorted")
_NEXT = Column("next", pa.string(), "label of the lowest who stayed")
_SAME = Column(
    "probability",
    pa.float64(),
    "share of resamples in which, of the agents of this round, the same leave; null where unknown",
)
_SAME_PATH = Column("path_probability", pa.float64(), "the same, and in all rounds before as well")

ELIMINATION_COLUMNS = (
    _ROUND,
    _LEFT,
    _NEXT,
    mbb_per_hand("margin: bankroll of the next in this round less that of those who left"),
    HALF_WIDTH,
    _SAME,
    _SAME_PATH,
)

SERIES_COLUMNS = (
    Column("rank", pa.uint32(), "place, from 1; agents that leave together share it"),
    AGENT_LABEL,
    Column("last_round", pa.uint32(), "round in which it left, from 1"),
    Column("points", pa.int32(), "series won less series lost among the agents of that round"),
    Column("won", pa.uint32(), "series won in that round"),
    Column("lost", pa.uint32(), "series lost in that round"),
    Column("place_probability", pa.float64(), "share of resamples that give the agent this rank"),
)

SERIES_ELIMINATION_COLUMNS = (
    _ROUND,
    _LEFT,
    Column("points", pa.int32(), "their points"),
    Column("margin", pa.int32(), "points of the lowest who stayed less theirs; null in the last"),
    _SAME,
    _SAME_PATH,
)

DECISION_COLUMNS = (
    Column("agent", pa.string(), "label of the agent with the higher bankroll"),
    Column("other", pa.string(), "label of the other"),
    mbb_per_hand("bankroll of the agent less that of the other, when it was decided or last"),
    Column("p_value", pa.float64(), "two-sided p-value of it then, by itself"),
    Column("is_decided", pa.bool_(), "whether the sequential method has decided the pair"),
    Column("deck_seeds", pa.uint32(), "deck seeds at which it was decided; null where it was not"),
)

RATING_COLUMNS = (
    Column("rank", pa.uint32(), "place by Elo, from 1"),
    AGENT_LABEL,
    Column("elo", pa.float64(), "Bradley-Terry strength in Elo points; the agents' mean is 1500"),
    Column("elo_half_width", pa.float64(), "half of its 95% interval over deck seeds"),
    Column("sets_won", pa.float64(), "duplicate sets won; a tie is half of one"),
    Column("duplicate_sets", pa.uint32(), "duplicate sets played"),
    Column("alpha_rank", pa.float64(), "alpha-rank's stationary mass"),
    Column("alpha_rank_low", pa.float64(), "2.5% quantile of it over resamples"),
    Column("alpha_rank_high", pa.float64(), "97.5% quantile of it over resamples"),
    Column("nash_mass", pa.float64(), "mass in the equilibrium of greatest entropy"),
    mbb_per_hand("Nash average: payoff against that equilibrium"),
    Column("nash_low", pa.float64(), "2.5% quantile of the average over resamples", is_money=True),
    Column(
        "nash_high", pa.float64(), "97.5% quantile of the average over resamples", is_money=True
    ),
)

BANKROLL = schema_of(BANKROLL_COLUMNS)
COMPARISONS = schema_of(COMPARISON_COLUMNS)
RUN_OFF = schema_of(RUN_OFF_COLUMNS)
RUN_OFF_ROUNDS = schema_of(RUN_OFF_ROUND_COLUMNS)
ELIMINATIONS = schema_of(ELIMINATION_COLUMNS)
SERIES = schema_of(SERIES_COLUMNS)
SERIES_ELIMINATIONS = schema_of(SERIES_ELIMINATION_COLUMNS)
DECISIONS = schema_of(DECISION_COLUMNS)
RATINGS = schema_of(RATING_COLUMNS)
