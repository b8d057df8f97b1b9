"""Matches become duplicate sets: whole ones count, broken ones are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.results import StoreError
from railbird.results.estimate.means.duplicate_sets import collect_sets
from tests.results.conftest import Match, duplicate_set, match_batch


def test_the_totals_of_a_set_are_over_all_its_seatings() -> None:
    matches = [
        Match(("b", "a"), (5, -5), deck=3, seating=0),
        Match(("a", "b"), (20, -20), deck=3, seating=1),
        Match(("b", "c"), (1, -1), deck=3, seating=0),
        Match(("c", "b"), (2, -2), deck=3, seating=1),
    ]
    sets = collect_sets([match_batch(matches)], 2)
    assert sets.agents == ("a", "b", "c")
    assert sets.line_ups.tolist() == [[0, 1], [1, 2]]
    assert sets.line_up.tolist() == [0, 1]
    assert sets.deck.tolist() == [3, 3]
    assert sets.hands.tolist() == [20, 20]
    assert sets.payoffs.tolist() == [[15, -15], [-1, 1]]
    assert sets.incomplete_count == 0


@given(st.permutations(range(24)), st.integers(1, 24))
def test_neither_order_nor_batches_matter(order: list[int], size: int) -> None:
    matches = [
        match
        for deck in (0, 1)
        for line_up in ("abc", "abd")
        for match in duplicate_set(dict.fromkeys(line_up, deck), deck=deck)
    ]
    mixed = [matches[number] for number in order]
    batches = [match_batch(mixed[start : start + size]) for start in range(0, 24, size)]
    one, other = collect_sets([match_batch(matches)], 6), collect_sets(batches, 6)
    for name in ("line_ups", "line_up", "deck", "hands", "payoffs"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist()
    assert one.agents == other.agents


def test_a_set_that_lacks_a_seating_is_left_out_and_counted() -> None:
    matches = duplicate_set({"a": 5, "b": -5}, deck=0) + duplicate_set({"a": 7, "b": -7}, deck=1)
    sets = collect_sets([match_batch(matches[:3])], 2)
    assert sets.deck.tolist() == [0]
    assert sets.incomplete_count == 1
    nothing = collect_sets([match_batch(matches[:1])], 2)
    assert nothing.line_ups.shape == (0, 2)
    assert nothing.incomplete_count == 1


def test_a_match_that_is_there_twice_is_refused() -> None:
    matches = duplicate_set({"a": 5, "b": -5}, deck=0)
    with pytest.raises(StoreError, match=r"\['a', 'b'\] on deck 0 has seating 0 twice"):
        collect_sets([match_batch([*matches, matches[0]])], 2)


def test_no_matches_at_all_is_said() -> None:
    with pytest.raises(StoreError, match="no matches yet"):
        collect_sets([], 2)
