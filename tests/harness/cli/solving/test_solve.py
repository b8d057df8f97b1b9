"""Solving, showing and exploiting from the command line, and agents asked for their play."""

import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from click.testing import Result
from small_runs import start_railbird
from typer.testing import CliRunner

from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.cli.application import run_command
from railbird.harness.cli.solving.exploit import exploit
from railbird.harness.cli.solving.show_strategy import show_strategy
from railbird.harness.cli.solving.solve import solve
from railbird.harness.errors import SpecError
from railbird.harness.games.library import find_game
from railbird.native import StrategyError
from railbird.native.solver import build_tree, read_strategy
from railbird.plugins import CALL, FOLD, ActionRange, AgentError, Game, load_registry, raise_to

APP = typer.Typer()
for command in (solve, show_strategy, exploit):
    APP.command(command.__name__.replace("_", "-"))(command)
GAMES = load_registry().games
SHORT_STACKS = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 1
stack = 5 5
blind = 1 1
firstPlayer = 1
maxRaises = 2
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(APP, list(arguments), catch_exceptions=False)


def test_a_solved_game_is_written_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.arrow"
    solved = run("solve", "kuhn-2p", "--until-nash-conv", "1e-3", "-o", str(file))
    assert solved.exit_code == 0
    assert "NashConv" in solved.stdout
    shown = json.loads(run("show-strategy", str(file), "--format", "json").stdout)
    assert shown["source"]["nash_conv"] <= 1e-3
    assert len(shown["rows"]) == 12
    for row in shown["rows"]:
        assert sum(row["actions"].values()) == pytest.approx(1.0)
    assert "position 0" in run("show-strategy", str(file)).stdout


def test_a_game_solved_with_pruning_says_what_went(tmp_path: Path) -> None:
    file = str(tmp_path / "kuhn.arrow")
    solved = run("solve", "kuhn-2p", "--prune", "0,1", "--until-nash-conv", "1e-3", "-o", file)
    assert "pruned 16.7% of the actions" in solved.output
    played = json.loads(
        run("exploit", f"equilibrium:file={file}", "--game", "kuhn-2p", "--format", "json").stdout
    )
    assert played["nash_conv"] <= 1e-3


def test_many_starts_make_one_file(tmp_path: Path) -> None:
    file = str(tmp_path / "some.arrow")
    aim = ("--until-nash-conv", "1e-3", "-o", file)
    assert "12 strategies" in run("solve", "kuhn-3p", "--starts", "12", "--seed", "4", *aim).stdout
    shown = json.loads(run("show-strategy", file, "--format", "json").stdout)
    assert shown["source"]["strategies"] == 12
    assert shown["source"]["worst_nash_conv"] <= 1e-3
    assert all(span["least_value"] < span["most_value"] for span in shown["values"])
    with pytest.raises(SpecError, match="--seed"):
        run("solve", "kuhn-3p", "--starts", "12", *aim)


def test_pruning_says_what_it_lost(tmp_path: Path) -> None:
    aim = ("--until-nash-conv", "0", "--most-iterations", "2000", "-o", str(tmp_path / "x.arrow"))
    solved = run("solve", "kuhn-3p", "--prune", "0.34,0.9", *aim)  # kings never call
    lost, left, whole = (
        float(number) for number in re.findall(r"\d[\d.e-]*", solved.stdout.splitlines()[-1])
    )
    assert lost == pytest.approx(whole - left, rel=0.01)
    assert left < 0.01 < lost


def test_a_solution_killed_and_gone_on_with_is_the_same(tmp_path: Path) -> None:
    aim = ["solve", "leduc", "--until-nash-conv", "0", "--most-iterations", "6000"]
    whole, again, state = (tmp_path / name for name in ("whole.arrow", "again.arrow", "state"))
    assert run_command([*aim, "-o", str(whole)]) == 0
    process = start_railbird(*aim, "-o", again, "--checkpoint", state)
    assert process.stderr is not None
    for line in process.stderr:
        if int(line.split()[0].replace(",", "")) > 200:
            break
    process.kill()
    process.communicate()
    assert state.exists()
    assert not again.exists()
    assert run_command([*aim, "-o", str(again), "--checkpoint", str(state)]) == 0
    assert again.read_bytes() == whole.read_bytes()
    assert not state.exists()


