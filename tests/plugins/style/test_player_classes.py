"""The classes that indicators imply, at every bound of the seeds' tables."""

from dataclasses import replace

import numpy as np
import pytest

from railbird.native import STYLE_COUNTERS, parse_game
from railbird.plugins import (
    AGGRESSIVE_FACTOR,
    CLASS_NAMES_BY_TABLE,
    LOOSE_VPIP,
    QUARTER_INDICATORS,
    QUARTERS,
    classify_by_quarter,
    classify_by_table,
    indicator_values,
    starts_short_stacked,
)

ENDLESS = (1, 0)


def counts_of(
    vpip: float = 0, pfr: float = 0, factor: tuple[int, int] = (0, 0), hands: int = 1000
) -> np.ndarray:
    """Return counters of `hands` hands with these shares, and `factor` raises to calls later."""
    counts = np.zeros(len(STYLE_COUNTERS), np.int64)
    for name, value in {
        "hands": hands,
        "first_rounds": hands,
        "voluntary": round(vpip * hands),
        "raised_first_round": round(pfr * hands),
        "later_raises": factor[0],
        "later_calls": factor[1],
    }.items():
        counts[STYLE_COUNTERS.index(name)] = value
    return counts


@pytest.mark.parametrize(
    ("vpip", "factor", "expected"),
    [
        (0.28, (1, 1), "loose passive"),
        (0.28, (2, 1), "loose aggressive"),
        (0.279, (1, 1), "tight passive"),
        (0.279, (11, 10), "tight aggressive"),
        (0.279, (0, 0), "tight passive"),
        (0.28, ENDLESS, "loose aggressive"),
    ],
)
def test_the_observer_has_four_classes(vpip: float, factor: tuple[int, int], expected: str) -> None:
    assert QUARTERS[classify_by_quarter(counts_of(vpip, 0, factor))] == expected


@pytest.mark.parametrize("factor", [(0, 0), (1, 1), (3, 1), (1, 3), ENDLESS])
@pytest.mark.parametrize("first_rounds", [(0, 0), (2, 0), (0, 2), (3, 1)])
@pytest.mark.parametrize("vpip", [0.0, 0.279, 0.28, 0.5])
def test_the_quarter_is_that_of_the_two_indicators_and_their_bounds(
    vpip: float, first_rounds: tuple[int, int], factor: tuple[int, int]
) -> None:
    """A plot of QUARTER_INDICATORS with the bounds shows each player in his own quarter."""
    counts = counts_of(vpip, 0, factor)
    for name, value in zip(("raises", "calls"), first_rounds, strict=True):
        counts[STYLE_COUNTERS.index(f"first_round_{name}")] = value
    across, upward = (float(indicator_values(counts, name)) for name in QUARTER_INDICATORS)
    words = ("loose" if across >= LOOSE_VPIP else "tight") + (
        " aggressive" if upward > AGGRESSIVE_FACTOR else " passive"
    )
    assert QUARTERS[classify_by_quarter(counts)] == words


def test_a_game_is_short_stacked_with_twenty_big_blinds_or_less() -> None:
    short = parse_game(
        "nolimit\nnumPlayers = 2\nnumRounds = 1\nblind = 10 5\nstack = 200 300\nnumSuits = 4\n"
        "numRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0"
    )
    assert starts_short_stacked(short)
    assert not starts_short_stacked(replace(short, stacks=(201, 300)))


def test_pre_flop_actions_count_in_the_observers_factor_alone() -> None:
    counts = counts_of(0.14, 0.1, (0, 0))
    counts[STYLE_COUNTERS.index("first_round_raises")] = 3
    assert QUARTERS[classify_by_quarter(counts)] == "tight aggressive"
    assert CLASS_NAMES_BY_TABLE[classify_by_table(counts)] == "unclassified"


@pytest.mark.parametrize(
    ("vpip", "pfr", "factor", "expected"),
    [
        (0.12, 0.09, (21, 10), "tight aggressive"),
        (0.16, 0.14, (21, 10), "tight aggressive"),
        (0.164, 0.14, (21, 10), "tight aggressive"),
        (0.165, 0.15, (21, 10), "loose aggressive"),
        (0.12, 0.09, (2, 1), "unclassified"),
        (0.07, 0.05, (0, 0), "nit/rock"),
        (0.11, 0.07, (9, 1), "nit/rock"),
        (0.11, 0.08, (9, 1), "unclassified"),
        (0.064, 0.05, (9, 1), "unclassified"),
        (0.17, 0.15, (2, 1), "loose aggressive"),
        (0.24, 0.22, (5, 1), "loose aggressive"),
        (0.24, 0.22, (51, 10), "unclassified"),
        (0.30, 0.30, (41, 10), "maniac"),
        (1.0, 0.6, ENDLESS, "maniac"),
        (0.30, 0.30, (4, 1), "unclassified"),
        (0.31, 0.14, (19, 10), "loose passive"),
        (1.0, 0.0, (0, 1), "loose passive"),
        (0.31, 0.15, (19, 10), "calling station"),
        (0.30, 0.0, (19, 10), "calling station"),
        (0.18, 0.15, (1, 1), "calling station"),
        (0.18, 0.15, (2, 1), "loose aggressive"),
        (0.40, 0.0, (2, 1), "unclassified"),
        (0.40, 0.0, (0, 0), "unclassified"),
        (0.27, 0.18, (3, 1), "unclassified"),
    ],
)
def test_document_000s_tables_have_these_bounds(
    vpip: float, pfr: float, factor: tuple[int, int], expected: str
) -> None:
    assert CLASS_NAMES_BY_TABLE[classify_by_table(counts_of(vpip, pfr, factor))] == expected


@pytest.mark.parametrize(
    ("vpip", "pfr", "expected"),
    [
        (0.05, 0.04, "short stacker"),
        (0.09, 0.07, "short stacker"),
        (0.10, 0.07, "nit/rock"),
        (0.04, 0.04, "unclassified"),
    ],
)
def test_with_short_stacks_the_short_stacker_comes_before_the_rock(
    vpip: float, pfr: float, expected: str
) -> None:
    classes = classify_by_table(counts_of(vpip, pfr), is_short_stacked=True)
    assert CLASS_NAMES_BY_TABLE[classes] == expected


def test_too_few_hands_are_unclassified_and_many_players_are_classified_at_once() -> None:
    counts = np.stack([counts_of(0.5, 0.1, (1, 1), hands=hands) for hands in (0, 99, 100)])
    quarters = classify_by_quarter(counts, least_hands=100)
    tables = classify_by_table(counts, least_hands=100)
    assert quarters.tolist() == [0, 0, QUARTERS.index("loose passive")]
    assert tables.tolist() == [0, 0, CLASS_NAMES_BY_TABLE.index("loose passive")]
    assert classify_by_quarter(counts).tolist()[:2] == [0, QUARTERS.index("loose passive")]
