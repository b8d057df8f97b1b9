"""Every picture as PNG and SVG, the same each time; labels are not formulas."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from small_runs import contents, kuhn_spec

from railbird.harness import AgentSpec, run
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run
from railbird.results.report import gather
from railbird.results.report.picture_files import save_plots

LABELS = ("$x^$", "a_{b}\u4e00", "<svg>", "plain")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plots") / "run"
    names = ("uniform", "bluffer", "call", "chump")
    agents = [AgentSpec(agent=name, label=label) for name, label in zip(names, LABELS, strict=True)]
    run(kuhn_spec(*agents), folder=folder, dispatch=play_here)
    return folder


def test_every_picture_in_both_formats_twice_the_same(folder: Path, tmp_path: Path) -> None:
    written = save_plots(gather(open_run(folder)), tmp_path / "one")
    files = [Path(str(file)) for file in written]
    names = {file.stem for file in files}
    assert names == {"bankrolls", "cross-table", "run-off", "styles", "transfer"}
    for file in files:
        data = file.read_bytes()
        if file.suffix == ".png":
            assert data.startswith(b"\x89PNG\r\n")
        else:
            assert ElementTree.fromstring(data).tag.endswith("}svg")
            assert b"script" not in data
    assert {file.suffix for file in files} == {".png", ".svg"}
    save_plots(gather(open_run(folder)), tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_label_with_dollars_is_drawn_as_it_is(folder: Path, tmp_path: Path) -> None:
    save_plots(gather(open_run(folder)), tmp_path)
    text = (tmp_path / "run-off.svg").read_text("utf-8")
    assert "$x^$ -->" in text, "matplotlib notes above a path what it draws"
