"""Nets of players: known answers, hidden cards, what is declared, and what is refused."""

from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from clone_cases import GAMES, ORIGIN, played

from railbird.agents import Equilibrium
from railbird.agents.baselines import Call, Uniform
from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions, decisions_of
from railbird.agents.clone.learning.boosting import fit_trees
from railbird.agents.clone.learning.net_fitting import (
    PlayerHands,
    fit_net,
    predict,
    read_player_hands,
)
from railbird.agents.clone.learning.scores import score
from railbird.agents.clone.model.net_model import NetModel
from railbird.agents.clone.player import Clone, play_model
from railbird.agents.dcubot.net.batches import Aim
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.holdem.archetype import Archetype
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.native import NO_CARD
from railbird.native.solver import build_tree
from railbird.plugins import AgentError, TrainingHands

HERE = Path("run")


def cases(name: str, hands: TrainingHands) -> tuple[PlayerHands, Decisions]:
    """The hands and the decisions of player 0."""
    game = GAMES[name]
    feature_set = FeatureSet(game.definition)
    decisions = decisions_of(game, [hands], 0, feature_set=feature_set)
    return read_player_hands(game, [hands], 0, folder=HERE), decisions


@cache
def fox_hands() -> TrainingHands:
    others = [Archetype("fish"), Archetype("maniac")]
    return played(GAMES["holdem-limit-3p"], [Archetype("fox"), *others], decks=12, hands=60)


@cache
def fox() -> tuple[PlayerHands, Decisions, NetModel]:
    hands, decisions = cases("holdem-limit-3p", fox_hands())
    return hands, decisions, fit_net(hands, decisions, origin=ORIGIN, seed=1)


def test_the_uniform_player_is_found_and_nothing_leaks() -> None:
    """Its actions cannot be foreseen: no held-out accuracy is above that of its probabilities."""
    found = played(GAMES["leduc"], [Uniform(), Call()], decks=40, hands=50)
    hands, decisions = cases("leduc", found)
    model = fit_net(hands, decisions, origin=ORIGIN, seed=0)
    legal = (decisions.legal[:, None] >> np.arange(3)) & 1
    gap = np.abs(predict(hands, model, decisions) - legal / legal.sum(axis=1, keepdims=True))
    assert gap.mean() < 0.05
    ceiling = (1 / legal.sum(axis=1)).mean()
    assert model.origin.scores["accuracy"] < ceiling + 0.05


def test_who_only_called_calls_always() -> None:
    found = played(GAMES["kuhn-2p"], [Call(), Uniform()], decks=4, hands=30)
    hands, decisions = cases("kuhn-2p", found)
    model = fit_net(hands, decisions, origin=ORIGIN, seed=0)
    assert model.kinds == (1,)
    assert (predict(hands, model, decisions) == [0, 1, 0]).all()
    again = played(GAMES["kuhn-2p"], [play_model(model), Uniform()], decks=4, hands=50, seed=9)
    _, decisions = cases("kuhn-2p", again)
    assert len(decisions) > 200
    assert (decisions.kind == 1).all()


def test_where_nothing_that_was_seen_is_legal_it_calls() -> None:
    hands, decisions, model = fox()
    declared = predict(hands, replace(model, kinds=(2,)), decisions)
    can_raise = (decisions.legal >> 2 & 1) == 1
    assert 0 < can_raise.sum() < len(decisions)
    assert (declared[can_raise] == [0, 0, 1]).all()
    assert (declared[~can_raise] == [0, 1, 0]).all()


def test_a_player_of_limit_holdem_is_predicted_far_above_the_majority() -> None:
    found = played(
        GAMES["holdem-limit-3p"],
        [Archetype("fox"), Archetype("fish"), Archetype("maniac")],
        decks=20,
        hands=60,
        seed=8,
    )
    _, _, model = fox()
    hands, decisions = cases("holdem-limit-3p", found)
    scores = score(predict(hands, model, decisions), decisions.kind)
    assert scores.accuracy > 0.82
    assert scores.majority < 0.55
    assert scores.log_loss < 0.6


def test_what_is_predicted_is_what_the_kernels_climb() -> None:
    """Probabilities of replayed decisions have the likelihood that learning has of the hands."""
    hands, decisions, model = fox()
    probability = predict(hands, model, decisions)
    rows = np.arange(len(hands.whole))
    lesson = hands.lesson(rows, hands.seen.cards, np.zeros(len(rows), np.float32))
    sums = learn(hands.shape, model.weights.parameters, lesson, aim=Aim("likely", observer=False))
    taken = probability[np.arange(len(decisions)), decisions.kind]
    assert sums.decision_count == len(decisions)
    assert np.log(taken).sum() == pytest.approx(sums.log_likelihood, rel=1e-4)


