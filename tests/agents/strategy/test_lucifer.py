"""Lucifer plays what its member of the hand plays."""

import numpy as np
import pytest

from railbird.agents.strategy.files import find_strategy_set
from railbird.agents.strategy.lucifer import Lucifer
from railbird.harness import AgentSpec, Spec, play
from railbird.native import StrategyError
from railbird.native.solver import (
    SetSource,
    StrategySet,
    VectorSolver,
    build_tree,
    find_equilibria,
    nash_conv,
    write_strategy_set,
)
from railbird.plugins import AgentError, MatchBatch, load_registry

GAMES = load_registry().games
KUHN = GAMES["kuhn-3p"]
ROWS = 24  # the hands of a decision's row number; those of a deck seed


def start(agent, game=KUHN, rows=ROWS):
    """Start an agent in as many matches as there are rows, in seat 0 to 2 in turn."""
    match = np.arange(rows, dtype=np.int32)
    seats = game.definition.player_count
    for seat in range(seats):
        keys = np.zeros(rows, np.uint64)
        batch = MatchBatch(game, 100, rows, match, np.full(rows, seat, np.uint8), _match_keys=keys)
        agent.start_matches(batch)
    return agent


def declared(decide, betting, members, game=KUHN):
    decisions = decide(game, [betting] * ROWS)
    agent = start(Lucifer(members=members), game)
    agent._selector.start(
        MatchBatch(game, 100, ROWS, decisions.match, decisions.seat, np.zeros(ROWS, np.uint64))
    )
    return decisions, agent.probabilities_batch(decisions, decisions.hole_cards)


def test_the_shipped_set_holds_a_thousand_equilibria_as_near_as_it_says():
    found = find_strategy_set(KUHN, "")
    assert len(found) == 1000
    assert max(found.source.nash_conv) <= 1e-4
    for member in range(0, 1000, 37):
        distance = nash_conv(found.tree, found.probability[member])
        assert distance == pytest.approx(found.source.nash_conv[member], abs=1e-12)
    spread = np.ptp(found.values(), axis=0)
    assert spread.max() < 0.006  # "best utility" is worth no more, in any position
    assert np.ptp(found.probability, axis=0).max() > 0.5  # and yet they are different


@pytest.mark.parametrize("betting", ["", "c", "ccr", "rc"])
def test_best_utility_plays_the_equilibrium_that_wins_most_in_the_position(decide, betting):
    decisions, distribution = declared(decide, betting, "best-utility")
    strategies = find_strategy_set(KUHN, "")
    node = strategies.tree.betting.node_betting.index(betting)
    position = strategies.tree.betting.node_player[node]
    best = strategies.values()[:, position].argmax()
    table = strategies.tree.table(strategies.probability[best], node)
    ranks = decisions.hole_cards[:, 0] // 4 - 9
    kinds = strategies.tree.betting.edge_kind[strategies.tree.betting.actions(node)]
    np.testing.assert_array_equal(distribution.probability[:, kinds], table[:, ranks].T)


def test_random_draws_an_equilibrium_for_the_hand(decide):
    first, opening = declared(decide, "", "random")
    again, _ = declared(decide, "", "random")
    np.testing.assert_array_equal(first.hand_random(), again.hand_random())
    strategies = find_strategy_set(KUHN, "")
    drawn = (first.hand_random() * 1000).astype(int)
    assert len(set(drawn.tolist())) > ROWS / 2
    table = strategies.tree.table(strategies.probability.T, 0)
    ranks = first.hole_cards[:, 0] // 4 - 9
    np.testing.assert_array_equal(opening.probability[:, 2], table[1, ranks, drawn])


@pytest.mark.parametrize(
    ("betting", "with_top", "without"),
    [("", "r", "c"), ("cc", "r", "c"), ("r", "c", "f"), ("ccrf", "c", "f")],
)
def test_aggressive_bets_or_calls_with_the_two_best_cards(decide, betting, with_top, without):
    decisions, distribution = declared(decide, betting, "aggressive")
    tops = decisions.hole_cards[:, 0] // 4 >= 11  # king or ace
    assert set(tops.tolist()) == {True, False}
    letters = np.array(list("fcr"))[distribution.probability.argmax(axis=1)]
    assert set(letters[tops]) == {with_top}
    assert set(letters[~tops]) == {without}
    assert (distribution.probability.max(axis=1) == 1.0).all()


def test_it_plays_other_games_with_a_set_of_strategies(tmp_path):
    leduc = GAMES["leduc"]
    entry = load_registry().agent("lucifer")
    solver = VectorSolver(build_tree(leduc.definition), "dcfr", start_count=3, seed=2)
    found = find_equilibria(solver, until_nash_conv=0.1, most_iterations=500)
    path = tmp_path / "leduc.arrow"
    numbers = (tuple(found.iterations.tolist()), tuple(found.nash_conv.tolist()))
    source = SetSource("dcfr", 2, "0.1.0", *numbers)
    write_strategy_set(path, StrategySet(solver.tree, found.strategies, source))
    assert not entry.plays(leduc, {})
    assert entry.plays(leduc, {"file": str(path)})
    assert not entry.plays(KUHN, {"file": str(path)})
    spec = Spec(
        name="teams",
        game="leduc",
        agents=(
            AgentSpec(agent="lucifer", parameters={"file": str(path)}),
            AgentSpec(agent="uniform"),
        ),
        hands_per_match=100,
        decks=4,
    )
    table = play(spec)
    assert sum(map(len, table["incidents"].to_pylist())) == 0


def test_bad_parameters_are_refused(tmp_path):
    with pytest.raises(AgentError, match="no member 'nit'; use some of best-utility"):
        Lucifer(members="nit")
    for members in ("", [], ["random", "random"], 3, None, [1]):
        with pytest.raises(AgentError, match=r"members is|no member"):
            Lucifer(members=members)
    with pytest.raises(AgentError, match="k is 0"):
        Lucifer(k=0)
    with pytest.raises(StrategyError, match="there is no strategy file"):
        start(Lucifer(file=str(tmp_path / "none.arrow")))
    with pytest.raises(AgentError, match="--starts"):
        start(Lucifer(), GAMES["leduc"])
