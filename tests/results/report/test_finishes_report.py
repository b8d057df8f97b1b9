"""The report of tournaments: every table of `railbird finishes` in one page."""

from pathlib import Path

import pytest

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.results import open_run
from railbird.results.report.finishes_report import gather_finishes, render_finishes
from railbird.results.show.units import UnitError

LABELS = ("<b>call", "uniform", "raise")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("finishes") / "run"
    agents = ("call", "uniform", "raise")
    spec = Spec(
        name="three",
        game="holdem-nolimit-3p",
        mode="freeze-out",
        tournament=FreezeOutSpec(stack=200, levels=(LevelSpec(blinds=(10, 20), hands=5),)),
        agents=tuple(
            AgentSpec(agent=agent, label=label) for agent, label in zip(agents, LABELS, strict=True)
        ),
        decks=5,
    )
    run(spec, folder=place, dispatch=play_here)
    return place


def test_the_page_has_every_table_of_finishes(folder: Path) -> None:
    results = open_run(folder)
    report = gather_finishes(results)
    page = render_finishes(report)
    names = ("finishes", "place-matrix", "finish-ratings", "levels", "icm")
    assert tuple(report.grids) == names
    for name in names:
        for grid in results.table(name).grids():
            assert f"<caption>{grid.title}</caption>" in page
    assert ("tournaments", f"{5 * 6}") in report.facts
    assert "&lt;b&gt;call" in page
    assert "<b>call" not in page


def test_the_command_writes_it_and_refuses_what_is_for_cash_games(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.html"
    assert run_command(["report", str(folder), "--out", str(file)]) == 0
    assert "Who finished before whom" in file.read_text(encoding="utf-8")
    for option in (["--unit", "chips/hand"], ["--plots", str(tmp_path / "plots")]):
        assert run_command(["report", str(folder), *option]) == 2
        assert f"{option[0]} is for cash games" in " ".join(capsys.readouterr().err.split())


def test_cash_games_are_refused(tmp_path: Path) -> None:
    agents = tuple(AgentSpec(agent=agent) for agent in ("call", "uniform"))
    spec = Spec(name="cash", game="kuhn-2p", agents=agents, hands_per_match=4, decks=2)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    with pytest.raises(UnitError, match="use `railbird rank`"):
        gather_finishes(open_run(tmp_path / "run"))
