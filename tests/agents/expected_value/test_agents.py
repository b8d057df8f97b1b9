"""The agents' choices, what they refuse, and what they say."""

from typing import Any

import numpy as np
import pytest

from railbird.agents.expected_value.chains import Chains, first_with_enough
from railbird.agents.expected_value.chains_search import ChainsSearch
from railbird.agents.expected_value.memory.chain_store import ChainSums, EndedChains
from railbird.native import parse_game
from railbird.plugins import ActionKind, AgentError, Game, MatchBatch, load_registry

REGISTRY = load_registry()
PLAYED = {
    "chains": {
        *("holdem-limit-2p", "holdem-limit-3p", "holdem-limit-6p", "holdem-limit-9p"),
        *("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p", "holdem-nolimit-9p"),
        "holdem-nolimit-6p-short",
        *("kuhn-2p", "kuhn-3p", "kuhn-4-cards", "leduc", "leduc-one-raise"),
    },
    "chains-search": {
        *("holdem-limit-2p", "holdem-limit-3p", "holdem-limit-6p", "holdem-limit-9p"),
        *("kuhn-2p", "kuhn-4-cards", "leduc", "leduc-one-raise"),
    },
}


def start(agent: Any, game: str, *, hands: int, matches: int = 1) -> str:
    rows = np.arange(matches, dtype=np.int32)
    seats, keys = np.zeros(matches, np.uint8), np.ones(matches, np.uint64)
    told = MatchBatch(REGISTRY.game(game), hands, matches, match=rows, seat=seats, _match_keys=keys)
    said: str = agent.start_matches(told)
    return said


@pytest.mark.parametrize("name", PLAYED)
def test_other_games_are_refused(name: str) -> None:
    entry = REGISTRY.agent(name)
    found = {game for game, it in REGISTRY.games.items() if entry.plays(it, {})}
    assert found == PLAYED[name]


