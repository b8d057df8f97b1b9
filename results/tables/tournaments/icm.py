"""What stacks were worth when players went out or after so many hands, and what they were paid.

The independent chip model (`railbird.native.expected_prizes`) takes all players for equally good;
what an agent was paid beyond it was won by play after that moment, or by luck. Of two players,
where prizes are linear in chips, nobody goes out before the end: their stacks are those after the
first level.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import MOST_EXACT_PLAYERS, PERCENT_UNITS, expected_prizes
from railbird.results.estimate.uncertainty.intervals import (
    Floats,
    Integers,
    as_nullable,
    half_widths,
)
from railbird.results.hands.tournament_hands import (
    TournamentHands,
    tournament_hands,
    tournament_rounds,
)
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, estimate_of, number_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.table_spec import (
    TOURNAMENTS,
    Flag,
    InCommand,
    Intervals,
    TableSpec,
)

HEADS_UP = 2
COLUMNS = (
    AGENT_LABEL,
    Column("players_left", pa.uint8(), "players left then, the agent among them"),
    Column("tournaments", pa.uint64(), "how often that was the case"),
    Column("hands", pa.float64(), "mean number of hands, or of rounds, played until then"),
    Column("expected", pa.float64(), "mean prize by the independent chip model then, percent"),
    Column("paid", pa.float64(), "mean prize that the agent was paid in the end, percent"),
    Column("difference", pa.float64(), "paid less expected, percent of the entries"),
    Column(
        "difference_half_width",
        pa.float64(),
        "half-width of its 95% interval, over deck seeds; null if none",
    ),
)


MODEL = (
    "expected prizes are those of the independent chip model, by which all play equally well; "
    "between two players it is linear: each prize that both are sure of, and of the rest the share "
    "of the chips"
)


def icm(reading: RunReading, at_hand: int | None = None) -> pa.Table:
    """Return expected and paid prizes of everybody left after eliminations; reads every hand.

    With `at_hand` after so many hands, in the tournaments that go on then; with two players, who
    are left until the end, by default after the first level. At several tables hands are rounds of
    hands, and players those of all tables, once 16 of them or fewer are left.
    """
    agents, each = reading.entry_counts
    players = agents * each
    numbers = {label: number for number, label in enumerate(reading.labels)}
    prizes = np.array(reading.listed_prizes) / PERCENT_UNITS
    parts = [
        part
        for hands in _read(reading, each)
        for part in _parts(hands, numbers, prizes, at_hand=at_hand)
    ]
    nothing = np.zeros(0, np.int64)
    keys, deck = (np.concatenate([nothing, *(part[column] for part in parts)]) for column in (0, 1))
    expected, paid, played = (
        np.concatenate([nothing, *(part[column] for part in parts)]) for column in (2, 3, 4)
    )
    found, group = np.unique(keys, return_inverse=True)
    count = np.bincount(group, minlength=len(found))
    worth, won = (np.bincount(group, values, len(found)) / count for values in (expected, paid))
    width = _half_widths(paid - expected - (won - worth)[group], group, deck, count)
    columns: list[Any] = [
        [reading.labels[key // (players + 1)] for key in found.tolist()],
        found % (players + 1),
        count,
        np.bincount(group, played, len(found)) / count,
        worth,
        won,
        won - worth,
        as_nullable(width),
    ]
    return table_of(columns, schema_of(COLUMNS))


def _read(reading: RunReading, each: int) -> Iterator[TournamentHands]:
    shards = reading.holdings.shards
    if reading.mode == "tournament":
        return tournament_rounds(shards, each=each, where=reading.part)
    return tournament_hands(shards, where=reading.part)


def _moments(hands: TournamentHands, players: int, at_hand: int | None) -> npt.NDArray[np.bool_]:
    """Return after which hands stacks are looked at, bool[K]."""
    if at_hand is not None:
        return np.asarray(hands.number == at_hand)
    if players == HEADS_UP:
        is_last = np.append(hands.level[1:] != hands.level[:-1], True)
        return np.asarray((hands.level == 0) & is_last)
    return np.asarray((hands.after > 0).sum(axis=1) < (hands.before > 0).sum(axis=1))


def _parts(
    hands: TournamentHands, numbers: dict[str, int], prizes: Floats, *, at_hand: int | None
) -> Iterator[tuple[Integers, Integers, Floats, Floats, Integers]]:
    """Yield for each number of players left: agent and number as a key, deck, expected, paid.

    Last come the hands that were played.
    """
    players = hands.before.shape[1]
    is_looked_at, left = _moments(hands, players, at_hand), (hands.after > 0).sum(axis=1)
    labels = np.array([[numbers[label] for label in agents] for agents in hands.agents], np.int64)
    for count in range(HEADS_UP, min(players, MOST_EXACT_PLAYERS) + 1):
        rows = np.flatnonzero(is_looked_at & (left == count))
        if not len(rows):
            continue
        match = hands.match[rows]
        is_left = hands.after[rows] > 0
        stacks = hands.after[rows][is_left].reshape(-1, count)
        agents = labels[match][is_left]
        yield (
            agents * (players + 1) + count,
            np.repeat(hands.deck[match], count),
            expected_prizes(stacks, prizes[:count]).ravel(),
            hands.prizes[match][is_left] / PERCENT_UNITS,
            np.repeat(hands.number[rows], count),
        )


def _half_widths(errors: Floats, group: Integers, deck: Integers, count: Integers) -> Floats:
    """Return half-widths of means by group, with the errors of a deck summed first."""
    keys, row = np.unique(group * (int(deck.max(initial=0)) + 1) + deck, return_inverse=True)
    of_deck = np.bincount(row, errors, len(keys))
    owner = (keys // (int(deck.max(initial=0)) + 1)).astype(np.int64)
    decks = np.bincount(owner, minlength=len(count))
    squares = np.bincount(owner, of_deck**2, len(count)) / count**2
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.where(decks > 1, squares * decks / (decks - 1), 0.0)
    return half_widths(variance, decks)


TABLE = TableSpec(
    name="icm",
    about="what stacks were worth after eliminations or so many hands, by chips alone",
    columns=COLUMNS,
    make=icm,
    layout=list_layout(
        "prizes by the independent chip model, and paid",
        ("agent", text_of("agent")),
        ("players left", count_of("players_left")),
        ("tournaments", count_of("tournaments")),
        ("hands", number_of("hands", ".1f")),
        ("expected, %", number_of("expected", ".2f")),
        ("paid, %", number_of("paid", ".2f")),
        ("paid less expected, %", estimate_of("difference", "+.2f")),
    ),
    options=("at_hand",),
    intervals=Intervals.NONE,
    further_notes=lambda _: (MODEL,),
    modes=TOURNAMENTS,
    command=InCommand(
        "finishes",
        formats=(),
        flag=Flag("--icm", "Also print what stacks were worth after eliminations, or --at-hand."),
    ),
)
