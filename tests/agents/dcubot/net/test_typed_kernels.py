"""Nets with player-types: kernels as the reference, gradients as slopes, beliefs as Bayes."""

from dataclasses import replace

import numpy as np
import pytest
from dcubot_hands import GAMES, TRAINED, a_net, played, questions_of, some_hands
from dcubot_reference import situations
from dcubot_typed_reference import Seating, trace_with_types

from railbird.agents.dcubot.net.answers import Followers, answer
from railbird.agents.dcubot.net.batches import Aim, Candidates, SeenMatches, TypedPlayers
from railbird.agents.dcubot.net.hands import carry_beliefs, likelihoods, survey
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.dcubot.net.shape import NO_TYPE, NetShape
from railbird.agents.dcubot.training.training_hands import to_learn
from railbird.plugins import AgentError

GAMES_WITH_TYPES = [("kuhn-3p", 2), ("leduc", 8), ("holdem-limit-3p", 5)]


def typed_players(shape, count, *, seed=3, untyped=0):
    """Priors that differ, and types; position 0 of every ``untyped``-th hand has none."""
    random = np.random.default_rng(seed)
    players = shape.definition.player_count
    priors = np.zeros((count, players, 8), np.float32)
    drawn = random.random((count, players, shape.player_types)) + 0.05
    priors[..., : shape.player_types] = drawn / drawn.sum(2, keepdims=True)
    types = random.integers(0, shape.player_types, (count, players)).astype(np.uint8)
    if untyped:
        types[::untyped, 0] = NO_TYPE
    return TypedPlayers(priors, types)


def hands_in(game, **options):
    return some_hands(a_net(game, seed=9), game, **options)


def seating(typed, row):
    types = [None if t == NO_TYPE else int(t) for t in typed.types[row]]
    return Seating(typed.priors[row].astype(float), types)


def seats_and_shown(shape, hands):
    found = survey(shape, (hands.betting, hands.betting_offsets))
    players = shape.definition.player_count
    live = (found.live[:, None] >> np.arange(players)) & 1
    return np.where(live.sum(1) > 1, found.live, 0).astype(np.uint16)


def of_decisions(shape, hands, typed, *, types):
    """What is believed of player-types, a row for each decision of the hands."""
    seen = [(row, s.actor) for row, hand in enumerate(hands) for s in situations(shape, hand)]
    rows, actors = np.array(seen).T
    return TypedPlayers(typed.priors[rows], types[rows, actors])


@pytest.mark.parametrize(("game", "types"), GAMES_WITH_TYPES)
def test_answers_of_a_model_are_those_of_the_reference(game, types):
    weights = a_net(game, player_types=types)
    shape = weights.shape
    hands = list(played(hands_in(game)))
    typed = typed_players(shape, len(hands), untyped=3)
    got = answer(
        shape,
        weights.parameters,
        questions_of(shape, hands),
        typed=of_decisions(shape, hands, typed, types=typed.types),
        followers=Followers(),
    )
    kinds = [s.kind for hand in hands for s in situations(shape, hand)]
    wanted = np.concatenate(
        [
            trace_with_types(shape, weights.parameters, hand, seating=seating(typed, row)).play
            for row, hand in enumerate(hands)
        ]
    )
    assert np.log(got[np.arange(len(kinds)), kinds]) == pytest.approx(wanted, abs=3e-5)


@pytest.mark.parametrize(("game", "types"), GAMES_WITH_TYPES)
def test_answers_of_an_exploiter_with_tiles_are_those_of_the_reference(game, types):
    weights, model = (a_net(game, player_types=types, has_tiles=True, seed=seed) for seed in (1, 2))
    shape = weights.shape
    hands = list(played(hands_in(game)))
    typed = typed_players(shape, len(hands))
    untyped = TypedPlayers(typed.priors, np.full_like(typed.types, NO_TYPE))
    asked = of_decisions(shape, hands, typed, types=untyped.types)
    given = {"typed": asked, "followers": Followers(), "observer": model.parameters}
    got = answer(shape, weights.parameters, questions_of(shape, hands), **given)
    kinds = [s.kind for hand in hands for s in situations(shape, hand)]
    wanted = [
        trace_with_types(
            shape,
            weights.parameters,
            hand,
            seating=seating(untyped, row),
            inputs_from=model.parameters,
        ).play
        for row, hand in enumerate(hands)
    ]
    chosen = np.log(got[np.arange(len(kinds)), kinds])
    assert chosen == pytest.approx(np.concatenate(wanted), abs=5e-5)
    level = weights.parameters.copy()
    for stage in range(shape.definition.round_count):
        shape.block("tile", stage).of(level)[:] = 0
    without = answer(shape, level, questions_of(shape, hands), **given)
    assert np.abs(got - without).max() > 5e-4


