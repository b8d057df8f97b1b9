"""The columns of the tables of style: indicators, classes of players, and opponents."""

import pyarrow as pa

from railbird.results.store.schema import MONEY, Column, schema_of

_KEYS = (
    Column("agent", pa.string(), "label of the agent"),
    Column("position", pa.uint8(), "position in the hand, from 0; null for all"),
    Column("position_name", pa.string(), "what players call it; null for all"),
    Column("first_hand", pa.uint32(), "first hand of the window in each match; null for all"),
    Column("last_hand", pa.uint32(), "last hand of the window in each match; null for all"),
    Column("hands", pa.uint64(), "hands dealt to the agent"),
)

INDICATOR_COLUMNS = (
    *_KEYS,
    Column("indicator", pa.string(), "name of the indicator; defined in `railbird.plugins`"),
    Column("occurrences", pa.uint64(), "how often it came about"),
    Column("opportunities", pa.uint64(), "how often it might have"),
    Column(
        "value",
        pa.float64(),
        "occurrences / opportunities, a share but for aggression factors; null without data",
    ),
)

STYLE_COLUMNS = (
    *_KEYS,
    Column("vpip", pa.float64(), "share of hands with chips put in voluntarily pre-flop"),
    Column("pfr", pa.float64(), "share of hands raised pre-flop"),
    Column("aggression_factor", pa.float64(), "bets and raises per call from the flop on"),
    Column("aggression_factor_all_rounds", pa.float64(), "bets and raises per call in all rounds"),
    Column("quarter", pa.string(), "the Observer's class: VPIP 28%, aggression factor 1"),
    Column("player_class", pa.string(), "the class of document 000, tables 6 to 12"),
)

OPPONENT_COLUMNS = (
    Column("agent", pa.string(), "label of the agent"),
    Column("opponent", pa.string(), "label of the opponent"),
    Column("hands", pa.uint64(), "hands that both were dealt"),
    Column("vpip", pa.float64(), "the opponent's VPIP in these hands; null without data"),
    Column("pfr", pa.float64(), "the opponent's PFR in these hands; null without data"),
    Column(
        "profit_chips",
        pa.float64(),
        "what the agent won from the opponent, chips: losses are shared over a hand's winners in "
        "proportion to their winnings",
    ),
    Column(MONEY, pa.float64(), "the same, mbb per hand together", is_money=True),
)

STYLE_INDICATORS = schema_of(INDICATOR_COLUMNS)
STYLES = schema_of(STYLE_COLUMNS)
OPPONENTS = schema_of(OPPONENT_COLUMNS)
