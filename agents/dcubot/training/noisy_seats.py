"""Noisy seats: they play differently from the learning net, so that it meets other play."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.play.player import Dcubot
from railbird.plugins import DecisionBatch, Distribution

MOST_LEANING = 6.0
WIDEST, WIDEST_ALIKE = 2.0, 4.0
SHARPEST = 2.0
BLIND_SHARE = 0.15  # of noisy seats, which ignore their cards
ALIKE_SHARE = 0.5  # of tables with noisy seats
ALONE_SHARE = 0.7  # of tables where they are equal: all seats except one are noisy
SURE_SHARE = 0.6  # of the same: they nearly always take one action, and ignore their cards
FAVOURITES = (0.1, 0.3, 0.6)  # fold, call, raise
LAST_ROUND = 3
CALLING, STAYING = np.array([0.0, 1.0, 0.0]), 0.99
STAYING_SHARE = 0.5  # of the seats that learn at such tables


@dataclass(frozen=True, slots=True, eq=False)
class NoisySeats:
    """Which seats play differently at some tables, and how, [tables, seats].

    A noisy seat takes an action with the probability of the net to the power of ``sharpness``
    (float32, 0 to 2; 0 ignores the cards) times ``odds`` (float32[..., 3], for
    fold, call and raise), so every legal action stays possible. A seat that learns calls on rounds
    before ``stays_until`` (int8), so that it reaches later rounds that it would otherwise avoid.
    """

    is_noisy: npt.NDArray[np.bool_]
    sharpness: npt.NDArray[np.float32]
    odds: npt.NDArray[np.float32]
    stays_until: npt.NDArray[np.int8]

    def learners(self) -> npt.NDArray[np.bool_]:
        """The seats that play like the net, bool[tables, seats]; at least one at every table."""
        return ~self.is_noisy


def draw_noisy_seats(
    random: np.random.Generator, table_count: int, seat_count: int, *, share: float
) -> NoisySeats:
    """Make seats noisy at a share of the tables: 1 to all except one of a table, equally likely.

    Each leans towards actions by normal logits (within 6) of a width that is the table's, 0 to 2.
    At half the tables all noisy seats are equal, with widths up to 4; there usually all seats
    except one are noisy, and usually they almost always take one action; a learning seat there
    stays for a later round half of the time.
    """
    shape = (table_count, seat_count)
    alike = random.random(table_count) < ALIKE_SHARE
    counts = random.integers(1, seat_count, table_count)
    counts[alike & (random.random(table_count) < ALONE_SHARE)] = seat_count - 1
    counts[random.random(table_count) >= share] = 0
    is_noisy = random.random(shape).argsort(axis=1) < counts[:, None]
    width = random.random(table_count) * np.where(alike, WIDEST_ALIKE, WIDEST)
    leanings = np.clip(
        width[:, None, None] * random.normal(size=(*shape, 3)), -MOST_LEANING, MOST_LEANING
    )
    sharpness = random.uniform(0, SHARPEST, shape)
    sharpness[random.random(shape) < BLIND_SHARE] = 0
    leanings[alike], sharpness[alike] = leanings[alike, :1], sharpness[alike, :1]
    sure = alike & (random.random(table_count) < SURE_SHARE)
    favourites = np.eye(3)[random.choice(3, table_count, p=FAVOURITES)]
    leanings[sure] = (MOST_LEANING * (2 * favourites - 1))[sure, None]
    sharpness[sure] = 0
    stays = random.integers(1, LAST_ROUND + 1, shape) * (random.random(shape) < STAYING_SHARE)
    return NoisySeats(
        is_noisy,
        sharpness.astype(np.float32),
        np.exp(leanings).astype(np.float32),
        (stays * (sure & (counts > 0))[:, None] * ~is_noisy).astype(np.int8),
    )


class NoisyNet:
    """A net in every seat, some of which play differently.

    How it plays: like its net in seats that learn, otherwise as specified by ``NoisySeats``.
    Source: none; document 001, 4.5, plays the net alone. Departures: in ``docs/dcubot.md``.
    """

    stationary = True

    def __init__(self, bot: Dcubot, noisy: NoisySeats) -> None:
        """Set the seats; tables are the matches of a batch, in order."""
        self._bot = bot
        self._noisy = noisy

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the probabilities of the net, or of the noisy seat."""
        declared = self._bot.probabilities_batch(decisions, hole_cards)
        who = self._noisy
        rows = np.flatnonzero(who.is_noisy[decisions.match, decisions.seat])
        seat = decisions.match[rows], decisions.seat[rows]
        own = declared.probability[rows]
        other = np.where(own > 0, own ** who.sharpness[seat][:, None] * who.odds[seat], 0)
        whole = other[:, 0] + other[:, 1] + other[:, 2]
        declared.probability[rows] = other / whole[:, None]
        self._stay(declared.probability, decisions)
        return declared

    def _stay(self, probability: npt.NDArray[np.float64], decisions: DecisionBatch) -> None:
        until = self._noisy.stays_until[decisions.match, decisions.seat]
        rows = np.flatnonzero(decisions.round_index < until)
        probability[rows] = (1 - STAYING) * probability[rows] + STAYING * CALLING
