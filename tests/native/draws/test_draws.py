"""Draws are Philox4x32-10 as the contract lays it out, and actions are sampled as declared."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    PURPOSE_CONFORMANCE,
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    PURPOSE_MATCH_START,
    draw_uniform,
    sample_actions,
)
from railbird.native._native import ffi, lib

WORD = 2**32
UINT64 = st.integers(0, 2**64 - 1)
UINT32 = st.integers(0, 2**32 - 1)
# Counter, key and result, as published with the Random123 library.
KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((WORD - 1,) * 4, (WORD - 1,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def philox(counter: tuple[int, ...], key: tuple[int, int]) -> tuple[int, ...]:
    """Ten rounds, as in the paper of Salmon and others, word by word."""
    x0, x1, x2, x3 = counter
    k0, k1 = key
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * x0, WORD)
        high1, low1 = divmod(0xCD9E8D57 * x2, WORD)
        x0, x1, x2, x3 = high1 ^ x1 ^ k0, low1, high0 ^ x3 ^ k1, low0
        k0, k1 = (k0 + 0x9E3779B9) % WORD, (k1 + 0xBB67AE85) % WORD
    return x0, x1, x2, x3


@pytest.mark.parametrize(("counter", "key", "result"), KNOWN_ANSWERS)
def test_philox_gives_the_published_words(
    counter: tuple[int, ...], key: tuple[int, int], result: tuple[int, ...]
) -> None:
    words = ffi.new("uint32_t[4]")
    lib.rb_philox(ffi.new("uint32_t[4]", counter), key[1] << 32 | key[0], words)
    assert tuple(words) == result == philox(counter, key)


@given(UINT64, st.tuples(st.integers(0, 3), st.integers(0, 255)), UINT32, UINT32, UINT32)
def test_a_draw_is_where_the_contract_says(
    key: int, purpose_and_seat: tuple[int, int], hand: int, decision: int, draw_index: int
) -> None:
    purpose, seat = purpose_and_seat
    counter = (draw_index >> 1, decision, hand, purpose << 8 | seat)
    words = philox(counter, (key % WORD, key >> 32))
    low, high = words[2:] if draw_index % 2 else words[:2]
    draw = draw_uniform(
        [key],
        purpose=purpose,
        seats=seat,
        hands=[hand],
        decisions=decision,
        draw_index=draw_index,
    )
    assert draw.dtype == np.float64
    assert draw.tolist() == [((high << 32 | low) >> 11) / 2**53]


def test_a_batch_gives_each_row_its_own_draw() -> None:
    keys = np.arange(50, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    columns = {
        "seats": np.arange(50, dtype=np.uint8) % 3,
        "hands": np.arange(50, dtype=np.uint32),
        "decisions": np.arange(50, dtype=np.uint32)[::-1],
    }
    whole = draw_uniform(keys, purpose=PURPOSE_HAND_START, draw_index=3, **columns)
    for row in range(50):
        one = {name: int(column[row]) for name, column in columns.items()}
        alone = draw_uniform(keys[row], purpose=PURPOSE_HAND_START, draw_index=3, **one)
        assert alone.tolist() == [whole[row]]


def test_many_rows_draw_what_each_draws_alone() -> None:
    generator = np.random.default_rng(4)
    keys = generator.integers(2**64, size=1003, dtype=np.uint64)
    seats = generator.integers(256, size=1003, dtype=np.uint8)
    hands, decisions, indexes = generator.integers(2**32, size=(3, 1003), dtype=np.uint32)
    columns = {"seats": seats, "hands": hands, "decisions": decisions}
    draws = draw_uniform(keys, purpose=2, draw_index=indexes, **columns)
    rows = zip(keys, seats, hands, decisions, indexes, strict=True)
    assert draws.tolist() == [
        lib.rb_draw(int(key), 2 << 8 | int(seat), int(hand), int(decision), int(index))
        for key, seat, hand, decision, index in rows
    ]


def test_purposes_seats_and_indices_do_not_share_draws() -> None:
    purposes = (PURPOSE_DECISION, PURPOSE_HAND_START, PURPOSE_MATCH_START, PURPOSE_CONFORMANCE)
    draws = [
        draw_uniform(
            [1, 2],
            purpose=purpose,
            seats=seat,
            hands=hand,
            decisions=decision,
            draw_index=index,
        )
        for purpose in purposes
        for seat in range(3)
        for hand in range(3)
        for decision in range(3)
        for index in range(5)
    ]
    flat = np.concatenate(draws)
    assert len(set(flat.tolist())) == len(flat)


def test_draws_fill_the_unit_interval_evenly() -> None:
    draws = draw_uniform(
        np.full(200_000, 77, dtype=np.uint64),
        purpose=0,
        seats=0,
        hands=np.arange(200_000, dtype=np.uint32),
        decisions=0,
        draw_index=0,
    )
    counts = np.histogram(draws, bins=100, range=(0.0, 1.0))[0]
    assert counts.sum() == 200_000
    chi_squared = ((counts - 2000) ** 2 / 2000).sum()
    assert chi_squared < 99 + 5 * np.sqrt(2 * 99)


def test_columns_of_wrong_length_type_or_size_are_refused() -> None:
    good = {"seats": 0, "hands": 0, "decisions": 0}
    with pytest.raises(ValueError, match="hands must have shape"):
        draw_uniform([1, 2], purpose=0, draw_index=0, **{**good, "hands": [1, 2, 3]})
    with pytest.raises(ValueError, match="seats must fit uint8"):
        draw_uniform([1], purpose=0, draw_index=0, **{**good, "seats": 256})
    with pytest.raises(TypeError, match="decisions must be uint32"):
        draw_uniform([1], purpose=0, draw_index=0, **{**good, "decisions": [0.5]})
    with pytest.raises(ValueError, match="purpose"):
        draw_uniform([1], purpose=-1, draw_index=0, **good)
    with pytest.raises(ValueError, match="draw_index"):
        draw_uniform([1], purpose=0, draw_index=2**32, **good)


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any),
    st.floats(0, 1, exclude_max=True),
)
def test_the_draw_falls_into_the_alternative_that_covers_it(
    weights: list[int], draw: float
) -> None:
    total = sum(weights)
    probability = np.array([weights], dtype=float) / total
    kinds = np.arange(len(weights), dtype=np.uint8)
    chosen = int(sample_actions(probability, kinds, draws=[draw])[0][0])
    assert weights[chosen] > 0
    below = sum(weights[:chosen]) / total
    assert below - 1e-9 <= draw <= below + weights[chosen] / total + 1e-9


def test_amounts_are_even_over_the_alternative_and_within_it() -> None:
    count = 120_000
    draws = (np.arange(count) + 0.5) / count
    probability = np.tile([0.25, 0.75], (count, 1))
    least = np.tile([0, 10], (count, 1))
    most = np.tile([0, 14], (count, 1))
    kinds, amounts = sample_actions(
        probability, np.array([1, 2], dtype=np.uint8), draws=draws, least=least, most=most
    )
    assert np.bincount(kinds).tolist() == [0, count // 4, 3 * count // 4]
    assert (amounts[kinds == 1] == 0).all()
    assert np.bincount(amounts[kinds == 2]).tolist()[10:] == [18_000] * 5


def test_an_alternative_begins_at_the_end_of_the_one_before() -> None:
    quarters = np.full((5, 4), 0.25)
    draws = [0.0, 0.25, 0.5, 0.75, np.nextafter(1.0, 0.0)]
    assert sample_actions(quarters, range(4), draws=draws)[0].tolist() == [0, 1, 2, 3, 3]


def test_no_amounts_are_drawn_without_bounds() -> None:
    kinds, amounts = sample_actions([[0.5, 0.5]], [1, 2], draws=[0.9])
    assert (kinds.tolist(), amounts.tolist()) == ([2], [0])


@pytest.mark.parametrize(
    "row", [[0.5, 0.4], [0.5, 0.6], [-0.5, 1.5], [np.nan, 1.0], [0.0, 0.0], [np.inf, 0.0]]
)
def test_rows_that_are_not_a_distribution_are_named(row: list[float]) -> None:
    with pytest.raises(ValueError, match="row 1 is not a distribution"):
        sample_actions([[0.5, 0.5], row], [0, 1], draws=[0.5, 0.5])


def test_bounds_that_cross_or_come_alone_are_refused() -> None:
    with pytest.raises(ValueError, match=r"row 0 draws an amount from \[7\] to \[5\]"):
        sample_actions([[1.0]], [2], draws=[0.5], least=[[7]], most=[[5]])
    with pytest.raises(ValueError, match="together"):
        sample_actions([[1.0]], [2], draws=[0.5], least=[[7]])
    with pytest.raises(ValueError, match=r"draws must be in \[0, 1\)"):
        sample_actions([[1.0]], [2], draws=[1.0])
    with pytest.raises(ValueError, match="least must have shape"):
        sample_actions([[1.0]], [2], draws=[0.5], least=[7, 7], most=[7, 7])
    with pytest.raises(ValueError, match="the same shape"):
        sample_actions([[1.0]], [2], draws=[0.5], least=[7], most=[[7]])
    with pytest.raises(ValueError, match="row 0 draws an amount from 7 to 5"):
        sample_actions([[1.0]], [2], draws=[0.5], least=[7], most=[5])


def test_bounds_of_a_row_are_those_of_its_raises_alone() -> None:
    random = np.random.default_rng(7)
    kinds = np.array([2, 0, 1, 2], np.uint8)
    probability = random.dirichlet(np.ones(4), 500)
    least, most = np.sort(random.integers(1, 2**40, (2, 500)), axis=0)
    is_raise = kinds == 2
    bounds = {"least": least[:, None] * is_raise, "most": most[:, None] * is_raise}
    draws = random.random(500)
    short = sample_actions(probability, kinds, draws=draws, least=least, most=most)
    full = sample_actions(probability, kinds, draws=draws, **bounds)
    assert short[0].tolist() == full[0].tolist()
    assert short[1].tolist() == full[1].tolist()
    assert (short[1][short[0] != 2] == 0).all()
    crossed = sample_actions([[1.0, 0.0]], [1, 2], draws=[0.5], least=[9], most=[5])
    assert (crossed[0].tolist(), crossed[1].tolist()) == ([1], [0])
