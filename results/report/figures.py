"""The report's pictures as files, PNG and SVG: for papers and slides."""

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from railbird.results.report.contents import HeatMap, Report, gather
from railbird.results.report.picture_data import Curve, StyleMap
from railbird.results.report.pictures import AGGRESSION_BOUND, HIGHEST_AGGRESSION, VPIP_BOUND
from railbird.results.run.run_results import RunResults
from railbird.results.show.table_text import printable
from railbird.results.store.files import make_folder, unwritable

FORMATS = ("png", "svg")
_SETTINGS: Any = {
    "svg.hashsalt": "railbird",  # for identifiers that are the same each time
    "text.parse_math": False,  # a label with dollar signs is no formula
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.dpi": 150,
}
_CELLS_WITH_TEXT = 14
_DARK = 0.7
"""Heat from which a cell is dark."""


def write_plots(run: RunResults, folder: Path, *, unit: str = "mbb/hand") -> list[Path]:
    """Write every picture into a folder, as PNG and SVG; return the files.

    Raises StoreError where they cannot be written, UnitError for a unit that the game has not.
    """
    return save_plots(gather(run, unit=unit), folder)


def save_plots(report: Report, folder: Path) -> list[Path]:
    """Write the pictures of a report that was gathered; equal reports give equal files."""
    make_folder(folder)
    written = []
    with mpl.rc_context(_SETTINGS), warnings.catch_warnings():
        # A sign that the font has not is drawn as a box; that is all that can be done.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        for name, figure in _figures(report):
            for suffix in FORMATS:
                written.append(_save(figure, folder / f"{name}.{suffix}"))
    return written


def _figures(report: Report) -> list[tuple[str, Figure]]:
    names = ("cross-table", "transfer")
    figures = [(name, _heat_map(heat)) for name, heat in zip(names, report.heat_maps, strict=False)]
    figures += [("run-off", _run_off(report)), ("bankrolls", _curves(report.bankrolls))]
    if report.styles.points:
        figures.append(("styles", _styles(report.styles)))
    return figures


def _save(figure: Figure, path: Path) -> Path:
    # Without a date, so that the same run gives the same file.
    metadata = {"Date": None} if path.suffix == ".svg" else {"Software": "railbird"}
    try:
        figure.savefig(path, metadata=metadata, bbox_inches="tight")
    except OSError as error:
        raise unwritable(path, error) from error
    return path


def _axes(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height))
    return figure, figure.add_subplot()


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


def _run_off(report: Report) -> Figure:
    rungs = report.rungs
    figure, axes = _axes(7.0, 1.0 + 0.3 * len(rungs))
    largest = max((abs(b) for rung in rungs for b in rung.bankrolls), default=0.0) or 1.0
    colours = mpl.colormaps["PiYG"]
    for number, rung in enumerate(rungs):
        for place, value in enumerate(rung.bankrolls):
            axes.barh(number, 0.96, left=place + 0.52, color=colours(0.5 + value / largest / 2))
    _name_ticks(axes.set_yticks, [f"{rung.rank}. {rung.agent}" for rung in rungs])
    axes.invert_yaxis()
    axes.set_xlabel("round")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(f"run-off, colour by {report.unit.words}", loc="left")
    return figure


def _curves(curves: Sequence[Curve]) -> Figure:
    figure, axes = _axes(7.0, 4.0)
    for curve in curves:
        (line,) = axes.plot(curve.deck_seeds, curve.big_blinds, linewidth=1.3)
        place = (curve.deck_seeds[-1], curve.big_blinds[-1])
        axes.annotate(
            _short(curve.agent),
            place,
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            color=line.get_color(),
        )
    axes.axhline(0, color="0.6", linewidth=0.8, linestyle="--")
    axes.set_xlabel("decks")
    axes.set_ylabel("bankroll, big blinds")
    return figure


def _styles(styles: StyleMap) -> Figure:
    figure, axes = _axes(6.5, 5.0)
    for point in styles.points:
        height = min(point.aggression, HIGHEST_AGGRESSION)
        axes.plot(100 * point.vpip, height, "o", markersize=5)
        axes.annotate(
            _short(point.agent),
            (100 * point.vpip, height),
            xytext=(5, 2),
            textcoords="offset points",
        )
    axes.axvline(100 * VPIP_BOUND, color="0.6", linewidth=0.8, linestyle="--")
    axes.axhline(AGGRESSION_BOUND, color="0.6", linewidth=0.8, linestyle="--")
    axes.set_xlim(0, 100)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("VPIP, %")
    axes.set_ylabel(styles.aggression_words)
    return figure


def _short(label: str) -> str:
    longest = 24
    text = printable(label)
    return text if len(text) <= longest else text[: longest - 1] + "…"
