"""What trees learn of players whose play is known."""

import numpy as np
import pytest
from clone_cases import GAMES, ORIGIN, archetype_cases, played, with_kinds

from railbird.agents.baselines import Call, Uniform
from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions, decisions_of
from railbird.agents.clone.learning.boosting import calibrate, fit_trees
from railbird.agents.clone.learning.scores import calibration, ceiling, confusion, score
from railbird.agents.clone.learning.splitting import (
    BLOCK_HANDS,
    groups_of,
    split_groups,
    take_cases,
)

NAME = "holdem-nolimit-3p"
FEATURES = FeatureSet(GAMES[NAME].definition)


def cases_of(agent: object, *, decks: int, seed: int = 1) -> Decisions:
    agents = [agent, Uniform(), Call()]
    hands = played(GAMES[NAME], agents, decks=decks, hands=40, seed=seed)
    return decisions_of(GAMES[NAME], [hands], 0, feature_set=FEATURES)


def test_a_caller_is_right_after_50_cases() -> None:
    learned = cases_of(Call(), decks=2)
    learned = learned.take(np.arange(50))
    held = cases_of(Call(), decks=10, seed=2)
    model = fit_trees(learned, FEATURES, origin=ORIGIN, seed=0)
    found = score(model.kind_probabilities(held.features, held.legal), held.kind)
    assert (found.accuracy, found.log_loss) == (1.0, 0.0)


def test_the_uniform_player_cannot_be_predicted() -> None:
    """Better than the majority by luck alone: features that know the outcome would show here."""
    learned, held = cases_of(Uniform(), decks=60), cases_of(Uniform(), decks=60, seed=2)
    assert len(held) > 3_000
    model = fit_trees(learned, FEATURES, origin=ORIGIN, seed=0)
    found = score(model.kind_probabilities(held.features, held.legal), held.kind)
    kinds_possible = np.bitwise_count(held.legal)
    best = (1 / kinds_possible).mean()
    error = np.sqrt(best * (1 - best) / len(held))
    assert found.accuracy < best + 4 * error
    assert found.log_loss > np.log(kinds_possible).mean() - 0.02


def test_permuted_actions_give_the_majority() -> None:
    cases = archetype_cases(NAME, "rock")
    random = np.random.default_rng(0)
    legal = cases.legal == cases.legal[0]
    shuffled = with_kinds(cases.take(legal), random.permutation(cases.kind[legal]))
    first, held = split_groups(groups_of(shuffled), 0.5, seed=1)
    model = fit_trees(shuffled.take(first), FEATURES, origin=ORIGIN, seed=0)
    asked = shuffled.take(held)
    found = score(model.kind_probabilities(asked.features, asked.legal), asked.kind)
    assert found.accuracy <= found.majority + 0.04


def test_an_archetype_is_learned_and_its_scores_are_those_of_other_matches() -> None:
    cases = archetype_cases(NAME, "fox", 60, 60)
    held = archetype_cases(NAME, "fox", 40, 60)
    first, rest = split_groups(groups_of(cases), 0.6, seed=1)
    model = fit_trees(cases.take(first), FEATURES, origin=ORIGIN, seed=0)
    asked = cases.take(rest)
    probability = model.kind_probabilities(asked.features, asked.legal)
    found = score(probability, asked.kind)
    assert len(held) < len(cases)
    assert found.accuracy > found.majority + 0.15
    assert found.calibration_error < 0.05
    assert abs(model.origin.scores["accuracy"] - found.accuracy) < 0.05
    assert model.origin.scores["decisions"] < 0.3 * first.sum()
    sizes = model.size_probabilities(asked.features)
    np.testing.assert_allclose(sizes.sum(axis=1), 1.0)


