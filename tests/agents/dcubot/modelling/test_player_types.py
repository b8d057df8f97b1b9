"""Player-types: found again by stochastic EM, carried from deal to deal, and exploited."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from arrow_files import write_arrow
from dcubot_hands import GAMES, a_net

from railbird.agents import Call, RaiseLeast, Uniform
from railbird.agents.dcubot import (
    DcubotExploiter,
    DcubotModel,
    has_exploiter,
    play_exploiter,
)
from railbird.agents.dcubot.modelling.fitting import fit_opponents
from railbird.agents.dcubot.modelling.stored_matches import read_matches
from railbird.agents.dcubot.net.answers import Followers, answer, join_texts
from railbird.agents.dcubot.net.batches import Questions, SeenHands, SeenMatches, TypedPlayers
from railbird.agents.dcubot.net.hands import carry_beliefs, shown, survey
from railbird.agents.dcubot.net.shape import NetShape, player_prior, start_parameters
from railbird.agents.dcubot.net.shipped import EXPLOITERS, find_shipped
from railbird.agents.dcubot.net.weights import (
    Training,
    Weights,
    WeightsError,
    read_weights,
    write_weights,
)
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.play.type_memory import TypeMemory
from railbird.agents.dcubot.training.exploiting import as_no_type, train_exploiter
from railbird.harness import AgentSpec, LineUps, Spec, play
from railbird.harness.analysis.training import training_tools
from railbird.native import NO_CARD
from railbird.plugins import AgentError, TrainingTask

KUHN = GAMES["kuhn-2p"]
PLANTED = (Call, RaiseLeast, Uniform)
SHARES = (0.5, 0.3, 0.2)
DEALS = 40


@pytest.fixture(scope="module")
def population():
    """Matches of Kuhn between members drawn for each match: hands, and their seats [k, 2]."""
    tools = training_tools(KUHN, 1, lambda line: None)
    random = np.random.default_rng(0)
    seated = random.choice(len(PLANTED), (150, 2), p=SHARES)
    parts = []
    for number, members in enumerate(seated.tolist()):
        agents = [PLANTED[member]() for member in members]
        hands = tools.play(agents, number, 1, DEALS)
        parts.append(replace(hands, match=hands.match + number))
    return parts, seated


def fit(out, parts, hands, *, seed=1, **options):
    tools = training_tools(KUHN, seed, lambda line: None)
    task = TrainingTask(out, hands, options.pop("resume", False), Path("seen"))
    given = {"player_types": 3, "deals": DEALS, "hands_per_step": 1000, "rate": 0.03}
    given |= {"observer_rate": 0.03, **options}
    fit_opponents(replace(tools, stored_hands=lambda folder: iter(parts)), task, **given)


@pytest.fixture(scope="module")
def model(tmp_path_factory, population):
    out = tmp_path_factory.mktemp("model") / "model.arrow"
    fit(out, population[0], 300_000)
    return out


def opening(weights, type_, hole):
    """What a type does first in Kuhn with a card: probabilities of fold, call and raise."""
    shape = weights.shape
    questions = Questions(
        np.zeros(1, np.int32),
        np.array([[hole]], np.uint8),
        np.zeros((1, 0), np.uint8),
        join_texts([""]),
    )
    prior = np.tile(player_prior(shape, weights.parameters), (1, 2, 1))
    typed = TypedPlayers(prior, np.array([type_], np.uint8))
    found = answer(shape, weights.parameters, questions, typed=typed, followers=Followers())
    return found[0]


def test_em_finds_a_planted_population_again(model, population):
    """Who is who, how many there are of each, and how each type plays."""
    parts, seated = population
    weights = read_weights(model)
    shape, prior = weights.shape, player_prior(weights.shape, weights.parameters)
    stored = read_matches(shape, parts, folder=Path("seen"), deals=DEALS)
    first = np.tile(prior, (len(stored), 2, 1))
    _, after = carry_beliefs(shape, weights.parameters, stored.seen(shape), beliefs=first)
    counts = np.zeros((3, 3), int)
    np.add.at(counts, (seated, after.argmax(2)), 1)
    of_member = counts.argmax(1)
    assert sorted(of_member.tolist()) == [0, 1, 2]
    assert counts.max(1).sum() >= 0.97 * seated.size
    shares = np.bincount(seated.ravel(), minlength=3) / seated.size
    assert prior[of_member] == pytest.approx(shares, abs=0.06)
    for member, checks in enumerate((1.0, 0.0, 0.5)):
        for hole in KUHN.definition.deck.tolist():
            found = opening(weights, of_member[member], hole)
            assert found[1] == pytest.approx(checks, abs=0.15)


def test_matches_are_taken_apart_and_players_keep_their_place(population):
    parts, _ = population
    shape = NetShape(KUHN.definition, player_types=3)
    stored = read_matches(shape, parts[:3], folder=Path("seen"), deals=15)
    assert np.diff(stored.offsets).tolist() == [15, 15, 10] * 3
    assert stored.seats[:4].tolist() == [[0, 1], [1, 0], [0, 1], [1, 0]]
    some = stored.take(np.array([2, 1]))
    assert np.diff(some.offsets).tolist() == [10, 15]
    assert (some.payoffs[:10] == stored.payoffs[30:40]).all()


def test_a_resumed_fit_with_types_is_one_that_never_stopped(tmp_path, population):
    parts, _ = population
    fit(tmp_path / "whole.arrow", parts, 4000)
    fit(tmp_path / "parts.arrow", parts, 2000)
    fit(tmp_path / "parts.arrow", parts, 4000, resume=True)
    assert (tmp_path / "whole.arrow").read_bytes() == (tmp_path / "parts.arrow").read_bytes()
    with pytest.raises(WeightsError, match="was trained with player_types = 3"):
        fit(tmp_path / "parts.arrow", parts, 6000, resume=True, player_types=2)
    with pytest.raises(WeightsError, match="player_types is 9"):
        fit(tmp_path / "none.arrow", parts, 1000, player_types=9)


def test_hands_without_the_board_are_refused_by_number():
    game = GAMES["leduc"]
    tools = training_tools(game, 1, lambda line: None)
    hands = tools.play([Call()] * 2, 0, 1, 5)
    hands.cards[3, -1] = NO_CARD
    with pytest.raises(WeightsError, match="hand 3 of seen has no board cards"):
        read_matches(NetShape(game.definition), [hands], folder=Path("seen"), deals=120)


def train(out, against, hands, *, seed=1, **options):
    task = TrainingTask(out, hands, options.pop("resume", False), against)
    tools = training_tools(KUHN, seed, lambda line: None)
    given = {"decks": 32, "hands_per_match": 40, "rate": 0.03}
    train_exploiter(tools, task, **{**given, **options})


def last_winnings(out):
    curve = out.with_name(out.name + ".curve.csv").read_text().splitlines()
    return float(dict(zip(curve[0].split(","), curve[-1].split(","), strict=True))["won"])


@pytest.mark.parametrize("tiles", [False, True])
def test_an_exploiter_beats_its_typed_model_in_simulation(tmp_path, model, tiles):
    """Against callers, raisers and coin-tossers: 0.1 big blinds a hand above the start."""
    train(tmp_path / "first.arrow", model, 2560, tiles=tiles)
    train(tmp_path / "last.arrow", model, 60_000, tiles=tiles, rate=0.06)
    won = [last_winnings(tmp_path / f"{name}.arrow") for name in ("first", "last")]
    assert won[1] > won[0] + 0.1
    written = read_weights(tmp_path / "last.arrow")
    assert written.shape.has_tiles == tiles
    tile = [b.of(written.parameters) for b in written.shape.blocks if b.name == "tile"]
    assert all(np.abs(weights).max() > 1e-3 for weights in tile)


def test_a_resumed_exploiter_with_tiles_is_one_that_never_stopped(tmp_path, model):
    options = {"tiles": True, "tiles_after": 2560, "objective": "ruin"}
    train(tmp_path / "whole.arrow", model, 5120, **options)
    train(tmp_path / "parts.arrow", model, 2560, **options)
    before = read_weights(tmp_path / "parts.arrow")
    assert (before.shape.block("tile").of(before.parameters) == 0).all()
    train(tmp_path / "parts.arrow", model, 5120, resume=True, **options)
    assert (tmp_path / "whole.arrow").read_bytes() == (tmp_path / "parts.arrow").read_bytes()
    with pytest.raises(WeightsError, match=r"was trained with .*tiles = True"):
        train(tmp_path / "parts.arrow", model, 7680, resume=True, objective="ruin")


def test_somebody_of_no_type_plays_like_the_mean_of_the_types():
    shape = NetShape(GAMES["leduc"].definition, player_types=4)
    model = start_parameters(shape, 2)
    mean = as_no_type(shape, model, start=model)
    prior = player_prior(shape, model).astype(float)
    for stage in range(2):
        moved = shape.block("bet", stage).of(mean) - shape.block("bet", stage).of(model)
        wanted = prior @ shape.block("player", stage).of(model)
        assert moved[9] == pytest.approx(wanted, abs=1e-6)
        assert (moved[:9] == 0).all()


def entered(tmp_path, game, **options):
    """A model, and an exploiter with tiles whose numbers were never learnt."""
    weights = a_net(game, player_types=4, has_tiles=True, seed=2)
    other = a_net(game, player_types=4, has_tiles=True, seed=3)
    for block in weights.shape.blocks:
        if block.name in ("player", "player_belief"):
            block.of(weights.parameters)[:] *= 20
            block.of(other.parameters)[:] *= 3
    model = tmp_path / "model.arrow"
    write_weights(model, a_net(game, player_types=4, seed=4))
    exploiter = tmp_path / "exploiter.arrow"
    write_weights(
        exploiter,
        Weights(weights.shape, weights.parameters, Training("t", 0, 0, ""), other.parameters),
    )
    return (
        AgentSpec(agent="dcubot-exploiter", parameters={"file": str(exploiter), **options}),
        AgentSpec(agent="dcubot-model", parameters={"file": str(model)}),
        AgentSpec(agent="dcubot-model", label="third", parameters={"file": str(model)}),
    )


@pytest.mark.parametrize("game", ["kuhn-3p", "holdem-limit-3p"])
def test_play_depends_on_nothing_but_the_match(tmp_path, game):
    """Matches in one batch or one by one."""
    agents = entered(tmp_path, game)
    spec = Spec(name="x", game=game, agents=agents, hands_per_match=12, decks=3)
    together = play(spec)
    apart = play(replace_spec(spec, hands_per_chunk=1))
    assert together.to_pylist() == apart.to_pylist()


def test_carried_beliefs_change_the_play_after_the_first_deal(tmp_path):
    game = "kuhn-3p"
    spec = Spec(name="x", game=game, agents=entered(tmp_path, game), hands_per_match=12, decks=3)
    carried = play(spec).to_pylist()
    agents = entered(tmp_path, game, carries=False)
    forgetful = play(replace_spec(spec, agents=agents)).to_pylist()
    assert [m["hands"][0] for m in carried] == [m["hands"][0] for m in forgetful]
    assert carried != forgetful


def replace_spec(spec, **changes):
    return Spec(**{name: getattr(spec, name) for name in spec.__struct_fields__} | changes)


class Remembering(TypeMemory):
    """Notes what it was asked: match, hand, and the priors it gave, by position."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.asked = []

    def priors(self, decisions):
        found = super().priors(decisions)
        rows = zip(decisions.match.tolist(), decisions.hand_index.tolist(), found, strict=True)
        self.asked += rows
        return found


