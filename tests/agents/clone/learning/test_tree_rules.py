"""A tree as rules: what was planted is found, and the rules play as the model says."""

import re

import numpy as np
import pytest
from clone_cases import GAMES, ORIGIN, archetype_cases, with_kinds

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.learning.tree_rules import MOST_LEAVES, fit_tree
from railbird.agents.pokerlang.compiling.files import compile_text
from railbird.agents.pokerlang.playing.deciding import decide
from railbird.agents.pokerlang.situation.view import View
from railbird.harness.analysis.training import training_tools
from railbird.plugins import AgentError, DecisionBatch

NAME = "holdem-nolimit-3p"
GAME = GAMES[NAME]
FEATURES = FeatureSet(GAME.definition)


def test_a_player_that_folds_below_a_strength_is_found_out() -> None:
    cases = archetype_cases(NAME, "maniac", 120, 60)
    before = cases.round_index == 0
    cases = cases.take(before & (cases.legal & 1 > 0))
    strength = cases.features[:, FEATURES.names.index("strength")]
    planted = with_kinds(cases, np.where(strength < 0.37, 0, 1))
    rules = fit_tree(planted, FEATURES, origin=ORIGIN, seed=0).rules
    found = re.findall(r"rule when strength <= ([\d.]+): fold", rules)
    found += re.findall(r"rule when strength > ([\d.]+): call", rules)
    assert len(found) == 1, rules
    assert float(found[0]) == pytest.approx(0.37, abs=0.01)


@pytest.mark.parametrize("style", ["fox", "fish", "maniac"])
def test_rules_declare_what_the_model_says(style: str) -> None:
    cases = archetype_cases(NAME, style, 60, 60)
    tree = fit_tree(cases, FEATURES, origin=ORIGIN, seed=0)
    program = compile_text(tree.rules, "tree.pokerlang")
    assert program.is_stationary
    watching = _Comparing(program, tree.model)
    others = [_Comparing(program, tree.model) for _ in range(2)]
    training_tools(GAME, 5, print).play([watching, *others], 0, 10, 40)
    differences = np.concatenate(watching.differences)
    assert len(differences) > 200
    # shares are whole per cent, and a threshold has four digits
    assert np.quantile(differences, 0.98) < 0.02
    assert differences.mean() < 0.01


class _Comparing:
    """Plays rules, and compares them with the model at each decision."""

    def __init__(self, program: object, model: object) -> None:
        self._program, self._model = program, model
        self.differences: list[np.ndarray] = []

    def act_batch(self, decisions: DecisionBatch) -> object:
        said = decide(self._program, View(decisions, decisions.hole_cards))
        by_kind = np.column_stack(
            [said.probability[:, said.kinds == kind].sum(axis=1) for kind in range(3)]
        )
        features = FEATURES.compute(decisions, decisions.hole_cards)
        counts = self._model.actions.probabilities(features)
        moved = counts.copy()  # as PokerLang: what is not legal is a call
        for kind, column in ((0, decisions.can_fold), (2, decisions.can_raise)):
            moved[~column, 1] += moved[~column, kind]
            moved[~column, kind] = 0
        self.differences.append(np.abs(moved - by_kind).max(axis=1))
        return decisions.sample(said)


def test_a_tree_has_at_most_64_leaves() -> None:
    cases = archetype_cases(NAME, "maniac", 120, 60)
    tree = fit_tree(cases, FEATURES, origin=ORIGIN, seed=0)
    assert 4 < tree.rules.count("  rule") <= MOST_LEAVES
    small = fit_tree(cases, FEATURES, origin=ORIGIN, seed=0, most_leaves=8)
    assert small.rules.count("  rule") <= 8


def test_a_tree_is_of_holdem() -> None:
    cases = archetype_cases(NAME, "maniac")
    with pytest.raises(AgentError, match="rules of hold'em; use --method trees"):
        fit_tree(cases, FeatureSet(GAMES["leduc"].definition), origin=ORIGIN, seed=0)
