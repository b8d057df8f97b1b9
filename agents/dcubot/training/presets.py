"""Settings of the self-play trainer for the games that have a shipped file."""

from typing import Any, Final

_BESIDE_ARCHETYPES: Final = {"older": 0.1, "perturbed": 0.2, "league": 24_000}
_KUHN: Final = {"rate": 0.02, "entropy": 0.5, "decks": 512, "hands_per_match": 4}

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "holdem-limit-2p": {"hands": 2_000_000, "archetypes": 0.7, **_BESIDE_ARCHETYPES},
    "holdem-limit-3p": {"hands": 2_500_000, "archetypes": 0.8, **_BESIDE_ARCHETYPES},
    "holdem-limit-6p": {"hands": 4_000_000, "archetypes": 0.9, **_BESIDE_ARCHETYPES},
    "kuhn-2p": {"hands": 2_000_000, "least_entropy": 0.1, **_KUHN},
    "kuhn-3p": {"hands": 1_000_000, "least_entropy": 0.05, **_KUHN},
    "leduc": {"hands": 3_000_000},
}
"""By the game's name: parameters of `train_by_self_play`, and the number of `hands`."""
