"""The game in C, many tables at once: cards, ranks, odds, deals, betting, draws. Knows no agent."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.native.arrow_file import read_arrow, read_arrow_schema, stamped
    from railbird.native.atomic_files import (
        atomic_folder,
        atomic_write,
        check_writable,
        is_unwritten,
        remove_left_over,
        temporary_files,
    )
    from railbird.native.cards.cards import (
        CARD_TEXTS,
        NO_CARD,
        check_deck,
        format_cards,
        parse_cards,
        parse_wild,
    )
    from railbird.native.cards.descriptions import describe_hand
    from railbird.native.cards.holdings import (
        CLASS_NAMES,
        HOLDING_CARDS,
        HOLDING_CLASSES,
        HOLDING_COUNT,
        chen_score,
        holding_class,
        holding_index,
    )
    from railbird.native.cards.ranks import CATEGORY_NAMES, hand_categories, rank_hands
    from railbird.native.draws.deals import (
        ACPC_DEALS,
        SECRET_BYTES,
        SECRET_DEALS,
        DealSource,
        deal_cards,
        deal_decks,
    )
    from railbird.native.draws.draws import (
        GENERATOR,
        PURPOSE_BALANCE,
        PURPOSE_CONFORMANCE,
        PURPOSE_DECISION,
        PURPOSE_HAND_START,
        PURPOSE_MATCH_START,
        PURPOSE_REPRODUCTION,
        PURPOSE_SEAT_DRAW,
        PURPOSE_TABLE_CHOICE,
        draw_uniform,
        sample_actions,
    )
    from railbird.native.errors import (
        BettingError,
        CardError,
        FileError,
        GameDefinitionError,
        LimitError,
        MissingFileError,
        PlaceError,
        PrizeError,
        RailbirdError,
        RangeError,
        RankerError,
        SessionError,
        StrategyError,
    )
    from railbird.native.game.action_walk import ActionOutcome, ActionWalk
    from railbird.native.game.actions import (
        ACTION_LETTERS,
        BETTING_KINDS,
        BETTING_LETTERS,
        KIND_OF_LETTER,
        NO_POSITION,
        PAYOFF_UNIT,
        ROUND_LETTER,
        UNLIMITED_STACK,
        ActionKind,
        Fault,
        action_text,
        count_actions,
        read_actions,
        read_steps,
    )
    from railbird.native.game.actors import find_actors
    from railbird.native.game.columns import TableColumns
    from railbird.native.game.compile import CompiledGame, compile_game
    from railbird.native.game.deal_layout import DealLayout, deal_layout
    from railbird.native.game.dealt_in import (
        game_dealt_in,
        order_dealt_in,
        positions_dealt_in,
    )
    from railbird.native.game.definition import GameDefinition, require_acpc
    from railbird.native.game.definition_text import format_game, parse_game
    from railbird.native.game.file_compiler import game_of_file
    from railbird.native.game.file_format import format_game_toml
    from railbird.native.game.game_file import (
        FORMULA_SUFFIX,
        GameFile,
        is_game_toml,
        read_game_toml,
        require_players,
    )
    from railbird.native.game.hand_setup import HandSetup
    from railbird.native.game.holdem import (
        HOLDEM_BOARDS,
        HOLDEM_ROUNDS,
        has_holdem_cards,
        has_holdem_rounds,
        is_holdem,
    )
    from railbird.native.game.plain_form import acpc_form
    from railbird.native.game.seat_order import HandOrder, SeatOrder, seat_order, stored_order
    from railbird.native.game.tables import Tables
    from railbird.native.game.variant import RoundRule, Variant
    from railbird.native.matches.match_steps import (
        Applied,
        HandColumns,
        Pending,
        RoundColumns,
        SessionColumns,
        join_sessions,
    )
    from railbird.native.matches.match_tables import MatchTables
    from railbird.native.matches.pending import PendingDraws
    from railbird.native.matches.places import (
        ALL_PRIZES,
        PERCENT_UNITS,
        PRIZE_DECIMALS,
        count_sharing,
        finishing_places,
        paid_prizes,
        prize_percents,
        prize_units,
    )
    from railbird.native.matches.rounds import NO_PLAYER, RoundTables, TableGroups
    from railbird.native.matches.session_state import Session
    from railbird.native.matches.sessions import USUAL_MOST_HANDS, FreezeOut, LateBlinds, Level
    from railbird.native.matches.tournament_places import tournament_places
    from railbird.native.near_paths import did_you_mean, near_path
    from railbird.native.odds.bounded_strength import NextCard, bounded_strength
    from railbird.native.odds.class_pairs import class_pair_outcomes, top_share_outcomes
    from railbird.native.odds.equities import Equity, equity, sample_equity
    from railbird.native.odds.pot_shares import canonical_cards, pot_shares
    from railbird.native.odds.preflop import CLASSES_BY_STRENGTH, classes_in_share, preflop_equity
    from railbird.native.odds.ranges import is_holding, parse_range, range_weights, top_range
    from railbird.native.odds.showdown_strength import CardsInSight, showdown_strength
    from railbird.native.odds.strength import (
        HandPotential,
        effective_hand_strength,
        expected_hand_strength,
        hand_potential,
        hand_strength,
        win_probability,
    )
    from railbird.native.prizes.prizes import (
        MOST_EXACT_PLAYERS,
        ExpectedPrizes,
        expected_prizes,
        sample_expected_prizes,
    )
    from railbird.native.rankers.hand_tables import HandTable, every_hand
    from railbird.native.rankers.rankers import JOKERS, RANKERS, Ranking
    from railbird.native.regular_file import map_file, open_file, read_file
    from railbird.native.rings.ring_director import RingDirector
    from railbird.native.rings.ring_room import (
        LEAVE,
        NO_TABLE,
        STAY,
        BankrollRow,
        RingRoom,
        SeatsOfTable,
        TableChooser,
        choose_ring_table,
        usual_choice,
    )
    from railbird.native.rings.ring_rule import MOST_RING_TABLES, Rake, RingRule, Stakes
    from railbird.native.scoring.formula import Formula
    from railbird.native.sockets.follower import Follower, Sight
    from railbird.native.sockets.wire import Clocks, Happening, Wire, WireEvent
    from railbird.native.style.style_seats import (
        blind_positions,
        has_blinds,
        late_positions,
        position_names,
        small_blinds,
    )
    from railbird.native.style.styles import (
        SHOWDOWNS,
        SHOWDOWNS_WON,
        STYLE_COUNTERS,
        HandStyles,
        add_styles,
        read_styles,
    )
    from railbird.native.text_encoding import decode_text, require_narrow
    from railbird.native.told.told_hands import TOLD_PLAYERS, ToldHands
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "ACPC_DEALS",
    "ACTION_LETTERS",
    "ALL_PRIZES",
    "BETTING_KINDS",
    "BETTING_LETTERS",
    "CARD_TEXTS",
    "CATEGORY_NAMES",
    "CLASSES_BY_STRENGTH",
    "CLASS_NAMES",
    "FORMULA_SUFFIX",
    "GENERATOR",
    "HOLDEM_BOARDS",
    "HOLDEM_ROUNDS",
    "HOLDING_CARDS",
    "HOLDING_CLASSES",
    "HOLDING_COUNT",
    "JOKERS",
    "KIND_OF_LETTER",
    "LEAVE",
    "MOST_EXACT_PLAYERS",
    "MOST_RING_TABLES",
    "NO_CARD",
    "NO_PLAYER",
    "NO_POSITION",
    "NO_TABLE",
    "PAYOFF_UNIT",
    "PERCENT_UNITS",
    "PRIZE_DECIMALS",
    "PURPOSE_BALANCE",
    "PURPOSE_CONFORMANCE",
    "PURPOSE_DECISION",
    "PURPOSE_HAND_START",
    "PURPOSE_MATCH_START",
    "PURPOSE_REPRODUCTION",
    "PURPOSE_SEAT_DRAW",
    "PURPOSE_TABLE_CHOICE",
    "RANKERS",
    "ROUND_LETTER",
    "SECRET_BYTES",
    "SECRET_DEALS",
    "SHOWDOWNS",
    "SHOWDOWNS_WON",
    "STAY",
    "STYLE_COUNTERS",
    "TOLD_PLAYERS",
    "UNLIMITED_STACK",
    "USUAL_MOST_HANDS",
    "ActionKind",
    "ActionOutcome",
    "ActionWalk",
    "Applied",
    "BankrollRow",
    "BettingError",
    "CardError",
    "CardsInSight",
    "Clocks",
    "CompiledGame",
    "DealLayout",
    "DealSource",
    "Equity",
    "ExpectedPrizes",
    "Fault",
    "FileError",
    "Follower",
    "Formula",
    "FreezeOut",
    "GameDefinition",
    "GameDefinitionError",
    "GameFile",
    "HandColumns",
    "HandOrder",
    "HandPotential",
    "HandSetup",
    "HandStyles",
    "HandTable",
    "Happening",
    "LateBlinds",
    "Level",
    "LimitError",
    "MatchTables",
    "MissingFileError",
    "NextCard",
    "Pending",
    "PendingDraws",
    "PlaceError",
    "PrizeError",
    "RailbirdError",
    "Rake",
    "RangeError",
    "RankerError",
    "Ranking",
    "RingDirector",
    "RingRoom",
    "RingRule",
    "RoundColumns",
    "RoundRule",
    "RoundTables",
    "SeatOrder",
    "SeatsOfTable",
    "Session",
    "SessionColumns",
    "SessionError",
    "Sight",
    "Stakes",
    "StrategyError",
    "TableChooser",
    "TableColumns",
    "TableGroups",
    "Tables",
    "ToldHands",
    "Variant",
    "Wire",
    "WireEvent",
    "acpc_form",
    "action_text",
    "add_styles",
    "atomic_folder",
    "atomic_write",
    "blind_positions",
    "bounded_strength",
    "canonical_cards",
    "check_deck",
    "check_writable",
    "chen_score",
    "choose_ring_table",
    "class_pair_outcomes",
    "classes_in_share",
    "compile_game",
    "count_actions",
    "count_sharing",
    "deal_cards",
    "deal_decks",
    "deal_layout",
    "decode_text",
    "describe_hand",
    "did_you_mean",
    "draw_uniform",
    "effective_hand_strength",
    "equity",
    "every_hand",
    "expected_hand_strength",
    "expected_prizes",
    "find_actors",
    "finishing_places",
    "format_cards",
    "format_game",
    "format_game_toml",
    "game_dealt_in",
    "game_of_file",
    "hand_categories",
    "hand_potential",
    "hand_strength",
    "has_blinds",
    "has_holdem_cards",
    "has_holdem_rounds",
    "holding_class",
    "holding_index",
    "is_game_toml",
    "is_holdem",
    "is_holding",
    "is_unwritten",
    "join_sessions",
    "late_positions",
    "map_file",
    "near_path",
    "open_file",
    "order_dealt_in",
    "paid_prizes",
    "parse_cards",
    "parse_game",
    "parse_range",
    "parse_wild",
    "position_names",
    "positions_dealt_in",
    "pot_shares",
    "preflop_equity",
    "prize_percents",
    "prize_units",
    "range_weights",
    "rank_hands",
    "read_actions",
    "read_arrow",
    "read_arrow_schema",
    "read_file",
    "read_game_toml",
    "read_steps",
    "read_styles",
    "remove_left_over",
    "require_acpc",
    "require_narrow",
    "require_players",
    "sample_actions",
    "sample_equity",
    "sample_expected_prizes",
    "seat_order",
    "showdown_strength",
    "small_blinds",
    "stamped",
    "stored_order",
    "temporary_files",
    "top_range",
    "top_share_outcomes",
    "tournament_places",
    "usual_choice",
    "win_probability",
]
