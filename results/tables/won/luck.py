"""What each choice of luck leaves of the spread of payoffs, by line-up and agent."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import PAYOFF_UNIT, GameDefinitionError
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.hands.hand_sums import MatchHands
from railbird.results.luck.choice import LUCKS, Luck, require_luck
from railbird.results.luck.stored_luck import DECLARED, luck_file, read_luck
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, joined, number_of, text_of
from railbird.results.show.table_layout import Cell, MakeCell, Row, estimate, list_layout
from railbird.results.show.units import Unit
from railbird.results.store.schema import LABELS, MONEY, Column, schema_of
from railbird.results.store.set_keys import seat_numbers
from railbird.results.tables.columns import AGENT_LABEL, SET_TOTAL, table_of
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    AGENT_LABEL,
    Column("luck", pa.string(), f"what is taken out of payoffs: {', '.join(LUCKS)}"),
    SET_TOTAL,
    Column(MONEY, pa.float64(), "mean of a hand", is_money=True),
    Column("deviation", pa.float64(), "standard deviation of single hands", is_money=True),
    Column(
        "set_deviation",
        pa.float64(),
        "standard deviation of the means of duplicate sets, times the square root of their hands: "
        "what it would be of a hand if hands were independent; null with one set",
        is_money=True,
    ),
    Column(
        "hands_saved",
        pa.float64(),
        "how many times fewer hands give the same interval as raw duplicate sets; null without "
        "variation",
    ),
    Column(
        "deck_seeds_needed",
        pa.uint64(),
        "deck seeds that give the interval which all deck seeds give raw, 2 at least, since one "
        "has none; null without variation",
    ),
)

MILLI = 1000.0
FEWEST_DECKS = 2
LineUp = tuple[int, ...]


@dataclass(slots=True)
class _Sums:
    """The hands of the members of a line-up, and sums of their payoffs in big blinds."""

    hands: float
    won: Floats
    squares: Floats


def available_lucks(reading: RunReading) -> Iterator[Luck]:
    """Yield the choices that the game supports and whose corrections agents have given."""
    for luck in LUCKS if reading.mode == "cash" else LUCKS[:1]:
        try:
            require_luck(reading.game, luck)
        except GameDefinitionError:
            continue
        if luck != "aivat" or declaring_agents(reading):
            yield luck


def declaring_agents(reading: RunReading) -> frozenset[str]:
    """Return the agents whose declared decisions have been taken out; none where that is missing.

    Where no agent of a line-up declares, taking its decisions out is taking out the cards alone.
    """
    shards, players = reading.holdings.shards, reading.game.player_count
    if not all(luck_file(shard, "aivat").exists() for shard in shards):
        return frozenset()
    stored = (read_luck(shard, "aivat", players=players, about={}) for shard in shards)
    listed = {one.about.get(DECLARED, "[]") for one in stored if one is not None}
    return frozenset(label for labels in listed for label in msgspec.json.decode(labels))


def luck_table(reading: RunReading) -> pa.Table:
    """Return a row per line-up, agent and available choice of luck."""
    rows: list[list[object]] = []
    raw: dict[tuple[LineUp, int], float] = {}
    for luck in available_lucks(reading):
        rows += _rows(replace(reading, luck=luck), raw)
    rows.sort(key=lambda row: (row[0], row[1], LUCKS.index(row[2])))
    return table_of([list(column) for column in zip(*rows, strict=True)], schema_of(COLUMNS))


def _rows(reading: RunReading, raw: dict[tuple[LineUp, int], float]) -> Iterator[list[object]]:
    sets, blind = reading.sets, reading.game.big_blind
    sums = _hand_sums(reading)
    declaring = declaring_agents(reading) if reading.luck == "aivat" else frozenset(sets.agents)
    for number, line_up in enumerate(sets.line_ups.tolist()):
        labels = [sets.agents[member] for member in line_up]
        if declaring.isdisjoint(labels):
            continue
        rows = np.flatnonzero(sets.line_up == number)
        hands = sets.hands[rows]
        means = sets.payoffs[rows] / PAYOFF_UNIT / blind / hands[:, None]
        spread = means.std(axis=0, ddof=1) * sqrt(hands.mean()) if len(rows) > 1 else None
        own = sums[tuple(reading.labels.index(label) for label in labels)]
        mean = own.won / own.hands
        single = np.sqrt(np.maximum(own.squares / own.hands - mean**2, 0.0))
        for place, label in enumerate(labels):
            of_sets = None if spread is None else float(spread[place])
            if reading.luck == "raw" and of_sets is not None:
                raw[tuple(line_up), place] = of_sets
            before = raw.get((tuple(line_up), place))
            saved = (before / of_sets) ** 2 if before and of_sets else None
            yield [
                *(labels, label, reading.luck, len(rows)),
                *(float(mean[place]) * MILLI, float(single[place]) * MILLI),
                None if of_sets is None else of_sets * MILLI,
                saved,
                None if saved is None else max(FEWEST_DECKS, ceil(len(rows) / saved - 1e-9)),
            ]


def _hand_sums(reading: RunReading) -> dict[LineUp, _Sums]:
    players, blind = reading.game.player_count, reading.game.big_blind
    sums: dict[LineUp, _Sums] = defaultdict(
        lambda: _Sums(0.0, np.zeros(players), np.zeros(players))
    )
    for matches in reading.match_hands():
        for line_up, payoffs in _by_line_up(reading, matches):
            chips = payoffs / PAYOFF_UNIT / blind
            own = sums[line_up]
            own.hands += len(chips)
            own.won += chips.sum(axis=0)
            own.squares += (chips**2).sum(axis=0)
    return sums


def _by_line_up(
    reading: RunReading, matches: MatchHands
) -> Iterator[tuple[LineUp, npt.NDArray[Any]]]:
    """Yield line-ups, agents ascending, and the payoffs of their hands, [hands, N]."""
    batch, payoffs = matches
    seats = seat_numbers(batch, tuple(reading.labels))
    order = np.argsort(seats, axis=1)
    members = np.take_along_axis(seats, order, axis=1)
    by_member = np.take_along_axis(payoffs, order[:, None, :], axis=2)
    for line_up in np.unique(members, axis=0).tolist():
        rows = (members == line_up).all(axis=1)
        yield tuple(line_up), by_member[rows].reshape(-1, len(line_up))


def _deviation(name: str) -> MakeCell:
    def write(row: Row, unit: Unit) -> Cell:
        return "" if row[name] is None else f"{row[name]:,.{unit.digits}f}"

    return write


TABLE = TableSpec(
    name="luck",
    about="the spread of payoffs raw and with luck taken out, and the deck seeds that each needs",
    columns=COLUMNS,
    make=luck_table,
    layout=list_layout(
        "what luck leaves of the spread of payoffs",
        ("line-up", joined("line_up")),
        ("agent", text_of("agent")),
        ("luck", text_of("luck")),
        ("{unit}", estimate),
        ("deviation of a hand", _deviation("deviation")),
        ("with duplicates", _deviation("set_deviation")),
        ("times fewer hands", number_of("hands_saved", ".1f")),
        ("deck seeds needed", count_of("deck_seeds_needed")),
    ),
    intervals=Intervals.NONE,
    command=InCommand("luck"),
)
