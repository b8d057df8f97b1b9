"""dcubot's kernels agree with the plain numpy reference, and compute the right gradients."""

from itertools import product

import dcubot_reference as reference
import numpy as np
import pytest
from dcubot_hand_reference import trace
from dcubot_hands import GAMES, a_net, played, questions_of, some_hands
from dcubot_inputs import inputs

from railbird.agents.dcubot.net import batches
from railbird.agents.dcubot.net.answers import Followers, answer, join_texts
from railbird.agents.dcubot.net.batches import Aim, Questions
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.training.training_hands import to_learn
from railbird.native import NO_CARD, parse_cards
from railbird.plugins import AgentError

OBSERVER = ("type", "transition", "initial", "showdown")

NETS = [("kuhn-2p", False), ("kuhn-3p", True), ("leduc", False), ("leduc", True)]
NETS += [("holdem-limit-2p", True), ("holdem-limit-3p", False)]


@pytest.mark.parametrize(("game", "is_self_aware"), NETS)
def test_answers_are_those_of_the_reference(game, is_self_aware):
    weights = a_net(game, is_self_aware=is_self_aware)
    shape = weights.shape
    hands = list(played(some_hands(weights, game)))
    got = answer(shape, weights.parameters, questions_of(shape, hands), followers=Followers())
    row = 0
    for hand in hands:
        wanted = trace(shape, weights.parameters, hand).play
        kinds = [situation.kind for situation in reference.situations(shape, hand)]
        for kind, logarithm in zip(kinds, wanted, strict=True):
            assert np.log(got[row, kind]) == pytest.approx(logarithm, abs=2e-5)
            row += 1
    assert got.sum(1) == pytest.approx(np.ones(row), abs=1e-6)


@pytest.mark.parametrize("game", ["leduc", "holdem-limit-3p"])
def test_what_is_remembered_of_a_table_changes_nothing(game):
    weights = a_net(game)
    shape = weights.shape
    hands = list(played(some_hands(weights, game)))
    fresh = answer(shape, weights.parameters, questions_of(shape, hands), followers=Followers())
    followers = Followers()
    order = np.random.default_rng(5).permutation(len(fresh))
    whole = questions_of(shape, hands)
    for rows in (np.arange(len(fresh)), order):
        for row in rows.tolist():
            start, end = whole.texts[1][row : row + 2]
            one = Questions(
                np.array([row % 2], np.int32),
                whole.hole_cards[row : row + 1],
                whole.boards[row : row + 1],
                (whole.texts[0][start:end], np.array([0, end - start])),
            )
            again = answer(shape, weights.parameters, one, followers=followers)
            assert (again[0] == fresh[row]).all()


@pytest.mark.parametrize("game", ["leduc", "holdem-limit-6p"])
def test_every_processor_computes_the_same_bits(game):
    weights = a_net(game, is_self_aware=True)
    shape = weights.shape
    hands = some_hands(weights, game, decks=60)
    lessons = []
    for is_portable in (0, 1):
        shape.c.is_portable = is_portable
        aim = Aim("reinforced")
        lessons.append(
            learn(shape, weights.parameters, to_learn(shape, hands, draws_seed=0), aim=aim)
        )
        asked = questions_of(shape, list(played(hands))[:20])
        lessons[-1] = (
            lessons[-1].gradient,
            answer(shape, weights.parameters, asked, followers=Followers()),
        )
    assert all((one == other).all() for one, other in zip(*lessons, strict=True))


@pytest.mark.parametrize(("game", "is_self_aware"), [("leduc", True), ("holdem-limit-3p", True)])
def test_gradients_are_the_slopes_of_the_likelihoods(game, is_self_aware):
    weights = a_net(game, is_self_aware=is_self_aware)
    shape, parameters = weights.shape, weights.parameters
    hands = some_hands(weights, game, decks=4, hands=1 + 2 * (game == "leduc"))
    given = to_learn(shape, hands, draws_seed=0)
    given.draws[:] = 0
    gradients = {
        "play": learn(shape, parameters, given, aim=Aim("likely", observer=False)).gradient,
        "observer": learn(shape, parameters, given, aim=Aim("fixed")).gradient,
    }
    random = np.random.default_rng(2)
    seen = [(hand, list(reference.situations(shape, hand))) for hand in played(hands)]
    for block in shape.blocks:
        if not block.rows:
            continue
        part = "observer" if block.name in OBSERVER else "play"
        way = np.zeros(len(parameters))
        block.of(way)[:] = random.normal(size=(block.rows, block.width))
        slope = _slope(shape, parameters, seen, way=way, part=part)
        found = gradients[part].astype(float) @ way
        assert found == pytest.approx(slope, abs=1e-3 * max(1, abs(slope))), block


def _slope(shape, parameters, hands, *, way, part):
    """The slope between two points close by, in double precision; beliefs are inputs, given."""
    step, values = 1e-5, []
    for sign in (1, -1):
        moved = parameters.astype(float) + sign * step * way
        traces = [
            trace(shape, moved, hand, inputs_from=parameters, seen=seen) for hand, seen in hands
        ]
        values.append(
            sum(t.play.sum() if part == "play" else t.observer + t.showdown for t in traces)
        )
    return (values[0] - values[1]) / (2 * step)


