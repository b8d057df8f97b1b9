"""How bankrolls develop over the hands of a match, and how much of it luck explains."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pyarrow as pa

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.uncertainty.intervals import CONFIDENCE, Floats, Integers
from railbird.results.hands.bankroll_sums import BankrollSums, LineUp
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.summing_up import FARTHEST, has_many_rows, noted
from railbird.results.show.table_layout import Cell, Grid, make_grid
from railbird.results.store.schema import LABELS, Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

POINTS = 100

COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    AGENT_LABEL,
    Column("hands", pa.uint32(), "hands of the match played so far"),
    Column(
        "bankroll_chips", pa.float64(), "its bankroll after these hands, the mean over all matches"
    ),
    Column(
        "luck_chips",
        pa.float64(),
        "half-width of the band around zero in which an agent that is equal to its opponents "
        "stays 95% of the time; null with one duplicate set",
    ),
)


def bankroll_curves(
    sums: BankrollSums,
    agents: Sequence[str],
    sets: DuplicateSets,
    *,
    points: int = POINTS,
) -> pa.Table:
    """Return each agent's mean bankroll by number of hands of a match, by line-up.

    At up to `points` evenly spaced places, including the last hand (with 1 only that). All stored
    matches count, in complete duplicate sets or not. An agent no better than its opponents stays
    inside the band 95% of the time: with D duplicate sets whose totals over H hands have the
    standard deviation s, and uniform luck, it is Student's t times s sqrt(h / H) / sqrt(D) around
    zero after h hands; null with one set.
    """
    luck = _luck_per_hand(sets)
    names = {label: number for number, label in enumerate(sets.agents)}
    line_ups = sorted(sums.by_hand)
    curves = [
        _curve(
            np.cumsum(sums.by_hand[line_up], axis=0) / (sums.matches[line_up] * PAYOFF_UNIT),
            luck.get(tuple(names.get(agents[number], -1) for number in line_up)),
            points=points,
        )
        for line_up in line_ups
    ]
    return _table(curves, line_ups, agents)


def _luck_per_hand(sets: DuplicateSets) -> dict[LineUp, Floats]:
    """Return, by line-up, the half-width of each member's band after the first hand, chips.

    After the last of H hands it is H times as wide. Line-ups with one set have none.
    """
    from scipy.special import stdtrit  # noqa: PLC0415  (slow to import)

    first = np.flatnonzero(np.diff(sets.line_up, prepend=-1))
    if not len(first):
        return {}
    counts = np.diff(first, append=len(sets.line_up))[:, None]
    per_hand = sets.payoffs / PAYOFF_UNIT / sets.hands[:, None]
    means = np.add.reduceat(per_hand, first) / counts
    squares = np.add.reduceat((per_hand - np.repeat(means, counts[:, 0], axis=0)) ** 2, first)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(squares / (counts - 1) / counts)
        luck = stdtrit(counts - 1, (1 + CONFIDENCE) / 2) * error
    rows = sets.line_ups[sets.line_up[first]].tolist()
    return {
        tuple(row): own for row, own, count in zip(rows, luck, counts, strict=True) if count > 1
    }


@dataclass(frozen=True, slots=True)
class _Curve:
    """Points of the curves of a line-up: hands int64[P], bankroll and luck float64[N, P]."""

    hands: Integers
    bankroll: Floats
    luck: Floats


def _curve(curves: Floats, luck: Floats | None, *, points: int) -> _Curve:
    played = _places(len(curves), points)
    bands = np.full(curves.shape[1], np.nan) if luck is None else luck * len(curves)
    shares = np.sqrt(played / len(curves))
    return _Curve(played, curves[played - 1].T, bands[:, None] * shares)


@cache
def _places(hand_count: int, points: int) -> Integers:
    """Return the hands at which a curve has its points, the last among them."""
    if points == 1:
        return np.array([hand_count])
    return np.unique(np.linspace(1, hand_count, min(points, hand_count)).round().astype(np.int64))


def _table(curves: Sequence[_Curve], line_ups: Sequence[LineUp], agents: Sequence[str]) -> pa.Table:
    if not curves:
        return schema_of(COLUMNS).empty_table()
    labels = pa.array([[agents[number] for number in row] for row in line_ups], LABELS)
    sizes = [curve.bankroll.size for curve in curves]
    members = [
        np.repeat(row, len(curve.hands)) for row, curve in zip(line_ups, curves, strict=True)
    ]
    luck = np.concatenate([curve.luck.ravel() for curve in curves])
    columns = [
        labels.take(pa.array(np.repeat(np.arange(len(curves)), sizes))),
        pa.array(agents, pa.string()).take(pa.array(np.concatenate(members))),
        np.concatenate([np.tile(curve.hands, len(curve.bankroll)) for curve in curves]),
        np.concatenate([curve.bankroll.ravel() for curve in curves]),
        pa.array(luck, mask=np.isnan(luck)),
    ]
    return table_of([pa.array(column) for column in columns], schema_of(COLUMNS))


def _of_run(reading: RunReading, *, points: int = POINTS) -> pa.Table:
    sums = reading.bankroll_sums
    return bankroll_curves(sums, reading.labels, reading.sets, points=points)


def curve_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out the end of each curve."""
    return [_end_grid(_ends(table))]


def extreme_ends(table: pa.Table) -> Sequence[Grid] | None:
    """Lay out the curves that end highest and lowest, if there are many."""
    ends = _ends(table)
    if not has_many_rows(ends):
        return None
    order = np.argsort(-ends["bankroll_chips"].to_numpy(), kind="stable")
    half = FARTHEST // 2
    grid = _end_grid(ends.take(np.concatenate([order[:half], order[-half:]])))
    return [noted(grid, f"the {half} highest and the {half} lowest of {len(order):,}")]


def _ends(table: pa.Table) -> pa.Table:
    """Return the last point of each curve."""
    hands = table["hands"].to_numpy().astype(np.int64)
    return table.take(np.flatnonzero(np.diff(hands, append=0) <= 0))


def _end_grid(ends: pa.Table) -> Grid:
    lines: list[list[Cell]] = [
        [
            ", ".join(row["line_up"]),
            row["agent"],
            f"{row['hands']:,}",
            f"{row['bankroll_chips']:+,.1f}",
            "" if row["luck_chips"] is None else f"± {row['luck_chips']:,.1f}",
        ]
        for row in ends.to_pylist()
    ]
    names = ("line-up", "agent", "hands", "final bankroll, chips", "luck alone")
    return make_grid("bankroll after a match", names, lines)


TABLE = TableSpec(
    name="bankroll-curves",
    about="how bankrolls develop over a match, by line-up, and how much of it luck explains",
    columns=COLUMNS,
    make=_of_run,
    layout=curve_grids,
    sum_up=extreme_ends,
    options=("points",),
    intervals=Intervals.NONE,
    command=InCommand("bankrolls"),
)
