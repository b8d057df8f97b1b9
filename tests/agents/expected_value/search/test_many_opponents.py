"""The search of a round against several opponents is an expectation over all its betting."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from railbird.agents.expected_value.betting.betting_views import LOST, WON
from railbird.agents.expected_value.betting.round_starts import RoundStarts, start_chains
from railbird.agents.expected_value.betting.walked_betting import WalkedBetting
from railbird.agents.expected_value.chains_search import ChainsSearch
from railbird.agents.expected_value.memory.chain_store import EndedChains
from railbird.agents.expected_value.memory.match_memory import ManyMemory
from railbird.agents.expected_value.search.many_opponents import (
    Asked,
    action_frequencies,
    back_up,
    count_actions,
    value_kinds,
)
from railbird.agents.expected_value.search.round_ahead import MOST_NODES, look_ahead
from railbird.native import Tables
from railbird.plugins import ActionKind, AgentError, MatchBatch, load_registry

REGISTRY = load_registry()
THREE = REGISTRY.game("holdem-limit-3p")
FOLD, CALL, RAISE = range(3)


def share_of(chain: int) -> int:
    """Some weight that differs between chains."""
    return chain % 97 + 1


def naive(betting: str, hero: int, round_index: int) -> tuple[float, list[float]]:
    """Follow the rules of the tables; return the value and those of kinds.

    What a leaf is worth is made of the chips of all, what others do of their chains.
    """
    tables, row = Tables(THREE.definition, 1), np.zeros(1, np.int32)
    tables.start_hands(row, None)
    tables.play_betting(row, [betting])
    if tables.is_done[0] or tables.round_index[0] > round_index:
        live = ~tables.has_folded[0]
        return float(tables.spent[0] @ [1.0, 10.0, 100.0] + live @ [0.5, 0.25, 0.125]), []
    walked = WalkedBetting(THREE.definition)
    chains = walked.situations(walked.nodes_of([betting])).chains[0, :, 0].tolist()
    legal = [kind for kind in range(3) if tables.legal_kinds(row)[0] >> kind & 1]
    values = [naive(betting + "fcr"[kind], hero, round_index)[0] for kind in legal]
    by_kind = [values[legal.index(kind)] if kind in legal else -np.inf for kind in range(3)]
    if tables.acting_position[0] == hero:
        return max(values), by_kind
    weights = np.array([share_of(chains[kind]) for kind in legal])
    return float(weights @ values / weights.sum()), by_kind


@pytest.mark.parametrize(
    ("betting", "count"), [("", 90), ("ccc/", 171), ("rfc/cc/", 10), ("ccc/crc", None)]
)
def test_the_search_is_an_expectation_over_all_betting_of_the_round(
    betting: str, count: int | None
) -> None:
    """And lists every decision: three players have 171 on the flop, two 10."""
    ahead = look_ahead(THREE.definition, betting)
    if count is not None:
        assert len(ahead.player) == count
    weights = np.vectorize(share_of)(ahead.chains[..., 0]) * ahead.legal
    action = weights / weights.sum(axis=1, keepdims=True)
    leaves = ahead.leaves
    at_leaves = leaves.spent @ [1.0, 10.0, 100.0] + leaves.live @ [0.5, 0.25, 0.125]
    _, expected = naive(betting, int(ahead.player[0]), betting.count("/"))
    assert back_up(ahead, action, at_leaves) == pytest.approx(expected, rel=1e-12)


def test_what_is_left_out_of_a_large_round_is_called() -> None:
    definition = REGISTRY.game("holdem-limit-9p").definition
    ahead = look_ahead(definition, "")
    assert len(ahead.player) == MOST_NODES
    leaves = ahead.leaves
    assert leaves.is_open.all()
    highest = leaves.spent.max(axis=1, keepdims=True)
    assert (leaves.spent == highest)[leaves.live].all()
    assert (leaves.spent < highest)[~leaves.live].any()


def test_starts_of_rounds_have_the_chips_from_then_on() -> None:
    """The button raises, the small blind folds; a bet on the turn, and one on the river folds."""
    starts = RoundStarts(WalkedBetting(THREE.definition))
    found = starts.passed(np.array(["rfc/cc/crc/rf", "rff"], object))
    assert found.hand.tolist() == [0] * 6
    assert found.player.tolist() == [1, 2] * 3
    assert found.bet.tolist() == [40, 20, 40, 20, 20, 0]
    assert found.pot.tolist() == [5 + 60 + 40] * 6
    assert found.endings.tolist() == [[LOST, WON, LOST], [LOST, LOST, WON]]
    live = np.array([False, True, True])
    assert found.chains[2].tolist() == list(start_chains((1, 0), live, 1))


def memory_of(hands: list[str]) -> ManyMemory:
    """The memory of a player in seat 0, who sits in position 0, after some hands."""
    one = np.zeros(1, np.int32)
    told = MatchBatch(
        THREE, 500, 1, match=one, seat=one.astype(np.uint8), _match_keys=np.ones(1, np.uint64)
    )
    memory, count = ManyMemory(told), len(hands)
    rows, index = np.zeros(count, np.intp), np.arange(count)
    seats = np.repeat(np.arange(3)[None], count, axis=0)
    ended = EndedChains(memory.every.betting.ends_of(hands), seats, np.full((count, 3), 0.5))
    memory.every.store.add(rows, index, ended)
    memory.every.habits.add(rows, index, ended)
    texts = EndedChains(np.array(hands, object), seats, ended.strengths)
    memory.starts.add(rows, index, texts)
    return memory


def asked(betting: str, strength: float) -> Asked:
    return Asked(0, np.arange(3), betting, strength)


def test_a_bluff_wins_the_pot_of_those_who_always_fold() -> None:
    """On the river, with nothing; who never saw that takes a check to be better."""
    river, hands = "ccc/ccc/ccc/", 400
    folds, _ = value_kinds(memory_of([river + "rff"] * hands), asked(river, 0.0), smoothing=10.0)
    calls, _ = value_kinds(memory_of([river + "rcc"] * hands), asked(river, 0.0), smoothing=10.0)
    assert 28 < folds[RAISE] < 30
    assert calls[RAISE] < -19
    assert folds[FOLD] == -np.inf


def test_counts_outweigh_the_guess_as_hands_do() -> None:
    """Folds of both after 0, 10 and 1,000 such hands, of which 10 are worth the guess."""
    river = "ccc/ccc/ccc/"
    found = []
    for hands in (0, 10, 1000):
        values, taken = value_kinds(
            memory_of([river + "rff"] * hands), asked(river, 0.0), smoothing=10.0
        )
        found.append(values[RAISE])
        assert taken[RAISE] == hands
    assert found == sorted(found)
    assert found[0] < 0 < found[2] < 30


def test_frequencies_come_from_the_same_betting_then_from_similar_then_from_habits() -> None:
    """The small blind bets the river; the big blind folds 5 times, and 3 times raises.

    The latter after a bet on the flop, so that only the round is similar. In all it faced 11 bets
    and folded to 5; before data it folds to a fifth, which is worth 20 bets.
    """
    river = "ccc/ccc/ccc/"
    memory = memory_of([river + "rff"] * 5 + ["ccc/rcc/ccc/rrff"] * 3)
    ahead, one = look_ahead(THREE.definition, river), asked(river, 0.5)
    counts = count_actions(memory, one, ahead)
    found = action_frequencies(memory, one, ahead, counts=counts, smoothing=10.0)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(found)))
    node = ahead.child[0, RAISE]
    assert counts[node].T.tolist() == [[5, 0, 0], [5, 0, 3]]
    folds = (5 + 4) / (11 + 20)
    assert found[node, FOLD] == pytest.approx((5 + 10 * (5 + 10 * folds) / 18) / 15)


def test_who_showed_strong_hands_is_not_raised() -> None:
    """A hand of 0.7 against hands of 0.95, or of 0.2, that are shown after a call."""
    river, values = "ccc/ccc/ccc/", []
    for strength in (0.95, 0.2):
        memory = memory_of([])
        hands, count = [river + "rcc"] * 300, 300
        ends = memory.every.betting.ends_of(hands)
        seats = np.repeat(np.arange(3)[None], count, axis=0)
        told = EndedChains(ends, seats, np.full((count, 3), strength))
        memory.every.store.add(np.zeros(count, np.intp), np.arange(count), told)
        values.append(value_kinds(memory, asked(river, 0.7), smoothing=10.0)[0])
    assert values[0][RAISE] < values[0][CALL]
    assert values[1][RAISE] > values[1][CALL]


def test_starts_of_rounds_are_worth_what_followed_them() -> None:
    """Before the flop a raise is called; then the others fold to a bet, or the player folds."""
    raised = "crcc/"
    worth = []
    for rest in ("rff", "ccrff"):
        memory = memory_of([raised + rest] * 1000)
        values, _ = value_kinds(memory, asked("c", 0.3), smoothing=10.0)
        worth.append(values[RAISE])
    assert 40 < worth[0] - worth[1] < 70


def test_a_decision_is_the_best_kind(
    games: dict[str, Any], decide: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values of the search are put in, and a bonus of 0.05 bets for what was never taken."""
    decisions = decide(games["holdem-limit-3p"], ["", "r", "rr"])
    agent = ChainsSearch()
    rows = np.arange(3, dtype=np.int32)
    told = MatchBatch(
        THREE,
        500,
        3,
        match=np.repeat(rows, 3),
        seat=np.tile(rows, 3).astype(np.uint8),
        _match_keys=np.ones(9, np.uint64),
    )
    assert agent.start_matches(told) == ""
    values = {"": [0.0, 1.0, 1.4], "r": [0.0, 1.0, 0.9], "rr": [0.0, -0.6, -0.7]}
    visits = {"": [0, 0, 100], "r": [0, 9, 0], "rr": [0, 0, 0]}
    monkeypatch.setattr(
        "railbird.agents.expected_value.chains_search.value_kinds",
        lambda _, one, **__: (np.array(values[one.betting]), np.array(visits[one.betting])),
    )
    kinds, amounts = agent.act_batch(decisions)
    assert kinds.tolist() == [ActionKind.CALL, ActionKind.RAISE, ActionKind.FOLD]
    assert amounts.tolist() == [0, 0, 0]


def test_forgetting_is_refused_with_several_opponents() -> None:
    one = np.zeros(1, np.int32)
    told = MatchBatch(
        THREE, 500, 1, match=one, seat=one.astype(np.uint8), _match_keys=np.ones(1, np.uint64)
    )
    with pytest.raises(AgentError, match="memory is not used with three and more players; leave"):
        ChainsSearch(memory=50).start_matches(told)
