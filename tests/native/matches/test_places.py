"""Places and prizes of tournaments, against rules applied one by one."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    ALL_PRIZES,
    PAYOFF_UNIT,
    PERCENT_UNITS,
    SessionColumns,
    finishing_places,
    paid_prizes,
)


def columns_of(stacks: list[list[int]], counts: list[int]) -> SessionColumns:
    table = np.array(stacks, np.int64)
    return SessionColumns(
        hand_counts=np.array(counts, np.int32),
        levels=np.zeros(len(table), np.int32),
        positions=np.tile(np.arange(table.shape[1], dtype=np.uint8), (len(table), 1)),
        stacks=table,
        blinds=np.zeros_like(table),
        antes=np.zeros(len(table), np.int64),
    )


def places_of(path: list[list[int]]) -> list[int]:
    """Places of one match from the stacks before each hand and after the last."""
    stacks = path[:-1]
    payoffs = PAYOFF_UNIT * np.diff(np.array(path, np.int64), axis=0)
    return finishing_places(columns_of(stacks, [len(stacks)]), payoffs)[0].tolist()


@pytest.mark.parametrize(
    ("path", "places"),
    [
        ([[5, 5, 5], [0, 10, 5], [0, 0, 15]], [3, 2, 1]),
        ([[5, 3, 7], [0, 0, 15]], [2, 3, 1]),  # out in one hand: who had more is ahead
        ([[4, 4, 7], [0, 0, 15]], [2, 2, 1]),  # as much: they share the place
        ([[5, 5, 5], [0, 8, 7]], [3, 1, 2]),  # not played to the end
        ([[5, 5, 5], [3, 6, 6]], [3, 1, 1]),
        ([[2, 2, 2, 9], [0, 0, 0, 15]], [2, 2, 2, 1]),
    ],
)
def test_known_places(path: list[list[int]], places: list[int]) -> None:
    assert places_of(path) == places


def ahead(path: list[list[int]], one: int, other: int) -> bool:
    """Whether one finished before the other, as a person would tell."""
    if path[-1][one] or path[-1][other]:
        return path[-1][one] > path[-1][other]
    last = [max(hand for hand, row in enumerate(path) if row[seat]) for seat in (one, other)]
    return (last[0], path[last[0]][one]) > (last[1], path[last[1]][other])


@given(data=st.data(), players=st.integers(2, 6))
def test_places_are_one_and_the_number_of_those_ahead(data: st.DataObject, players: int) -> None:
    path = [[4] * players]
    for _ in range(data.draw(st.integers(1, 8))):
        row = list(path[-1])
        for seat in range(players):
            lost = data.draw(st.integers(0, row[seat]))
            live = [other for other in range(players) if path[-1][other] and other != seat]
            if live:
                row[seat] -= lost
                row[data.draw(st.sampled_from(live))] += lost
        path.append(row)
    expected = [
        1 + sum(ahead(path, other, seat) for other in range(players) if other != seat)
        for seat in range(players)
    ]
    assert places_of(path) == expected


@given(
    places=st.lists(st.integers(0, 3), min_size=2, max_size=10),
    prizes=st.lists(st.integers(0, 5_000), min_size=1, max_size=10),
)
def test_prizes_are_shared_and_nothing_is_lost(places: list[int], prizes: list[int]) -> None:
    """Equal keys share the mean of the prizes of the places that they take, exactly."""
    listed = sorted(prizes, reverse=True)[: len(places)]
    units = [prize * PERCENT_UNITS // 100 for prize in listed]
    rank = [1 + sum(other < own for other in places) for own in places]
    paid = paid_prizes(np.array([rank]), units)[0].tolist()
    assert sum(paid) == sum(units)
    for own, got in zip(rank, paid, strict=True):
        taken = range(own - 1, own - 1 + rank.count(own))
        share = sum((Fraction(units[p]) for p in taken if p < len(units)), Fraction(0)) / len(taken)
        assert got == share


def test_several_matches_are_told_apart() -> None:
    stacks = [[5, 5], [7, 3], [5, 5], [2, 8], [1, 9]]
    payoffs = PAYOFF_UNIT * np.array([[2, -2], [3, -3], [-3, 3], [-1, 1], [-1, 1]])
    columns = columns_of(stacks, [2, 3])
    assert finishing_places(columns, payoffs).tolist() == [[1, 2], [2, 1]]
    paid = paid_prizes(np.array([[1, 2], [1, 1]]), [ALL_PRIZES])
    assert paid.tolist() == [[ALL_PRIZES, 0], [ALL_PRIZES // 2, ALL_PRIZES // 2]]
