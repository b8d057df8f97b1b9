"""Converts hands of the table loop for the kernels."""

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.batches import Hands
from railbird.agents.dcubot.net.shape import NetShape
from railbird.native import PAYOFF_UNIT
from railbird.plugins import TrainingHands


def to_learn(
    shape: NetShape, hands: TrainingHands, *, draws_seed: int, learners: int | None = None
) -> Hands:
    """Return hands for the kernels; ``learners`` is a seat, or all of them.

    The draws that select large showdowns are derived from ``draws_seed``.
    """
    players = shape.definition.player_count
    seats = np.arange(players) if learners is None else np.array([learners])
    learns = np.isin(np.arange(players), seats)[None].repeat(len(hands), axis=0)
    random = np.random.Generator(np.random.Philox(draws_seed))
    return Hands(
        hands.cards,
        (hands.betting, hands.betting_offsets),
        (hands.payoffs / (PAYOFF_UNIT * shape.definition.big_blind)).astype(np.float32),
        bits_of(hands, learns),
        random.random(len(hands), np.float32),
    )


def bits_of(hands: TrainingHands, learns: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint16]:
    """Return bits of the positions of learners, which are given by hand and seat, uint16[n]."""
    at = np.take_along_axis(learns, hands.seats.astype(np.int64), axis=1)
    bits: npt.NDArray[np.uint16] = (at << np.arange(at.shape[1])).sum(1).astype(np.uint16)
    return bits