@pytest.mark.parametrize("game", ["leduc", "holdem-limit-3p"])
def test_what_is_remembered_of_a_table_changes_nothing_with_types(game):
    weights = a_net(game, player_types=4)
    shape = weights.shape
    hands = list(played(hands_in(game)))
    typed = typed_players(shape, len(hands))
    asked = of_decisions(shape, hands, typed, types=typed.types)
    whole = questions_of(shape, hands)
    fresh = answer(shape, weights.parameters, whole, typed=asked, followers=Followers())
    followers = Followers()
    for row in [*range(len(fresh)), *np.random.default_rng(5).permutation(len(fresh)).tolist()]:
        start, end = whole.texts[1][row : row + 2]
        one = replace(
            whole,
            tables=np.array([row % 2], np.int32),
            hole_cards=whole.hole_cards[row : row + 1],
            boards=whole.boards[row : row + 1],
            texts=(whole.texts[0][start:end], np.array([0, end - start])),
        )
        again = answer(
            shape, weights.parameters, one, typed=asked.take(np.array([row])), followers=followers
        )
        assert (again[0] == fresh[row]).all()


@pytest.mark.parametrize(("game", "types"), GAMES_WITH_TYPES)
def test_carried_beliefs_are_those_of_the_reference(game, types):
    """Who folded is judged without his cards, who showed them with them; seats go round."""
    weights = a_net(game, player_types=types)
    shape = weights.shape
    stored = hands_in(game, decks=3, hands=5)
    players = shape.definition.player_count
    shown = seats_and_shown(shape, stored)
    matches = SeenMatches(
        np.array([0, 5, 10, 15]),
        stored.cards,
        (stored.betting, stored.betting_offsets),
        stored.seats.astype(np.uint8),
        shown,
    )
    start = typed_players(shape, 3).priors
    priors, after = carry_beliefs(shape, weights.parameters, matches, beliefs=start)
    hands = list(played(stored))
    for match in range(3):
        beliefs = start[match].astype(float)
        for row in range(5 * match, 5 * match + 5):
            seats = stored.seats[row]
            assert priors[row] == pytest.approx(beliefs[seats], abs=1e-5)
            found = trace_with_types(
                shape,
                weights.parameters,
                hands[row],
                seating=Seating(beliefs[seats], [0] * players),
            )
            for position, seat in enumerate(seats.tolist()):
                is_shown = shown[row] >> position & 1
                beliefs[seat] = (found.with_cards if is_shown else found.players)[position]
        assert after[match] == pytest.approx(beliefs, abs=1e-5)
    assert 0 < (shown > 0).sum() < 15


def test_likelihoods_with_types_are_the_sums_over_decisions():
    game = "holdem-limit-3p"
    weights = a_net(game, player_types=3)
    shape = weights.shape
    stored = hands_in(game)
    typed = typed_players(shape, len(stored), untyped=2)
    hands = list(played(stored))
    candidates = Candidates(
        np.arange(len(hands) + 1) * 3,
        np.tile(np.arange(3, dtype=np.uint8), len(hands)),
        stored.cards[:, :6].reshape(-1, 2),
    )
    got = likelihoods(
        shape,
        weights.parameters,
        candidates,
        boards=stored.cards[:, 6:],
        texts=(stored.betting, stored.betting_offsets),
        typed=typed,
    )
    for row, hand in enumerate(hands):
        logs = trace_with_types(shape, weights.parameters, hand, seating=seating(typed, row)).play
        actors = np.array([s.actor for s in situations(shape, hand)])
        for position in range(3):
            wanted = logs[actors == position].sum()
            assert got[3 * row + position] == pytest.approx(wanted, abs=1e-4)


