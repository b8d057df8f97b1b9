"""Strangers at the table: seats that play otherwise than the net, so that it meets other play."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.player import Dcubot
from railbird.agents.sampling import play_as_declared
from railbird.plugins import DecisionBatch, Distribution

MOST_LEANING = 6.0
WIDEST = 4.0
SHARPEST = 2.0
BLIND_SHARE = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Strangers:
    """Who plays otherwise at some tables, and how, [tables, seats].

    A stranger takes an action with the probability of the net to the power of ``sharpness``
    (float32, 0 to 2; 0 plays without regard to the cards) times ``odds`` (float32[..., 3], for
    fold, call and raise), so every legal action stays possible.
    """

    is_stranger: npt.NDArray[np.bool_]
    sharpness: npt.NDArray[np.float32]
    odds: npt.NDArray[np.float32]

    def learners(self) -> npt.NDArray[np.bool_]:
        """Who plays as the net does, bool[tables, seats]; at least one at every table."""
        return ~self.is_stranger


def draw_strangers(
    random: np.random.Generator, table_count: int, seat_count: int, *, share: float
) -> Strangers:
    """Seat strangers at a share of the tables: 1 to all but one of a table, any number alike.

    Each leans towards actions by normal logits (within 6), of a width that is the table's, 0 to 4,
    so that some all but always raise, call or fold. At half the tables all lean alike.
    """
    shape = (table_count, seat_count)
    counts = random.integers(1, seat_count, table_count)
    counts[random.random(table_count) >= share] = 0
    is_stranger = random.random(shape).argsort(axis=1) < counts[:, None]
    width = random.uniform(0, WIDEST, (table_count, 1, 1))
    leanings = np.clip(width * random.normal(size=(*shape, 3)), -MOST_LEANING, MOST_LEANING)
    sharpness = random.uniform(0, SHARPEST, shape)
    sharpness[random.random(shape) < BLIND_SHARE] = 0
    alike = random.random(table_count) < 0.5  # noqa: PLR2004  (half the tables)
    leanings[alike] = leanings[alike, :1]
    sharpness[alike] = sharpness[alike, :1]
    return Strangers(is_stranger, sharpness.astype(np.float32), np.exp(leanings).astype(np.float32))


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

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Sample what is declared."""
        return play_as_declared(self, decisions)

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
        declared.probability[rows] = other / other.sum(1, keepdims=True)
        return declared