@pytest.mark.parametrize(
    ("agent", "game", "distance"),
    [
        ("uniform", "kuhn-2p", 11 / 12),
        ("uniform", "leduc", 4.747222),
        ("uniform", "kuhn-3p", 33 / 16),
        ("chump:bet=0.5,call=0.5", "kuhn-3p", 33 / 16),
        ("equilibrium", "leduc", 0.0),
    ],
)
def test_agents_have_their_known_distances(agent: str, game: str, distance: float) -> None:
    found = json.loads(run("exploit", agent, "--game", game, "--format", "json").stdout)
    assert found["nash_conv"] == pytest.approx(distance, abs=1e-5)
    assert sum(found["gain"]) == pytest.approx(found["nash_conv"])


@pytest.mark.parametrize("game", ["holdem-limit-2p", "holdem-limit-6p", "holdem-nolimit-2p"])
@pytest.mark.parametrize(
    ("command", "instead"),
    [
        (("solve", "-o", "x.arrow"), "with railbird train"),
        (("exploit", "call", "--game"), "with railbird match"),
    ],
)
def test_holdem_is_refused_in_one_sentence_that_says_what_to_do_instead(
    game: str, command: tuple[str, ...], instead: str, tmp_path: Path, capsys: Any
) -> None:
    line = [str(tmp_path / word) if word == "x.arrow" else word for word in (*command, game)]
    assert run_command(line) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"railbird: the deals of {game} are too many to list; ")
    assert shown.err.endswith(f"{instead}\n")
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert not (tmp_path / "x.arrow").exists()


@pytest.mark.parametrize("bounds", ["0.05", "0.05,x", "0.05 0.95", "0.05,0.5,0.95"])
def test_bounds_of_pruning_are_two_numbers(bounds: str, tmp_path: Path) -> None:
    out = str(tmp_path / "x.arrow")
    with pytest.raises(SpecError, match=r"is not two probabilities; write 0\.05,0\.95"):
        run("solve", "kuhn-2p", "--prune", bounds, "-o", out)


def test_what_cannot_be_done_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="does not play"):
        run("exploit", "bluffer", "--game", "leduc")
    with pytest.raises(StrategyError, match=r"no solver 'lp'; use one of cfr, cfr\+, dcfr, mccfr"):
        run("solve", "kuhn-2p", "--algorithm", "lp", "-o", str(tmp_path / "x.arrow"))
    for more in (("--starts", "2", "--seed", "1"), ("--prune", "0,1")):
        with pytest.raises(StrategyError, match="mccfr solves the whole game from one start"):
            run("solve", "kuhn-2p", "--algorithm", "mccfr", *more, "-o", str(tmp_path / "x.arrow"))


def test_sampling_comes_near_too(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("no-seed", "0", "7")]
    aim = ("solve", "kuhn-2p", "--algorithm", "mccfr", "--until-nash-conv", "0.05")
    for file, seed in zip(files, ((), ("--seed", "0"), ("--seed", "7")), strict=True):
        run(*aim, *seed, "-o", str(file))
    source = read_strategy(files[2]).source
    assert (source.algorithm, source.seed) == ("mccfr", 7)
    assert source.nash_conv <= 0.05
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()


