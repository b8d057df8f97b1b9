"""Reinforced play: what variety is worth, what a critic does, and which seats are noisy."""

import csv
from pathlib import Path

import dcubot_reference as reference
import numpy as np
import pytest
from dcubot_hand_reference import trace
from dcubot_hands import GAMES, a_net, played, questions_of, some_hands

from railbird.agents.dcubot.net.answers import Followers, answer, join_texts
from railbird.agents.dcubot.net.batches import CELLS, Aim, Hands
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.training.learner import Learner, Rates
from railbird.agents.dcubot.training.noisy_seats import NoisyNet, NoisySeats, draw_noisy_seats
from railbird.agents.dcubot.training.self_play import train_by_self_play
from railbird.agents.dcubot.training.training_hands import bits_of, to_learn
from railbird.harness.analysis.training import training_tools
from railbird.native import parse_cards
from railbird.plugins import TrainingTask

REINFORCED = {"play": "reinforced", "observer": False}


def slopes_by_steps(shape, parameters, hands, *, worth, places):
    """Slopes of ``worth(trace, hand)`` over hands, in double precision; beliefs are given."""
    seen = [(hand, list(reference.situations(shape, hand))) for hand in hands]
    slopes = []
    for place in places:
        values = []
        for way in (1e-5, -1e-5):
            moved = parameters.astype(float)
            moved[place] += way
            values.append(
                sum(
                    worth(trace(shape, moved, hand, inputs_from=given, seen=s), hand, s)
                    for given, (hand, s) in ((parameters, pair) for pair in seen)
                )
            )
        slopes.append((values[0] - values[1]) / 2e-5)
    return slopes


def steep_places(shape, gradient):
    """The steepest place of each block that has one."""
    for block in shape.blocks:
        part = np.abs(block.of(gradient).ravel())
        if len(part) and part.max() > 0:
            yield block.start + int(part.argmax())


@pytest.mark.parametrize("game", ["leduc", "holdem-limit-3p"])
def test_the_slope_of_variety_is_that_of_the_entropy(game):
    weights = a_net(game, is_self_aware=True)
    shape, parameters = weights.shape, weights.parameters
    hands = some_hands(weights, game, decks=3, hands=1)
    given = to_learn(shape, hands, draws_seed=0)
    plain, varied = (
        learn(shape, parameters, given, aim=Aim(**REINFORCED, entropy=entropy)).gradient
        for entropy in (0.0, 2.0)
    )
    gradient = (varied - plain) / 2
    places = list(steep_places(shape, gradient))
    wanted = slopes_by_steps(
        shape,
        parameters,
        list(played(hands)),
        worth=lambda t, hand, s: -np.sum(t.policies * np.log(t.policies + (t.policies == 0))),
        places=places,
    )
    assert len(places) > 10
    assert gradient[places] == pytest.approx(wanted, abs=2e-3)


def test_utilities_that_are_too_sure_are_pulled_back():
    weights = a_net("leduc")
    shape, parameters, limit = weights.shape, weights.parameters, 0.2
    hands = some_hands(weights, "leduc", decks=3, hands=1)
    given = to_learn(shape, hands, draws_seed=0)
    free, held = (
        learn(shape, parameters, given, aim=Aim(**REINFORCED, surest=surest)).gradient
        for surest in (0.0, limit)
    )
    places = list(steep_places(shape, held - free))

    def beyond(traced, hand, situations):
        legal = np.array([[s.legal >> kind & 1 for kind in range(3)] for s in situations])
        return -(np.maximum(np.abs(traced.utilities * legal) - limit, 0) ** 2).sum() / 2

    wanted = slopes_by_steps(shape, parameters, list(played(hands)), worth=beyond, places=places)
    assert len(places) > 6
    assert (held - free)[places] == pytest.approx(wanted, abs=2e-3)


@pytest.mark.parametrize("game", ["leduc", "holdem-limit-3p"])
def test_a_critic_learns_to_predict_what_actions_win(game):
    weights, other = a_net(game, is_self_aware=True), a_net(game, is_self_aware=True, seed=2)
    shape, critic = weights.shape, other.parameters
    hands = some_hands(weights, game, decks=3, hands=1)
    given = to_learn(shape, hands, draws_seed=0)
    aim = Aim(**REINFORCED, critic=critic)
    lesson = learn(shape, weights.parameters, given, aim=aim)
    wins = list(won_by_decision(shape, hands))

    def misses(parameters):
        """Squares of what was won more than foretold: fold foretells nothing."""
        for hand, won in zip(played(hands), wins, strict=True):
            seen = list(reference.situations(shape, hand))
            found = trace(shape, parameters, hand, inputs_from=weights.parameters, seen=seen)
            kinds = [situation.kind for situation in seen]
            yield ((won - found.utilities[np.arange(len(won)), kinds]) ** 2).sum()

    assert lesson.surprise == pytest.approx(sum(misses(critic)), rel=1e-4)
    places = list(steep_places(shape, lesson.critic_gradient))
    for place in places:
        ends = []
        for way in (1e-5, -1e-5):
            moved = critic.astype(float)
            moved[place] += way
            ends.append(-sum(misses(moved)) / 2)
        slope = (ends[0] - ends[1]) / 2e-5
        assert lesson.critic_gradient[place] == pytest.approx(slope, rel=2e-3, abs=2e-3)
    assert len(places) > 10


