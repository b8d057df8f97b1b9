"""The report in a real browser: it opens from the disk, sorts by keyboard, and runs no name.

Skipped where there is no Chromium; never part of CI.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run
from railbird.results.report import page, write_report
from tests.results.report.test_report import HOSTILE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = [
    pytest.mark.skipif("CI" in os.environ, reason="a browser is no part of CI"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
OPTIONS = ("--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run")
# Of our own script the page allows only the very bytes: so what the test does goes into it.
CHECKS = """
const say = (name, value) => document.body.setAttribute("data-" + name, String(value));
const table = document.querySelector("table.heat");
const button = table.tHead.rows[0].cells[2].querySelector("button");
button.focus();
say("focus", document.activeElement === button);
button.click();
const column = [...table.tBodies[0].rows].map((row) => row.cells[2].dataset.value ?? "none");
say("column", column.join(" "));
say("sort", table.tHead.rows[0].cells[2].getAttribute("aria-sort"));
document.querySelector("[data-toggle]").click();
say("brief", document.getElementById("map-1-table").classList.contains("brief"));
say("scripts", document.scripts.length);
say("alerts", document.querySelectorAll("img, [onerror], [onmouseover]").length);
say("wide", document.documentElement.scrollWidth <= window.innerWidth);
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser") / "run"
    names = ("uniform", "bluffer", "call", "raise", "chump")
    agents = tuple(
        AgentSpec(agent=agent, label=label) for agent, label in zip(names, HOSTILE, strict=True)
    )
    spec = Spec(name="shown", game="kuhn-3p", agents=agents, hands_per_match=12, decks=4, seed=2)
    run(spec, folder=folder, dispatch=play_here)
    return folder


def browse(file: Path, profile: Path, *options: str) -> str:
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    assert CHROMIUM is not None
    command = [CHROMIUM, *OPTIONS, *root, *options, f"--user-data-dir={profile}", file.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


@pytest.mark.parametrize("width", ["1200,900", "500,900"])
def test_it_sorts_and_shows_and_runs_no_name(
    width: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = page._text.__wrapped__
    monkeypatch.setattr(
        page, "_text", lambda name: read(name) + (CHECKS if name == "report.js" else "")
    )
    file = tmp_path / "report.html"
    write_report(open_run(folder), file)
    shown = browse(file, tmp_path / "profile", "--dump-dom", f"--window-size={width}")
    body = shown[shown.index("<body") :].partition(">")[0]
    told = dict(part.split('="') for part in body.replace("<body ", "").rstrip('"').split('" '))
    assert told["data-focus"] == "true"
    values = [float(value) for value in told["data-column"].split() if value != "none"]
    assert len(values) == len(HOSTILE) - 1
    assert values == sorted(values, reverse=True)
    assert told["data-column"].endswith("none"), "what was never played comes last"
    assert told["data-sort"] == "descending"
    assert told["data-brief"] == "false"
    assert (told["data-scripts"], told["data-alerts"]) == ("1", "0")
    assert told["data-wide"] == "true", "the page itself never scrolls sideways"


def test_a_script_that_is_not_ours_does_not_run(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    write_report(open_run(folder), file)
    bad = '<script>document.body.setAttribute("data-bad", "ran")</script></main>'
    file.write_text(file.read_text("utf-8").replace("</main>", bad), "utf-8")
    shown = browse(file, tmp_path / "profile", "--dump-dom")
    assert "data-toggle" in shown
    assert "aria-sort" in shown or "<button type=" in shown, "ours ran"
    assert 'data-bad="ran"' not in shown