@pytest.mark.parametrize(
    ("make", "parameters", "message"),
    [
        (Chains, {"enough": 0}, "enough is 0; give a whole number of 1 or more"),
        (Chains, {"enough": 2.5}, "enough is 2.5; give a whole number of 1 or more"),
        (Chains, {"greed": -1}, "greed is -1; give a number of 0 or more"),
        (Chains, {"greed": float("nan")}, "greed is nan; give a number of 0 or more"),
        (Chains, {"aggression": float("inf")}, "aggression is inf; give a number of 0 or more"),
        (Chains, {"aggression": True}, "aggression is True; give a number of 0 or more"),
        (Chains, {"formula": "mended"}, "formula is 'mended'; use one of weighed, printed"),
        (Chains, {"preflop": "shark"}, "there is no style 'shark'; use one of ace, "),
        (Chains, {"folds_to_bet": 0.6}, "folds_to_bet is 0.6; give a number from 0 to 0.5"),
        *(
            (Chains, {"sizes": sizes}, f"sizes is {sizes!r}; give 1 to 8 shares of the pot above 0")
            for sizes in (0, -1.0, float("nan"), True, "", "half", "0.5+x", [], [1, None], "1+" * 9)
        ),
        (ChainsSearch, {"bins": 1}, "bins is 1; give a whole number from 2 to 100"),
        (ChainsSearch, {"memory": 0}, "memory is 0; give a number of 1 or more"),
        (ChainsSearch, {"smoothing": 0}, "smoothing is 0; give a number of 0.001 or more"),
        (ChainsSearch, {"exploration": "x"}, "exploration is 'x'; give a number of 0 or more"),
    ],
)
def test_bad_parameters_are_refused(make: Any, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(AgentError) as caught:
        make(**parameters)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("make", [Chains, ChainsSearch])
def test_matches_too_short_to_learn_from_are_complained_of(make: Any) -> None:
    assert "matches of 199 hands are shorter than what it" in start(make(), "leduc", hands=199)
    assert start(make(), "leduc", hands=200) == ""


@pytest.mark.parametrize("make", [Chains, ChainsSearch])
def test_an_agent_without_matches_says_so(make: Any) -> None:
    with pytest.raises(AgentError, match="was called before its matches were started"):
        make().end_hands(None)


def test_the_first_level_with_more_than_enough_chains_counts() -> None:
    counts = np.zeros((4, 3, 3), np.int32)
    counts[:, :, 0] = [[31, 90, 99], [30, 31, 99], [3, 30, 31], [1, 2, 30]]
    sums = ChainSums(counts, counts, counts, np.zeros((4, 3)))
    level, is_known = first_with_enough(sums, 30)
    assert level[:3].tolist() == [0, 1, 2]
    assert is_known.tolist() == [True, True, True, False]


def test_with_one_positive_value_it_is_taken_and_with_none_the_hand_is_folded(
    games: dict[str, Any], decide: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values by kind are put in; a fold is worth 0, and is no choice where checking is free."""
    decisions = decide(games["leduc"], ["r", "r", "r", "", ""])
    agent = Chains()
    start(agent, "leduc", hands=1000, matches=5)
    values = np.array([[0, 1, -1], [0, -1, 2], [0, -1, -1], [0, -1, -1], [0, -1, 3.0]])
    monkeypatch.setattr(agent, "_values", lambda *_: values)
    kinds, _ = agent.act_batch(decisions)
    call, fold, more = ActionKind.CALL, ActionKind.FOLD, ActionKind.RAISE
    assert kinds.tolist() == [call, more, fold, call, more]


def test_greed_and_aggression_weigh_the_choice(
    games: dict[str, Any], decide: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values of 1 and 2: a raise in 2^g of 1 + 2^g, 1 + a times as heavy after an own raise."""
    count = 4000
    for betting, greed, aggression, share in (
        ("", 2.0, 0.5, 4 / 5),
        ("", 0.0, 0.5, 1 / 2),
        ("crc/", 1.0, 0.5, 2 / 3),
        ("rc/", 1.0, 0.5, 3 / 4),
    ):
        decisions = decide(games["leduc"], [betting] * count)
        agent = Chains(greed=greed, aggression=aggression)
        start(agent, "leduc", hands=1000, matches=count)
        values = np.tile([0.0, 1.0, 2.0], (count, 1))
        monkeypatch.setattr(agent, "_values", lambda *_, values=values: values)
        kinds, _ = agent.act_batch(decisions)
        found = (kinds == ActionKind.RAISE).mean()
        assert found == pytest.approx(share, abs=5 * (share * (1 - share) / count) ** 0.5)


def test_without_limits_the_raise_of_a_choice_is_its_size_of_the_menu(
    games: dict[str, Any], decide: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One value is positive, each choice in turn; the pot after the call is 200."""
    decisions = decide(games["holdem-nolimit-2p"], ["c", "c", "c", "c", ""])
    agent = Chains(sizes="0.75+2")
    start(agent, "holdem-nolimit-2p", hands=1000, matches=5)
    values = np.eye(5)[[1, 2, 3, 4, 0]] - 0.5
    monkeypatch.setattr(agent, "_values", lambda *_: values)
    kinds, amounts = agent.act_batch(decisions)
    call, fold, more = ActionKind.CALL, ActionKind.FOLD, ActionKind.RAISE
    assert kinds.tolist() == [call, more, more, more, fold]
    assert amounts.tolist() == [0, 250, 500, 20000, 0]


@pytest.mark.parametrize(
    ("blinds", "stacks", "is_played"),
    [("100 50", "101 200", True), ("100 50", "100 200", False), ("0 0", "100 200", False)],
)
def test_blinds_must_be_posted_and_leave_chips(blinds: str, stacks: str, is_played: bool) -> None:
    text = f"nolimit\nnumPlayers = 2\nnumRounds = 4\nblind = {blinds}\nstack = {stacks}\n"
    cards = "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\n"
    game = Game("two", parse_game(text + "firstPlayer = 2 1 1 1\n" + cards))
    assert REGISTRY.agent("chains").plays(game, {}) == is_played


def test_without_limits_chains_count_in_pots(games: dict[str, Any], decide: Any) -> None:
    """Two hands in which 600 chips lay on the flop, and 300 went in on each side on the river.

    Asked about an open flop with 560 chips, after a raise that is taken for the same.
    """
    decisions = decide(games["holdem-nolimit-2p"], ["r280c/"])
    agent = Chains(enough=1)
    start(agent, "holdem-nolimit-2p", hands=1000)
    memory: Any = agent._memory
    ends = memory.betting.ends_of(["r300c/cc/cc/r600c"] * 2)
    both, row = np.array([[0, 1]] * 2), np.zeros(2, np.intp)
    decisions.seat[:] = 0  # who played position 0 before
    memory.store.add(row, np.arange(2), EndedChains(ends, both, np.full((2, 2), 0.5)))
    situations = memory.betting.situations(memory.betting.nodes_of(decisions.betting))
    found = agent._estimates(decisions, situations)
    assert found.shares[0, 1].tolist() == [1.0, 0.0, 0.0]
    assert (found.pots[0, 1, 0], found.bets[0, 1, 0]) == pytest.approx((2 * 560, 560 / 2))
