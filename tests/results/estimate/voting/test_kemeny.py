"""Orders with the fewest mistakes, held against all orders there are."""

from itertools import permutations

import numpy as np
import pytest
from votes import margins_of, random_margins

from railbird.results.estimate.voting.kemeny import (
    MOST_EXACT,
    MOST_ORDERS,
    count_mistakes,
    kemeny_orders,
)


def with_tied_neighbours_swapped(margins: np.ndarray, orders: np.ndarray) -> set[tuple[int, ...]]:
    found = {tuple(order) for order in orders.tolist()}
    waiting = list(found)
    while waiting:
        order = waiting.pop()
        for place in range(len(order) - 1):
            one, other = order[place : place + 2]
            swapped = (*order[:place], other, one, *order[place + 2 :])
            if margins[one, other] == 0 and swapped not in found:
                found.add(swapped)
                waiting.append(swapped)
    return found


@pytest.mark.parametrize("count", range(1, 7))
def test_all_orders_with_the_fewest_mistakes_are_found_and_no_others(count: int) -> None:
    random = np.random.default_rng(count)
    for _ in range(60):
        margins = random_margins(random, count, 3)
        every = np.array(list(permutations(range(count))))
        mistakes = count_mistakes(margins, every)
        best = {tuple(order) for order in every[mistakes == mistakes.min()].tolist()}
        found = kemeny_orders(margins)
        assert {tuple(order) for order in found.tolist()} <= best
        if len(found) < MOST_ORDERS:
            assert with_tied_neighbours_swapped(margins, found) == best


def test_mistakes_are_votes_the_other_way_round_that_are_not_outweighed() -> None:
    margins = margins_of("ABC", "ACB", "CAB", "CAB", "BCA")
    assert kemeny_orders(margins).tolist() == [[2, 0, 1]]
    some = np.array([[2, 0, 1], [0, 2, 1], [1, 0, 2]])
    assert count_mistakes(margins, some).tolist() == [0, 1, 5]


def test_whoever_beats_all_others_is_first_among_many() -> None:
    random = np.random.default_rng(4)
    margins = random_margins(random, 40, 9)
    margins[17], margins[:, 17] = 1.0, -1.0
    margins[17, 17] = 0
    assert kemeny_orders(margins)[0, 0] == 17


def test_large_circles_end_where_no_single_move_helps() -> None:
    random = np.random.default_rng(5)
    margins = random_margins(random, MOST_EXACT + 8, 20)
    (order,) = kemeny_orders(margins)
    assert sorted(order) == list(range(len(margins)))
    (mistakes,) = count_mistakes(margins, order[None])
    for place in range(len(order)):
        rest = np.delete(order, place)
        moved = np.array([np.insert(rest, to, order[place]) for to in range(len(order))])
        assert count_mistakes(margins, moved).min() >= mistakes - 1e-9


def test_agents_who_all_tie_have_one_order() -> None:
    assert kemeny_orders(np.zeros((9, 9))).tolist() == [list(range(9))]
    assert kemeny_orders(np.zeros((1, 1))).tolist() == [[0]]
