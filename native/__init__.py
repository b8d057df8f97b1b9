"""The game in C, many tables at once: cards, ranks, deals, betting, draws. Knows no agent."""

from railbird.native.actions import NO_POSITION, PAYOFF_UNIT, UNLIMITED_STACK, ActionKind, Fault
from railbird.native.cards import NO_CARD, format_cards, parse_cards
from railbird.native.columns import TableColumns
from railbird.native.compile import (
    Bet,
    CompiledGame,
    DealBoard,
    DealHoleCards,
    Post,
    Step,
    compile_game,
)
from railbird.native.deals import deal_cards, deal_decks
from railbird.native.definition import GameDefinition
from railbird.native.definition_text import format_game, parse_game
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
    StrategyError,
)
from railbird.native.match_tables import Applied, HandColumns, MatchTables, Pending
from railbird.native.ranks import CATEGORY_NAMES, hand_categories, rank_hands
from railbird.native.tables import Tables

__all__ = [
    "CATEGORY_NAMES",
    "GENERATOR",
    "NO_CARD",
    "NO_POSITION",
    "PAYOFF_UNIT",
    "PURPOSE_CONFORMANCE",
    "PURPOSE_DECISION",
    "PURPOSE_HAND_START",
    "PURPOSE_MATCH_START",
    "UNLIMITED_STACK",
    "ActionKind",
    "Applied",
    "Bet",
    "BettingError",
    "CardError",
    "CompiledGame",
    "DealBoard",
    "DealHoleCards",
    "Fault",
    "GameDefinition",
    "GameDefinitionError",
    "HandColumns",
    "LimitError",
    "MatchTables",
    "Pending",
    "Post",
    "RailbirdError",
    "Step",
    "StrategyError",
    "TableColumns",
    "Tables",
    "compile_game",
    "deal_cards",
    "deal_decks",
    "describe_hand",
    "draw_uniform",
    "format_cards",
    "format_game",
    "hand_categories",
    "parse_cards",
    "parse_game",
    "rank_hands",
    "sample_actions",
]
