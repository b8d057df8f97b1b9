"""The report's pictures: one drawing of each, for the page and for files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil
from statistics import median
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from railbird.plugins import AGGRESSIVE_FACTOR, LOOSE_VPIP
from railbird.results.report.contents import HeatMap, Report
from railbird.results.report.picture_data import Curve, Rung, StyleMap
from railbird.results.show.table_text import printable

INK, QUIET, LINE, CARD, WON, LOST = "#1e2227", "#5c646e", "#d9d8d2", "#ffffff", "#14804a", "#c23b22"
SERIES = (
    *("#0b6fb8", "#c2571a", "#14804b", "#9c3d97"),
    *("#8a6d00", "#b3264a", "#00807e", "#5a5f66"),
)
"""Colours of agents; all of these are those of `report.css`, which has others in the dark."""
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (1, 2)), (0, (10, 4)))
SETTINGS: Any = {
    "text.parse_math": False,  # a label with dollar signs is no formula
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": LINE,
    "axes.labelcolor": QUIET,
    "axes.labelsize": 8,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "figure.dpi": 150,
}
SHOWN_CURVES = len(SERIES)
"""Curves that the page shows until more are asked for."""
TWO_SIDED = 1.96
"""The normal quantile of 95%."""
HIGHEST_AGGRESSION = 5.0
WIDTH = 8.6
LINE_HEIGHT = 0.16
"""Inches from one label to the next below it."""
_CELLS_WITH_TEXT = 14
_DARK = 0.7
"""Heat from which a cell is dark."""
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure by its name; `title` says what it shows to those who cannot see it.

    `words` are what the page says of a part, by its identifier in the figure (gid); the parts in
    `hidden` are shown there on demand only.
    """

    name: str
    title: str
    figure: Figure
    words: dict[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


def page_pictures(report: Report) -> dict[str, Picture]:
    """Draw what the page shows as pictures, by name; the page has its matrices as tables."""
    with mpl.rc_context(SETTINGS):
        pictures = [draw_run_off(report), draw_curves(report.bankrolls)]
        if report.styles.points:
            pictures.append(draw_styles(report.styles))
    return {picture.name: picture for picture in pictures}


def matrix_pictures(report: Report) -> dict[str, Picture]:
    """Draw the matrices of a report, by name."""
    names = ("cross-table", "transfer")
    with mpl.rc_context(SETTINGS):
        return {
            name: Picture(name, heat.title, _heat_map(heat))
            for name, heat in zip(names, report.heat_maps, strict=False)
        }


def draw_run_off(report: Report) -> Picture:
    """Draw the run-off, best on top, rounds from left to right, warm where bankrolls are high."""
    rungs, digits = report.rungs, report.unit.digits
    figure, axes = _axes(WIDTH, 0.8 + 0.26 * len(rungs))
    largest = max((abs(b) for rung in rungs for b in rung.bankrolls), default=0.0) or 1.0
    count = max((len(rung.bankrolls) for rung in rungs), default=1)
    words: dict[str, str] = {}
    for row, rung in enumerate(rungs):
        for place, value in enumerate(rung.bankrolls):
            gid = f"round-{row}-{place}"
            colour = _heat_colour(value / largest)
            axes.add_patch(Rectangle((place + 0.52, row - 0.42), 0.96, 0.84, fc=colour, gid=gid))
            words[gid] = f"{rung.agent}, round {place + 1}: {value:+.{digits}f}"
        axes.text(len(rung.bankrolls) + 0.6, row, _end_words(rung, digits), va="center", fontsize=8)
    _name_ticks(axes.set_yticks, [f"{rung.rank}. {rung.agent}" for rung in rungs])
    axes.set_xlim(0.4, max(count, 4) * 1.5)
    axes.set_ylim(max(len(rungs), 1) - 0.4, -0.6)
    axes.set_xticks(range(1, count + 1, ceil(count / 12)))
    axes.set_xlabel(f"round, colour by {report.unit.words}", loc="left")
    axes.tick_params(length=0)
    axes.tick_params(axis="y", labelcolor=INK, labelsize=9)
    axes.spines[:].set_visible(False)
    return Picture("run-off", "The run-off round by round", figure, words)


def draw_curves(curves: Sequence[Curve]) -> Picture:
    """Draw bankrolls over decks in the order given, and where luck alone keeps an equal."""
    figure, axes = _axes(WIDTH, 4.4)
    words: dict[str, str] = {}
    for number, curve in enumerate(curves):
        gid, colour = f"curve-{number}", SERIES[number % len(SERIES)]
        dash = DASHES[number // len(SERIES) % len(DASHES)]
        axes.plot(curve.deck_seeds, curve.big_blinds, color=colour, lw=1.4, ls=dash, gid=gid)
        words[gid] = f"{curve.agent}: {curve.big_blinds[-1]:+,.0f}"
    if curves:
        decks = curves[0].deck_seeds
        luck = _luck(curves)
        axes.fill_between(decks, -luck, luck, color=QUIET, alpha=0.13, lw=0)
    axes.axhline(0, color=QUIET, lw=0.8, ls="--")
    axes.grid(axis="y")
    axes.set_xlim(left=0)
    axes.margins(x=0)
    _name_ends(axes, curves)
    axes.set_xlabel("decks")
    axes.set_ylabel("bankroll, big blinds")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:+,g}" if y else "0"))
    axes.spines[:].set_visible(False)
    late = range(SHOWN_CURVES, len(curves))
    hidden = frozenset(f"{part}-{number}" for number in late for part in ("curve", "name"))
    return Picture("bankrolls", "Bankroll over decks", figure, words, hidden)


def draw_styles(styles: StyleMap) -> Picture:
    """Draw VPIP across and aggression upward; what is above the edge stands on the edge."""
    figure, axes = _axes(WIDTH, 5.4)
    highest = max((point.aggression for point in styles.points), default=1.0)
    highest = max(2.0, ceil(min(highest, HIGHEST_AGGRESSION) * 2) / 2)  # it may be infinite
    axes.set_xlim(-2, 102)
    axes.set_ylim(-0.03 * highest, 1.03 * highest)
    axes.axvline(100 * LOOSE_VPIP, color=QUIET, lw=0.8, ls="--")
    axes.axhline(AGGRESSIVE_FACTOR, color=QUIET, lw=0.8, ls="--")
    _name_quarters(axes)
    points = sorted(styles.points, key=lambda point: point.agent)
    heights = [min(point.aggression, highest) for point in points]
    labels = _apart([100 * point.vpip for point in points], heights, gap=_label_gap(axes))
    words: dict[str, str] = {}
    for number, (point, height, label) in enumerate(zip(points, heights, labels, strict=True)):
        gid, colour = f"spot-{number}", SERIES[number % len(SERIES)]
        x = 100 * point.vpip
        axes.plot([x], [height], "o", color=colour, markersize=5.5, gid=gid, clip_on=False)
        is_right = x > 75  # noqa: PLR2004  (per cent: a label on the right would leave the picture)
        axes.annotate(
            _short(point.agent),
            (x, label),
            xytext=(-6 if is_right else 6, 0),
            textcoords="offset points",
            ha="right" if is_right else "left",
            va="center",
        )
        words[gid] = f"{point.agent}: {point.words}"
    axes.set_xlabel("VPIP, %")
    axes.set_ylabel(styles.aggression_words)
    return Picture("styles", "VPIP against aggression factor", figure, words)


def spread(wanted: Sequence[float], *, gap: float, low: float, high: float) -> list[float]:
    """Return places near those wanted, `gap` apart as far as there is room between the ends."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    gap = min(gap, (high - low) / max(len(order), 1))
    places = [0.0] * len(wanted)
    least = low
    for number in order:
        places[number] = least = max(wanted[number], least)
        least += gap
    most = high
    for number in reversed(order):
        places[number] = most = min(places[number], most)
        most -= gap
    return places


def _axes(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height))
    return figure, figure.add_subplot()


def _heat_colour(heat: float) -> tuple[str, float]:
    return (WON if heat > 0 else LOST, round(0.12 + 0.75 * abs(heat), 3))


def _end_words(rung: Rung, digits: int) -> str:
    words = f"left after round {len(rung.bankrolls)}" if rung.is_eliminated else "stayed"
    return f"{words}, {rung.bankrolls[-1]:+.{digits}f}"


def _luck(curves: Sequence[Curve]) -> Any:
    """Return z s sqrt(decks), where an agent of middling spread stays that is no better."""
    spread_per_deck = median(curve.spread for curve in curves)
    return TWO_SIDED * spread_per_deck * np.sqrt(curves[0].deck_seeds)


def _label_gap(axes: Axes) -> float:
    """Return how far apart labels must stand, in the units of the axis upward."""
    low, high = axes.get_ylim()
    height = axes.bbox.height / SETTINGS["figure.dpi"]
    return float((high - low) * LINE_HEIGHT / height)


def _name_ends(axes: Axes, curves: Sequence[Curve]) -> None:
    low, high = axes.get_ylim()
    ends = [curve.big_blinds[-1] for curve in curves]
    places = spread(ends, gap=_label_gap(axes), low=low, high=high)
    for number, (curve, place) in enumerate(zip(curves, places, strict=True)):
        axes.annotate(
            _short(curve.agent),
            (curve.deck_seeds[-1], place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=SERIES[number % len(SERIES)],
            gid=f"name-{number}",
            annotation_clip=False,
        )


def _name_quarters(axes: Axes) -> None:
    for words, x, across in (("tight", -0.8, "right"), ("loose", 0.8, "left")):
        for style, y, upward in (("aggressive", 0.985, "top"), ("passive", 0.015, "bottom")):
            axes.text(
                100 * LOOSE_VPIP + x,
                y,
                f"{words} {style}",
                transform=axes.get_xaxis_transform(),
                ha=across,
                va=upward,
                style="italic",
                fontsize=8,
                color=QUIET,
            )


def _apart(xs: Sequence[float], ys: Sequence[float], *, gap: float) -> list[float]:
    """Return heights of labels near `ys` that do not cover those of neighbours."""
    near = 25.0
    labels: list[float] = []
    for x, y in zip(xs, ys, strict=True):
        label = y
        taken = [other for other, at in zip(labels, xs, strict=False) if abs(at - x) < near]
        while any(abs(label - other) < gap * 0.99 for other in taken):
            label -= gap
        labels.append(label)
    return labels


def _heat_map(heat: HeatMap) -> Figure:
    count = len(heat.labels)
    side = 2.0 + 0.55 * count
    figure, axes = _axes(side, side * 0.8)
    values = np.array([[np.nan if c is None else c.value for c in row] for row in heat.rows], float)
    largest = float(np.nanmax(np.abs(values))) if np.isfinite(values).any() else 1.0
    image = axes.imshow(values, cmap="PiYG", vmin=-largest, vmax=largest)
    axes.set_facecolor("0.9")
    figure.colorbar(image, ax=axes, shrink=0.7)
    _name_ticks(axes.set_xticks, heat.labels, rotation=90)
    _name_ticks(axes.set_yticks, heat.labels)
    if count <= _CELLS_WITH_TEXT:
        for row, cells in enumerate(heat.rows):
            for column, cell in enumerate(cells):
                if cell is not None:
                    text = f"{cell.text}".replace(" ± ", "\n± ")
                    colour = "white" if abs(cell.heat) > _DARK else "black"
                    centre: Any = {"ha": "center", "va": "center"}
                    axes.text(column, row, text, fontsize=6, color=colour, **centre)
    axes.set_title(heat.title, loc="left")
    return figure


def _name_ticks(
    set_ticks: Callable[..., object], labels: Sequence[str], *, rotation: float = 0
) -> None:
    names = [_short(label) for label in labels]
    set_ticks(range(len(names)), names, rotation=rotation)


def _short(label: str) -> str:
    text = printable(label)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
