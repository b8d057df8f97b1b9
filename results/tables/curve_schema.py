"""The columns of bankroll curves and of the risk of ruin."""

import pyarrow as pa

from railbird.results.store.schema import LABELS, MONEY, Column, schema_of

BANKROLL_CURVE_COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    Column("agent", pa.string(), "label of the agent"),
    Column("hands", pa.uint32(), "hands of the match played so far"),
    Column("bankroll_chips", pa.float64(), "its bankroll by then, the mean over all matches"),
    Column(
        "luck_chips",
        pa.float64(),
        "half of the band about zero where luck alone keeps an equal 95 times of 100; null with "
        "one duplicate set",
    ),
)

RUIN_COLUMNS = (
    Column("agent", pa.string(), "label of the agent"),
    Column("hands", pa.uint64(), "number of hands, each seating's counted"),
    Column(MONEY, pa.float64(), "mean of a hand", is_money=True),
    Column("deviation", pa.float64(), "standard deviation of single hands", is_money=True),
    Column("bankroll_big_blinds", pa.float64(), "what it sits down with"),
    Column("for_hands", pa.uint64(), "for how many hands it plays; null for ever"),
    Column("risk", pa.float64(), "probability to lose it all at some time"),
)

BANKROLL_CURVES = schema_of(BANKROLL_CURVE_COLUMNS)
RUIN = schema_of(RUIN_COLUMNS)
