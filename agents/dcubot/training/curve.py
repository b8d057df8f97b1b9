"""The learning curve: a line at each checkpoint, and a file of all of them."""

import csv
from collections.abc import Iterator
from io import TextIOWrapper
from math import isnan
from pathlib import Path

from railbird.agents.dcubot.net.weights import WeightsError
from railbird.native import FileError, atomic_write, open_file

CURVE = (
    "hands",
    "decisions",
    "play",
    "observer",
    "showdown",
    "surprise",
    "nash_conv",
    "league",
    "won",
    "deviation",
)


def say_point(point: dict[str, float]) -> str:
    """Format a point: entropies per decision, in nats, of the play and of the observer model."""
    words = [
        f"{int(point['hands']):>12,} hands",
        f"{point['decisions']:.1f} decisions per hand",
    ]
    learnt = ("play", "observer", "showdown")
    words += [f"{name} {-point[name]:.3f}" for name in learnt if not isnan(point[name])]
    if not isnan(point["surprise"]):
        words.append(f"surprise {point['surprise']:.2f} bb")
    if not isnan(point["nash_conv"]):
        words.append(f"NashConv {point['nash_conv']:.3f}")
    if not isnan(point["league"]):
        words.append(f"league {point['league']:+.3f} bb per hand")
    if not isnan(point["won"]):
        words.append(f"won {point['won']:.3f} bb per hand, deviation {point['deviation']:.1f}")
    return "   ".join(words)


def write_curve(path: Path, points: list[dict[str, float]]) -> None:
    """Write a learning curve, atomically."""
    with atomic_write(path) as beside, beside.open("w", newline="") as file:
        writer = csv.DictWriter(file, CURVE)
        writer.writeheader()
        writer.writerows(points)


def read_curve(path: Path, upto: int) -> list[dict[str, float]]:
    """Read a learning curve up to a number of hands; empty if there is no file.

    Raises WeightsError for an invalid file.
    """
    try:
        return list(_points(path, upto)) if path.exists() else []
    except (FileError, OSError, KeyError, ValueError, TypeError, OverflowError, csv.Error) as error:
        raise WeightsError(
            f"{path} is not a learning curve, or was edited; remove it, and continue without it"
        ) from error


def _points(path: Path, upto: int) -> Iterator[dict[str, float]]:
    with open_file(path) as file, TextIOWrapper(file, "utf-8", newline="") as text:
        for row in csv.DictReader(text):
            point = {name: float(row[name]) for name in CURVE}
            if point["hands"] <= upto:
                yield point | {"hands": int(point["hands"])}
