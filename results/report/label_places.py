"""Places labels beside their dots so that they do not overlap.

A simple layout. An isolated dot has its label beside it; the labels of a cluster are placed in
columns left and right of it, in the order of its dots, with lines. Each label takes the place that
covers and crosses least. The layout is deterministic.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import numpy.typing as npt

_RADII = (6.0, 11.0, 18.0, 27.0, 38.0, 52.0, 68.0, 86.0, 108.0)
_ANGLES = (0.0, 8.0, 4.0, 12.0, 2.0, 14.0, 6.0, 10.0, 1.0, 15.0, 7.0, 9.0, 3.0, 13.0, 5.0, 11.0)
"""Sixteenths of a turn, the most readable first: right, left, above, below."""
_AWAY = (14.0, 22.0, 34.0, 50.0, 72.0, 100.0, 136.0, 180.0)
"""Points between a cluster and its columns."""
_SHIFTS = (0.0, -16.0, 16.0, -36.0, 36.0, -64.0, 64.0, -100.0, 100.0)
"""Points by which columns are shifted upward."""
_LEFT_SHARES = (0.5, 0.0, 1.0)
"""Shares of a cluster's labels on its left, the most readable first."""
_COVERED_LABEL, _COVERED_DOT, _COVERED_LINE = 2000.0, 400.0, 60.0
_CROSSED_LABEL, _CROSSED_LINE = 600.0, 60.0
"""The costs, in points of distance, of covering something, or of crossing it with a line."""
_DOT = 3.0
_BESIDE = 6.0
"""Distance up to which a label needs no line to its dot."""
_TINY = 1e-9

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """The centre of a label, and where its line ends; `has_line` is false beside the dot."""

    x: float
    y: float
    end_x: float
    end_y: float
    has_line: bool


def place_labels(
    dots: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    *,
    width: float,
    height: float,
    taken: Sequence[tuple[float, float, float, float]] = (),
) -> list[LabelPlace]:
    """Return a place for each label of these sizes, inside `width` and `height`; all in points.

    `taken` are boxes (left, low, right, high) to keep free as well; one may be a line.
    """
    spots, extents = np.array(dots, float).reshape(-1, 2), np.array(sizes, float).reshape(-1, 2)
    ground = _Ground(spots, _stacked(list(taken)), np.array([width, height]))
    places: dict[int, LabelPlace] = {}
    for crowd in sorted(_crowds(spots, extents), key=len, reverse=True):
        if len(crowd) == 1:
            chosen = _beside(ground, spots[crowd[0]], extents[crowd[0]])
        else:
            chosen = _in_columns(ground, spots[crowd], extents[crowd])
        ground.take(chosen)
        places |= zip(crowd, chosen.places(), strict=True)
    return [places[number] for number in range(len(spots))]


@dataclass(frozen=True, slots=True)
class _Labels:
    """Labels by row: their boxes, and lines (x, y, x, y) from the dots, if they are needed."""

    boxes: Floats
    lines: Floats
    is_led: npt.NDArray[np.bool_]

    def places(self) -> Iterator[LabelPlace]:
        centres = (self.boxes[:, :2] + self.boxes[:, 2:]) / 2
        for (x, y), (_, _, end_x, end_y), is_led in zip(
            centres.tolist(), self.lines.tolist(), self.is_led.tolist(), strict=True
        ):
            yield LabelPlace(x, y, end_x, end_y, is_led)

    def among_themselves(self) -> float:
        """Return how much these labels cover and cross each other."""
        lines = self.lines[self.is_led]
        covered = _overlaps(self.boxes, self.boxes).sum() - len(self.boxes)
        pierced = _pierced(lines, self.boxes).sum() - len(lines)  # each line touches its own label
        crossed = _crossed(lines, lines).sum()
        return float(
            _COVERED_LABEL * covered + _CROSSED_LABEL * pierced + _CROSSED_LINE * crossed / 2
        )


@dataclass(frozen=True, slots=True)
class _Ground:
    """The occupied space: dots, boxes to keep free, the edge, labels and their lines."""

    spots: Floats
    free: Floats
    edge: Floats
    boxes: list[Floats] = field(default_factory=list)
    lines: list[Floats] = field(default_factory=list)

    def take(self, labels: _Labels) -> None:
        self.boxes.extend(labels.boxes)
        self.lines.extend(labels.lines[labels.is_led])

    def costs(self, labels: _Labels) -> Floats:
        """Return the cost of what each label covers and crosses, in points of distance."""
        boxes, lines = _stacked(self.boxes), _stacked(self.lines)
        is_line = (self.free[:, :2] == self.free[:, 2:]).any(axis=1)
        dots = np.concatenate([self.spots - _DOT, self.spots + _DOT], axis=1)
        outside = (labels.boxes[:, :2] < 0) | (labels.boxes[:, 2:] > self.edge)
        pierced = labels.is_led * _pierced(labels.lines, boxes).sum(axis=1)
        pierced += _pierced(lines, labels.boxes).sum(axis=0)
        costs: Floats = (
            _COVERED_LABEL * _overlaps(labels.boxes, np.concatenate([boxes, self.free[~is_line]]))
            + _COVERED_LINE * _overlaps(labels.boxes, self.free[is_line])
            + _COVERED_DOT * _overlaps(labels.boxes, dots)
            + 10 * _COVERED_LABEL * outside.any(axis=1)
            + _CROSSED_LABEL * pierced
            + _CROSSED_LINE * labels.is_led * _crossed(labels.lines, lines)
        )
        return costs


