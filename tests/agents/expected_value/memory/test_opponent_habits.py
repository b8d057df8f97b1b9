"""What opponents did and showed says how strong their raises are."""

from typing import Any

import numpy as np
import pytest

from railbird.agents.expected_value.betting.betting_lines import BettingLines, list_lines
from railbird.agents.expected_value.memory.chain_store import EndedChains
from railbird.agents.expected_value.memory.opponent_habits import (
    CALL_SHARE,
    RAISE_SHARE,
    SLOPE_WORTH,
    WORTH,
    OpponentHabits,
)
from railbird.plugins import load_registry

LINES = list_lines(load_registry().game("kuhn-2p").definition)
FACING_BET = "r"
SEATS = np.array([[0, 1]])


def told(
    habits: OpponentHabits, betting: str, strengths: tuple[float, float], *, hands: int
) -> Any:
    """Tell some hands of one betting to row 0; positions are seats."""
    ends, seats = LINES.ends_of([betting] * hands), np.repeat(SEATS, hands, axis=0)
    ended = EndedChains(ends, seats, np.tile(strengths, (hands, 1)))
    habits.add(np.zeros(hands, np.intp), np.arange(hands), ended)
    return habits


def strength(habits: OpponentHabits, betting: str, lines: BettingLines = LINES) -> float:
    at = lines.situations(lines.nodes_of([betting]))
    return float(habits.strength(np.zeros(1, np.intp), at, SEATS)[0])


def test_before_data_a_raise_is_made_with_the_best_share_of_hands() -> None:
    habits = OpponentHabits(LINES, 1)
    assert strength(habits, "") == 0.5
    assert strength(habits, FACING_BET) == pytest.approx(1 - RAISE_SHARE / 2)
    holdem = list_lines(load_registry().game("holdem-limit-2p").definition)
    of_holdem = OpponentHabits(holdem, 1)
    expected = 1 - RAISE_SHARE * CALL_SHARE / 2  # called before the flop, checked and raised on it
    assert strength(of_holdem, "rc/crr", holdem) == pytest.approx(expected)


def test_who_raises_often_raises_with_weaker_hands() -> None:
    """Position 0 bet in all of 60 hands; nothing was shown."""
    nothing = (np.nan, np.nan)
    habits = told(OpponentHabits(LINES, 1), "rf", nothing, hands=60)
    share = (60 + RAISE_SHARE * WORTH) / (60 + WORTH)
    assert strength(habits, FACING_BET) == pytest.approx(1 - share / 2)
    again = told(habits, "rf", nothing, hands=60)  # a call that is made again has no effect
    assert strength(again, FACING_BET) == pytest.approx(1 - share / 2)


def test_raises_of_a_player_who_shows_anything_say_nothing() -> None:
    """Shown at the mean strength every time, its bets are soon taken for those of any hand."""
    found = [
        strength(told(OpponentHabits(LINES, 1), "rc", (shown, 0.5), hands=400), FACING_BET)
        for shown in (0.2, 0.5, 1.0)
    ]
    assert found[0] == pytest.approx(0.5, abs=0.02)
    assert found[1] < 0.55 * 1.2
    assert found[0] <= found[1] <= found[2]


def test_the_slope_is_that_of_what_was_shown_over_what_was_expected() -> None:
    """One hand: expected 0.3 above the mean, shown 0.4 below it."""
    habits = told(OpponentHabits(LINES, 1), "rc", (0.1, np.nan), hands=1)
    expected = (1 - RAISE_SHARE) / 2
    slope = (SLOPE_WORTH - expected * 0.4) / (SLOPE_WORTH + expected**2)
    share = (1 + RAISE_SHARE * WORTH) / (1 + WORTH)
    assert strength(habits, FACING_BET) == pytest.approx(0.5 + slope * (1 - share) / 2)