def test_what_an_agent_remembers_is_what_the_hands_say(tmp_path):
    """The agent's beliefs in the table loop equal those of all hands at once."""
    game = "leduc"
    weights = a_net(game, player_types=3)
    shape = weights.shape
    tools = training_tools(GAMES[game], 3, lambda line: None)
    memory = Remembering(shape, weights.parameters)
    watcher = DcubotExploiter(weights=weights, memory=memory)
    hands = tools.play([watcher, Uniform()], 0, 3, 6)
    texts = (hands.betting, hands.betting_offsets)
    seen = SeenHands(hands.cards, texts, survey(shape, texts))
    matches = SeenMatches(
        np.arange(0, 19, 6), hands.cards, texts, hands.seats.astype(np.uint8), shown(shape, seen)
    )
    first = np.tile(player_prior(shape, weights.parameters), (3, 2, 1))
    priors, after = carry_beliefs(shape, weights.parameters, matches, beliefs=first)
    assert (memory.beliefs == after).all()
    assert len(memory.asked) > 18
    for match, hand, prior in memory.asked:
        assert (prior == priors[6 * match + hand]).all()
    assert np.abs(after - first).max() > 0.01


def test_a_model_draws_its_types_as_often_as_they_are(tmp_path):
    weights = a_net("kuhn-2p", player_types=3)
    block = weights.shape.block("players").of(weights.parameters)
    block[0, :3] = np.log([0.6, 0.3, 0.1])
    tools = training_tools(KUHN, 3, lambda line: None)
    one = DcubotModel(weights=weights)
    tools.play([one, one], 0, 1500, 1)
    shares = np.bincount(one._types.ravel(), minlength=3) / 3000
    assert shares == pytest.approx([0.6, 0.3, 0.1], abs=0.035)
    named = DcubotModel(weights=weights, player_type=2)
    tools.play([named, named], 0, 2, 1)
    assert (named._types == 2).all()


