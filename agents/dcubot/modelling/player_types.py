"""Draws the player-types of the players of stored matches (document 001, 6.3)."""

import numpy as np

from railbird.agents.dcubot.modelling.stored_matches import StoredMatches
from railbird.agents.dcubot.net.batches import Beliefs, TypedPlayers
from railbird.agents.dcubot.net.hands import carry_beliefs
from railbird.agents.dcubot.net.shape import NetShape, Parameters, player_prior


def draw_types(
    shape: NetShape, parameters: Parameters, part: StoredMatches, *, random: np.random.Generator
) -> tuple[TypedPlayers, Beliefs]:
    """Return each player's type, drawn from the beliefs after all hands of the match.

    Returns the types at the start of each hand, and those beliefs, float32[k, N, 8] by seat.
    """
    players = part.seats.shape[1]
    prior = player_prior(shape, parameters)
    first = np.tile(prior, (len(part), players, 1))
    priors, after = carry_beliefs(shape, parameters, part.seen(shape), beliefs=first)
    sums = after.cumsum(2)
    draws = random.random(sums.shape[:2])[..., None] * sums[..., -1:]
    drawn = (sums <= draws).sum(2).clip(max=shape.player_types - 1).astype(np.uint8)
    match = np.repeat(np.arange(len(part)), np.diff(part.offsets))
    return TypedPlayers(priors, drawn[match[:, None], part.seats]), after
