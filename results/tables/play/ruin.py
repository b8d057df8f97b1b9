"""The risk of ruin: the probability that an agent loses its whole bankroll.

A bankroll over many hands is close to a Brownian motion with the mean m and standard deviation s of
a hand. It reaches zero from a bankroll b within n hands with probability

    P(n) = F((-b - m n) / (s sqrt n)) + exp(-2 m b / s**2) F((-b + m n) / (s sqrt n)),

F the normal distribution (the inverse Gaussian law of first passage), and at any time with exp(-2 m
b / s**2), or with certainty if m is not above zero. Single hands are used, not duplicate sets: the
luck that cancels over seatings is what ruins a player. Hands of a learning agent are not
identically distributed; for it this is only an indication.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from railbird.native import GameDefinition
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.hands.bankroll_sums import BankrollSums
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, number_of, percent_of, text_of
from railbird.results.show.table_layout import Cell, Row, estimate, list_layout
from railbird.results.show.units import Unit
from railbird.results.store.schema import MONEY, Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, HAND_TOTAL, table_of
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

MILLI = 1000

COLUMNS = (
    AGENT_LABEL,
    HAND_TOTAL,
    Column(MONEY, pa.float64(), "mean of a hand", is_money=True),
    Column("deviation", pa.float64(), "standard deviation of single hands", is_money=True),
    Column("bankroll_big_blinds", pa.float64(), "bankroll at the start"),
    Column("for_hands", pa.uint64(), "number of hands played; null for unlimited"),
    Column("risk", pa.float64(), "probability of losing the whole bankroll at some time"),
)


@dataclass(frozen=True, slots=True)
class Stake:
    """A player's bankroll in big blinds, and the number of hands; None for unlimited."""

    big_blinds: float
    hand_count: int | None = None

    def __post_init__(self) -> None:
        """Refuse invalid values: ValueError."""
        if not self.big_blinds > 0:
            raise ValueError(f"a bankroll of {self.big_blinds} is not valid; give more than 0")
        if self.hand_count is not None and self.hand_count < 1:
            raise ValueError(f"{self.hand_count} hands is not valid; give 1 or more")


def risk_of_ruin(mean: Floats, deviation: Floats, stake: Stake) -> Floats:
    """Return the probability of ruin, float64[...]; mean and deviation of a hand in big blinds."""
    from scipy.special import log_ndtr, ndtr  # noqa: PLC0415  (slow to import)

    bankroll, hands = stake.big_blinds, stake.hand_count
    is_sure = mean < 0 if hands is None else mean * hands <= -bankroll
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        exponent = -2 * mean * bankroll / deviation**2
        if hands is None:
            risks = np.where(mean > 0, np.exp(exponent), 1.0)
        else:
            spread = deviation * np.sqrt(hands)
            risks = ndtr((-bankroll - mean * hands) / spread) + np.exp(
                exponent + log_ndtr((-bankroll + mean * hands) / spread)
            )
    risk: Floats = np.where(deviation > 0, np.minimum(risks, 1.0), is_sure.astype(np.float64))
    return risk


def ruin_table(
    definition: GameDefinition, sums: BankrollSums, agents: Sequence[str], *, stake: Stake
) -> pa.Table:
    """Return each agent's risk of ruin over all its hands."""
    played = np.flatnonzero(sums.hands)
    count = sums.hands[played]
    mean = sums.won[played] / count / definition.big_blind
    mean_square = sums.squares[played] / count / definition.big_blind**2
    deviation = np.sqrt(np.maximum(mean_square - mean**2, 0))
    columns = [
        [agents[number] for number in played.tolist()],
        count.astype(np.uint64),
        mean * MILLI,
        deviation * MILLI,
        [stake.big_blinds] * len(played),
        [stake.hand_count] * len(played),
        risk_of_ruin(mean, deviation, stake),
    ]
    return table_of(columns, schema_of(COLUMNS))


def _of_run(reading: RunReading, big_blinds: float, *, for_hands: int | None = None) -> pa.Table:
    """Return the risks of a run; payoffs are as played, since luck causes ruin."""
    stake = Stake(big_blinds, for_hands)
    sums = reading.as_played.bankroll_sums
    return ruin_table(reading.game, sums, reading.labels, stake=stake)


def _deviation(row: Row, unit: Unit) -> Cell:
    return f"{row['deviation']:,.{unit.digits}f}"


TABLE = TableSpec(
    name="ruin",
    about="the probability that agents lose a given bankroll",
    columns=COLUMNS,
    make=_of_run,
    layout=list_layout(
        "risk of ruin",
        ("agent", text_of("agent")),
        ("hands", count_of("hands")),
        ("{unit}", estimate),
        ("deviation of a hand", _deviation),
        ("bankroll, big blinds", number_of("bankroll_big_blinds", ",.0f")),
        ("for hands", lambda row, unit: count_of("for_hands")(row, unit) or "ever"),
        ("risk of ruin", percent_of("risk")),
    ),
    options=("big_blinds", "for_hands"),
    intervals=Intervals.NONE,
    command=InCommand("bankrolls"),
)