def test_what_is_not_legal_has_no_probability() -> None:
    cases = archetype_cases(NAME, "maniac")
    model = fit_trees(cases, FEATURES, origin=ORIGIN, seed=0)
    for legal in (0b010, 0b011, 0b110, 0b111):
        found = model.kind_probabilities(cases.features, np.full(len(cases), legal, np.uint8))
        assert (found[:, [k for k in range(3) if not legal >> k & 1]] == 0).all()
        np.testing.assert_allclose(found.sum(axis=1), 1.0)


def test_who_never_called_calls_where_nothing_else_is_legal() -> None:
    cases = archetype_cases(NAME, "maniac")
    folds = with_kinds(cases, np.zeros(len(cases)))
    model = fit_trees(folds, FEATURES, origin=ORIGIN, seed=0)
    found = model.kind_probabilities(cases.features, np.full(len(cases), 0b010, np.uint8))
    assert (found == (0, 1, 0)).all()


def test_calibration_mends_scores_that_are_too_sure() -> None:
    random = np.random.default_rng(2)
    scores = random.normal(0, 1, (4_000, 3))
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    labels = (shares.cumsum(axis=1) < random.random((4_000, 1))).sum(axis=1)
    scale, shift = calibrate(3 * scores + (0.5, 0, 0), labels)
    assert scale == pytest.approx(1 / 3, abs=0.03)
    np.testing.assert_allclose(shift, (-0.5 / 3, 0, 0), atol=0.12)


def test_scores_are_what_their_names_say() -> None:
    probability = np.array([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6], [0.9, 0.1, 0.0]])
    kinds = np.array([0, 1, 1, 0], np.uint8)
    found = score(probability, kinds)
    assert found.accuracy == 0.75
    assert found.majority == 0.5
    assert found.log_loss == pytest.approx(-np.log([0.5, 0.8, 0.2, 0.9]).mean())
    bins = calibration(probability, kinds)
    assert bins[:, 0].sum() == 12
    assert bins[9].tolist() == [1, 0.9, 1.0]
    best, entropy = ceiling(np.array([[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]))
    assert (best, entropy) == (0.75, pytest.approx(np.log(2) / 2))


def test_confusion_counts_every_decision_by_round() -> None:
    cases = archetype_cases(NAME, "maniac")
    model = fit_trees(cases, FEATURES, origin=ORIGIN, seed=0)
    probability = model.kind_probabilities(cases.features, cases.legal)
    counts = confusion(probability, np.zeros(len(cases), np.bool_), cases)
    rounds = np.bincount(cases.round_index)
    assert (counts.sum(axis=(1, 2)) == rounds).all()
    right = counts[:, [0, 1, 2], [0, 1, 2]].sum()
    all_in = (cases.kind == 2) & (cases.raise_to == cases.max_raise_to)
    assert right == ((probability.argmax(axis=1) == cases.kind) & ~all_in).sum()


def test_matches_are_never_divided() -> None:
    cases = archetype_cases(NAME, "fox")
    groups = groups_of(cases)
    assert (groups == cases.match).all()
    for share in (0.2, 0.5, 0.8):
        first, rest = split_groups(groups, share, seed=3)
        assert (first ^ rest).all()
        assert not set(cases.match[first]) & set(cases.match[rest])
    chosen = take_cases(groups, 100, seed=1)
    cut = cases.match[chosen]
    assert len(chosen) == 100
    partly = [m for m in set(cut) if (cut == m).sum() < (groups == m).sum()]
    assert len(partly) <= 1


def test_one_long_match_is_divided_into_blocks_of_hands() -> None:
    cases = archetype_cases(NAME, "fox", 1, 600)
    groups = groups_of(cases)
    assert len(np.unique(groups)) > 4
    assert (np.diff(groups) >= 0).all()
    for hand in np.unique(cases.hand).tolist():
        assert len(set(groups[cases.hand == hand])) == 1
    hands = [len(np.unique(cases.hand[groups == one])) for one in np.unique(groups)]
    assert max(hands) <= BLOCK_HANDS