def won_by_decision(shape, hands):
    """What each decider won from his decision on, big blinds."""
    unit = shape.definition.big_blind
    to_bb = to_learn(shape, hands, draws_seed=0).payoffs
    for row, hand in enumerate(played(hands)):
        spent = np.array(shape.definition.blinds, float) / unit
        won = []
        for situation in reference.situations(shape, hand):
            won.append(to_bb[row, situation.actor] + spent[situation.actor])
            if situation.kind:
                spent[situation.actor] += situation.cost[situation.kind - 1]
        yield np.array(won)


def test_winnings_are_compared_with_their_running_average_by_stage_and_players_left():
    """Reinforcement comparison: at first the mean, then a twentieth of the way to each new one."""
    weights = a_net("holdem-limit-3p")
    shape = weights.shape
    learner = Learner(shape, weights.parameters, Rates(play=0.0, observer=0.0))
    usual, surprises = np.zeros(CELLS), []
    for step in range(3):
        tools = training_tools(GAMES["holdem-limit-3p"], 7, print)
        hands = tools.play([Dcubot(weights=weights)] * 3, 20 * step, 20, 2)
        given = to_learn(shape, hands, draws_seed=step)
        surprises.append(learner.learn(given, observer=False).surprise)
        won = {}
        for hand, amounts in zip(played(hands), won_by_decision(shape, hands), strict=True):
            left = 3
            for situation, amount in zip(reference.situations(shape, hand), amounts, strict=True):
                won.setdefault((situation.stage, left), []).append(amount)
                left -= situation.kind == 0
        missed = sum(((np.array(w) - usual[cell]) ** 2).sum() for cell, w in won.items())
        assert surprises[-1] == pytest.approx(missed, rel=1e-5)
        for cell, amounts in won.items():
            usual[cell] += (0.05 if step else 1.0) * (np.mean(amounts) - usual[cell])
    assert len(won) > 4
    assert learner.baselines == pytest.approx(usual, abs=1e-4)


def test_what_is_usual_takes_that_much_less_of_the_slope():
    weights = a_net("leduc")
    shape = weights.shape
    given = to_learn(shape, some_hands(weights, "leduc", decks=3, hands=1), draws_seed=0)

    def slope(play, usual=0.0):
        aim = Aim(play, observer=False, baselines=np.full(CELLS, usual, np.float32))
        return learn(shape, weights.parameters, given, aim=aim).gradient

    difference = slope("reinforced") - slope("reinforced", 2.0)
    assert np.abs(difference).max() > 1
    assert difference == pytest.approx(2 * slope("likely"), abs=1e-3)


def test_a_critic_changes_no_slope_on_average():
    """The second player of Kuhn faces a bet: the mean over what he may do is as without."""
    weights, critic = a_net("kuhn-2p"), a_net("kuhn-2p", seed=2).parameters
    shape, cards = weights.shape, parse_cards("QsKs")
    hand = reference.PlayedHand(cards, "rc", np.zeros(2))
    policy = trace(shape, weights.parameters.astype(float), hand).policies[1]
    means = {"with": 0, "without": 0}
    for name, given in (("with", critic), ("without", None)):
        for letter, kind, won in (("f", 0, -1.0), ("c", 1, 2.0)):
            one = Hands(
                cards[None],
                join_texts(["r" + letter]),
                np.array([[-won, won]], np.float32),
                np.array([2], np.uint16),
                np.zeros(1, np.float32),
            )
            aim = Aim(**REINFORCED, critic=given)
            means[name] += policy[kind] * learn(shape, weights.parameters, one, aim=aim).gradient
    assert np.abs(means["with"]).max() > 0.01
    assert means["with"] == pytest.approx(means["without"], abs=1e-6)


