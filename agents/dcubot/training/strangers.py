"""Strangers: players that are not the learning net, so that it learns to beat them too."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.play.player import KINDS, Dcubot
from railbird.agents.dcubot.training.noisy_seats import NoisyNet
from railbird.agents.holdem.archetype import STYLES, plan_by_style
from railbird.plugins import DecisionBatch, Distribution

Players = npt.NDArray[np.int8]

ITSELF = -1
BEST = len(STYLES)
ALIKE_SHARE = 0.5  # of tables with strangers: all strangers are the same
ALONE_SHARE = 0.6  # of tables with strangers: only one seat learns


def draw_strangers(
    random: np.random.Generator,
    table_count: int,
    seat_count: int,
    *,
    archetypes: float,
    older: float = 0.0,
) -> Players:
    """Draw who sits where, int8[tables, seats]: an archetype's number, BEST or ITSELF.

    At a share ``archetypes`` of the tables some seats are archetypes, at a share ``older`` some are
    the best version so far: usually all seats except one, else 1 to all except one, equally likely.
    """
    shape = (table_count, seat_count)
    kind = random.random(table_count)
    counts = random.integers(1, seat_count, table_count)
    counts[random.random(table_count) < ALONE_SHARE] = seat_count - 1
    counts[kind >= archetypes + older] = 0
    styles = random.integers(0, BEST, shape)
    is_alike = random.random(table_count) < ALIKE_SHARE
    styles[is_alike] = styles[is_alike, :1]
    styles[kind >= archetypes] = BEST
    is_stranger = random.random(shape).argsort(axis=1) < counts[:, None]
    return np.where(is_stranger, styles, ITSELF).astype(np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class MixedSeats:
    """A net with strangers in some seats.

    How it plays: in a seat of ``players`` (int8[tables, seats], see ``draw_strangers``) that is
    ITSELF like ``net``, in one that is BEST like ``best``, in others like that archetype.
    Source: none; document 001, 4.5, plays the net alone. Departures: in ``docs/dcubot.md``.
    """

    net: Dcubot | NoisyNet
    best: Dcubot
    players: Players

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the probabilities of who sits there; an archetype is certain of its action."""
        declared = self.net.probabilities_batch(decisions, hole_cards)
        who = self.players[decisions.match, decisions.seat]
        rows = np.flatnonzero(who == BEST)
        if len(rows):
            part = self.best.probabilities_batch(decisions.take(rows), hole_cards[rows])
            declared.probability[rows] = part.probability
        rows = np.flatnonzero((who != ITSELF) & (who != BEST))
        if len(rows):
            kinds = plan_by_style(decisions.take(rows), who[rows].astype(np.intp))
            declared.probability[rows] = kinds[:, None] == KINDS
        return declared
