"""The report in a real browser: at two widths, light and dark, checked by axe-core.

Skipped without Chromium, except with RAILBIRD_BROWSER=required, as in CI: then it fails.
"""

import os
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run
from railbird.results.report import write_report
from tests.results.report.test_report import HOSTILE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
IS_REQUIRED = os.environ.get("RAILBIRD_BROWSER") == "required"
pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not IS_REQUIRED, reason="Chromium is not installed"
)
WIDTHS = (1400, 390)
SCHEMES = ("light", "dark")
NAMES = ("uniform", "bluffer", "call", "raise", "chump", "fold")
ARGUMENTS = ["--disable-gpu", "--disable-background-networking"]


def played(folder: Path, labels: tuple[str, ...], *, game: str) -> Path:
    """Play a small tournament and write its report; return the page."""
    agents = tuple(
        AgentSpec(agent=NAMES[number % len(NAMES)], label=label)
        for number, label in enumerate(labels)
    )
    spec = Spec(name="shown", game=game, agents=agents, hands_per_match=12, decks=4, seed=2)
    run(spec, folder=folder, dispatch=play_here)
    return Path(str(write_report(open_run(folder))))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports of five agents with names that would be more than names, and of thirty."""
    folder = tmp_path_factory.mktemp("browser")
    thirty = tuple(f"agent-{number:02d}" for number in range(1, 31))
    return {
        "five": played(folder / "five", HOSTILE, game="kuhn-3p"),
        "thirty": played(folder / "thirty", thirty, game="kuhn-2p"),
    }


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "RAILBIRD_BROWSER=required, and Chromium is not installed"
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *root])
        yield started
        started.close()


def show(
    browser: Browser, file: Path, *, width: int = 1400, scheme: str = "light", checks: bool = False
) -> Page:
    """Open a page; only for checks may scripts other than its own run."""
    page = browser.new_page(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        bypass_csp=checks,
    )
    page.goto(file.as_uri())
    return page


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [*product(["five"], WIDTHS, SCHEMES), ("thirty", 1400, "light"), ("thirty", 390, "dark")],
)
def test_axe_finds_nothing(
    name: str, width: int, scheme: str, pages: dict[str, Path], browser: Browser
) -> None:
    page = show(browser, pages[name], width=width, scheme=scheme, checks=True)
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    page.close()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["five", "thirty"])
def test_the_page_never_scrolls_sideways_and_headings_stay_in_lines(
    name: str, width: int, pages: dict[str, Path], browser: Browser
) -> None:
    page = show(browser, pages[name], width=width)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    tall = """[...document.querySelectorAll("table:not(.many) thead")].filter(
        (head) => head.offsetHeight > 110).length"""
    assert page.evaluate(tall) == 0, "a heading is wrapped into a column of letters"
    page.close()


def test_the_width_is_used(pages: dict[str, Path], browser: Browser) -> None:
    page = show(browser, pages["five"], width=1400)
    assert page.locator("section").first.evaluate("(each) => each.offsetWidth") > 1300
    tables = page.locator("#rankings > .beside table")
    assert all(tables.nth(n).evaluate("(one) => one.offsetWidth") > 600 for n in range(2))
    assert tables.evaluate_all("(all) => all.some((one) => one.offsetWidth > 1250)")
    page.close()


def test_numbers_say_what_colours_say(pages: dict[str, Path], browser: Browser) -> None:
    page = show(browser, pages["five"])
    cells = page.evaluate(
        """[...document.querySelectorAll(".heat td:not(.empty):not(.end)")].map(
        (cell) => [cell.textContent.trim(), cell.matches(".won"), cell.matches(".lost")])"""
    )
    assert len(cells) > 40
    for text, has_won, has_lost in cells:
        assert text[0] in "+-", "every coloured cell has its number"
        number = float(text.split(" ")[0].rstrip("*"))
        assert (has_won and number >= 0) or (has_lost and number <= 0) or number == 0
    page.close()


def test_it_sorts_by_keyboard_and_runs_no_name(pages: dict[str, Path], browser: Browser) -> None:
    page = show(browser, pages["five"])
    heading = page.locator("table.heat").first.locator("thead th").nth(2)
    heading.locator("button").focus()
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "descending"
    column = page.evaluate(
        """[...document.querySelector("table.heat").tBodies[0].rows].map((row) =>
        row.cells[2].classList.contains("empty") ? "" : row.cells[2].textContent)"""
    )
    values = [float(text.split(" ")[0].rstrip("*")) for text in column if text]
    assert len(values) == len(HOSTILE) - 1
    assert values == sorted(values, reverse=True)
    assert column[-1] == "", "what was never played comes last"
    brief = page.locator("#map-1-table")
    assert "brief" in (brief.get_attribute("class") or "")
    page.locator("[data-toggle]").first.click()
    assert "brief" not in (brief.get_attribute("class") or "")
    assert page.evaluate("document.scripts.length") == 1
    assert page.locator("img, [onerror], [onmouseover]").count() == 0
    page.close()


def test_a_name_in_the_list_shows_its_curve(pages: dict[str, Path], browser: Browser) -> None:
    page = show(browser, pages["thirty"])
    curve = page.locator("#bankrolls-curve-20")
    assert curve.get_attribute("class") == "off"
    page.locator('[data-curve="20"]').click()
    for part in ("curve", "lead", "name"):
        assert page.locator(f"#bankrolls-{part}-20").get_attribute("class") == ""
    page.close()


def test_a_script_that_is_not_ours_does_not_run(
    pages: dict[str, Path], browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    bad = '<script>document.body.setAttribute("data-bad", "ran")</script></main>'
    file.write_text(pages["five"].read_text("utf-8").replace("</main>", bad), "utf-8")
    page = show(browser, file)
    assert page.locator("thead button").count() > 0, "ours ran"
    assert page.locator("body").get_attribute("data-bad") is None
    page.close()


def test_in_print_there_is_nothing_to_press_and_all_is_light(
    pages: dict[str, Path], browser: Browser
) -> None:
    page = show(browser, pages["thirty"], width=1040, scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert not page.locator("nav").is_visible()
    assert page.locator(".toggle").first.is_hidden()
    ink = "getComputedStyle(document.documentElement).getPropertyValue('--ink')"
    assert page.evaluate(ink).strip() == "#1e2227"
    wide = "Math.max(...[...document.querySelectorAll('.many')].map((each) => each.offsetWidth))"
    assert 0 < page.evaluate(wide) <= 1040, "thirty agents fit on a sheet across"
    page.close()
