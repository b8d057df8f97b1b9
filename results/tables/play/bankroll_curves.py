"""How bankrolls grow over the hands of a match, and how far luck alone would carry them."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.uncertainty.intervals import CONFIDENCE, Floats, Integers
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_layout import Cell, Grid, Row, make_grid
from railbird.results.store.schema import LABELS, Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

POINTS = 100
LineUp = tuple[int, ...]

COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    AGENT_LABEL,
    Column("hands", pa.uint32(), "hands of the match played so far"),
    Column("bankroll_chips", pa.float64(), "its bankroll by then, the mean over all matches"),
    Column(
        "luck_chips",
        pa.float64(),
        "half of the band about zero where luck alone keeps an equal 95 times of 100; null with "
        "one duplicate set",
    ),
)


def bankroll_curves(
    hands: Iterable[PlayedHands],
    agents: Sequence[str],
    sets: DuplicateSets,
    *,
    points: int = POINTS,
) -> pa.Table:
    """Return each agent's mean bankroll after so many hands of a match, by line-up.

    At `points` places at most, evenly spread, the last hand among them. All
    stored matches count, whole duplicate sets or not. The band is where an agent no better than
    its opponents would be 95 times of 100: with D duplicate sets whose totals over H hands vary by
    s, and luck that comes evenly, it is Student's t times s sqrt(h / H) / sqrt(D) about zero after
    h hands; null with one set.
    """
    sums: dict[LineUp, Integers] = {}
    matches: dict[LineUp, int] = {}
    for part in hands:
        _add(part, sums, matches)
    names = {label: number for number, label in enumerate(sets.agents)}
    rows: list[dict[str, object]] = []
    for line_up in sorted(sums):
        labels = [agents[number] for number in line_up]
        curves = np.cumsum(sums[line_up], axis=0) / (matches[line_up] * PAYOFF_UNIT)
        luck = _luck(sets, [names.get(label, -1) for label in labels], hand_count=len(curves))
        rows.extend(_rows(labels, curves, luck, points=points))
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


def _add(part: PlayedHands, sums: dict[LineUp, Integers], matches: dict[LineUp, int]) -> None:
    """Add payoffs int64[H, N] by hand and member, members in order of their numbers."""
    order = np.argsort(part.members, axis=1)
    payoffs = np.take_along_axis(part.payoffs, order, axis=1)
    is_first = np.diff(part.match, prepend=-1) != 0
    members = np.sort(part.members[is_first], axis=1)
    line_ups, of_match = np.unique(members, axis=0, return_inverse=True)
    place = of_match.ravel()[np.cumsum(is_first) - 1]
    for number, row in enumerate(line_ups.tolist()):
        own = np.flatnonzero(place == number)
        hand_index, line_up = part.hand_index[own], tuple(row)
        length = int(hand_index.max()) + 1
        total = _longer(sums.get(line_up), length, len(row))
        np.add.at(total, hand_index, payoffs[own])
        sums[line_up] = total
        matches[line_up] = matches.get(line_up, 0) + int((hand_index == 0).sum())


def _longer(total: Integers | None, length: int, width: int) -> Integers:
    if total is not None and len(total) >= length:
        return total
    longer = np.zeros((length, width), np.int64)
    if total is not None:
        longer[: len(total)] = total
    return longer


def _luck(sets: DuplicateSets, members: Sequence[int], *, hand_count: int) -> Floats | None:
    """Return half of the band of each member after the last hand, chips; None with one set."""
    from scipy.special import stdtrit  # noqa: PLC0415  (slow to import)

    found = np.flatnonzero((sets.line_ups == members).all(axis=1))
    rows = np.flatnonzero(np.isin(sets.line_up, found))
    if len(rows) <= 1:
        return None
    totals = sets.payoffs[rows] / PAYOFF_UNIT / sets.hands[rows, None] * hand_count
    quantile = stdtrit(len(rows) - 1, (1 + CONFIDENCE) / 2)
    luck: Floats = quantile * totals.std(axis=0, ddof=1) / np.sqrt(len(rows))
    return luck


def _rows(
    labels: Sequence[str], curves: Floats, luck: Floats | None, *, points: int
) -> Iterator[dict[str, object]]:
    hand_count = len(curves)
    played = np.unique(np.linspace(1, hand_count, min(points, hand_count)).round().astype(int))
    for member, label in enumerate(labels):
        for hands in played.tolist():
            share = np.sqrt(hands / hand_count)
            yield {
                "line_up": list(labels),
                "agent": label,
                "hands": hands,
                "bankroll_chips": float(curves[hands - 1, member]),
                "luck_chips": None if luck is None else float(luck[member] * share),
            }


def _of_run(reading: RunReading, *, points: int = POINTS) -> pa.Table:
    return bankroll_curves(reading.played_hands(), reading.labels, reading.sets, points=points)


def curve_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out where each curve ends."""
    ends: dict[tuple[object, ...], Row] = {}
    for row in table.to_pylist():
        ends[*row["line_up"], row["agent"]] = row
    lines: list[list[Cell]] = [
        [
            ", ".join(row["line_up"]),
            row["agent"],
            f"{row['hands']:,}",
            f"{row['bankroll_chips']:+,.1f}",
            "" if row["luck_chips"] is None else f"± {row['luck_chips']:,.1f}",
        ]
        for row in ends.values()
    ]
    names = ("line-up", "agent", "hands", "bankroll then, chips", "luck alone")
    return [make_grid("bankroll after a match", names, lines)]


TABLE = TableSpec(
    name="bankroll-curves",
    about="how bankrolls grow over a match, by line-up, with what luck alone would do",
    columns=COLUMNS,
    make=_of_run,
    layout=curve_grids,
    options=("points",),
    intervals=Intervals.NONE,
    command=InCommand("bankrolls"),
)
