"""The report of an evolution: a page and pictures from the stored table alone."""

import json
import re
from pathlib import Path

import pytest
from command_line import printed

from railbird.harness import AgentSpec, EvolutionSpec, Spec, evolve, play_here
from railbird.harness.cli.application import run_command
from railbird.results.folders.addresses import open_folder
from railbird.results.generations.generations import read_generations, rows_of_table
from railbird.results.report.evolution_report import MOST_PATHS, gather_evolution, render_evolution

HOSTILE = "<img>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evolved") / "small"
    agents = (
        AgentSpec(agent="chump", evolve=True, label=HOSTILE),
        AgentSpec(agent="coach", evolve=True),
    )
    spec = Spec(
        name=HOSTILE,
        game="kuhn-2p",
        hands_per_match=20,
        decks=2,
        agents=agents,
        mode="evolution",
        evolution=EvolutionSpec(population=6, iterations=3),
    )
    evolve(spec, folder=folder, dispatch=play_here)
    return folder


def test_the_command_writes_the_page_and_its_pictures(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = printed(capsys, "report", str(folder), "--plots", str(tmp_path / "plots"))
    assert told.splitlines()[0] == str(folder / "report.html")
    names = {path.name for path in (tmp_path / "plots").iterdir()}
    assert names == {f"{n}.{s}" for n in ("fitness", "parameters") for s in ("png", "svg")}
    page = (folder / "report.html").read_text()
    assert "selection is noise" in page
    for row in rows_of_table(read_generations(open_folder(folder))):
        for name in json.loads(row.parameters):
            assert name in page


def test_names_from_outside_are_escaped(folder: Path) -> None:
    page = render_evolution(gather_evolution(open_folder(folder)))
    assert HOSTILE not in page
    assert page.count("&lt;img&gt;") >= 5


def test_the_same_evolution_gives_the_same_page(folder: Path) -> None:
    place = open_folder(folder)
    assert render_evolution(gather_evolution(place)) == render_evolution(gather_evolution(place))


def test_every_parameter_is_drawn_or_named(folder: Path) -> None:
    gathered = gather_evolution(open_folder(folder))
    page = render_evolution(gathered)
    drawn = re.findall(r'id="parameters-parameter-(\d+)"', page)
    assert len(set(drawn)) == len(gathered.paths) <= MOST_PATHS
    assert not gathered.left_out
    assert {path.name for path in gathered.paths} == {
        *("bet", "call", "k", "members: call", "members: raise", "members: uniform")
    }


@pytest.mark.parametrize("option", [("--where", "agent=x"), ("--luck", "all-in")])
def test_options_of_a_run_are_refused(
    option: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["report", str(folder), *option]) == 2
    said = capsys.readouterr().err
    assert f"{option[0]} is for a tournament's run, and" in said
    assert "generations/0001" in said
