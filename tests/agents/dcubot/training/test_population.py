"""Training beside strangers, judged in a league: who sits where, who teaches, what is kept."""

import csv
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights, WeightsError, read_weights
from railbird.agents.dcubot.play.player import Dcubot, has_weights
from railbird.agents.dcubot.training.league import FIRST_DECK, draw_league, play_league
from railbird.agents.dcubot.training.presets import PRESETS
from railbird.agents.dcubot.training.self_play import train_by_self_play
from railbird.agents.dcubot.training.strangers import BEST, ITSELF, MixedSeats, draw_strangers
from railbird.agents.holdem.archetype import STYLES, Archetype
from railbird.harness.analysis.training import training_tools
from railbird.harness.cli.application import run_command
from railbird.native import PAYOFF_UNIT
from railbird.plugins import BETTING_KINDS, Distribution, TrainingTask, load_registry

GAMES = load_registry().games
HOLDEM = "holdem-limit-3p"
NOBODY = Training("none", 0, 0, "")


def a_bot(game=HOLDEM, seed=2):
    shape = NetShape(GAMES[game].definition)
    return Dcubot(weights=Weights(shape, start_parameters(shape, seed), NOBODY))


@cache
def tools_of(game, seed=1):
    return training_tools(GAMES[game], seed, lambda line: None)


def curve_of(out):
    return list(csv.DictReader(Path(f"{out}.curve.csv").read_text().splitlines()))


def test_strangers_leave_a_seat_that_learns_and_keep_to_their_shares():
    players = draw_strangers(np.random.default_rng(1), 6000, 6, archetypes=0.5, older=0.2)
    count = (players != ITSELF).sum(1)
    assert set(count.tolist()) == set(range(6))
    is_older = (players == BEST).any(1)
    assert is_older.mean() == pytest.approx(0.2, abs=0.02)
    assert (count > 0).mean() == pytest.approx(0.7, abs=0.02)
    assert (players[is_older] != BEST).sum(1).min() >= 1
    assert set(players[is_older].ravel().tolist()) == {ITSELF, BEST}
    assert set(players.ravel().tolist()) == {ITSELF, *range(len(STYLES)), BEST}
    assert np.ptp((players == ITSELF).mean(0)) < 0.05
    none = draw_strangers(np.random.default_rng(1), 100, 6, archetypes=0.0)
    assert (none == ITSELF).all()


def test_the_league_has_one_net_at_every_table_and_often_archetypes_all_alike():
    players = draw_league(np.random.default_rng(1), 3000, 6)
    assert ((players == ITSELF).sum(1) == 1).all()
    assert ((players == ITSELF).mean(0) == 1 / 6).all()
    kinds = np.array([len(set(row)) for row in players.tolist()])
    assert (kinds == 2).mean() == pytest.approx(0.5, abs=0.05)


class BySeat:
    """A net in seat 0, `fish` in seat 1 and an older net in seat 2, asked row by row."""

    def __init__(self):
        self.players = [a_bot(), Archetype("fish"), a_bot(seed=5)]

    def probabilities_batch(self, decisions, hole_cards):
        rows = [self.ask(decisions.take(np.array([row]))) for row in range(len(decisions))]
        return Distribution(np.array(rows), np.array(BETTING_KINDS, np.uint8))

    def ask(self, one):
        player = self.players[int(one.seat[0])]
        if isinstance(player, Archetype):
            return np.eye(3)[player.act_batch(one)[0][0]]
        return player.probabilities_batch(one, one.hole_cards).probability[0]


def test_each_seat_is_played_by_who_sits_there():
    tools, decks = tools_of(HOLDEM), 30
    players = np.tile(np.int8([ITSELF, list(STYLES).index("fish"), BEST]), (decks, 1))
    mixed = tools.play([MixedSeats(a_bot(), a_bot(seed=5), players)] * 3, 0, decks, 3)
    apart = tools.play([BySeat()] * 3, 0, decks, 3)
    assert mixed.betting.tobytes() == apart.betting.tobytes()
    assert (mixed.payoffs == apart.payoffs).all()


