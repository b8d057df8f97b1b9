"""What is an action, what is an amount, and what is nonsense."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.harness.table.judging.answers import (
    MOST_AMOUNT,
    NonsenseError,
    read_action,
    read_amount,
    read_columns,
)
from railbird.harness.table.judging.incident_text import describe_value
from railbird.plugins import CALL, FOLD, Action, ActionKind, raise_to

FORTIES = [40, 40.0, Fraction(40, 1), Decimal("40"), Decimal("4E+1"), ActionKind(1) * 40]
FORTIES += [kind(40) for kind in (np.uint8, np.int8, np.int64, np.uint64, np.float32, np.float64)]
NO_AMOUNTS = [
    True,
    np.True_,
    None,
    "40",
    b"40",
    [40],
    (40,),
    np.array([40]),
    40.5,
    Fraction(81, 2),
    Decimal("40.5"),
    math.nan,
    math.inf,
    -math.inf,
    Decimal("nan"),
    np.float32(np.nan),
    -1,
    -40.0,
    np.int8(-1),
    40 + 0j,
    -(10**5000),
    Fraction(10**5000, 7),
    object(),
]
NO_ACTIONS = [None, "call", 1, math.nan, -1, [1, 0], (1, 0), ActionKind.CALL, Action, object()]
NO_KINDS = [3, -1, 255, True, False, np.True_, 1.5, "CALL", None, math.nan, [1]]


@pytest.mark.parametrize("amount", FORTIES, ids=lambda value: type(value).__name__)
def test_whole_numbers_of_any_type_are_good_amounts(amount: Any) -> None:
    assert read_amount(amount) == 40
    assert type(read_amount(amount)) is int


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=describe_value)
def test_everything_else_is_nonsense(amount: Any) -> None:
    with pytest.raises(NonsenseError, match="amount"):
        read_action(raise_to(amount), is_sized=True)


@given(st.integers(2**62, 2**200))
def test_an_amount_too_large_for_the_tables_is_still_more_than_any_stack(amount: int) -> None:
    assert read_amount(amount) == MOST_AMOUNT
    assert read_amount(float(2**90)) == MOST_AMOUNT


@pytest.mark.parametrize("answer", NO_ACTIONS, ids=describe_value)
def test_what_is_not_an_action_is_nonsense(answer: Any) -> None:
    with pytest.raises(NonsenseError, match="instead of an action"):
        read_action(answer, is_sized=False)


@pytest.mark.parametrize("kind", NO_KINDS, ids=repr)
def test_what_is_not_a_kind_is_nonsense(kind: Any) -> None:
    with pytest.raises(NonsenseError, match="kind"):
        read_action(Action(kind), is_sized=False)


def test_a_kind_may_be_a_whole_number_of_any_type() -> None:
    assert read_action(Action(2, 40), is_sized=True) == (2, 40)  # type: ignore[arg-type]
    assert read_action(Action(np.uint8(0)), is_sized=True) == (0, 0)  # type: ignore[arg-type]
    assert read_action(Action(1.0), is_sized=True) == (1, 0)  # type: ignore[arg-type]


def test_cards_are_nonsense_in_games_that_do_not_use_them() -> None:
    with pytest.raises(NonsenseError, match="cards"):
        read_action(Action(ActionKind.CALL, 0, (5,)), is_sized=False)


def test_an_amount_counts_for_a_raise_in_a_no_limit_game_alone() -> None:
    assert read_action(Action(ActionKind.CALL, "x"), is_sized=True) == (1, 0)  # type: ignore[arg-type]
    assert read_action(Action(ActionKind.FOLD, -1), is_sized=True) == (0, 0)
    assert read_action(raise_to(-1), is_sized=False) == (2, 0)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.uint64, np.int64, np.float64])
def test_columns_may_have_any_type_of_whole_numbers(dtype: type) -> None:
    kinds, amounts, nonsense = read_columns(
        (np.array([0, 1, 2], np.int16), np.array([0, 0, 40], dtype)), 3, is_sized=True
    )
    assert (kinds.dtype, amounts.dtype) == (np.uint8, np.int64)
    assert (kinds.tolist(), amounts.tolist(), nonsense) == ([0, 1, 2], [0, 0, 40], {})


def test_lists_are_columns_too() -> None:
    kinds, amounts, nonsense = read_columns(([0, 2], [0, 40]), 2, is_sized=True)
    assert (kinds.tolist(), amounts.tolist(), nonsense) == ([0, 2], [0, 40], {})


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0, 1, 2, 3, -1, 255]),
            st.sampled_from([0, 40, -1, 40.0, 40.5, math.nan, math.inf, 2.0**70]),
        ),
        min_size=1,
    ),
    st.booleans(),
)
def test_a_row_of_columns_is_read_like_an_action_of_its_own(
    rows: list[tuple[int, float]], is_sized: bool
) -> None:
    kinds, amounts = (np.array(column) for column in zip(*rows, strict=True))
    found = read_columns((kinds, amounts), len(rows), is_sized=is_sized)
    for row, (kind, amount) in enumerate(zip(kinds.tolist(), amounts.tolist(), strict=True)):
        try:
            wanted = read_action(Action(kind, amount), is_sized=is_sized)
            assert row not in found[2]
        except NonsenseError as error:
            wanted = (1, 0)
            assert found[2][row] == str(error)
        assert found[0][row] == wanted[0]
        if wanted[0] == 2:
            assert found[1][row] == wanted[1]


@pytest.mark.parametrize(
    "answer",
    [
        lambda: None,
        lambda: CALL,
        lambda: [FOLD, CALL],
        lambda: 3,
        lambda: "calls",
        lambda: ([1, 1], [0]),
        lambda: ([1], [0, 0]),
        lambda: ([1, 1], 0),
        lambda: ([1, 1], None),
        lambda: ([[1, 1]], [0, 0]),
        lambda: (np.ones((2, 1), np.uint8), [0, 0]),
        lambda: ([1, 1], [0, 0], [0, 0]),
    ],
)
def test_what_is_not_a_pair_of_columns_is_nonsense(answer: Callable[[], Any]) -> None:
    with pytest.raises(NonsenseError, match=r"pair|shape|column"):
        read_columns(answer(), 2, is_sized=True)


def test_a_limit_game_needs_no_amounts() -> None:
    kinds, amounts, nonsense = read_columns(([1, 2], None), 2, is_sized=False)
    assert (kinds.tolist(), amounts.tolist(), nonsense) == ([1, 2], [0, 0], {})


@pytest.mark.parametrize("odd", ["x", True, None, 1.5, math.nan, [1], (1, 2)], ids=repr)
def test_one_odd_kind_spoils_no_other_row(odd: Any) -> None:
    found = read_columns(([2, odd, 0], [0, 0, 0]), 3, is_sized=False)
    assert found[0].tolist() == [2, 1, 0]
    assert list(found[2]) == [1]


def test_a_column_of_truths_is_no_column_of_kinds() -> None:
    assert list(read_columns((np.array([True, False]), None), 2, is_sized=False)[2]) == [0, 1]
