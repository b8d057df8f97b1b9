"""Strangers at the table: seats that play otherwise than the net, so that it meets other play."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.player import Dcubot
from railbird.plugins import DecisionBatch, Distribution

MOST_LEANING = 6.0
WIDEST, WIDEST_ALIKE = 2.0, 4.0
SHARPEST = 2.0
BLIND_SHARE = 0.15  # of strangers, who do not look at their cards
ALIKE_SHARE = 0.5  # of tables with strangers
ALONE_SHARE = 0.7  # of tables of strangers who are alike: but one seat is theirs
SURE_SHARE = 0.6  # of the same: they all but always do one thing, and do not look
FAVOURITES = (0.1, 0.3, 0.6)  # fold, call, raise
LAST_ROUND = 3
CALLING, STAYING = np.array([0.0, 1.0, 0.0]), 0.99
STAYING_SHARE = 0.5  # of who learns at such tables


@dataclass(frozen=True, slots=True, eq=False)
class Strangers:
    """Who plays otherwise at some tables, and how, [tables, seats].

    A stranger takes an action with the probability of the net to the power of ``sharpness``
    (float32, 0 to 2; 0 plays without regard to the cards) times ``odds`` (float32[..., 3], for
    fold, call and raise), so every legal action stays possible. Who learns calls on rounds before
    ``stays_until`` (int8), so that later rounds are seen that he would not wait for.
    """

    is_stranger: npt.NDArray[np.bool_]
    sharpness: npt.NDArray[np.float32]
    odds: npt.NDArray[np.float32]
    stays_until: npt.NDArray[np.int8]

    def learners(self) -> npt.NDArray[np.bool_]:
        """Who plays as the net does, bool[tables, seats]; at least one at every table."""
        return ~self.is_stranger


def draw_strangers(
    random: np.random.Generator, table_count: int, seat_count: int, *, share: float
) -> Strangers:
    """Seat strangers at a share of the tables: 1 to all but one of a table, any number alike.

    Each leans towards actions by normal logits (within 6) of a width that is the table's, 0 to 2.
    At half the tables all lean alike, by widths up to 4; there all seats but one are theirs mostly,
    and mostly they all but always take one action; who learns there stays for a round to come half
    of the time.
    """
    shape = (table_count, seat_count)
    alike = random.random(table_count) < ALIKE_SHARE
    counts = random.integers(1, seat_count, table_count)
    counts[alike & (random.random(table_count) < ALONE_SHARE)] = seat_count - 1
    counts[random.random(table_count) >= share] = 0
    is_stranger = random.random(shape).argsort(axis=1) < counts[:, None]
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
    return Strangers(
        is_stranger,
        sharpness.astype(np.float32),
        np.exp(leanings).astype(np.float32),
        (stays * (sure & (counts > 0))[:, None] * ~is_stranger).astype(np.int8),
    )


class Perturbed:
    """A net in every seat, some of which play otherwise.

    How it plays: as its net where it learns, as ``Strangers`` say elsewhere.
    Source: none; document 001, 4.5, plays the net alone. Departures: in ``docs/dcubot.md``.
    """

    stationary = True

    def __init__(self, bot: Dcubot, strangers: Strangers) -> None:
        """Seat the strangers; tables are the matches of a batch, in order."""
        self._bot = bot
        self._strangers = strangers

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the net's play, or the stranger's."""
        declared = self._bot.probabilities_batch(decisions, hole_cards)
        who = self._strangers
        rows = np.flatnonzero(who.is_stranger[decisions.match, decisions.seat])
        seat = decisions.match[rows], decisions.seat[rows]
        own = declared.probability[rows]
        other = np.where(own > 0, own ** who.sharpness[seat][:, None] * who.odds[seat], 0)
        whole = other[:, 0] + other[:, 1] + other[:, 2]
        declared.probability[rows] = other / whole[:, None]
        self._stay(declared.probability, decisions)
        return declared

    def _stay(self, probability: npt.NDArray[np.float64], decisions: DecisionBatch) -> None:
        until = self._strangers.stays_until[decisions.match, decisions.seat]
        rows = np.flatnonzero(decisions.round_index < until)
        probability[rows] = (1 - STAYING) * probability[rows] + STAYING * CALLING
