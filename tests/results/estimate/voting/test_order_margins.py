"""Votes by hand, by brute force, and under changes that must not matter."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from votes import margins_of

from railbird.results.estimate.voting.order_margins import drawn_margins, order_margins
from tests.results.tables.rankings.test_rankings import Play, means_of, pairs, plays


def test_margins_by_hand() -> None:
    margins = margins_of("ABC", "ACB", "CAB", "CAB", "BCA")
    assert margins.tolist() == [[0, 3, -1], [-3, 0, -1], [1, 1, 0]]


def test_a_tie_is_half_a_vote_each_way_and_who_is_absent_has_no_vote() -> None:
    assert margins_of("A/BC", "CD").tolist() == [
        [0, 0, 1, 0],
        [0, 0, 1, 0],
        [-1, -1, 0, 1],
        [0, 0, -1, 0],
    ]


def brute_margin(play: Play, one: str, other: str) -> float:
    margin = 0.0
    for line_up, decks in play.items():
        if one in line_up and other in line_up:
            signs = [np.sign(totals[one] - totals[other]) for totals in decks]
            margin += sum(signs) / len(decks)
    return margin


@given(plays())
def test_margins_are_the_definition_s(play: Play) -> None:
    sets = means_of(play).sets
    orders = order_margins(sets)
    for one, other in combinations(range(len(sets.agents)), 2):
        expected = brute_margin(play, sets.agents[one], sets.agents[other])
        assert orders.margins[one, other] == pytest.approx(expected, abs=1e-9)
        assert orders.margins[other, one] == -orders.margins[one, other]
        both = {sets.agents[one], sets.agents[other]}
        assert orders.met[one, other] == sum(both <= set(line_up) for line_up in play)


def test_line_ups_weigh_equally_however_many_decks_they_have() -> None:
    play = {("a", "b"): [{"a": 1, "b": -1}] * 9, ("b", "c"): [{"b": 1, "c": -1}]}
    assert order_margins(means_of(play).sets).margins.tolist() == [
        [0, 1, 0],
        [-1, 0, 1],
        [0, -1, 0],
    ]


def test_a_third_and_two_thirds_against_it_are_a_tie() -> None:
    """Sums of fractions that are not floats cancel: three line-ups of three decks."""
    won = {("a", "b", "c"): 1, ("a", "b", "d"): 2, ("a", "b", "e"): 0}
    play = {
        line_up: [{"a": n, "b": -n, line_up[2]: 0} for n in [1] * above + [-1] * (2 - above) + [0]]
        for line_up, above in won.items()
    }
    assert order_margins(means_of(play).sets).margins[0, 1] == 0


def test_shares_above_by_hand() -> None:
    play = {("a", "b", "c"): [{"a": 2, "b": -1, "c": -1}, {"a": -2, "b": 3, "c": -1}]}
    assert order_margins(means_of(play).sets).shares == pytest.approx([4 / 8, 5 / 8, 3 / 8])


def test_resamples_have_the_spread_of_the_decks_and_of_two_more() -> None:
    random = np.random.default_rng(3)
    signs = np.sign(random.normal(0.3, 1, 40)).astype(int)
    sets = means_of({("a", "b"): [{"a": n, "b": -n} for n in signs.tolist()]}).sets
    drawn = drawn_margins(order_margins(sets), 1000)[:, 0, 1]
    expected = signs.var(ddof=1) / len(signs) + 2 / len(signs) ** 2
    assert drawn.mean() == pytest.approx(signs.mean(), abs=0.02)
    assert drawn.var() == pytest.approx(expected, rel=0.15)


def test_resamples_are_margins_too() -> None:
    sets = means_of({line_up: wins * 4 for line_up, wins in pairs(ab=1, ac=-1, bc=1).items()}).sets
    drawn = drawn_margins(order_margins(sets), 50)
    assert drawn.shape == (50, 3, 3)
    assert (drawn == -np.swapaxes(drawn, 1, 2)).all()


def test_decks_that_all_say_the_same_are_not_taken_for_certain() -> None:
    """Five decks won by one may be followed by others; five hundred hardly."""
    for count, share in ((2, 0.05), (5, 0.001), (500, 0.0)):
        sets = means_of({("a", "b"): [{"a": 1, "b": -1}] * count}).sets
        drawn = drawn_margins(order_margins(sets), 1000)[:, 0, 1]
        assert drawn.std() > 0
        assert (drawn <= 0).mean() >= share
        assert (drawn <= 0).mean() < 0.3


def test_one_deck_says_nothing_of_others() -> None:
    assert not order_margins(means_of(pairs(ab=1, bc=1)).sets).is_known
    twice = {line_up: wins * 2 for line_up, wins in pairs(ab=1, bc=1).items()}
    assert order_margins(means_of(twice).sets).is_known