def test_reinforced_slopes_are_likely_ones_weighed_by_what_was_won():
    weights = a_net("kuhn-2p")
    shape = weights.shape
    hands = some_hands(weights, "kuhn-2p", decks=1, hands=1)
    given = to_learn(shape, hands, draws_seed=0)
    given.payoffs[:] = 0  # won is then what was spent before: the ante, 1, and 2 after a bet
    baselines = np.full(batches.CELLS, -2, np.float32)
    likely = learn(shape, weights.parameters, given, aim=Aim("likely", observer=False))
    aim = Aim("reinforced", observer=False, baselines=baselines)
    reinforced = learn(shape, weights.parameters, given, aim=aim)
    before = [s for s in reference.situations(shape, next(played(hands)))]
    assert likely.decision_count == len(before)
    assert reinforced.counts.sum() == len(before)
    assert reinforced.gradient == pytest.approx(3 * likely.gradient, rel=1e-5, abs=1e-6)


def test_the_filter_is_the_sum_over_all_ways_through_the_card_types():
    weights = a_net("leduc")
    shape, parameters = weights.shape, weights.parameters.astype(float)
    hand = next(h for h in played(some_hands(weights, "leduc", decks=30)) if h.betting == "cc/cc")
    board = hand.cards[2:]
    first = reference.first_belief(shape, parameters)
    matrix = reference.transition(shape, parameters, board, stage=1)
    beliefs = np.tile(first, (2, 1))
    whole, actions = 0.0, {}
    for situation in reference.situations(shape, hand):  # beliefs are inputs, given
        if situation.stage == 1 and (1, 0) not in actions and (1, 1) not in actions:
            beliefs = beliefs @ matrix
            beliefs /= beliefs.sum(1, keepdims=True)
        seen = reference.sum_of_others(beliefs, situation)
        likely = reference.type_policies(shape, parameters, situation, belief_sum=seen)
        actions[situation.stage, situation.actor] = likely[situation.kind]
        own = beliefs[situation.actor] * likely[situation.kind]
        beliefs[situation.actor] = own / own.sum()
    for player in range(2):
        a0, a1 = actions[0, player], actions[1, player]
        ways = list(product(range(8), repeat=2))
        before = sum(first[c] * a0[c] for c in range(8))
        with_board = sum(first[c] * a0[c] * matrix[c, d] for c, d in ways)
        with_all = sum(first[c] * a0[c] * matrix[c, d] * a1[d] for c, d in ways)
        whole += np.log(before) + np.log(with_all) - np.log(with_board)
    aim = Aim("fixed")
    kept = [h.betting == "cc/cc" for h in played(some_hands(weights, "leduc", decks=30))].index(
        True
    )
    given = to_learn(shape, some_hands(weights, "leduc", decks=30), draws_seed=0)
    one = batches.Hands(
        given.cards[kept : kept + 1],
        join_texts(["cc/cc"]),
        given.payoffs[kept : kept + 1],
        given.learners[kept : kept + 1],
        np.zeros(1, np.float32),
    )
    lesson = learn(shape, weights.parameters, one, aim=aim)
    assert lesson.observer_log_likelihood == pytest.approx(whole, abs=1e-5)


def test_a_belief_after_an_action_is_bayes():
    weights = a_net("kuhn-2p")
    shape, parameters = weights.shape, weights.parameters
    hand = reference.PlayedHand(parse_cards("QsKs"), "r", np.zeros(2))
    first = reference.first_belief(shape, parameters.astype(float))
    situation = reference.situations(shape, hand)[0]
    likely = reference.type_policies(shape, parameters.astype(float), situation, belief_sum=first)[
        situation.kind
    ]
    _, _, beliefs = inputs(shape, parameters, np.zeros((1, 0), np.uint8), texts=join_texts(["r"]))
    assert beliefs[0, 0] == pytest.approx(first * likely / (first @ likely), abs=1e-6)
    assert beliefs[0, 1] == pytest.approx(first, abs=1e-6)


BET_FEATURES = (
    "active",
    "ends",
    "pot",
    "owed",
    "share",
    "after",
    "next",
    "heads-up",
    "left",
    "one",
)


def test_betting_features_of_a_hand_computed_by_hand():
    """Three players, blinds 5 and 10 (0.5 and 1): the button raised to 2, the small blind acts."""
    shape = NetShape(GAMES["holdem-limit-3p"].definition)
    zeros = start_parameters(shape, 0)
    board = np.full((1, 5), NO_CARD, np.uint8)
    features, costs, _ = inputs(shape, zeros, board, texts=join_texts(["r"]))
    call = dict(zip(BET_FEATURES, features[0, 0].tolist(), strict=True))
    again = dict(zip(BET_FEATURES, features[0, 1].tolist(), strict=True))
    assert costs[0].tolist() == pytest.approx([1.5, 2.5])
    assert call == pytest.approx(
        {
            "active": 2 / 4,
            "ends": 0,
            "pot": 5 / 10,  # 2 + 2 + 1
            "owed": 1 / 4,  # the big blind's
            "share": 6 / 3 / 4,
            "after": 1 / 4,
            "next": 2 / 4,  # the small blind acts first then
            "heads-up": 0,
            "left": 2 / 4,
            "one": 1,
        }
    )
    assert again == pytest.approx(
        call | {"pot": 6 / 10, "owed": 3 / 4, "share": 9 / 3 / 4, "after": 2 / 4, "left": 1 / 4}
    )


def test_betting_that_is_not_the_games_is_refused():
    weights = a_net("kuhn-2p")
    for text in ("x", "rr", "rf", "cc", "/"):
        questions = Questions(
            np.zeros(1, np.int32),
            parse_cards("Qs")[None],
            np.zeros((1, 0), np.uint8),
            join_texts([text]),
        )
        with pytest.raises(AgentError, match="betting of decision 0 is not valid"):
            answer(weights.shape, weights.parameters, questions, followers=Followers())
    with pytest.raises(AgentError, match="limit hold'em"):
        NetShape(GAMES["holdem-nolimit-2p"].definition)
