"""Opponent models: hidden cards as Bayes says, only what was seen used, planted play found."""

import csv
from itertools import pairwise, permutations

import numpy as np
import pytest
from dcubot_hands import GAMES, a_net, some_hands

from railbird.agents import Equilibrium
from railbird.agents.dcubot.modelling import imputing
from railbird.agents.dcubot.modelling.fitting import fit_opponents
from railbird.agents.dcubot.modelling.imputing import impute
from railbird.agents.dcubot.modelling.stored_matches import hide, see_hands
from railbird.agents.dcubot.net.answers import join_texts
from railbird.agents.dcubot.net.batches import Candidates, SeenHands, take_texts
from railbird.agents.dcubot.net.hands import likelihoods, survey
from railbird.agents.dcubot.net.shape import NetShape
from railbird.agents.dcubot.net.weights import WeightsError, read_weights
from railbird.agents.dcubot.play.player import Dcubot
from railbird.harness import AgentSpec, Spec, run
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.analysis.training import training_tools
from railbird.harness.errors import SpecError
from railbird.harness.workers.dispatch import play_here
from railbird.native import NO_CARD
from railbird.native.solver import build_tree
from railbird.plugins import TrainingTask

KUHN = GAMES["kuhn-3p"]


@pytest.mark.parametrize("longest", [6, 0])
def test_imputed_cards_follow_the_joint_posterior(longest, monkeypatch):
    """Three hidden cards of four, each pair distinct: by rejection and by enumeration."""
    monkeypatch.setattr(imputing, "LONGEST_REJECTED", longest)
    weights = a_net("kuhn-3p")
    weights.parameters[:] *= 6
    shape = weights.shape
    count, betting = 20_000, "crcf"
    texts = join_texts([betting] * count)
    cards = np.full((count, 3), NO_CARD, np.uint8)
    hands = SeenHands(cards, texts, survey(shape, texts))
    random = np.random.default_rng(1)
    drawn = impute(shape, weights.parameters, hands, random=random)
    deck = KUHN.definition.deck.tolist()
    one = likelihoods(
        shape,
        weights.parameters,
        Candidates(
            np.array([0, 12]),
            np.repeat(np.arange(3, dtype=np.uint8), 4),
            np.array(deck * 3, np.uint8)[:, None],
        ),
        boards=np.zeros((1, 0), np.uint8),
        texts=join_texts([betting]),
    ).reshape(3, 4)
    joint = {
        cards: np.exp(sum(one[p, deck.index(card)] for p, card in enumerate(cards)))
        for cards in permutations(deck, 3)
    }
    whole = sum(joint.values())
    for held, likely in joint.items():
        share = (drawn == held).all(1).mean()
        exact = likely / whole
        assert abs(share - exact) < 4 * np.sqrt(exact * (1 - exact) / count)
    assert max(joint.values()) > 2 * min(joint.values())  # the types differ


def test_long_sequences_and_boards_are_imputed_around_what_is_known(monkeypatch):
    monkeypatch.setattr(imputing, "LONGEST_REJECTED", 4)
    weights = a_net("holdem-limit-3p")
    shape = weights.shape
    stored = some_hands(weights, "holdem-limit-3p", decks=40)
    seen, _ = see_hands(shape, [stored], all_cards=False)
    cards = impute(shape, weights.parameters, seen, random=np.random.default_rng(2))
    known = seen.cards != NO_CARD
    assert (cards[known] == stored.cards[known]).all()
    acted = seen.survey.action_counts > 0
    assert (cards[:, :6].reshape(-1, 3, 2)[acted] != NO_CARD).all()
    assert (seen.survey.action_counts > imputing.LONGEST_REJECTED).any()
    for row in cards:
        held = row[row != NO_CARD]
        assert len(set(held.tolist())) == len(held)


def test_only_showdowns_and_dealt_boards_are_seen():
    shape = NetShape(GAMES["holdem-limit-3p"].definition)
    texts = join_texts(["fcc/cc/cc/cc", "fcc/cc/rf", "rff"])
    cards = np.tile(np.arange(11, dtype=np.uint8), (3, 1))
    shown = hide(shape, SeenHands(cards, texts, survey(shape, texts)))
    none = NO_CARD
    assert shown[0].tolist() == [0, 1, 2, 3, none, none, 6, 7, 8, 9, 10]
    assert shown[1].tolist() == [none] * 6 + [6, 7, 8, 9, none]
    assert shown[2].tolist() == [none] * 11


