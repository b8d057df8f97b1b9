"""The game in C, many tables at once: cards, ranks, odds, deals, betting, draws. Knows no agent."""

from railbird.native.actions import NO_POSITION, PAYOFF_UNIT, UNLIMITED_STACK, ActionKind, Fault
from railbird.native.arrow_file import read_arrow, read_arrow_schema, stamped
from railbird.native.bounded_strength import NextCard, bounded_strength
from railbird.native.cards import NO_CARD, check_deck, format_cards, parse_cards
from railbird.native.class_pairs import class_pair_outcomes, top_share_outcomes
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
from railbird.native.equities import Equity, equity, sample_equity
from railbird.native.errors import (
    BettingError,
    CardError,
    FileError,
    GameDefinitionError,
    LimitError,
    MissingFileError,
    PlaceError,
    RailbirdError,
    RangeError,
    StrategyError,
)
from railbird.native.follower import Follower, Sight
from railbird.native.holdings import (
    CLASS_NAMES,
    HOLDING_CARDS,
    HOLDING_CLASSES,
    HOLDING_COUNT,
    chen_score,
    holding_class,
    holding_index,
)
from railbird.native.match_steps import Applied, HandColumns, Pending
from railbird.native.match_tables import MatchTables
from railbird.native.pending import PendingDraws
from railbird.native.pot_shares import canonical_cards, pot_shares
from railbird.native.preflop import CLASSES_BY_STRENGTH, classes_in_share, preflop_equity
from railbird.native.ranges import is_holding, parse_range, range_weights, top_range
from railbird.native.ranks import CATEGORY_NAMES, hand_categories, rank_hands
from railbird.native.regular_file import map_file, open_file, read_file
from railbird.native.strength import (
    HandPotential,
    effective_hand_strength,
    expected_hand_strength,
    hand_potential,
    hand_strength,
    win_probability,
)
from railbird.native.style_seats import (
    blind_positions,
    has_blinds,
    late_positions,
    position_names,
    small_blinds,
)
from railbird.native.styles import (
    SHOWDOWNS,
    SHOWDOWNS_WON,
    STYLE_COUNTERS,
    HandStyles,
    add_styles,
    join_bettings,
    read_styles,
)
from railbird.native.tables import Tables
from railbird.native.whole_file import require_place, whole_file
from railbird.native.wire import Clocks, Happening, Wire, WireEvent

__all__ = [
    "CATEGORY_NAMES",
    "CLASSES_BY_STRENGTH",
    "CLASS_NAMES",
    "GENERATOR",
    "HOLDING_CARDS",
    "HOLDING_CLASSES",
    "HOLDING_COUNT",
    "NO_CARD",
    "NO_POSITION",
    "PAYOFF_UNIT",
    "PURPOSE_CONFORMANCE",
    "PURPOSE_DECISION",
    "PURPOSE_HAND_START",
    "PURPOSE_MATCH_START",
    "SHOWDOWNS",
    "SHOWDOWNS_WON",
    "STYLE_COUNTERS",
    "UNLIMITED_STACK",
    "ActionKind",
    "Applied",
    "Bet",
    "BettingError",
    "CardError",
    "Clocks",
    "CompiledGame",
    "DealBoard",
    "DealHoleCards",
    "Equity",
    "Fault",
    "FileError",
    "Follower",
    "GameDefinition",
    "GameDefinitionError",
    "HandColumns",
    "HandPotential",
    "HandStyles",
    "Happening",
    "LimitError",
    "MatchTables",
    "MissingFileError",
    "NextCard",
    "Pending",
    "PendingDraws",
    "PlaceError",
    "Post",
    "RailbirdError",
    "RangeError",
    "Sight",
    "Step",
    "StrategyError",
    "TableColumns",
    "Tables",
    "Wire",
    "WireEvent",
    "add_styles",
    "blind_positions",
    "bounded_strength",
    "canonical_cards",
    "check_deck",
    "chen_score",
    "class_pair_outcomes",
    "classes_in_share",
    "compile_game",
    "deal_cards",
    "deal_decks",
    "describe_hand",
    "draw_uniform",
    "effective_hand_strength",
    "equity",
    "expected_hand_strength",
    "format_cards",
    "format_game",
    "hand_categories",
    "hand_potential",
    "hand_strength",
    "has_blinds",
    "holding_class",
    "holding_index",
    "is_holding",
    "join_bettings",
    "late_positions",
    "map_file",
    "open_file",
    "parse_cards",
    "parse_game",
    "parse_range",
    "position_names",
    "pot_shares",
    "preflop_equity",
    "range_weights",
    "rank_hands",
    "read_arrow",
    "read_arrow_schema",
    "read_file",
    "read_styles",
    "require_place",
    "sample_actions",
    "sample_equity",
    "small_blinds",
    "stamped",
    "top_range",
    "top_share_outcomes",
    "whole_file",
    "win_probability",
]