def test_a_strategy_of_listed_raises_is_played_and_measured_among_them_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file = tmp_path / "short.game", tmp_path / "short.arrow"
    game.write_text(SHORT_STACKS, encoding="utf-8")
    listed = ("--raises", "3,5", "--until-nash-conv", "1e-4")
    run("solve", str(game), *listed, "-o", str(file))
    for name in ("equilibrium", "best-response", "restricted-nash"):
        agent = f"{name}:file={file}"
        match = ["match", agent, "uniform", "--game", str(game), "--hands", "30"]
        assert run_command(match) == 2
        error = capsys.readouterr().err
        assert "covers only raises to 3, 5" in error
        assert "listed_raises=true" in error
    agent = f"equilibrium:file={file},listed_raises=true"
    whole = ("exploit", agent, "--game", str(game), "--format", "json")
    with pytest.raises(StrategyError, match="--raises"):
        run(*whole)
    found = json.loads(run(*whole, "--raises", "3,5").stdout)
    assert found["nash_conv"] == pytest.approx(read_strategy(file).source.nash_conv)
    answer = f"best-response:file={file},listed_raises=true"
    match = ["match", agent, answer, "--game", str(game), "--hands", "30", "--format", "json"]
    assert run_command(match) == 0
    assert ", 0 incidents" in capsys.readouterr().err


REFUSED: list[tuple[str, str]] = [
    ("solve kuhn-2p -o .", "is a folder"),
    ("solve kuhn-2p -o nowhere/x", "no folder"),
    ("solve kuhn-2p -o pipe", "not a file but a device or a pipe"),
    ("solve kuhn-2p -o x --checkpoint nowhere/y", "no folder"),
    ("solve kuhn-2p -o x --checkpoint ./x", "the same file"),
    ("solve kuhn-2p -o x --seed 99999999999999999999", "--seed"),
    ("solve kuhn-2p -o x --starts 1000000000000 --seed 1", "GiB"),
    ("solve kuhn-2p -o x --until-nash-conv inf", "--until-nash-conv"),
    ("solve kuhn-2p -o x --raises 2", "limit game"),
    ("solve holdem-preflop-nolimit-2p -o x --raises 0,300,20000,20001", "to 0, 20001"),
    ("exploit uniform --game kuhn-2p -o nowhere/x", "no folder"),
    ("exploit uniform --game kuhn-2p --weight 0.5", "--out"),
    ("exploit uniform --game kuhn-2p --weight 2 -o x", "--weight"),
    ("exploit equilibrium:file=5 --game kuhn-2p", "file is 5"),
    ("exploit equilibrium:listed_raises=3 --game kuhn-2p", "listed_raises is 3"),
    ("exploit dcubot:file=5 --game kuhn-2p", "file is 5"),
    ("exploit lucifer:file=5 --game kuhn-3p", "file is 5"),
]


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_what_is_refused_is_refused_before_any_work(
    line: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    assert run_command(line.split()) == 2
    shown = capsys.readouterr()
    assert why in shown.err
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


class Sized:
    """Simple form: half the time a raise of any size, else a call, or a fold that costs."""

    stationary = True

    def act(self, observation):
        raise AssertionError("asked to act where it declares")

    def probabilities(self, observation, hole_cards):
        otherwise = FOLD if observation.can_fold else CALL
        if not observation.can_raise:
            return [(1.0, otherwise)]
        least, most = observation.min_raise_to, observation.max_raise_to
        return [(0.25, raise_to(most)), (0.25, ActionRange(2, least, most)), (0.5, otherwise)]


def test_a_simple_agent_is_asked_with_all_sizes(tmp_path: Path) -> None:
    path = tmp_path / "short.game"
    path.write_text(SHORT_STACKS, encoding="utf-8")
    game: Game = find_game(str(path), load_registry())
    tree = build_tree(game.definition)
    strategy = declared_strategy(game, tree, Sized)
    np.testing.assert_allclose(tree.table(strategy, 0)[:, 0], [0.5, 1 / 16, 1 / 16, 1 / 16, 5 / 16])


class Changing(Sized):
    stationary = False


class Silent:
    def act(self, observation):
        return CALL


@pytest.mark.parametrize(
    ("agent", "why"), [(Changing, "not stationary"), (Silent, "declares no probabilities")]
)
def test_an_agent_that_cannot_be_exploited_exactly_is_refused(agent, why: str) -> None:
    game = GAMES["kuhn-2p"]
    with pytest.raises(AgentError, match=f"{why}.*--from-run DIR"):
        declared_strategy(game, build_tree(game.definition), agent)