def test_the_league_counts_what_the_net_wins_on_decks_of_its_own():
    tools, net = tools_of(HOLDEM), a_bot()
    seats = draw_league(np.random.Generator(np.random.Philox(tools.seed)), 50, 3)
    hands = tools.play([MixedSeats(net, net, seats)] * 3, FIRST_DECK, 50, 3)
    won = [
        hands.payoffs[row, position]
        for row in range(150)
        for position in range(3)
        if seats[row // 3, hands.seats[row, position]] == ITSELF
    ]
    assert len(won) == 150
    mean = sum(won) / 150 / PAYOFF_UNIT / tools.game.definition.big_blind
    found = [play_league(tools, weights_of(seed), hand_count=150) for seed in (2, 2, 5)]
    assert found[0] == pytest.approx(mean)
    assert found[1] == found[0] != found[2]


def weights_of(seed):
    shape = NetShape(GAMES[HOLDEM].definition)
    return Weights(shape, start_parameters(shape, seed), NOBODY)


def test_nothing_is_learnt_from_the_play_of_strangers(tmp_path):
    """Of three seats one or two are strangers at every table: the others' decisions count."""
    decisions = []
    for options in ({}, {"archetypes": 1.0}, {"older": 1.0}):
        out = tmp_path / f"{len(decisions)}.arrow"
        settings = {"decks": 100, "perturbed": 0.0, "league": 0, **options}
        train_by_self_play(tools_of(HOLDEM), TrainingTask(out, 200), **settings)
        decisions.append(float(curve_of(out)[0]["decisions"]))
    assert max(decisions[1:]) < 0.6 * decisions[0]


def test_training_beside_strangers_continues_to_the_same_bytes(tmp_path):
    options = {"decks": 16, "archetypes": 0.5, "older": 0.4, "league": 30, "hands_per_point": 64}
    options["horizon"] = 256
    for name, stages in (("whole", [256]), ("parts", [128, 256])):
        for number, hands in enumerate(stages):
            task = TrainingTask(tmp_path / f"{name}.arrow", hands, number > 0)
            train_by_self_play(tools_of(HOLDEM), task, **options)
    assert (tmp_path / "whole.arrow").read_bytes() == (tmp_path / "parts.arrow").read_bytes()
    assert (tmp_path / "whole.arrow.curve.csv").read_bytes() == (
        tmp_path / "parts.arrow.curve.csv"
    ).read_bytes()


@pytest.mark.parametrize(
    ("game", "column", "count"), [("kuhn-2p", "nash_conv", 40), (HOLDEM, "league", 7)]
)
def test_the_best_of_all_points_is_written_not_the_last(tmp_path, game, column, count):
    """A rate that is far too high makes the last one worse."""
    out = tmp_path / "net.arrow"
    options = {"rate": 0.5, "decks": 64, "hands_per_point": 128, "average": 0.5, "league": 90}
    train_by_self_play(tools_of(game), TrainingTask(out, 128 * count), patience=0, **options)
    points = curve_of(out)
    scores = [float(point[column]) * (-1 if column == "nash_conv" else 1) for point in points]
    best = int(np.argmax(scores))
    written = read_weights(out)
    assert len(points) == count
    assert written.training.hand_count == int(points[best]["hands"])
    assert best < len(points) - 1
    found = (
        -tools_of(game).nash_conv(lambda: Dcubot(weights=written))
        if column == "nash_conv"
        else play_league(tools_of(game), written, hand_count=90)
    )
    assert found == pytest.approx(scores[best])


def test_training_ends_when_points_are_no_better(tmp_path):
    out = tmp_path / "net.arrow"
    options = {"rate": 0.5, "decks": 64, "hands_per_point": 128, "average": 0.5}
    task = TrainingTask(out, 128 * 1000)
    train_by_self_play(tools_of("kuhn-2p"), task, patience=3, **options)
    found = [float(point["nash_conv"]) for point in curve_of(out)]
    assert len(found) < 1000
    assert int(np.argmin(found)) == len(found) - 4


def test_rates_fall_over_the_hands_asked_for(tmp_path):
    """By default, as if that number were given; then with another number there is another net."""
    nets = []
    for options in ({}, {"horizon": 2048}, {"horizon": 4096}):
        out = tmp_path / f"{len(nets)}.arrow"
        task = TrainingTask(out, 2048)
        settings = {"decks": 64, "hands_per_point": 128, **options}
        train_by_self_play(tools_of("kuhn-2p"), task, **settings)
        nets.append(read_weights(out).parameters)
    assert (nets[0] == nets[1]).all()
    assert (nets[0] != nets[2]).any()


def test_training_may_start_from_a_file(tmp_path):
    first, then = tmp_path / "first.arrow", tmp_path / "then.arrow"
    options = {"decks": 64, "hands_per_point": 128}
    train_by_self_play(tools_of("kuhn-2p"), TrainingTask(first, 1280), **options)
    more = {**options, "rate": 0.0, "observer_rate": 0.0}
    task = TrainingTask(then, 128)
    train_by_self_play(tools_of("kuhn-2p"), task, start=str(first), **more)
    assert (read_weights(then).parameters == read_weights(first).parameters).all()
    with pytest.raises(WeightsError, match="another game"):
        train_by_self_play(tools_of("leduc"), task, start=str(first))
    with pytest.raises(WeightsError, match="net of another shape; start from one with the same"):
        train_by_self_play(tools_of("kuhn-2p"), task, start=str(first), self_aware=True)
    again = TrainingTask(then, 256, True)
    with pytest.raises(WeightsError, match="was trained with"):
        train_by_self_play(tools_of("kuhn-2p"), again, **more)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"archetypes": 0.2}, "archetypes play hold'em only; leave out"),
        ({"archetypes": 0.6, "older": 0.5}, "exceed 1 together; lower one"),
        ({"patience": -1}, "patience is -1"),
        ({"horizon": -2}, "horizon is -2"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path, options, why):
    with pytest.raises(WeightsError, match=why):
        train_by_self_play(tools_of("kuhn-2p"), TrainingTask(tmp_path / "x", 100), **options)