def test_files_of_another_kind_or_with_damage_are_refused(tmp_path):
    with pytest.raises(AgentError, match="no shipped exploiter for kuhn-2p; give a file that was"):
        training_tools(KUHN, 3, print).play([DcubotExploiter(), Call()], 0, 1, 1)
    plain, typed = a_net("kuhn-2p"), a_net("kuhn-2p", player_types=3)
    with pytest.raises(AgentError, match="no player-types; use dcubot"):
        DcubotModel(plain)
    with pytest.raises(AgentError, match="player_type is 3; the model has 0 to 2"):
        DcubotModel(typed, player_type=3)
    tools = training_tools(KUHN, 3, lambda line: None)
    with pytest.raises(AgentError, match="use dcubot-exploiter"):
        tools.play([Dcubot(weights=typed), Call()], 0, 1, 1)
    with pytest.raises(AgentError, match="another game than leduc"):
        training_tools(GAMES["leduc"], 3, print).play(
            [DcubotExploiter(weights=typed), Call()], 0, 1, 1
        )
    typed.shape.block("player").of(typed.parameters)[1, 2] = np.nan
    write_weights(tmp_path / "nan.arrow", typed)
    with pytest.raises(WeightsError, match=r"nan\.arrow contains numbers that are not finite"):
        train(tmp_path / "none.arrow", tmp_path / "nan.arrow", 100)
    write_weights(tmp_path / "plain.arrow", plain)
    with pytest.raises(WeightsError, match="no player-types, which the extra layer needs"):
        train(tmp_path / "none.arrow", tmp_path / "plain.arrow", 100, tiles=True)


