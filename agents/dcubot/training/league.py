"""The league that judges a net while it is trained: archetypes, on decks never learnt from."""

import numpy as np

from railbird.agents.dcubot.net.weights import Weights
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.training.strangers import (
    ALIKE_SHARE,
    BEST,
    ITSELF,
    MixedSeats,
    Players,
)
from railbird.native import PAYOFF_UNIT
from railbird.plugins import TrainingTools

FIRST_DECK = 1 << 31
"""The first deck of the league; those that are learnt from are far below."""


def play_league(tools: TrainingTools, weights: Weights, *, hand_count: int) -> float:
    """Return what a net wins from archetypes, big blinds per hand.

    Line-ups and decks are the same at every call, so that nets are compared on equal cards. A match
    is one hand in every position.
    """
    definition = tools.game.definition
    players = definition.player_count
    tables = max(hand_count // players, 1)
    seats = draw_league(np.random.Generator(np.random.Philox(tools.seed)), tables, players)
    net = Dcubot(weights=weights)
    played = tools.play([MixedSeats(net, net, seats)] * players, FIRST_DECK, tables, players)
    is_net = np.take_along_axis(seats[played.match], played.seats, axis=1) == ITSELF
    return float(played.payoffs[is_net].mean() / (PAYOFF_UNIT * definition.big_blind))


def draw_league(random: np.random.Generator, table_count: int, seat_count: int) -> Players:
    """Draw line-ups of one net among archetypes, which are all the same at half the tables."""
    styles = random.integers(0, BEST, (table_count, seat_count))
    is_alike = random.random(table_count) < ALIKE_SHARE
    styles[is_alike] = styles[is_alike, :1]
    tables = np.arange(table_count)
    styles[tables, tables % seat_count] = ITSELF
    return styles.astype(np.int8)
