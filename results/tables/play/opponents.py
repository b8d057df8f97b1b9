"""Each agent's opponents, how they played against it, and what it won from each.

The table is that of document 000, tables 37 and 38: hands played together, the opponent's VPIP and
PFR in them, the profit against it. The source does not say how profit is divided if several players
lose or win; ours is that of the transfer table.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import PAYOFF_UNIT, STYLE_COUNTERS, GameDefinition
from railbird.plugins import counter, indicator_values
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.counted_hands import CountedHands, count_styles, without_nan
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
    styles = np.zeros((count, count, len(STYLE_COUNTERS)), np.int64)
    profit = np.zeros(count * count)
    for part in hands:
        _add_styles(styles, count_styles(definition, part), part)
        for member, opponent, won in won_from_others(part.payoffs):
            pairs = part.members[:, member] * np.int32(count) + part.members[:, opponent]
            profit += np.bincount(pairs, won, count * count)
    of_pair = profit.reshape(count, count)
    profit = (of_pair - of_pair.T).reshape(-1) / PAYOFF_UNIT
    by_pair = styles.reshape(count * count, -1)
    return _table(definition, agents, styles=by_pair, profit=profit)


def won_from_others(payoffs: npt.NDArray[np.int64]) -> Iterator[tuple[int, int, Floats]]:
    """Yield pairs of positions, each once, and what the first won from the second, float64[n].

    In the unit of `payoffs` int64[n, N]: the losses of a hand are divided among its winners in
    proportion to their winnings.
    """
    by_position = np.ascontiguousarray(payoffs.T)  # whole columns, which is twice as fast
    winnings = np.maximum(by_position, 0)
    losses = winnings - by_position
    shares = winnings / np.maximum(winnings.sum(axis=0), 1)
    for first, second in combinations(range(len(by_position)), 2):
        yield first, second, shares[first] * losses[second] - shares[second] * losses[first]


def _add_styles(styles: Integers, counted: CountedHands, part: PlayedHands) -> None:
    """Add how each player of a match played to all that it played against, [A, A, counters]."""
    if not len(part):
        return
    players = part.members.shape[1]
    match = part.match - part.match[0]
    seats = part.seats
    own = np.zeros(((int(match[-1]) + 1) * players, styles.shape[2]), np.int64)
    counted.add(match[:, None] * players + seats, own)
    by_seat = own.reshape(-1, players, styles.shape[2])
    begins = np.flatnonzero(np.diff(match, prepend=-1))
    members = np.empty((len(by_seat), players), np.int64)
    np.put_along_axis(members, seats[begins], part.members[begins], axis=1)
    for seat, opponent in permutations(range(players), 2):
        np.add.at(styles, (members[:, seat], members[:, opponent]), by_seat[:, opponent])


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
