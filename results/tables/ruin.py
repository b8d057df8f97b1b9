"""The risk of ruin: how likely an agent is to lose what it sat down with.

A bankroll over many hands is close to a Brownian motion with the mean m and standard deviation s of
a hand. From a bankroll b it comes to nothing within n hands with probability

    P(n) = F((-b - m n) / (s sqrt n)) + exp(-2 m b / s**2) F((-b + m n) / (s sqrt n)),

F the normal distribution (the inverse Gaussian law of first passage), and for ever with
exp(-2 m b / s**2), or certainly where m is not above zero. Hands are taken each by itself, not in
duplicate sets: luck that seatings cancel is what ruins a player. Hands of a learner are not alike;
for it this is no more than an indication.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from railbird.native import PAYOFF_UNIT, GameDefinition
from railbird.results.estimate.intervals import Floats
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.tables.curve_schema import RUIN

MILLI = 1000


@dataclass(frozen=True, slots=True)
class Stake:
    """What a player sits down with, in big blinds, and for how many hands; None for ever."""

    big_blinds: float
    hand_count: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no stake: ValueError."""
        if not self.big_blinds > 0:
            raise ValueError(f"a bankroll of {self.big_blinds} is none; give more than 0")
        if self.hand_count is not None and self.hand_count < 1:
            raise ValueError(f"for {self.hand_count} hands nobody is ruined; give 1 or more")


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
    definition: GameDefinition,
    hands: Iterable[PlayedHands],
    agents: Sequence[str],
    *,
    stake: Stake,
) -> pa.Table:
    """Return each agent's risk of ruin over all its hands, in schema RUIN."""
    count, total, squares = (np.zeros(len(agents)) for _ in range(3))
    for part in hands:
        won = (part.payoffs / (PAYOFF_UNIT * definition.big_blind)).ravel()
        members = part.members.ravel()
        count += np.bincount(members, minlength=len(agents))
        total += np.bincount(members, won, len(agents))
        squares += np.bincount(members, won**2, len(agents))
    played = np.flatnonzero(count)
    mean = total[played] / count[played]
    deviation = np.sqrt(np.maximum(squares[played] / count[played] - mean**2, 0))
    columns = [
        [agents[number] for number in played.tolist()],
        count[played].astype(np.uint64),
        mean * MILLI,
        deviation * MILLI,
        [stake.big_blinds] * len(played),
        [stake.hand_count] * len(played),
        risk_of_ruin(mean, deviation, stake),
    ]
    arrays = [pa.array(c, field.type) for c, field in zip(columns, RUIN, strict=True)]
    return pa.table(arrays, schema=RUIN)