def test_a_file_says_how_many_types_it_has_and_holds_that_many(tmp_path):
    path = tmp_path / "typed.arrow"
    write_weights(path, a_net("kuhn-2p", player_types=3))
    table = pa.ipc.open_file(path).read_all()
    for count, why in (("9", "player_types is 9"), ("0", "does not contain this net's blocks")):
        metadata = table.schema.metadata | {b"player_types": count.encode()}
        other = tmp_path / f"{count}.arrow"
        write_arrow(other, table.replace_schema_metadata(metadata))
        with pytest.raises(WeightsError, match=why):
            read_weights(other)


def test_plain_files_are_played_as_dcubot_plays_them(tmp_path):
    plain = tmp_path / "plain.arrow"
    write_weights(plain, a_net("kuhn-2p"))
    found = []
    for agent in ("dcubot", "dcubot-exploiter"):
        first = AgentSpec(agent=agent, label="a", parameters={"file": str(plain)})
        spec = Spec(
            name="x",
            game="kuhn-2p",
            agents=(first, AgentSpec(agent="call")),
            hands_per_match=20,
            decks=2,
            line_ups=LineUps(listed=(("a", "call"),)),
        )
        found.append(play(spec))
    assert found[0].equals(found[1])


def test_the_shipped_exploiter_plays_its_game_without_parameters():
    assert [name for name, game in GAMES.items() if has_exploiter(game)] == ["holdem-limit-6p"]
    game = GAMES["holdem-limit-6p"]
    weights = find_shipped(game.definition, EXPLOITERS)
    assert weights.training.method == "exploiter, mean"
    assert (weights.shape.player_types, weights.observer is None) == (8, False)
    tools = training_tools(game, 4, print)
    exploiter, named = play_exploiter(), DcubotExploiter(weights)
    others = [Call(), Uniform(), RaiseLeast(), Call(), Uniform()]
    found = [tools.play([one, *others], 0, 3, 5) for one in (exploiter, named)]
    assert (found[0].payoffs == found[1].payoffs).all()
    assert (found[0].payoffs.sum(1) == 0).all()
