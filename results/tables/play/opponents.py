"""Each agent's opponents, how they played against it, and what it won from each.

The table is that of document 000, tables 37 and 38: hands played together, the opponent's VPIP and
PFR in them, the profit against it. The source does not say how profit is divided if several players
lose or win; ours is that of the transfer table.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import PAYOFF_UNIT, STYLE_COUNTERS, GameDefinition
from railbird.plugins import counter, indicator_values
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.counted_hands import count_styles, without_nan
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.show.summing_up import best_and_worst, has_many_rows
from railbird.results.show.table_cells import count_of, number_of, percent_of, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import MONEY, Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("opponent", pa.string(), "label of the opponent"),
    Column("hands", pa.uint64(), "hands that both were dealt"),
    Column("vpip", pa.float64(), "the opponent's VPIP in these hands; null without data"),
    Column("pfr", pa.float64(), "the opponent's PFR in these hands; null without data"),
    Column(
        "profit_chips",
        pa.float64(),
        "what the agent won from the opponent, chips: the losses of a hand are divided among "
        "its winners in proportion to their winnings",
    ),
    Column(MONEY, pa.float64(), "the same, mbb per hand played together", is_money=True),
)


def opponent_table(
    definition: GameDefinition, hands: Iterable[PlayedHands], agents: Sequence[str]
) -> pa.Table:
    """Return a row per agent and opponent, best opponents first."""
    count = len(agents)
    styles = np.zeros((count * count, len(STYLE_COUNTERS)), np.int64)
    profit = np.zeros(count * count)
    for part in hands:
        counted = count_styles(definition, part)
        for turn in range(1, definition.player_count):
            # the opponent at position p, seen by the player `turn` positions later
            pairs = np.roll(part.members, -turn, axis=1) * count + part.members
            counted.add(pairs, styles)
            won = won_from(part.payoffs, turn)
            profit += np.bincount(pairs.ravel(), won.ravel(), minlength=count * count)
    return _table(definition, agents, styles=styles, profit=profit / PAYOFF_UNIT)


def won_from(payoffs: npt.NDArray[np.int64], turn: int) -> Floats:
    """Return the winnings of the player `turn` positions later from each position, float64[n, N].

    In the unit of `payoffs` int64[n, N]: the losses of a hand are divided among its winners in
    proportion to their winnings.
    """
    by_position = np.ascontiguousarray(payoffs.T)  # by whole columns, which is twice as fast
    winnings, losses = np.maximum(by_position, 0), np.maximum(-by_position, 0)
    shared = np.maximum(winnings.sum(axis=0), 1)
    other_winnings, other_losses = (np.roll(chips, -turn, axis=0) for chips in (winnings, losses))
    won: Floats = (losses * (other_winnings / shared)) - (winnings * (other_losses / shared))
    return won.T


def _table(
    definition: GameDefinition, agents: Sequence[str], *, styles: Integers, profit: Floats
) -> pa.Table:
    hands = counter(styles, "hands")
    per_hand = np.divide(profit, hands, out=np.zeros_like(profit), where=hands > 0)
    met = np.flatnonzero(hands)
    met = met[np.lexsort((-profit[met], met // len(agents)))]
    return table_of(
        [
            [agents[number] for number in (met // len(agents)).tolist()],
            [agents[number] for number in (met % len(agents)).tolist()],
            hands[met],
            *(without_nan(indicator_values(styles[met], name)) for name in ("vpip", "pfr")),
            profit[met],
            per_hand[met] * (1000 / definition.big_blind),
        ],
        schema_of(COLUMNS),
    )


TABLE = TableSpec(
    name="opponents",
    about="each agent's opponents as they played against it, and what it won from them",
    columns=COLUMNS,
    make=lambda reading: opponent_table(reading.game, reading.played_hands(), reading.labels),
    layout=list_layout(
        "opponents, as they played against the agent",
        ("agent", text_of("agent")),
        ("opponent", text_of("opponent")),
        ("hands", count_of("hands")),
        ("VPIP", percent_of("vpip")),
        ("PFR", percent_of("pfr")),
        ("profit, chips", number_of("profit_chips", "+,.0f")),
        ("{unit}", estimate),
    ),
    sum_up=best_and_worst(
        "opponents, as they played against the agent",
        lambda row: str(row["opponent"]),
        is_long=has_many_rows,
    ),
    intervals=Intervals.NONE,
    command=InCommand("opponents"),
)
