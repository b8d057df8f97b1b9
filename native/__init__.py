"""The game in C, many tables at once: cards, hand ranks, draws. Knows no agent."""

from railbird.native.cards import NO_CARD, format_cards, parse_cards
from railbird.native.descriptions import describe_hand
from railbird.native.draws import (
    GENERATOR,
    PURPOSE_CONFORMANCE,
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    PURPOSE_MATCH_START,
    draw_uniform,
    sample_actions,
)
from railbird.native.errors import (
    BettingError,
    CardError,
    GameDefinitionError,
    LimitError,
    RailbirdError,
)
from railbird.native.ranks import CATEGORY_NAMES, hand_categories, rank_hands

__all__ = [
    "CATEGORY_NAMES",
    "GENERATOR",
    "NO_CARD",
    "PURPOSE_CONFORMANCE",
    "PURPOSE_DECISION",
    "PURPOSE_HAND_START",
    "PURPOSE_MATCH_START",
    "BettingError",
    "CardError",
    "GameDefinitionError",
    "LimitError",
    "RailbirdError",
    "describe_hand",
    "draw_uniform",
    "format_cards",
    "hand_categories",
    "parse_cards",
    "rank_hands",
    "sample_actions",
]
