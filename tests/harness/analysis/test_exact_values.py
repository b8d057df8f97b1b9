"""Exact values: as worked out by hand, of agents that declare their play, beside sampled ones."""

import json
from pathlib import Path

import pytest

from railbird.harness import run
from railbird.harness.analysis.declared_play import list_game
from railbird.harness.cli.application import run_command
from railbird.harness.plan.spec import AgentSpec, Plugins, Spec
from railbird.harness.workers.dispatch import play_here
from railbird.harness.workers.processes import Processes
from railbird.native.solver import build_tree, measure_exploitability, measure_values
from railbird.results import open_run
from railbird.results.store.table_files import csv_bytes
from tests.support.loop_stage import GAMES

PLUGIN = '''
import os
from railbird.plugins import CALL, AgentEntry, hookimpl


class Caller:
    """Calls, and says so with a twist."""

    stationary = True

    def __init__(self, twist=""):
        self.twist = twist

    def act(self, observation):
        return CALL

    def probabilities(self, observation, hole_cards):
        is_late = observation.betting == "cr"
        if self.twist == "raises" and is_late:
            raise RuntimeError("not here")
        if self.twist == "dies" and is_late:
            os._exit(7)
        return [(1.0, CALL)]


class Silent:
    """Calls, and declares nothing."""

    def act(self, observation):
        return CALL


@hookimpl
def railbird_agents():
    return [AgentEntry("caller", Caller), AgentEntry("silent", Silent)]
'''


def spec_of(*agents: AgentSpec | str, game: str = "kuhn-2p", **keys: object) -> Spec:
    entries = tuple(AgentSpec(agent=a) if isinstance(a, str) else a for a in agents)
    basic = {"name": "small", "hands_per_match": 30, "decks": 4, "seed": 3}
    return Spec(game=game, agents=entries, **(basic | keys))


def exact(folder: Path) -> dict[tuple[tuple[str, ...], str], float]:
    table = open_run(folder).exact_values()
    rows = [] if table is None else table.to_pylist()
    return {(tuple(row["line_up"]), row["agent"]): row["mbb_per_hand"] for row in rows}


def test_values_of_kuhn_for_two_are_those_worked_out_by_hand(tmp_path: Path) -> None:
    """`raise` bets whenever it may; `uniform` then calls every other time.

    First to act, `uniform` bets half the time (and is called, which is worth nothing to either) or
    checks and faces the bet: -1/4. Second, it faces the bet at once: -1/2. On average -3/8.
    """
    run(spec_of("fold", "raise", "call", "uniform"), folder=tmp_path / "run", dispatch=play_here)
    values = exact(tmp_path / "run")
    assert values[("fold", "raise"), "fold"] == pytest.approx(-1000)
    assert values[("raise", "uniform"), "uniform"] == pytest.approx(-375)
    assert values[("call", "fold"), "call"] == pytest.approx(0)
    assert values[("call", "raise"), "call"] == pytest.approx(0)
    assert len(values) == 12
    for (line_up, agent), value in values.items():
        (other,) = set(line_up) - {agent}
        assert values[line_up, other] == pytest.approx(-value)


