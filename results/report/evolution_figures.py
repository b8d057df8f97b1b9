"""The figures of an evolution's report: bands of fitness and of parameters by generation."""

from collections.abc import Sequence
from math import ceil

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from railbird.results.generations.parameter_paths import Band, ParameterPath
from railbird.results.report.figures import (
    LINE,
    LOST,
    QUIET,
    SETTINGS,
    WIDTH,
    WON,
    Picture,
    short_label,
)

COLUMNS = 3
PANEL_HEIGHT = 2.1
LIGHT, DARK = 0.15, 0.3
PARTS = ("least", "first quartile", "median", "third quartile", "most")


def draw_fitness(band: Band, errors: Sequence[float]) -> Picture:
    """Draw fitness by generation, and the half-width of an individual's about the median."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, 4.4))
        axes = figure.add_subplot()
        _draw_band(axes, band, name="fitness")
        for sign in (-1, 1) if errors else ():
            edge = [
                row[2] + sign * error for row, error in zip(band.quantiles, errors, strict=True)
            ]
            axes.plot(band.generations, edge, color=QUIET, lw=0.9, ls="--")
        axes.set_xlabel("generation")
        axes.set_ylabel("fitness, mbb/hand")
    return Picture("fitness", "Fitness by generation", figure, _words({"fitness": band}))


def draw_parameters(paths: Sequence[ParameterPath]) -> Picture:
    """Draw a panel for each parameter."""
    rows = max(ceil(len(paths) / COLUMNS), 1)
    bands = {f"parameter-{number}": path.band for number, path in enumerate(paths)}
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, 0.4 + PANEL_HEIGHT * rows), layout="constrained")
        for number, (path, (name, band)) in enumerate(zip(paths, bands.items(), strict=True)):
            axes = figure.add_subplot(rows, COLUMNS, number + 1)
            _draw_band(axes, band, name=name)
            title = short_label(path.name) + (", share" if path.is_share else "")
            axes.set_title(f"{short_label(path.entry)}: {title}", fontsize=9, loc="left")
    return Picture("parameters", "Parameters by generation", figure, _words(bands))


def _draw_band(axes: Axes, band: Band, *, name: str) -> None:
    least, first, middle, third, most = zip(*band.quantiles, strict=True)
    axes.fill_between(band.generations, least, most, color=WON, alpha=LIGHT, lw=0)
    axes.fill_between(band.generations, first, third, color=WON, alpha=DARK, lw=0)
    axes.plot(band.generations, middle, color=WON, lw=1.4, gid=name)
    axes.plot(band.generations, band.best, "o", color=LOST, markersize=2.5)
    axes.grid(axis="y", color=LINE)
    axes.margins(x=0.02)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))
    axes.spines[:].set_visible(False)


def _words(bands: dict[str, Band]) -> dict[str, str]:
    """Describe the last generation of each band."""
    return {
        name: ", ".join(
            f"{part} {value:.4g}" for part, value in zip(PARTS, band.quantiles[-1], strict=True)
        )
        for name, band in bands.items()
    }
