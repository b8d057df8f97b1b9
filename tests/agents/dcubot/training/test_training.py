"""dcubot learns, and continues after a stop as if it had not stopped."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pytest
from arrow_files import write_arrow

from railbird.agents import Bluffer
from railbird.agents.dcubot.net.batches import Aim
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.shipped import find_shipped
from railbird.agents.dcubot.net.weights import (
    Training,
    Weights,
    WeightsError,
    read_weights,
    read_weights_game,
    write_weights,
)
from railbird.agents.dcubot.play.player import Dcubot, has_weights
from railbird.agents.dcubot.training.learner import Learner, Rates
from railbird.agents.dcubot.training.self_play import train_by_self_play
from railbird.agents.dcubot.training.training_hands import to_learn
from railbird.agents.strategy.equilibrium import Equilibrium
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.analysis.training import training_tools
from railbird.harness.cli.application import run_command
from railbird.native import RailbirdError
from railbird.native.solver import build_tree, measure_exploitability
from railbird.plugins import AgentError, TrainingTask, load_registry

GAMES = load_registry().games
KUHN = GAMES["kuhn-2p"]
NOBODY = Training("none", 0, 0, "")


def a_learner(rate, seed=3, **others):
    shape = NetShape(KUHN.definition)
    rates = Rates(play=rate, observer=rate, **others)
    return Learner(shape, start_parameters(shape, seed), rates)


def test_reinforcement_reaches_the_best_response_to_a_fixed_opponent():
    """Against `bluffer` in Kuhn: within 0.005 chips a hand of what the tree says is the most."""
    tools = training_tools(KUHN, 5, print)
    tree = build_tree(KUHN.definition)
    opponent = declared_strategy(KUHN, tree, Bluffer)
    most = measure_exploitability(tree, opponent)
    best = np.add(most.gains, most.values)  # by position, of a best response to the other
    learner = a_learner(0.05, entropy=0.3, critic=0.05, horizon=250 * 1024)
    for step in range(250):
        now = Dcubot(weights=Weights(learner.shape, learner.parameters, NOBODY))
        hands = tools.play([now, Bluffer()], 256 * step, 256, 4)
        learner.learn(to_learn(learner.shape, hands, draws_seed=step, learners=0))
    played = declared_strategy(
        KUHN, tree, lambda: Dcubot(weights=Weights(learner.shape, learner.parameters, NOBODY))
    )
    won = 0.0
    for position in range(2):
        mixed = tree.uniform.copy()
        for node in range(tree.betting.node_count):
            is_ours = tree.betting.node_player[node] == position
            tree.table(mixed, node)[:] = tree.table(played if is_ours else opponent, node)
        won += measure_exploitability(tree, mixed).values[position] / 2
    assert won == pytest.approx(best.mean(), abs=0.005)
    assert best.mean() > 0.05  # there is something to win


def test_the_observer_recovers_a_planted_model():
    """Kuhn's equilibrium hides three types, the cards: the model foretells its actions from the
    public ones as well as their own frequencies do, within 0.01 nats a decision."""
    tools = training_tools(KUHN, 6, print)
    learner = a_learner(0.03)
    for step in range(100):
        hands = tools.play([Equilibrium(), Equilibrium()], 512 * step, 512, 4)
        learner.learn(to_learn(learner.shape, hands, draws_seed=step), play="likely")
    fresh = tools.play([Equilibrium(), Equilibrium()], 10**6, 8000, 2)
    given = to_learn(learner.shape, fresh, draws_seed=0)
    lesson = learn(learner.shape, learner.parameters, given, aim=Aim("fixed"))
    words = [
        fresh.betting[a:b].tobytes().decode()
        for a, b in zip(fresh.betting_offsets, fresh.betting_offsets[1:], strict=False)
    ]
    seen = {}
    for word in words:
        for place, letter in enumerate(word):
            seen.setdefault(word[:place], []).append(letter)
    best = sum(
        letters.count(letter) * np.log(letters.count(letter) / len(letters))
        for letters in seen.values()
        for letter in set(letters)
    )
    count = sum(map(len, words))
    assert lesson.observed_count == count
    assert lesson.observer_log_likelihood / count == pytest.approx(best / count, abs=0.01)


def train(out, hands, **options):
    task = TrainingTask(out, hands, options.pop("resume", False))
    options = {"decks": 64, "horizon": 16_000, **options}
    train_by_self_play(training_tools(KUHN, 1, lambda line: None), task, **options)


@pytest.mark.parametrize(
    "options", [{}, {"critic": 0.02, "entropy": 0.5, "horizon": 3000, "perturbed": 0.5}]
)
def test_training_that_was_resumed_is_training_that_never_stopped(tmp_path, options):
    train(tmp_path / "whole.arrow", 4096, **options)
    train(tmp_path / "parts.arrow", 1024, **options)
    train(tmp_path / "parts.arrow", 4096, resume=True, **options)
    assert (tmp_path / "whole.arrow").read_bytes() == (tmp_path / "parts.arrow").read_bytes()


def test_going_on_to_more_hands_ends_where_those_end_who_asked_for_them_at_once(tmp_path):
    """Spans of three steps of 128 hands."""
    train(tmp_path / "whole.arrow", 16_000)
    train(tmp_path / "parts.arrow", 200)
    train(tmp_path / "parts.arrow", 16_000, resume=True)
    assert (tmp_path / "whole.arrow").read_bytes() == (tmp_path / "parts.arrow").read_bytes()


def test_points_further_apart_than_the_hands_are_refused(tmp_path):
    with pytest.raises(AgentError, match="hands_per_point is 3,000, and there are 2,000 hands"):
        train(tmp_path / "x.arrow", 2000, hands_per_point=3000)
    assert list(tmp_path.iterdir()) == []


def test_weights_are_written_again_if_the_last_checkpoint_outlived_them(tmp_path):
    path = tmp_path / "net.arrow"
    train(path, 1024)
    whole = path.read_bytes()
    path.unlink()
    train(path, 1024, resume=True)
    assert path.read_bytes() == whole


def test_training_killed_at_any_moment_continues(tmp_path):
    train(tmp_path / "whole.arrow", 3000)
    program = "from railbird.harness.cli.application import main; main()"
    options = ["--seed", "1", "--hands", "3k", "--set", "decks=64"]
    options += ["--set", "horizon=16000"]
    command = [sys.executable, "-c", program, "train", "dcubot", "--game", "kuhn-2p", *options]
    command += ["--out", str(tmp_path / "killed.arrow")]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while not (tmp_path / "killed.arrow.checkpoint").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert run_command([*command[3:], "--resume"]) == 0
    assert (tmp_path / "whole.arrow").read_bytes() == (tmp_path / "killed.arrow").read_bytes()
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]


def test_what_a_killed_training_was_about_to_write_is_removed_and_nothing_else(tmp_path):
    for name in ("net.arrow.0a.tmp", "net.arrow.checkpoint.0b.tmp", "other.arrow.0c.tmp"):
        (tmp_path / name).write_bytes(b"half")
    train(tmp_path / "net.arrow", 512)
    made = {"net.arrow", "net.arrow.checkpoint", "net.arrow.curve.csv"}
    assert {path.name for path in tmp_path.iterdir()} == made | {"other.arrow.0c.tmp"}


def test_resuming_with_other_parameters_is_refused_by_name(tmp_path):
    with pytest.raises(WeightsError, match="there is no checkpoint"):
        train(tmp_path / "net.arrow", 512, resume=True)
    train(tmp_path / "net.arrow", 512)
    with pytest.raises(WeightsError, match=r"was trained with rate = 0\.015;"):
        train(tmp_path / "net.arrow", 1024, resume=True, rate=0.1)
    checkpoint = tmp_path / "net.arrow.checkpoint"
    checkpoint.write_bytes(checkpoint.read_bytes()[:500])
    with pytest.raises(WeightsError, match="is not a checkpoint, or is truncated"):
        train(tmp_path / "net.arrow", 1024, resume=True)


def test_resuming_in_another_game_of_the_same_name_is_refused(tmp_path):
    train(tmp_path / "net.arrow", 512)
    rules = dataclasses.replace(KUHN.definition, raise_sizes=(2,))
    tools = training_tools(dataclasses.replace(KUHN, definition=rules), 1, lambda line: None)
    with pytest.raises(WeightsError, match="another game of the same name, kuhn-2p; use"):
        options = {"decks": 64, "horizon": 16_000}
        train_by_self_play(tools, TrainingTask(tmp_path / "net.arrow", 1024, True), **options)


@pytest.mark.parametrize(
    ("array", "about", "why"),
    [
        (lambda values: values * np.nan, {}, "parameters of .* are not finite"),
        (lambda values: values.astype("U9"), {}, "parameters of .* do not fit this net"),
        (lambda values: values[1:], {}, "parameters of .* do not fit this net"),
        (np.copy, {"settings": None}, "does not say how it was trained"),
        (np.copy, {"step_count": "x"}, "does not say how it was trained"),
        (np.copy, {"hand_count": -5}, "does not say how it was trained"),
        (np.copy, {"format": "older"}, "not a checkpoint of this version"),
    ],
)
def test_checkpoints_that_are_damaged_are_refused(tmp_path, array, about, why):
    train(tmp_path / "net.arrow", 512)
    path = tmp_path / "net.arrow.checkpoint"
    stored = dict(np.load(path))
    stored["parameters"] = array(stored["parameters"])
    says = json.loads(bytes(stored["about"])) | about
    stored["about"] = np.frombuffer(json.dumps(says).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez(file, **stored)
    with pytest.raises(WeightsError, match=why):
        train(tmp_path / "net.arrow", 1024, resume=True)


@pytest.mark.parametrize("text", [b"hands\n1\n", b"\xf3\xff", b"hands,play\na,b\n", b"hands,\0\n1"])
def test_invalid_curves_are_refused(tmp_path, text):
    train(tmp_path / "net.arrow", 512)
    (tmp_path / "net.arrow.curve.csv").write_bytes(text)
    with pytest.raises(WeightsError, match="is not a learning curve, or was edited"):
        train(tmp_path / "net.arrow", 1024, resume=True)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *((key, None) for key in (b"format", b"features", b"game", b"training")),
        *((b"training", text) for text in (b"", b"{}", b"[1]", b'{"x": 1}', b"\xff")),
        *((b"game", text) for text in (b"", b"GAMEDEF", b"\xff\xfe")),
        *((b"has_observer", text) for text in (b"", b"tru", b"true", b"[1]")),
        *((b"player_types", text) for text in (b"null", b'"x"', b"-1", b"2.5", b"9")),
        *((key, b"[") for key in (b"is_self_aware", b"has_tiles", b"player_types")),
        (b"\xff", b""),
    ],
)
def test_weights_that_say_of_themselves_what_cannot_be_are_refused(tmp_path, key, value):
    path = tmp_path / "net.arrow"
    shape = NetShape(KUHN.definition)
    write_weights(path, Weights(shape, start_parameters(shape, 1), NOBODY))
    with pa.OSFile(str(path)) as source:
        table = pa.ipc.open_file(source).read_all()
    says = {name: text for name, text in table.schema.metadata.items() if name != key}
    says = says if value is None else says | {key: value}
    write_arrow(path, table.replace_schema_metadata(says))
    with pytest.raises(RailbirdError, match=r"net\.arrow"):
        read_weights(path)
    if key in (b"format", b"game"):
        with pytest.raises(RailbirdError, match=r"net\.arrow"):
            read_weights_game(path)


def test_weights_are_read_as_they_were_written_and_checked(tmp_path):
    shape = NetShape(KUHN.definition, is_self_aware=True)
    weights = Weights(shape, start_parameters(shape, 1), Training("self-play", 8, 1, "0"))
    path = tmp_path / "net.arrow"
    write_weights(path, weights)
    again = read_weights(path, definition=KUHN.definition)
    assert (again.parameters == weights.parameters).all()
    assert (again.shape, again.training) == (shape, weights.training)
    with pytest.raises(WeightsError, match="for another game"):
        read_weights(path, definition=GAMES["leduc"].definition)
    with pytest.raises(WeightsError, match="there is no file of weights"):
        read_weights(tmp_path / "none.arrow")
    weights.parameters[7] = np.nan
    write_weights(path, weights)
    with pytest.raises(WeightsError, match="not finite"):
        read_weights(path)
    whole = path.read_bytes()
    for end in range(0, len(whole), 97):
        path.write_bytes(whole[:end])
        with pytest.raises(WeightsError):
            read_weights(path)


def test_an_agent_in_several_seats_plays_as_several_that_are_alike(tmp_path):
    tools = training_tools(GAMES["leduc"], 3, print)
    shape = NetShape(GAMES["leduc"].definition)
    weights = Weights(shape, start_parameters(shape, 2), NOBODY)
    one = Dcubot(weights=weights)
    for agents in ([one, one], [Dcubot(weights=weights), one]):
        hands = tools.play(agents, 0, 20, 6)
        assert sorted(set(hands.seats[0].tolist())) == [0, 1]
        assert hands.payoffs.any()
        assert (hands.payoffs.sum(1) == 0).all()


SHIPPED = ("holdem-limit-2p", "holdem-limit-3p", "holdem-limit-6p", "kuhn-2p", "kuhn-3p", "leduc")


def test_the_games_with_shipped_weights_are_claimed_and_no_others():
    assert tuple(name for name, game in GAMES.items() if has_weights(game)) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_weights_play_without_parameters(name):
    game = GAMES[name]
    weights = find_shipped(game.definition)
    assert weights.training.method == "self-play"
    assert weights.training.hand_count > 10**5
    tools = training_tools(game, 4, print)
    players = game.definition.player_count
    hands = tools.play([Dcubot()] * players, 0, 50, 2)
    assert len(hands) == 100
    assert (hands.payoffs.sum(1) == 0).all()


def test_a_game_without_shipped_weights_is_refused_by_naming_those_with(capsys):
    options = ["match", "dcubot", "call", "--game", "holdem-nolimit-2p", "--hands", "10"]
    assert run_command(options) == 2
    told = capsys.readouterr().err
    assert "does not play 'holdem-nolimit-2p': railbird ships no file for this game" in told
    assert f"it plays {', '.join(SHIPPED[:-1])} and {SHIPPED[-1]}\n" in told