def _crowds(spots: Floats, extents: Floats) -> list[list[int]]:
    """Return clusters of dots whose labels would collide beside them."""
    crowd = np.arange(len(spots))
    for number in range(len(spots)):
        apart = np.abs(spots - spots[number])
        is_near = (apart < (extents + extents[number]) / 2).all(axis=1)
        for other in np.unique(crowd[is_near]):
            crowd[crowd == other] = crowd[number]
    return [np.flatnonzero(crowd == name).tolist() for name in np.unique(crowd)]


def _beside(ground: _Ground, spot: Floats, extent: Floats) -> _Labels:
    """Return the best place around a dot for its label."""
    turns = 2 * np.pi * np.array(_ANGLES) / len(_ANGLES)
    around = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    radii = np.repeat(np.array(_RADII), len(_ANGLES))
    half = extent / 2
    centres = spot + np.tile(around, (len(_RADII), 1)) * (radii[:, None] + half)
    ends = np.clip(spot, centres - half, centres + half)
    tries = _Labels(
        np.concatenate([centres - half, centres + half], axis=1),
        np.concatenate([np.broadcast_to(spot, ends.shape), ends], axis=1),
        radii > _BESIDE,
    )
    best = [int(np.argmin(radii + ground.costs(tries)))]
    return _Labels(tries.boxes[best], tries.lines[best], tries.is_led[best])


def _in_columns(ground: _Ground, spots: Floats, extents: Floats) -> _Labels:
    """Return the best columns for the labels of a cluster, on one or both sides."""
    found = []
    for share, away, shift in product(_LEFT_SHARES, _AWAY, _SHIFTS):
        count = round(share * len(spots))
        labels = _columns(spots, extents, (away, shift), left_count=count, height=ground.edge[1])
        lengths = np.hypot(*(labels.lines[:, 2:] - labels.lines[:, :2]).T)
        costs = ground.costs(labels) + lengths
        found.append((float(costs.sum()) + labels.among_themselves(), labels))
    return min(found, key=lambda one: one[0])[1]


def _columns(
    spots: Floats, extents: Floats, where: tuple[float, float], *, left_count: int, height: float
) -> _Labels:
    """Return columns with `left_count` labels on the left, each in the order of its dots.

    `where` gives their distance and upward shift.
    """
    away, shift = where
    order = np.lexsort((spots[:, 1], spots[:, 0]))
    is_left = np.zeros(len(spots), bool)
    is_left[order[:left_count]] = True
    inner = np.where(is_left, spots[:, 0].min() - away, spots[:, 0].max() + away)
    middle = np.zeros(len(spots))
    line = float(extents[:, 1].max())
    for side in (is_left, ~is_left):
        if side.any():
            middle[side] = _stacked_up(spots[side, 1], gap=line, shift=shift, height=height)
    left = np.where(is_left, inner - extents[:, 0], inner)
    low = middle - extents[:, 1] / 2
    boxes = np.stack([left, low, left + extents[:, 0], low + extents[:, 1]], axis=1)
    lines = np.concatenate([spots, np.stack([inner, middle], axis=1)], axis=1)
    return _Labels(boxes, lines, np.ones(len(spots), bool))


def _stacked_up(wanted: Floats, *, gap: float, shift: float, height: float) -> Floats:
    """Return heights `gap` apart in the order of the desired ones, around their middle, shifted."""
    half = gap * len(wanted) / 2
    middle = min(max(float(wanted.mean()) + shift, half), max(height - half, half))
    ranks = np.argsort(np.argsort(wanted, kind="stable"), kind="stable")
    return np.asarray(middle - half + gap * (ranks + 0.5), np.float64)


def _stacked(found: Sequence[Floats | tuple[float, ...]]) -> Floats:
    return np.array(found, np.float64).reshape((-1, 4)) if len(found) else np.zeros((0, 4))


def _overlaps(boxes: Floats, others: Floats) -> Floats:
    """Count for each box, float64[P, 4] as (left, low, right, high), the others that it covers."""
    one, two = boxes[:, None], others[None]
    covers = (one[..., :2] < two[..., 2:] - _TINY) & (two[..., :2] < one[..., 2:] - _TINY)
    return np.asarray(covers.all(axis=2).sum(axis=1), np.float64)


def _pierced(lines: Floats, boxes: Floats) -> npt.NDArray[np.bool_]:
    """Return, bool[L, B], which lines (x, y, x, y) pass through which boxes.

    By the parameters at which a line enters and leaves each slab (Liang and Barsky, 1984).
    """
    start = lines[:, None, :2]
    step = lines[:, None, 2:] - start
    step = np.where(np.abs(step) < _TINY, _TINY, step)
    one, two = (boxes[None, :, :2] - start) / step, (boxes[None, :, 2:] - start) / step
    enters, leaves = np.minimum(one, two).max(axis=2), np.maximum(one, two).min(axis=2)
    hit: npt.NDArray[np.bool_] = (enters <= leaves) & (leaves > 0) & (enters <= 1)
    return hit


def _crossed(lines: Floats, others: Floats) -> Floats:
    """Count for each line, float64[P, 4] as (x, y, x, y), the others that it crosses."""
    one, two = lines[:, None], others[None]
    a, b, c, d = one[..., :2], one[..., 2:], two[..., :2], two[..., 2:]
    apart = _side(a, b, c) * _side(a, b, d) < 0
    return np.asarray((apart & (_side(c, d, a) * _side(c, d, b) < 0)).sum(axis=1), np.float64)


def _side(start: Floats, end: Floats, point: Floats) -> Floats:
    """Return on which side of a line a point lies, by its sign."""
    along, towards = end - start, point - start
    side: Floats = along[..., 0] * towards[..., 1] - along[..., 1] * towards[..., 0]
    return side