def test_a_preset_is_its_settings_and_others_override_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = dict(PRESETS["kuhn-2p"])
    horizon = settings.pop("hands")
    few = ["--hands", "4096", "--set", f"horizon={horizon}"]
    given = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    line = ["train", "dcubot", "--game", "kuhn-2p"]
    assert run_command([*line, "--preset", *few, "-o", "one.arrow"]) == 0
    assert run_command([*line, *given, *few, "-o", "two.arrow"]) == 0
    assert run_command([*line, "--preset", *few, "--set", "rate=0.01", "-o", "three.arrow"]) == 0
    one, two, three = (Path(f"{name}.arrow").read_bytes() for name in ("one", "two", "three"))
    assert one == two != three


@pytest.mark.parametrize(
    ("trainer", "game", "why"),
    [
        ("dcubot", "kuhn-13-cards", "it has some for holdem-limit-2p, holdem-limit-3p, "),
        ("dcubot-exploiter", "leduc", "it has none; leave out --preset"),
    ],
)
def test_a_game_without_a_preset_is_refused(trainer, game, why, tmp_path, capsys):
    out = tmp_path / "x.arrow"
    assert run_command(["train", trainer, "--game", game, "--preset", "-o", str(out)]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert not out.exists()


def test_there_is_a_preset_for_each_game_with_a_shipped_file():
    assert set(PRESETS) == {name for name, game in GAMES.items() if has_weights(game)}
