"""Fills in the cards of stored hands that nobody saw, as a fitted model says."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from railbird.agents.dcubot.modelling.imputing import impute
from railbird.agents.dcubot.modelling.player_types import draw_types
from railbird.agents.dcubot.modelling.stored_matches import read_matches
from railbird.agents.dcubot.net.weights import Weights, WeightsError
from railbird.plugins import TrainingHands

DEALS = 120
"""Longer matches are divided, and a player's type is drawn in each part, as in fitting."""


def fill_hidden_cards(
    weights: Weights, parts: Sequence[TrainingHands], *, folder: Path, seed: int
) -> list[TrainingHands]:
    """Return the hands with the hole cards of all players who acted, drawn where unknown.

    Each hand is drawn once from the model's joint distribution given the betting and the cards that
    are known; with player-types, a type is drawn first for each player of a match. Raises
    WeightsError, with the run's folder, for hands that the model cannot read.
    """
    if any(part.stacks is not None or part.blinds is not None for part in parts):
        raise WeightsError(
            f"the hands of {folder} have stacks or blinds of their own, which the model of hidden "
            "cards does not see; learn without it"
        )
    shape, parameters = weights.shape, weights.parameters
    stored = read_matches(shape, parts, folder=folder, deals=DEALS, all_cards=True)
    random = np.random.Generator(np.random.Philox(seed))
    typed = draw_types(shape, parameters, stored, random=random)[0] if shape.player_types else None
    cards = impute(shape, parameters, stored.hands, random=random, typed=typed)
    ends = np.cumsum([len(part) for part in parts])[:-1]
    drawn = np.split(cards, ends)
    return [replace(part, cards=own) for part, own in zip(parts, drawn, strict=True)]