def test_three_players_share_what_the_folder_leaves(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(spec_of("fold", "raise", "call", game="kuhn-3p"), folder=folder, dispatch=play_here)
    line_up = ("call", "fold", "raise")
    assert exact(folder) == {
        (line_up, "call"): pytest.approx(500),
        (line_up, "fold"): pytest.approx(-1000),
        (line_up, "raise"): pytest.approx(500),
    }


def test_sampled_values_lie_about_the_exact_ones(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    agents = ("call", "raise", "uniform", "equilibrium")
    run(spec_of(*agents, game="leduc", decks=30, seed=5), folder=folder, dispatch=play_here)
    table = open_run(folder).exact_values()
    assert table is not None
    sampled = {
        (tuple(r["line_up"]), r["agent"]): r for r in open_run(folder).cross_table().to_pylist()
    }
    inside = 0
    for row in table.to_pylist():
        played = sampled[tuple(row["line_up"]), row["agent"]]
        assert (row["sampled"], row["half_width"]) == (played["mbb_per_hand"], played["half_width"])
        distance = abs(row["sampled"] - row["mbb_per_hand"]) - 1e-6  # rounding
        if row["half_width"] is None:  # the same on every deck seed
            assert row["is_inside"] is None
            inside += 1
            continue
        assert row["is_inside"] == (distance <= row["half_width"])
        assert distance <= 2.5 * row["half_width"]
        inside += row["is_inside"]
    assert inside >= 9  # of 12, half of them mirrored


@pytest.mark.parametrize("name", ["kuhn-3p", "leduc"])
def test_values_by_position_are_those_of_the_best_responders_walk(name: str) -> None:
    tree = build_tree(GAMES[name].definition)
    values = measure_values(tree, tree.uniform)
    assert values == measure_exploitability(tree, tree.uniform).values
    assert sum(values) == pytest.approx(0)


def test_line_ups_with_somebody_who_declares_nothing_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "callers.py"
    path.write_text(PLUGIN, encoding="utf-8")
    agents = (
        *("call", "raise", "silent"),
        AgentSpec(agent="caller"),
        AgentSpec(agent="caller", label="failing", parameters={"twist": "raises"}),
    )
    spec = spec_of(*agents, game="kuhn-3p", plugins=Plugins(paths=(str(path),)))
    folder = tmp_path / "run"
    run(spec, folder=folder, dispatch=play_here)
    assert {line_up for line_up, _ in exact(folder)} == {("call", "caller", "raise")}


def test_an_agent_that_dies_while_it_declares_ends_no_run(tmp_path: Path) -> None:
    path = tmp_path / "callers.py"
    path.write_text(PLUGIN, encoding="utf-8")
    deadly = AgentSpec(agent="caller", label="deadly", parameters={"twist": "dies"})
    plugins = Plugins(paths=(str(path),))
    spec = spec_of("call", "raise", deadly, decks=1, hands_per_match=2, plugins=plugins)
    run(spec, folder=tmp_path / "run", dispatch=Processes(1))
    assert {line_up for line_up, _ in exact(tmp_path / "run")} == {("call", "raise")}


def test_any_dispatch_writes_the_same_values(tmp_path: Path) -> None:
    spec = spec_of("call", "uniform", "bluffer", "chump", game="kuhn-3p", decks=1)
    run(spec, folder=tmp_path / "here", dispatch=play_here)
    run(spec, folder=tmp_path / "apart", dispatch=Processes(2))
    for name in ("exact-values.arrow", "exact-values.csv"):
        files = [(tmp_path / place / "tables" / name).read_bytes() for place in ("here", "apart")]
        assert files[0] == files[1]


def test_games_too_large_to_list_have_none(tmp_path: Path) -> None:
    assert list_game(GAMES["holdem-nolimit-2p"].definition) is None
    run(
        spec_of("call", "raise", game="holdem-nolimit-2p", decks=1),
        folder=tmp_path / "run",
        dispatch=play_here,
    )
    assert open_run(tmp_path / "run").exact_values() is None
    assert not list((tmp_path / "run" / "tables").glob("exact*"))


def test_they_are_printed_beside_the_sampled_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    run(spec_of("fold", "raise", "call", game="kuhn-3p"), folder=folder, dispatch=play_here)
    assert run_command(["table", str(folder)]) == 0
    text = capsys.readouterr().out
    assert "exact values compared with sampled ones" in text
    assert "-1000.0" in text
    assert run_command(["table", str(folder), "--unit", "bb/100", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["exact_values"]
    assert {row["agent"]: row["bb_per_100_hands"] for row in rows}["fold"] == pytest.approx(-100)
    stored = open_run(folder).exact_values()
    assert stored is not None
    assert b"line_up" in csv_bytes(stored.arrow).to_pybytes()
