"""Table 19, row by row: what is declared for each strength, in limit and in no-limit games."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from railbird.agents.expected_strength.action_table import declare_by_strength
from railbird.harness.games.library import find_game
from railbird.plugins import ActionKind, DecisionBatch, Game, load_registry

Decide = Callable[..., DecisionBatch]
FOLD, CALL, RAISE = ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE
STRENGTHS = [0.0, 0.2999, 0.3, 0.4999, 0.5, 0.7999, 0.8, 1.0]
LIMIT_ROWS = [[100, 0, 0]] * 2 + [[50, 30, 20]] * 2 + [[5, 50, 45]] * 2 + [[1, 19, 80]] * 2
NO_LIMIT_ROWS = (
    [[100, 0, 0, 0, 0, 0]] * 2
    + [[50, 30, 10, 3, 2, 0]] * 2
    + [[5, 50, 25, 10, 5, 5]] * 2
    + [[1, 19, 20, 15, 15, 30]] * 2
)


@cache
def house_game(name: str, players: int) -> Game:
    return find_game(name, load_registry(), players)


def as_shares(rows: list[list[int]]) -> np.ndarray:
    return np.array([[value / sum(row) for value in row] for row in rows])


def test_limit_rows(games: dict[str, Game], decide: Decide) -> None:
    decisions = decide(games["holdem-limit-2p"], ["r"] * len(STRENGTHS))
    declared = declare_by_strength(decisions, np.array(STRENGTHS))
    assert declared.kinds.tolist() == [FOLD, CALL, RAISE]
    np.testing.assert_allclose(declared.probability, as_shares(LIMIT_ROWS), atol=1e-15)
    assert declared.least is None


def test_no_limit_rows_and_the_sizes_of_raises(games: dict[str, Game], decide: Decide) -> None:
    decisions = decide(games["holdem-nolimit-2p"], ["r300"] * len(STRENGTHS))
    declared = declare_by_strength(decisions, np.array(STRENGTHS))
    assert declared.kinds.tolist() == [FOLD, CALL] + [RAISE] * 4
    np.testing.assert_allclose(declared.probability, as_shares(NO_LIMIT_ROWS), atol=1e-15)
    assert declared.probability[2].sum() == pytest.approx(1.0)
    # The big blind put in 100 and has 19,900 left.
    sizes = [100 + 1990, 100 + 3980, 100 + 9950, 20_000]
    assert declared.least is not None
    assert declared.least[:, 2:].tolist() == [sizes] * len(STRENGTHS)
    assert declared.most is declared.least


def test_a_raise_is_at_least_the_least_and_at_most_the_largest(
    games: dict[str, Game], decide: Decide
) -> None:
    """After a raise to 2,000 the least is 3,900, which is more than a tenth of 19,900."""
    decisions = decide(games["holdem-nolimit-2p"], ["r2000", "r19998c/"])
    declared = declare_by_strength(decisions, np.array([0.9, 0.9]))
    assert declared.least is not None
    assert declared.least[0, 2:].tolist() == [3900, 4080, 10_050, 20_000]
    assert declared.least[1, 2:].tolist() == [20_000] * 4


def test_a_free_fold_is_a_check_and_a_raise_that_is_not_legal_a_call(
    games: dict[str, Game], decide: Decide
) -> None:
    decisions = decide(games["holdem-limit-2p"], ["c", "rrr", "cc/"])
    declared = declare_by_strength(decisions, np.array([0.4, 0.4, 0.1]))
    expected = [[0.0, 0.8, 0.2], [0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]
    np.testing.assert_allclose(declared.probability, expected, atol=1e-15)
    all_in = decide(games["holdem-nolimit-2p"], ["r20000"])
    declared = declare_by_strength(all_in, np.array([0.9]))
    np.testing.assert_allclose(declared.probability, [[0.01, 0.99, 0, 0, 0, 0]], atol=1e-15)


def test_with_a_pot_limit_all_in_is_the_largest_raise(decide: Decide) -> None:
    decisions = decide(house_game("omaha-pot-limit", 2), ["", "c"])
    declared = declare_by_strength(decisions, np.array([0.9, 0.9]))
    assert declared.least is not None
    assert declared.least[:, -1].tolist() == decisions.max_raise_to.tolist()
    assert (declared.least[:, -1] < decisions.starting_stacks[0, 0]).all()


def test_rounds_of_one_game_have_the_row_of_their_betting(decide: Decide) -> None:
    """Five-card draw bets with a limit before the exchange, and without after it."""
    decisions = decide(house_game("five-card-draw", 2), ["r", "cc/d000d000/r50"])
    declared = declare_by_strength(decisions, np.array([0.6, 0.6]))
    np.testing.assert_allclose(declared.probability[0, :3], [0.05, 0.5, 0.45], atol=1e-15)
    np.testing.assert_allclose(declared.probability[0, 3:], 0.0)
    np.testing.assert_allclose(declared.probability[1], as_shares(NO_LIMIT_ROWS)[4], atol=1e-15)
