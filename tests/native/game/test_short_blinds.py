"""A blind above its stack is all-in for less, and calls cost all of it, in ACPC games too."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import PAYOFF_UNIT, ActionKind, ActionWalk, GameDefinition, Tables

Shipped = Callable[[str], GameDefinition]
SMALL, BIG = 50, 100
CALL = ActionKind.CALL.value


@pytest.mark.parametrize(
    ("stacks", "spent"),
    [
        ([1000, 60, 1000], [100, 60, 100]),
        ([20, 1000, 1000], [20, 100, 100]),
        ([20, 60, 1000], [20, 60, 100]),
        ([1000, 60, 70], [100, 60, 70]),
        ([1000, 100, 1000], [100, 100, 100]),
    ],
)
def test_calls_cost_the_whole_blind(
    stacks: list[int], spent: list[int], shipped_game: Shipped
) -> None:
    walk = ActionWalk(shipped_game("holdem-nolimit-3p"))
    walk.begin(stacks, [SMALL, BIG, 0])
    assert walk.spent == [min(stacks[0], SMALL), min(stacks[1], BIG), 0]
    while not walk.rounds_due and walk.acting is not None:
        walk.act(CALL)
    assert walk.spent == spent


def test_the_least_raise_is_by_the_whole_blind(shipped_game: Shipped) -> None:
    walk = ActionWalk(shipped_game("holdem-nolimit-3p"))
    walk.begin([1000, 60, 1000], [SMALL, BIG, 0])
    assert walk.raise_bounds == (2 * BIG, 1000)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_nobody_loses_or_wins_more_than_he_is_in_for(
    data: st.DataObject, shipped_game: Shipped
) -> None:
    """Side pots sum to zero, nobody loses more than he has or than another who is in for it."""
    game = shipped_game("holdem-nolimit-3p")
    stacks = data.draw(st.lists(st.integers(1, 400), min_size=3, max_size=3))
    walk, texts = ActionWalk(game), list[str]()
    walk.begin(stacks, [SMALL, BIG, 0])
    while walk.acting is not None:
        if walk.rounds_due:
            walk.begin_round()
            texts.append("/")
            continue
        low, high = walk.raise_bounds
        kinds = ["c"] + ["f"] * (walk.spent[walk.acting] < max(walk.spent)) + ["r"] * (low > 0)
        kind = data.draw(st.sampled_from(kinds))
        amount = data.draw(st.integers(low, high)) if kind == "r" else 0
        texts.append(f"r{amount}" if amount else kind)
        walk.act({"f": 0, "c": 1, "r": 2}[kind], amount)
    deal = np.random.default_rng(data.draw(st.integers(0, 2**32))).permutation(52)
    cards = deal[None, : game.cards_per_hand].astype(np.uint8)
    tables = Tables(replace(game, stacks=(20000,) * 3), 1)
    tables.start_hands([0], cards, stacks=[stacks], blinds=[[SMALL, BIG, 0]])
    tables.play_betting([0], ["".join(texts)])
    assert tables.is_done[0]
    (payoffs,) = tables.payoffs([0]).tolist()
    spent = walk.spent
    assert sum(payoffs) == 0
    for position in range(3):
        others = [chips for place, chips in enumerate(spent) if place != position]
        assert (
            -payoffs[position] <= min(spent[position], stacks[position], max(others)) * PAYOFF_UNIT
        )
        most = sum(min(chips, spent[position]) for chips in others)
        assert payoffs[position] <= most * PAYOFF_UNIT