def test_texts_of_some_rows_are_those_texts():
    text, ends = take_texts(join_texts(["cc", "", "rf", "crc"]), np.array([3, 0, 1, 3]))
    whole = text.tobytes().decode()
    parts = [whole[a:b] for a, b in pairwise(ends)]
    assert parts == ["crc", "cc", "", "crc"]


@pytest.fixture(scope="module")
def kuhn_run(tmp_path_factory):
    agents = (AgentSpec(agent="equilibrium"), AgentSpec(agent="equilibrium", label="other"))
    spec = Spec(name="seen", game="kuhn-2p", agents=agents, hands_per_match=500, decks=40)
    folder = tmp_path_factory.mktemp("kuhn")
    run(spec, folder=folder, dispatch=play_here)
    return folder


def fit(out, run_folder, hands, *, game="kuhn-2p", tools=None, **options):
    task = TrainingTask(out, hands, options.pop("resume", False), run_folder)
    made = training_tools(GAMES[game], 1, lambda line: None) if tools is None else tools
    fit_opponents(made, task, **{"hands_per_step": 1000, "player_types": 1, **options})


def test_the_play_of_a_population_is_found_again_from_what_was_seen(tmp_path, kuhn_run):
    """Kuhn's equilibrium, cards hidden unless shown down: within 0.15 of it."""
    fit(tmp_path / "model.arrow", kuhn_run, 300_000, rate=0.03, observer_rate=0.03)
    game = GAMES["kuhn-2p"]
    tree = build_tree(game.definition)
    found, planted = (
        declared_strategy(game, tree, make)
        for make in (lambda: Dcubot(file=str(tmp_path / "model.arrow")), Equilibrium)
    )
    gaps = [np.abs(tree.table(found, node) - tree.table(planted, node)).max() for node in range(3)]
    assert max(gaps) < 0.15
    assert np.abs(tree.uniform - planted).max() > 0.3
    assert read_weights(tmp_path / "model.arrow").training.method == "opponent model"


def test_what_nobody_saw_changes_nothing(tmp_path, kuhn_run):
    tools = training_tools(GAMES["kuhn-2p"], 1, lambda line: None)
    whole = list(tools.stored_hands(kuhn_run))
    shape = NetShape(GAMES["kuhn-2p"].definition)
    seen, _ = see_hands(shape, whole, all_cards=False)
    swapped = []
    for part in whole:
        survey_part = survey(shape, (part.betting, part.betting_offsets))
        is_hidden = survey_part.live != 3
        cards = np.where(is_hidden[:, None], part.cards[:, ::-1], part.cards)
        swapped.append((part, cards))
    for part, cards in swapped:
        part.cards[:] = cards
    again, _ = see_hands(shape, whole, all_cards=False)
    assert (seen.cards == again.cards).all()


def test_a_resumed_fit_is_one_that_never_stopped_and_bad_input_is_refused(tmp_path, kuhn_run):
    fit(tmp_path / "whole.arrow", kuhn_run, 4000)
    fit(tmp_path / "parts.arrow", kuhn_run, 2000)
    fit(tmp_path / "parts.arrow", kuhn_run, 4000, resume=True)
    assert (tmp_path / "whole.arrow").read_bytes() == (tmp_path / "parts.arrow").read_bytes()
    curve = list(csv.DictReader((tmp_path / "parts.arrow.curve.csv").read_text().splitlines()))
    assert {row["surprise"] for row in curve} == {"nan"}
    with pytest.raises(WeightsError, match=r"was trained with .*all_cards = False"):
        fit(tmp_path / "parts.arrow", kuhn_run, 6000, resume=True, all_cards=True)
    with pytest.raises(WeightsError, match="give the run"):
        fit(tmp_path / "none.arrow", None, 1000)
    with pytest.raises(SpecError, match="not of the game"):
        fit(tmp_path / "none.arrow", kuhn_run, 1000, game="leduc")
