"""Labels cover neither each other nor the dots, and lines lead past other labels."""

import numpy as np
import pytest

from railbird.results.report.label_places import LabelPlace, place_labels

WIDTH, HEIGHT = 480.0, 300.0
SIZE = (50.0, 11.0)
Dots = list[tuple[float, float]]


def placed(dots: Dots) -> list[LabelPlace]:
    return place_labels(dots, [SIZE] * len(dots), width=WIDTH, height=HEIGHT)


def boxes(places: list[LabelPlace]) -> list[tuple[float, float, float, float]]:
    half_width, half_height = SIZE[0] / 2, SIZE[1] / 2
    return [
        (p.x - half_width, p.y - half_height, p.x + half_width, p.y + half_height) for p in places
    ]


def check(dots: Dots) -> None:
    """Nothing overlaps, all is inside, and points of a line lie in no label but its own."""
    places = placed(dots)
    found = boxes(places)
    for number, (left, low, right, high) in enumerate(found):
        assert left >= 0 and low >= 0 and right <= WIDTH and high <= HEIGHT
        for other in found[number + 1 :]:
            apart = (other[0] - right, left - other[2], other[1] - high, low - other[3])
            assert max(apart) > -1e-6
    for number, ((x, y), place) in enumerate(zip(dots, places, strict=True)):
        if not place.has_line:
            continue
        for step in np.linspace(0.02, 0.98, 97):
            at = x + step * (place.end_x - x), y + step * (place.end_y - y)
            for other, (left, low, right, high) in enumerate(found):
                inside = left + 1 < at[0] < right - 1 and low + 1 < at[1] < high - 1
                assert other == number or not inside


def test_a_dot_in_the_open_has_its_label_beside_it_without_a_line() -> None:
    (place,) = placed([(100.0, 100.0)])
    assert not place.has_line
    assert (place.x, place.y) == (131.0, 100.0)


@pytest.mark.parametrize("corner", [(0.0, 0.0), (WIDTH, 0.0), (0.0, HEIGHT), (WIDTH, HEIGHT)])
def test_labels_stay_inside_the_picture(corner: tuple[float, float]) -> None:
    check([corner])
    check([corner] * 4)


@pytest.mark.parametrize("count", [2, 3, 8, 30])
def test_dots_in_one_place_have_labels_apart(count: int) -> None:
    check([(240.0, 150.0)] * count)


@pytest.mark.parametrize("seed", range(12))
def test_a_crowd_of_thirty_is_legible(seed: int) -> None:
    """As many dots as in the map of thirty agents with similar play."""
    drawn = np.random.default_rng(seed).normal((240, 170), (12, 25), (30, 2))
    check([(float(x), float(y)) for x, y in drawn])


@pytest.mark.parametrize("seed", range(12))
def test_a_dozen_anywhere_is_legible(seed: int) -> None:
    drawn = np.random.default_rng(seed).uniform((10, 10), (470, 290), (12, 2))
    check([(float(x), float(y)) for x, y in drawn])


def test_what_is_taken_stays_free_and_equal_dots_give_equal_places() -> None:
    taken = [(105.0, 90.0, 200.0, 110.0)]
    places = [
        place_labels([(100.0, 100.0)], [SIZE], width=WIDTH, height=HEIGHT, taken=taken)
        for _ in range(2)
    ]
    assert places[0] == places[1]
    ((left, low, right, high),) = boxes(places[0])
    assert right <= 105 or left >= 200 or high <= 90 or low >= 110