def test_noisy_seats_leave_a_seat_that_learns():
    drawn = draw_noisy_seats(np.random.default_rng(1), 4000, 6, share=0.5)
    noisy = drawn.is_noisy.sum(1)
    assert set(noisy.tolist()) == set(range(6))
    assert (noisy > 0).mean() == pytest.approx(0.5, abs=0.03)
    assert np.ptp(drawn.is_noisy.mean(0)) < 0.05
    assert (drawn.odds > 0).all()
    alike = (drawn.odds == drawn.odds[:, :1]).all(axis=(1, 2))
    assert alike.mean() == pytest.approx(0.5, abs=0.03)
    raisers = (drawn.odds[..., 2] > 1e4 * drawn.odds[..., 1]).all(1) & (noisy == 5)
    assert raisers.mean() > 0.01  # tables of five who all but always raise
    assert not draw_noisy_seats(np.random.default_rng(1), 100, 6, share=0).is_noisy.any()


def test_noisy_seats_play_otherwise_and_only_they():
    """In seat 2 one who all but always raises, without regard to the cards."""
    game = GAMES["holdem-limit-3p"]
    tools, weights, decks = training_tools(game, 7, print), a_net("holdem-limit-3p"), 100
    who = NoisySeats(
        np.tile([False, False, True], (decks, 1)),
        np.zeros((decks, 3), np.float32),
        np.tile(np.float32([1e-9, 1e-9, 1]), (decks, 3, 1)),
        np.zeros((decks, 3), np.int8),
    )
    hands = tools.play([NoisyNet(Dcubot(weights=weights), who)] * 3, 0, decks, 2)
    done = {0: set(), 1: set(), 2: set()}
    for row, hand in enumerate(played(hands)):
        for situation in reference.situations(weights.shape, hand):
            if situation.legal == 0b111:
                done[int(hands.seats[row, situation.actor])].add(situation.kind)
    assert done == {0: {0, 1, 2}, 1: {0, 1, 2}, 2: {2}}


def test_who_learns_may_stay_for_a_round_to_come():
    """In seat 0 one who calls before the turn, and plays as the net from there on."""
    game = GAMES["holdem-limit-3p"]
    tools, weights, decks = training_tools(game, 7, print), a_net("holdem-limit-3p"), 150
    who = NoisySeats(
        np.zeros((decks, 3), bool),
        np.ones((decks, 3), np.float32),
        np.ones((decks, 3, 3), np.float32),
        np.tile(np.int8([2, 0, 0]), (decks, 1)),
    )
    hands = tools.play([NoisyNet(Dcubot(weights=weights), who)] * 3, 0, decks, 2)
    done = {}
    for row, hand in enumerate(played(hands)):
        for situation in reference.situations(weights.shape, hand):
            if hands.seats[row, situation.actor] == 0:
                done.setdefault(situation.stage, []).append(situation.kind == 1)
    calls = [float(np.mean(done[stage])) for stage in range(4)]
    assert min(calls[:2]) > 0.97
    assert max(calls[2:]) < 0.9


def test_only_seats_that_are_not_noisy_teach():
    weights = a_net("holdem-limit-3p")
    hands = some_hands(weights, "holdem-limit-3p", decks=50)
    who = draw_noisy_seats(np.random.default_rng(3), 50, 3, share=0.8)
    bits = bits_of(hands, who.learners().repeat(2, axis=0))
    for row, seats in enumerate(hands.seats.tolist()):
        learns = [not who.is_noisy[row // 2, seat] for seat in seats]
        assert [bool(bits[row] >> position & 1) for position in range(3)] == learns


def test_nothing_is_learnt_from_the_play_of_noisy_seats(tmp_path):
    """Somebody of three is one at every table: the curve counts the decisions of the others."""
    decisions = []
    for share in (0.0, 1.0):
        out = tmp_path / f"{share}.arrow"
        tools = training_tools(GAMES["kuhn-3p"], 1, lambda line: None)
        train_by_self_play(tools, TrainingTask(out, 2000), decks=500, perturbed=share)
        rows = csv.DictReader(Path(f"{out}.curve.csv").read_text().splitlines())
        decisions.append(float(next(rows)["decisions"]))
    assert decisions[1] < 0.75 * decisions[0]


def test_two_nets_that_are_asked_about_the_same_tables_do_not_mix():
    """An exploiter and its model share a cache, since they have the same beliefs."""

    weights, other = a_net("holdem-limit-3p"), a_net("holdem-limit-3p", seed=2)
    shape, followers = weights.shape, Followers()
    hands = list(played(some_hands(weights, "holdem-limit-3p", decks=20)))
    asked = questions_of(shape, hands)
    observer = weights.parameters
    for parameters in (weights.parameters, other.parameters, weights.parameters):
        options = {"observer": observer}
        mixed = answer(shape, parameters, asked, followers=followers, **options)
        alone = answer(shape, parameters, asked, followers=Followers(), **options)
        assert (mixed == alone).all()
