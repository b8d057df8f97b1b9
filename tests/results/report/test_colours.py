"""The report's colours stay apart for the colour-blind, and are those of its style sheet."""

from itertools import combinations, product

import numpy as np
import numpy.typing as npt
import pytest

from railbird.results.report.figures import DASHES, LOST, SERIES, SHOWN_CURVES, WON
from railbird.results.report.page import _text

# Linear RGB as dichromats see it: Machado, Oliveira and Fernandes, IEEE TVCG 15 (2009), severity 1.
SEEN = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = TO_XYZ.sum(axis=1)


def lab(colour: str, eyes: str) -> npt.NDArray[np.float64]:
    """Return a colour in CIELAB, as these eyes see it."""
    part = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(SEEN[eyes] @ linear, 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, eyes: str) -> float:
    return float(np.linalg.norm(lab(one, eyes) - lab(other, eyes)))


def dark_colours() -> dict[str, str]:
    """Return the colours that the style sheet has for the dark, by variable."""
    dark = _text("report.css").split("prefers-color-scheme: dark", 1)[1]
    block = dark[dark.index(":root {") : dark.index("}")]
    return {
        name.strip(" {\n"): value.strip()
        for name, _, value in (part.rpartition("--")[2].partition(":") for part in block.split(";"))
        if value
    }


@pytest.mark.parametrize("eyes", SEEN)
def test_won_and_lost_are_told_apart(eyes: str) -> None:
    dark = dark_colours()
    assert distance(WON, LOST, eyes) > 40
    assert distance(dark["won"], dark["lost"], eyes) > 40


@pytest.mark.parametrize("eyes", SEEN)
def test_curves_of_one_dash_are_distinguishable(eyes: str) -> None:
    dark = dark_colours()
    for palette in (SERIES, tuple(dark[f"c{number}"] for number in range(len(SERIES)))):
        for one, other in combinations(palette, 2):
            assert distance(one, other, eyes) > 12, (one, other)


def test_no_two_of_the_first_curves_look_the_same() -> None:
    looks = list(product(range(len(DASHES)), range(len(SERIES))))
    assert len(set(looks)) == len(DASHES) * len(SERIES) >= 2 * SHOWN_CURVES


def test_the_style_sheet_has_the_colours_of_the_pictures() -> None:
    light = _text("report.css").split("@media", 1)[0]
    assert f"--won: {WON}; --lost: {LOST};" in light
    for number, colour in enumerate(SERIES):
        assert f"--c{number}: {colour};" in light