def slope(weights, hands, typed, *, way, part, inputs_from):  # noqa: PLR0913
    def total(step):
        moved = weights.parameters.astype(np.float64) + step * way
        return sum(
            part(
                trace_with_types(
                    weights.shape,
                    moved,
                    hand,
                    seating=seating(typed, row),
                    inputs_from=inputs_from,
                )
            )
            for row, hand in enumerate(hands)
        )

    return (total(1e-4) - total(-1e-4)) / 2e-4


OBSERVER = ("type", "transition", "initial", "showdown")


def ways(shape, *, names):
    """A direction within the blocks of some names, and one for each of those of types."""
    random = np.random.default_rng(3)
    for chosen in names:
        way = np.zeros(shape.parameter_count)
        for block in shape.blocks:
            if block.name in chosen:
                block.of(way)[:] = random.normal(size=(block.rows, block.width))
        yield way


@pytest.mark.parametrize("game", ["kuhn-3p", "leduc", "holdem-limit-3p"])
def test_gradients_of_a_model_are_the_slopes_of_the_likelihoods(game):
    """Play and observer, the inputs' beliefs given."""
    weights = a_net(game, player_types=3)
    shape = weights.shape
    stored = hands_in(game, decks=3)
    typed = typed_players(shape, len(stored))
    given = replace(to_learn(shape, stored, draws_seed=0), draws=np.zeros(len(stored), np.float32))
    aim = Aim("likely", observer=True)
    lesson = learn(shape, weights.parameters, given, aim=aim, typed=typed)
    hands = list(played(stored))
    hands = [replace(hand, payoffs=given.payoffs[row]) for row, hand in enumerate(hands)]
    options = {"inputs_from": weights.parameters}
    play = ("bet", "belief", "public", "private", "value", "cost", "player", "player_belief")
    for way in ways(shape, names=[play, ("player",), ("player_belief",)]):
        found = slope(weights, hands, typed, way=way, part=lambda t: t.play.sum(), **options)
        assert lesson.gradient.astype(float) @ way == pytest.approx(found, rel=3e-3, abs=1e-3)
    for way in ways(shape, names=[OBSERVER]):
        found = slope(
            weights, hands, typed, way=way, part=lambda t: t.observer + t.showdown, **options
        )
        assert lesson.gradient.astype(float) @ way == pytest.approx(found, rel=3e-3, abs=1e-3)
    with pytest.raises(ValueError, match="player-types of all players"):
        untyped = TypedPlayers(typed.priors, np.full_like(typed.types, NO_TYPE))
        learn(shape, weights.parameters, given, aim=aim, typed=untyped)


@pytest.mark.parametrize("game", ["kuhn-3p", "leduc", "holdem-limit-3p"])
def test_gradients_of_the_extra_layer_are_the_slopes_of_the_likelihood(game):
    weights, model = (a_net(game, player_types=3, has_tiles=True, seed=seed) for seed in (1, 2))
    shape = weights.shape
    stored = hands_in(game, decks=3)
    typed = typed_players(shape, len(stored))
    untyped = TypedPlayers(typed.priors, np.full_like(typed.types, NO_TYPE))
    given = to_learn(shape, stored, draws_seed=0)
    aim = Aim("likely", observer=False, beliefs=model.parameters)
    lesson = learn(shape, weights.parameters, given, aim=aim, typed=untyped)
    hands = list(played(stored))
    names = [
        ("tile",),
        ("tile_cards",),
        ("tile_players",),
        ("tile_position",),
        ("player_belief", "bet", "belief", "private"),
    ]
    for way in ways(shape, names=names):
        found = slope(
            weights,
            hands,
            untyped,
            way=way,
            part=lambda t: t.play.sum(),
            inputs_from=model.parameters,
        )
        assert abs(found) > 1e-3
        assert lesson.gradient.astype(float) @ way == pytest.approx(found, rel=5e-3, abs=1e-3)


