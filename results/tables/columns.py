"""Columns shared by several tables, and helpers to create columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.plugins import IncidentOutcome
from railbird.results.estimate.means.line_up_means import GroupMeans, LineUpMeans
from railbird.results.estimate.uncertainty.intervals import Floats, Integers, as_nullable
from railbird.results.estimate.uncertainty.sampled_means import SampledMeans
from railbird.results.estimate.uncertainty.significance import ZERO, Contrasts, judge
from railbird.results.store.schema import LABELS, MONEY, Column


def mbb_per_hand(meaning: str) -> Column:
    """Return the column of a table's estimates, with its meaning."""
    return Column(MONEY, pa.float64(), meaning, is_money=True)


AGENT_LABEL = Column("agent", pa.string(), "label of the agent")
HALF_WIDTH = Column(
    "half_width",
    pa.float64(),
    "half-width of the 95% interval, mbb per hand; null with one deck seed or without variation",
    is_money=True,
)
LINE_UP_TOTAL = Column("line_ups", pa.uint32(), "number of line-ups")
SET_TOTAL = Column("duplicate_sets", pa.uint32(), "number of complete duplicate sets")
HAND_TOTAL = Column("hands", pa.uint64(), "number of hands, counted in every seating")
P_AGAINST_ZERO = Column(
    "p_adjusted",
    pa.float64(),
    "p-value of the estimate against zero, guarded against rare luck and adjusted for all rows "
    "of the table; null if there is none, or if the estimate depends on few deck seeds",
)
RUN_OFF_PLACE = (
    Column("rank", pa.uint32(), "place, from 1; agents eliminated together share it"),
    AGENT_LABEL,
    Column(
        "last_round", pa.uint32(), "round in which it was eliminated, or the final round; from 1"
    ),
    Column("is_eliminated", pa.bool_(), "false for those of the final table"),
)
RUN_OFF_PROBABILITY = Column(
    "place_probability",
    pa.float64(),
    "share of resamples whose own run-off gives the agent this rank; null if unknown",
)
ROUND = Column("round", pa.uint32(), "number of the round, from 1")
ELIMINATED = Column("agents", LABELS, "labels of the agents eliminated in it, sorted")
SAME_ELIMINATION = Column(
    "probability",
    pa.float64(),
    "share of resamples in which the same agents of this round are eliminated; null if unknown",
)
SAME_PATH = Column(
    "path_probability",
    pa.float64(),
    "share of resamples with the same eliminations in this and all earlier rounds",
)
OUTCOME_WORDS: dict[IncidentOutcome, str] = {
    "forfeit": "the agent checks or else folds to the end of the match",
    "replaced": "the action counts as a call or the nearest legal action",
    "none": "play continues unchanged",
}
INCIDENT_OUTCOME = Column(
    "outcome",
    pa.string(),
    "; ".join(f"{outcome}: {words}" for outcome, words in OUTCOME_WORDS.items()),
)
_TAILS = (0.025, 0.975)
STYLE_KEYS = (
    AGENT_LABEL,
    Column("position", pa.uint8(), "position in the hand, from 0; null for all"),
    Column("position_name", pa.string(), "common name of the position; null for all"),
    Column("first_hand", pa.uint32(), "first hand of the window in each match; null for all"),
    Column("last_hand", pa.uint32(), "last hand of the window in each match; null for all"),
    Column("hands", pa.uint64(), "hands dealt to the agent"),
)
"""The keys of a row in the tables of style."""


def table_of(columns: Sequence[Any], schema: pa.Schema) -> pa.Table:
    """Return columns as a table of this schema."""
    arrays = [pa.array(c, field.type) for c, field in zip(columns, schema, strict=True)]
    return pa.table(arrays, schema=schema)


def quantiles_of(resampled: Floats | None, order: Integers) -> list[list[float | None]]:
    """Return the 2.5% and 97.5% quantiles over resamples float64[B, A], of agents in this order.

    Without resamples both are null.
    """
    if resampled is None:
        return [[None] * len(order)] * 2
    quantiles = np.quantile(resampled[:, order], _TAILS, axis=0)
    return [as_nullable(quantile) for quantile in quantiles]


def against_zero(means: LineUpMeans, groups: GroupMeans) -> list[float | None]:
    """Return the p-value of each group's mean against zero, adjusted for all of them."""
    return adjusted_against_zero(means.sampled(groups))


def adjusted_against_zero(sampled: SampledMeans) -> list[float | None]:
    """Return the p-value of each mean against zero, all as one family."""
    everything = np.arange(len(sampled.estimates))
    contrasts = Contrasts(sampled, everything, np.full(len(everything), ZERO))
    return as_nullable(judge(contrasts).p_adjusted)
