"""The report's figures, for the page and for files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil
from statistics import median
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation

from railbird.plugins import AGGRESSIVE_FACTOR, LOOSE_VPIP
from railbird.results.report.contents import HeatMap, Report
from railbird.results.report.label_places import place_labels
from railbird.results.report.picture_data import Curve, Rung, StyleMap, largest_bankroll
from railbird.results.show.table_text import printable

INK, QUIET, LINE, CARD, WON, LOST = "#1e2227", "#5c646e", "#d9d8d2", "#ffffff", "#0b5cad", "#b8500f"
SERIES = ("#0072b2", "#c2571a", "#1d7a5f", "#a8568a")
"""Colours of curves; all are those of `report.css`, which has others for dark mode.

Blue for won and orange for lost can be distinguished by the colour-blind, and so can adjacent
colours of the four curves, after which the dashes change.
"""
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (10, 4)), (0, (1, 3)))
SETTINGS: Any = {
    "text.parse_math": False,  # a label with dollar signs is not a formula
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": LINE,
    "axes.labelcolor": QUIET,
    "axes.labelsize": 9,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "figure.dpi": 150,
}
SHOWN_CURVES = 8
"""Number of curves that the page shows initially."""
TWO_SIDED = 1.96
"""The normal quantile of 95%."""
HIGHEST_AGGRESSION = 5.0
WIDTH = 8.6
LINE_HEIGHT = 0.17
"""Inches from one label to the next below it."""
_HIGHEST_PICTURE = 12.0
_LETTER_WIDTH, _LETTER_HEIGHT = 6.3, 11.5
"""Width of a letter of a label in points, for any font of the page."""
_QUARTER_WIDTH = 72.0
"""Width of the name of a quarter beside the line, in points."""
_POINTS = 72
_DARK = 0.7
"""Heat from which a cell is dark."""
_LONGEST = 24
_LOST_TO_WON = LinearSegmentedColormap.from_list("lost-to-won", (LOST, CARD, WON))


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure with its name; `title` is its text alternative.

    `words` are the descriptions of parts, by their identifier in the figure (gid); the parts in
    `hidden` are shown on the page only on demand.
    """

    name: str
    title: str
    figure: Figure
    words: dict[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


def page_pictures(report: Report) -> dict[str, Picture]:
    """Draw the figures of the page, by name."""
    with mpl.rc_context(SETTINGS):
        pictures = [draw_curves(report.bankrolls)]
        if report.styles.points:
            pictures.append(draw_styles(report.styles))
    return {picture.name: picture for picture in pictures}


def table_pictures(report: Report) -> dict[str, Picture]:
    """Draw the coloured tables of the page, by name: the matrices and the run-off."""
    names = ("cross-table", "transfer")
    with mpl.rc_context(SETTINGS):
        matrices = {
            name: Picture(name, heat.title, _heat_map(heat))
            for name, heat in zip(names, report.heat_maps, strict=False)
        }
        return matrices | {"run-off": draw_run_off(report)}


def draw_run_off(report: Report) -> Picture:
    """Draw the run-off, best on top, rounds from left to right, each with its bankroll."""
    rungs, digits = report.rungs, report.unit.digits
    count = max((len(rung.bankrolls) for rung in rungs), default=1)
    figure, axes = _axes(3.6 + 0.6 * count, 0.8 + 0.26 * len(rungs))
    largest = largest_bankroll(rungs)
    for row, rung in enumerate(rungs):
        for place, value in enumerate(rung.bankrolls):
            colour = _heat_colour(value / largest)
            axes.add_patch(Rectangle((place + 0.52, row - 0.42), 0.96, 0.84, fc=colour))
            text = f"{value:+.{digits}f}"
            axes.text(place + 1, row, text, ha="center", va="center", fontsize=7)
        axes.text(len(rung.bankrolls) + 0.6, row, _end_words(rung), va="center", fontsize=8)
    _name_ticks(axes.set_yticks, [f"{rung.rank}. {rung.agent}" for rung in rungs])
    axes.set_xlim(0.4, count + 2.6)
    axes.set_ylim(max(len(rungs), 1) - 0.4, -0.6)
    axes.set_xticks(range(1, count + 1, ceil(count / 12)))
    axes.set_xlabel(f"round, {report.unit.words}: blue above zero, orange below", loc="left")
    axes.tick_params(length=0)
    axes.tick_params(axis="y", labelcolor=INK, labelsize=9)
    axes.spines[:].set_visible(False)
    return Picture("run-off", "The run-off round by round", figure)


def draw_curves(curves: Sequence[Curve]) -> Picture:
    """Draw bankrolls over decks in the given order, and the band that luck alone explains."""
    height = min(0.9 + LINE_HEIGHT * 1.35 * len(curves), _HIGHEST_PICTURE)
    figure, axes = _axes(WIDTH, max(4.4, height))
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
    parts = ("curve", "lead", "name")
    hidden = frozenset(f"{part}-{number}" for number in late for part in parts)
    return Picture("bankrolls", "Bankroll over decks", figure, words, hidden)


def draw_styles(styles: StyleMap) -> Picture:
    """Draw VPIP horizontally and aggression vertically; values above the edge are drawn on it."""
    rows = len(styles.points) / 2
    figure, axes = _axes(WIDTH, min(max(5.4, 1.2 + LINE_HEIGHT * rows * 1.1), _HIGHEST_PICTURE))
    highest = max((point.aggression for point in styles.points), default=1.0)
    highest = max(2.0, ceil(min(highest, HIGHEST_AGGRESSION) * 2) / 2)  # it may be infinite
    axes.set_xlim(-2, 102)
    axes.set_ylim(-0.03 * highest, 1.03 * highest)
    axes.axvline(100 * LOOSE_VPIP, color=QUIET, lw=0.8, ls="--")
    axes.axhline(AGGRESSIVE_FACTOR, color=QUIET, lw=0.8, ls="--")
    _name_quarters(axes)
    points = sorted(styles.points, key=lambda point: point.agent)
    spots = [(100 * point.vpip, min(point.aggression, highest)) for point in points]
    words: dict[str, str] = {}
    for number, (point, (x, y)) in enumerate(zip(points, spots, strict=True)):
        gid = f"spot-{number}"
        axes.plot([x], [y], "o", color=WON, markersize=5, gid=gid, clip_on=False)
        words[gid] = f"{point.agent}: {point.words}"
    _name_spots(axes, [point.agent for point in points], spots)
    axes.set_xlabel("VPIP, %")
    axes.set_ylabel(styles.aggression_words)
    return Picture("styles", "VPIP against aggression factor", figure, words)


def spread(wanted: Sequence[float], *, gap: float, low: float, high: float) -> list[float]:
    """Return places near the desired ones, `gap` apart if there is enough space."""
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
    return (WON if heat > 0 else LOST, round(0.06 + 0.5 * abs(heat), 3))


def _end_words(rung: Rung) -> str:
    return f"eliminated in round {len(rung.bankrolls)}" if rung.is_eliminated else "final table"


def _luck(curves: Sequence[Curve]) -> Any:
    """Return z s sqrt(decks), the band of an agent of median spread that is no better."""
    spread_per_deck = median(curve.spread for curve in curves)
    return TWO_SIDED * spread_per_deck * np.sqrt(curves[0].deck_seeds)


def _label_gap(axes: Axes) -> float:
    """Return the distance between labels, in units of the vertical axis."""
    low, high = axes.get_ylim()
    height = axes.bbox.height / SETTINGS["figure.dpi"]
    return float((high - low) * LINE_HEIGHT / height)


def _name_ends(axes: Axes, curves: Sequence[Curve]) -> None:
    """Label the curves at their ends, one below the other, each with a line to its end."""
    low, high = axes.get_ylim()
    ends = [curve.big_blinds[-1] for curve in curves]
    places = spread(ends, gap=_label_gap(axes), low=low, high=high)
    beside = axes.transData + ScaledTranslation(18 / _POINTS, 0, axes.figure.dpi_scale_trans)
    for number, (curve, place) in enumerate(zip(curves, places, strict=True)):
        line = {
            "arrowstyle": "-",
            "color": SERIES[number % len(SERIES)],
            "linewidth": 0.8,
            "shrinkA": 0,
            "shrinkB": 0,
            "relpos": (0, 0.5),
        }
        name = axes.annotate(
            short_label(curve.agent),
            (curve.deck_seeds[-1], curve.big_blinds[-1]),
            xytext=(curve.deck_seeds[-1], place),
            textcoords=beside,
            va="center",
            gid=f"name-{number}",
            annotation_clip=False,
            arrowprops=line,
        )
        if name.arrow_patch is not None:
            name.arrow_patch.set_gid(f"lead-{number}")


def _name_spots(axes: Axes, agents: Sequence[str], spots: Sequence[tuple[float, float]]) -> None:
    """Label the dots of a map, with lines to labels that are further away."""
    names = [short_label(agent) for agent in agents]
    scale = _POINTS / SETTINGS["figure.dpi"]
    corner = np.array([axes.bbox.x0, axes.bbox.y0])
    dots = (axes.transData.transform(np.reshape(spots, (-1, 2))) - corner) * scale
    places = place_labels(
        [(float(x), float(y)) for x, y in dots],
        [(max(len(name), 2) * _LETTER_WIDTH, _LETTER_HEIGHT) for name in names],
        width=axes.bbox.width * scale,
        height=axes.bbox.height * scale,
        taken=_taken(axes, scale),
    )

    def at(x: float, y: float) -> tuple[float, float]:
        found = axes.transData.inverted().transform(np.array([x, y]) / scale + corner)
        return float(found[0]), float(found[1])

    lines = [
        [dot, at(place.end_x, place.end_y)]
        for dot, place in zip(spots, places, strict=True)
        if place.has_line
    ]
    axes.add_collection(LineCollection(lines, colors=QUIET, linewidths=0.6, zorder=1))
    for name, dot, place in zip(names, dots, places, strict=True):
        side = np.sign(round(place.x - float(dot[0]), 3))
        ends = {-1: "right", 0: "center", 1: "left"}
        half = max(len(name), 2) * _LETTER_WIDTH / 2
        x, y = at(place.x - side * half, place.y)
        axes.text(x, y, name, ha=ends[int(side)], va="center_baseline", fontsize=9)


def _taken(axes: Axes, scale: float) -> list[tuple[float, float, float, float]]:
    """Return the lines between the quarters and their names as boxes, in points."""
    origin = np.array([axes.bbox.x0, axes.bbox.y0])
    bounds = np.array([100 * LOOSE_VPIP, AGGRESSIVE_FACTOR])
    x, y = ((axes.transData.transform(bounds) - origin) * scale).tolist()
    width, height = axes.bbox.width * scale, axes.bbox.height * scale
    half, line = _QUARTER_WIDTH, 1.5 * _LETTER_HEIGHT
    return [
        (x, 0, x, height),
        (0, y, width, y),
        (x - half, height - line, x + half, height),
        (x - half, 0, x + half, line),
    ]


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


def _heat_map(heat: HeatMap) -> Figure:
    count = len(heat.labels)
    side = 2.0 + 0.55 * count
    figure, axes = _axes(side, side * 0.8)
    values = np.array([[np.nan if c is None else c.value for c in row] for row in heat.rows], float)
    largest = float(np.nanmax(np.abs(values))) if np.isfinite(values).any() else 1.0
    image = axes.imshow(values, cmap=_LOST_TO_WON, vmin=-largest, vmax=largest)
    axes.set_facecolor("0.9")
    figure.colorbar(image, ax=axes, shrink=0.7)
    _name_ticks(axes.set_xticks, heat.labels, rotation=90)
    _name_ticks(axes.set_yticks, heat.labels)
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
    names = [short_label(label) for label in labels]
    set_ticks(range(len(names)), names, rotation=rotation)


def short_label(label: str) -> str:
    """Return a label as it is printed, cut to 24 characters."""
    text = printable(label)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
