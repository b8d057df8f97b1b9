"""Rollout improvement: known answers, what it is made of, and what it says of known policies."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.agents import Bluffer, Equilibrium, Uniform
from railbird.harness.analysis.rollout import RolloutSize, deal_unseen, measure_rollout
from railbird.harness.analysis.rollout_errors import sample_errors
from railbird.harness.cli.application import run_command
from railbird.harness.errors import SpecError
from railbird.native import PAYOFF_UNIT, Tables
from railbird.plugins import AgentError, load_registry

GAMES = load_registry().games
KUHN = GAMES["kuhn-2p"]
ENDS = ("cc", "crf", "crc", "rf", "rc")


def test_errors_of_a_sample_worked_by_hand():
    """Two fractions of two deals: the first says action 1, the second action 0."""
    values = np.array([[0.0, 3.0], [1.0, 2.0], [4.0, 1.0], [9.0, 9.0]])
    weights = np.array([1.0, 1.0, 2.0, 0.0])
    found = sample_errors(values, weights, policy=np.array([0.5, 0.5]), fraction_count=2)
    # totals: first (1, 5), second (8, 2); whole (9, 7) / 4; tried: first by 0, second by 1: 3 / 4
    assert found == pytest.approx((9 / 4 - 2, 9 / 4 - 3 / 4, 3 / 4 - 2))


@given(
    values=st.lists(st.lists(st.floats(-9, 9), min_size=3, max_size=3), min_size=10, max_size=40),
    weight=st.integers(0, 3),
    column=st.integers(0, 2),
)
def test_parts_add_up_and_a_policy_that_cannot_choose_gains_nothing(values, weight, column):
    returns = np.array(values)
    weights = np.full(len(returns), 1.0)
    weights[: len(returns) // 2] = weight
    policy = np.eye(3)[column]
    found = sample_errors(returns, weights, policy=policy)
    assert found.sample == pytest.approx(found.left_out + found.improvement, abs=1e-9)
    assert found.sample >= -1e-9
    assert found.left_out >= -1e-9
    alone = sample_errors(returns[:, :1], weights, policy=np.ones(1))
    assert alone == pytest.approx((0, 0, 0), abs=1e-9)


def test_deals_that_are_all_impossible_have_no_errors():
    with pytest.raises(ValueError, match="none of the sampled deals"):
        sample_errors(np.ones((10, 2)), np.zeros(10), policy=np.array([0.5, 0.5]))


def exact_improvement(policy):
    """Mean over decisions of what the best action gains on a policy of Kuhn that looks at no card.

    ``policy`` maps a betting text to its probabilities by letter.
    """
    deals = [(a << 2, b << 2) for a in (10, 11, 12) for b in (10, 11, 12) if a != b]
    tables = Tables(KUHN.definition, len(deals) * len(ENDS))
    rows = np.arange(tables.table_count, dtype=np.int32)
    known = sorted({int(card) for card in KUHN.definition.deck})
    cards = [[known[(c >> 2) - 10] for c in deal] for deal in deals for _ in ENDS]
    tables.start_hands(rows, np.array(cards, np.uint8))
    tables.play_betting(rows, list(ENDS) * len(deals))
    payoffs = tables.payoffs(rows) / PAYOFF_UNIT / KUHN.definition.big_blind

    def value(deal, text, position):
        if text in ENDS:
            return payoffs[deal * len(ENDS) + ENDS.index(text), position]
        return sum(p * value(deal, text + letter, position) for letter, p in policy[text].items())

    gained = reached = 0.0
    checked = policy[""]["c"]
    reach = {"": 1.0, "c": checked, "r": policy[""]["r"], "cr": checked * policy["c"]["r"]}
    for text, likely in reach.items():
        position = len(text) % 2
        for card in (10, 11, 12):
            mine = [d for d, deal in enumerate(deals) if deal[position] >> 2 == card]
            worth = {
                letter: np.mean([value(d, text + letter, position) for d in mine])
                for letter in policy[text]
            }
            own = sum(policy[text][letter] * worth[letter] for letter in worth)
            gained += likely / 3 * (max(worth.values()) - own)
            reached += likely / 3
    return gained / reached


def mean_and_error(agent, game=KUHN, **size):
    found = [one.errors.improvement for one in measure_rollout(game, agent, RolloutSize(**size))]
    return np.mean(found), np.std(found) / np.sqrt(len(found))


def test_the_improvement_of_uniform_play_in_kuhn_is_what_the_tree_says():
    even = {"": "cr", "c": "cr", "r": "fc", "cr": "fc"}
    exact = exact_improvement({t: dict.fromkeys(letters, 0.5) for t, letters in even.items()})
    mean, error = mean_and_error(Uniform(), decision_count=600, deal_count=300)
    assert abs(mean - exact) < 3 * error
    assert exact > 0.3


def test_an_equilibrium_cannot_be_improved_and_a_known_bad_policy_can():
    mean, error = mean_and_error(Equilibrium(), decision_count=300, deal_count=400)
    assert abs(mean) < 3 * error + 0.005
    mean, error = mean_and_error(Bluffer(), decision_count=300, deal_count=100)
    assert mean > 5 * error


def test_what_a_player_saw_stays_and_nothing_is_dealt_twice():
    game = GAMES["holdem-limit-3p"]

    class Seen:
        cards = np.arange(11, dtype=np.uint8)
        position, round_index = 1, 1

    cards = deal_unseen(game.definition, Seen(), 500, random=np.random.default_rng(1))
    assert (cards[:, [2, 3, 6, 7, 8]] == [2, 3, 6, 7, 8]).all()
    assert all(len(set(row)) == 11 for row in cards.tolist())
    assert len(np.unique(cards[:, 0])) == 47  # every card that was not seen


def test_the_same_seed_gives_the_same_rollouts_and_bad_input_is_refused():
    size = RolloutSize(40, 20)
    first, second = ([r.errors for r in measure_rollout(KUHN, Uniform(), size)] for _ in range(2))
    assert first == second
    with pytest.raises(SpecError, match="is not a limit game"):
        list(measure_rollout(GAMES["holdem-nolimit-2p"], Uniform(), size))
    with pytest.raises(SpecError, match="cannot be split into 30 fractions"):
        RolloutSize(10, 20, 30)
    with pytest.raises(AgentError, match="declares no probabilities"):
        list(measure_rollout(KUHN, object(), size))


def test_the_command_lays_out_a_column_a_round(capsys):
    command = ["rollout", "uniform", "--game", "leduc", "--decisions", "60", "--deals", "20"]
    assert run_command([*command, "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["round"] for row in rows] == ["0", "1", "all"]
    assert rows[-1]["decisions"] == 60
    assert rows[-1]["ri"] > 0
    assert run_command(command) == 0
    text = capsys.readouterr().out.splitlines()
    assert text[0].split() == ["big", "blinds", "per", "decision", "0", "1", "all"]
    assert [line[:20].strip() for line in text[1:]] == [
        "decisions",
        "sample error",
        "leave-fraction-out e",
        "rollout improvement",
        "its standard error",
    ]