def test_a_belief_over_player_types_is_bayes_by_hand():
    """Kuhn, two types that differ by one number each: P(bet) is computed from the formula."""
    shape = NetShape(GAMES["kuhn-2p"].definition, player_types=2)
    parameters = np.zeros(shape.parameter_count, np.float32)
    shape.block("value").of(parameters)[9] = np.arange(8)  # a constant's: state i is worth i
    shape.block("player").of(parameters)[0, 7] = 3.0
    shape.block("bet").of(parameters)[1, 7] = -2.0  # after a call that ends the round
    stored = hands_in("kuhn-2p", decks=1, hands=1)

    def after(text, cards, shown):
        matches = SeenMatches(
            np.array([0, 1]),
            np.array([cards], np.uint8),
            (np.frombuffer(text.encode(), np.uint8), np.array([0, len(text)])),
            np.array([[0, 1]], np.uint8),
            np.array([shown], np.uint16),
        )
        start = np.zeros((1, 2, 8), np.float32)
        start[..., :2] = (0.3, 0.7)
        return carry_beliefs(shape, parameters, matches, beliefs=start)[1][0]

    def worth(logits):
        odds = np.exp(logits)
        return odds @ np.arange(8) / odds.sum()

    def first_action(is_type_0):
        """Opening: neither a check nor a bet ends the round, so both are worth the same."""
        call = raise_ = worth(np.array([0.0] * 7 + [3.0 * is_type_0]))
        odds = np.exp([call, raise_])  # costs weigh nothing
        return odds / odds.sum()

    def answer_to_bet(is_type_0):
        call = worth(np.array([0.0] * 7 + [3.0 * is_type_0 - 2.0]))
        odds = np.exp([0.0, call])  # a fold is worth nothing
        return odds / odds.sum()

    opened = [first_action(1)[1], first_action(0)[1]]
    folded = [answer_to_bet(1)[0], answer_to_bet(0)[0]]
    got = after("rf", stored.cards[0].tolist(), 0)
    for seat, likely in ((0, opened), (1, folded)):
        joint = np.array([0.3, 0.7]) * likely
        assert got[seat, :2] == pytest.approx(joint / joint.sum(), abs=1e-6)
        assert got[seat, 2:].tolist() == [0] * 6
    called = [answer_to_bet(1)[1], answer_to_bet(0)[1]]
    got = after("rc", stored.cards[0].tolist(), 3)
    joint = np.array([0.3, 0.7]) * called
    assert got[1, :2] == pytest.approx(joint / joint.sum(), abs=1e-6)


def test_every_processor_computes_the_same_bits_with_types():
    game = "holdem-limit-3p"
    weights, model = (a_net(game, player_types=8, has_tiles=True, seed=seed) for seed in (1, 2))
    shape = weights.shape
    stored = hands_in(game, decks=20)
    typed = typed_players(shape, len(stored))
    untyped = TypedPlayers(typed.priors, np.full_like(typed.types, NO_TYPE))
    found = []
    for is_portable in (0, 1):
        shape.c.is_portable = is_portable
        given = to_learn(shape, stored, draws_seed=0)
        aim = Aim("reinforced", observer=False, beliefs=model.parameters)
        lesson = learn(shape, weights.parameters, given, aim=aim, typed=untyped)
        matches = SeenMatches(
            np.array([0, len(stored)]),
            stored.cards,
            (stored.betting, stored.betting_offsets),
            stored.seats.astype(np.uint8),
            seats_and_shown(shape, stored),
        )
        start = typed_players(shape, 1).priors
        after = carry_beliefs(shape, model.parameters, matches, beliefs=start)
        found.append((lesson.gradient, *after))
    assert all((one == other).all() for one, other in zip(*found, strict=True))


def test_shapes_and_types_that_cannot_be_are_refused():
    definition = GAMES["leduc"].definition
    with pytest.raises(AgentError, match="player_types is 9"):
        NetShape(definition, player_types=9)
    with pytest.raises(AgentError, match="not self-aware"):
        NetShape(definition, True, 4)
    with pytest.raises(AgentError, match="extra layer needs player-types"):
        NetShape(definition, has_tiles=True)
    weights = a_net("leduc", player_types=4)
    stored = hands_in("leduc", decks=1)
    typed = typed_players(weights.shape, len(stored))
    typed.types[0, 0] = 5
    given = to_learn(weights.shape, stored, draws_seed=0)
    with pytest.raises(ValueError, match="player-types are 0 to 3"):
        learn(
            weights.shape, weights.parameters, given, aim=Aim("likely", observer=False), typed=typed
        )
    assert TRAINED.hand_count == 0