def test_decisions_of_some_hands_are_predicted_as_among_all() -> None:
    hands, decisions, model = fox()
    chosen = decisions.hand % 3 == 1
    part = predict(hands, model, decisions.take(chosen))
    assert (part == predict(hands, model, decisions)[chosen]).all()
    several = np.flatnonzero(np.diff(decisions.hand) == 0)[0]
    without = np.delete(np.arange(len(decisions)), several)
    with pytest.raises(ValueError, match="all of the player's"):
        predict(hands, model, decisions.take(without))


def test_a_clone_declares_what_was_predicted() -> None:
    hands, decisions, model = fox()
    agent = play_model(model)
    assert isinstance(agent, Clone)
    assert agent.stationary
    found = decisions_of(
        hands.game,
        [fox_hands()],
        0,
        feature_set=FeatureSet(hands.game.definition),
        declare=agent.probabilities_batch,
    )
    np.testing.assert_allclose(found.declared, predict(hands, model, decisions), atol=1e-6)
    likeliest = play_model(model, is_likeliest=True)
    sure = decisions_of(
        hands.game,
        [fox_hands()],
        0,
        feature_set=FeatureSet(hands.game.definition),
        declare=likeliest.probabilities_batch,
    )
    assert (sure.declared.argmax(axis=1) == found.declared.argmax(axis=1)).all()
    assert set(np.unique(sure.declared)) == {0.0, 1.0}


def test_only_decisions_of_the_player_are_learned() -> None:
    """The others play otherwise: a net of player 2 is not that of player 0."""
    hands, decisions, model = fox()
    other = read_player_hands(hands.game, [fox_hands()], 2, folder=HERE)
    theirs = decisions_of(
        hands.game, [fox_hands()], 2, feature_set=FeatureSet(hands.game.definition)
    )
    maniac = fit_net(other, theirs, origin=ORIGIN, seed=1)
    own = score(predict(other, maniac, theirs), theirs.kind)
    foreign = score(predict(other, model, theirs), theirs.kind)
    assert own.log_loss < foreign.log_loss - 0.15
    assert score(predict(hands, model, decisions), decisions.kind).accuracy > 0.8


def test_the_same_seed_gives_the_same_net() -> None:
    found = played(GAMES["kuhn-2p"], [Uniform(), Call()], decks=6, hands=40)
    hands, decisions = cases("kuhn-2p", found)
    one, two, three = (
        fit_net(hands, decisions, origin=ORIGIN, seed=seed).weights.parameters for seed in (3, 3, 4)
    )
    assert (one == two).all()
    assert (one != three).any()


def as_shown(hands: TrainingHands) -> TrainingHands:
    """The same hands with the cards that a table sees: those of Kuhn hands without a fold."""
    folded = np.array(
        [
            ord("f") in hands.betting[first:end]
            for first, end in zip(hands.betting_offsets, hands.betting_offsets[1:], strict=False)
        ]
    )
    cards = np.where(folded[:, None], np.uint8(NO_CARD), hands.cards)
    return replace(hands, cards=cards)


def gap_of(make: object, planted: object) -> float:
    game = GAMES["kuhn-2p"]
    tree = build_tree(game.definition)
    found, truth = (declared_strategy(game, tree, one) for one in (make, planted))
    return max(np.abs(tree.table(found, n) - tree.table(truth, n)).max() for n in range(3))


def test_hidden_cards_are_drawn_so_that_the_player_is_found_without_bias() -> None:
    """Kuhn's equilibrium bets and folds by its card; of folded hands nobody saw the cards."""
    found = played(GAMES["kuhn-2p"], [Equilibrium(), Equilibrium()], decks=60, hands=400)
    hands, decisions = cases("kuhn-2p", as_shown(found))
    hidden = ~decisions.is_known
    assert 0.2 < hidden.mean() < 0.8
    model = fit_net(hands, decisions, origin=ORIGIN, seed=0)
    feature_set = FeatureSet(hands.game.definition)
    shown = fit_trees(decisions.take(~hidden), feature_set, origin=ORIGIN, seed=0)
    drawn_gap = gap_of(partial(play_model, model), Equilibrium)
    assert drawn_gap < 0.2
    assert gap_of(partial(play_model, shown), Equilibrium) > 2 * drawn_gap


def test_hands_that_nets_cannot_read_are_refused() -> None:
    hands = fox_hands()
    stacks = np.full((len(hands), 3), 5000)
    with pytest.raises(AgentError, match="hands of run have stacks or blinds of their own"):
        read_player_hands(GAMES["holdem-limit-3p"], [replace(hands, stacks=stacks)], 0, folder=HERE)
    cards = hands.cards.copy()
    cards[:, 6:] = NO_CARD
    with pytest.raises(AgentError, match="no board cards for a round with betting"):
        read_player_hands(GAMES["holdem-limit-3p"], [replace(hands, cards=cards)], 0, folder=HERE)
