"""Pictures as geometry, in the units of an SVG's view box; templates draw them.

Nothing here is markup: labels stay text until the template, which escapes them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt
from statistics import median

from railbird.results.report.picture_data import Curve, Rung, StyleMap

Scale = Callable[[float], float]

WIDTH = 720.0
LABEL_WIDTH = 170.0
MARGIN = 44.0
CURVE_HEIGHT = 330.0
MAP_HEIGHT = 460.0
RUNG_HEIGHT = 26.0
LINE = 13.0
MOST_TICKS = 5
TWO_SIDED = 1.96
"""The normal quantile of 95%."""
VPIP_BOUND, AGGRESSION_BOUND = 0.28, 1.0
"""The quarters of the Observer."""
HIGHEST_AGGRESSION = 5.0
COLOURS = 8
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 2", "10 4")


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where, and what it says."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A curve: the points of a polyline, and how it is told from others."""

    agent: str
    points: str
    end_y: float
    colour: int
    dash: str
    total: str


@dataclass(frozen=True, slots=True)
class CurvePicture:
    """Bankrolls over deck seeds; `band` is a polygon, where luck alone leads 95 of 100."""

    height: float
    lines: list[Line]
    across: list[Tick]
    upward: list[Tick]
    zero: float
    band: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A rung of the run-off: a cell for each round, its heat from -1 to 1."""

    agent: str
    rank: int
    y: float
    cells: list[tuple[float, float, str]]
    end: float
    words: str


@dataclass(frozen=True, slots=True)
class LadderPicture:
    """The run-off, best on top, rounds from left to right."""

    height: float
    cell_width: float
    bars: list[Bar]
    rounds: list[Tick]


@dataclass(frozen=True, slots=True)
class Spot:
    """An agent on the map of styles; `label_y` keeps labels apart."""

    agent: str
    x: float
    y: float
    label_y: float
    is_left: bool
    words: str
    colour: int


@dataclass(frozen=True, slots=True)
class MapPicture:
    """VPIP across, aggression upward."""

    height: float
    spots: list[Spot]
    across: list[Tick]
    upward: list[Tick]
    bound_x: float
    bound_y: float


def draw_curves(curves: Sequence[Curve]) -> CurvePicture:
    """Lay out bankroll curves, in the order given."""
    ends = [value for curve in curves for value in curve.big_blinds]
    ends += [sign * _luck(curves, curve.deck_seeds[-1]) for curve in curves[:1] for sign in (-1, 1)]
    last = max((curve.deck_seeds[-1] for curve in curves), default=1)
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    right = WIDTH - LABEL_WIDTH
    across = _scale(0, last, MARGIN + 20, right)
    upward = _scale(low, high, CURVE_HEIGHT - MARGIN, 12)
    lines = [
        Line(
            agent=curve.agent,
            points=" ".join(
                f"{across(x):.1f},{upward(y):.1f}"
                for x, y in zip(curve.deck_seeds, curve.big_blinds, strict=True)
            ),
            end_y=0.0,
            colour=number % COLOURS,
            dash=DASHES[number // COLOURS % len(DASHES)],
            total=f"{curve.big_blinds[-1]:+,.0f}",
        )
        for number, curve in enumerate(curves)
    ]
    wanted = [upward(curve.big_blinds[-1]) for curve in curves]
    places = spread(wanted, gap=LINE, top=12.0, bottom=CURVE_HEIGHT - MARGIN)
    lines = [
        Line(line.agent, line.points, y, line.colour, line.dash, line.total)
        for line, y in zip(lines, places, strict=True)
    ]
    return CurvePicture(
        height=CURVE_HEIGHT,
        lines=lines,
        across=[Tick(across(x), f"{x:,.0f}") for x in _ticks(0, last) if x <= last and x == int(x)],
        upward=[Tick(upward(y), f"{y:+,g}" if y else "0") for y in ticks],
        zero=upward(0),
        band=_band(curves, across, upward),
    )


def _band(curves: Sequence[Curve], across: Scale, upward: Scale) -> str:
    """Return where an agent of middling spread is that neither wins nor loses: z s sqrt(decks)."""
    if not curves:
        return ""
    decks = curves[0].deck_seeds
    widths = [_luck(curves, deck) for deck in decks]
    there = [f"{across(d):.1f},{upward(w):.1f}" for d, w in zip(decks, widths, strict=True)]
    back = [f"{across(d):.1f},{upward(-w):.1f}" for d, w in zip(decks, widths, strict=True)]
    return " ".join([*there, *reversed(back)])


def _luck(curves: Sequence[Curve], decks: int) -> float:
    return TWO_SIDED * median(curve.spread for curve in curves) * sqrt(decks)


def draw_ladder(rungs: Sequence[Rung], *, digits: int) -> LadderPicture:
    """Lay out a run-off; a cell is as warm as the bankroll is high among all."""
    count = max((len(rung.bankrolls) for rung in rungs), default=1)
    largest = max((abs(b) for rung in rungs for b in rung.bankrolls), default=0.0) or 1.0
    width = min(60.0, (WIDTH - 2 * LABEL_WIDTH) / count)
    left = LABEL_WIDTH
    bars = []
    for number, rung in enumerate(rungs):
        cells = [
            (left + width * place, value / largest, f"round {place + 1}: {value:+.{digits}f}")
            for place, value in enumerate(rung.bankrolls)
        ]
        last = f"{rung.bankrolls[-1]:+.{digits}f}"
        words = f"left after round {len(cells)}" if rung.is_eliminated else "stayed"
        y = 28.0 + RUNG_HEIGHT * number
        bars.append(
            Bar(rung.agent, rung.rank, y, cells, left + width * len(cells), f"{words}, {last}")
        )
    step = max(1, ceil(count / 12))
    rounds = [Tick(left + width * (n + 0.5), str(n + 1)) for n in range(0, count, step)]
    return LadderPicture(36.0 + RUNG_HEIGHT * len(rungs), width, bars, rounds)


def draw_map(styles: StyleMap) -> MapPicture:
    """Lay out the map of styles; who is more aggressive than its edge stands on the edge."""
    highest = max((point.aggression for point in styles.points), default=1.0)
    highest = max(2.0, ceil(min(highest, HIGHEST_AGGRESSION) * 2) / 2)  # it may be infinite
    right, bottom = WIDTH - 20.0, MAP_HEIGHT - MARGIN
    across = _scale(0, 1, MARGIN + 10, right)
    upward = _scale(0, highest, bottom, 14)
    points = sorted(styles.points, key=lambda point: point.agent)
    xs = [across(point.vpip) for point in points]
    ys = [upward(min(point.aggression, highest)) for point in points]
    spots: list[Spot] = []
    for number, (point, x, y) in enumerate(zip(points, xs, ys, strict=True)):
        label_y = y + 4.0
        taken = [s.label_y for s in spots if abs(s.x - x) < LABEL_WIDTH]
        while any(abs(label_y - other) < LINE for other in taken):
            label_y += LINE
        words = f"VPIP {100 * point.vpip:.1f}%, aggression factor {point.aggression:.2f}"
        is_left = x > WIDTH - LABEL_WIDTH
        spots.append(
            Spot(point.agent, x, y, label_y, is_left, f"{words}, {point.quarter}", number % COLOURS)
        )
    return MapPicture(
        height=MAP_HEIGHT,
        spots=spots,
        across=[Tick(across(x / 100), f"{x}%") for x in range(0, 101, 20)],
        upward=[Tick(upward(y), f"{y:g}") for y in _ticks(0, highest) if y <= highest],
        bound_x=across(VPIP_BOUND),
        bound_y=upward(AGGRESSION_BOUND),
    )


def spread(wanted: Sequence[float], *, gap: float, top: float, bottom: float) -> list[float]:
    """Return places near those wanted, `gap` apart as far as there is room."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    gap = min(gap, (bottom - top) / max(len(order), 1))
    places = [0.0] * len(wanted)
    floor_ = top
    for number in order:
        places[number] = floor_ = max(wanted[number], floor_)
        floor_ += gap
    ceiling = bottom
    for number in reversed(order):
        places[number] = ceiling = min(places[number], ceiling)
        ceiling -= gap
    return places


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (end - start)


def _ticks(low: float, high: float) -> list[float]:
    """Return five or so round numbers that take in both."""
    span = (high - low) or 1.0
    step = 10 ** floor(log10(span / 4))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10) if span / (step * factor) <= MOST_TICKS)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, last + 1)]
