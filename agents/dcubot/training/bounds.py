"""Bounds of the trainers' parameters."""

from dataclasses import fields
from typing import Any

from railbird.agents.dcubot.net.weights import WeightsError

BOUNDS = {
    "rate": (0.0, 1.0),
    "observer_rate": (0.0, 1.0),
    "decay": (0.0, 1.0),
    "average": (0.0, 1.0),
    "player_types": (1, 8),
    "deals": (1, 1_000_000),
    "critic": (0.0, 1.0),
    "entropy": (0.0, 100.0),
    "least_entropy": (0.0, 100.0),
    "surest": (0.0, 100.0),
    "horizon": (-1, 10**12),
    "perturbed": (0.0, 1.0),
    "archetypes": (0.0, 1.0),
    "older": (0.0, 1.0),
    "league": (0, 10**9),
    "patience": (0, 10**6),
    "hands_per_point": (0, 10**12),
    "decks": (1, 100_000),
    "hands_per_match": (1, 1_000),
    "tiles_after": (0, 10**12),
    "hands_per_step": (1, 10_000_000),
}


def require_bounds(settings: Any) -> None:
    """Refuse settings of a trainer, a dataclass, if one is out of bounds."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        least, most = BOUNDS.get(field.name, (value, value))
        if not least <= value <= most:
            raise WeightsError(f"{field.name} is {value!r}; give a number from {least} to {most:,}")
