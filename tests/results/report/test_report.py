"""The report says what the command line says, and nothing in a name becomes markup."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from small_runs import RUDE, kuhn_spec

from railbird.harness import AgentSpec, Plugins, Spec, run
from railbird.harness.cli.application import run_command
from railbird.harness.workers.dispatch import play_here
from railbird.results import StoreError, UnitError, open_run
from railbird.results.folders.run_folder import StoredFile
from railbird.results.report import gather, render_report, write_report
from railbird.results.tables.table_list import TABLES

HOSTILE = (
    "<script>alert(1)<&script>",
    "<img~src=x~onerror=alert(2)>",
    "{{7*7}}{%raw%}",
    "'onmouseover=alert(3)'",
    "&lt;b&gt;]]>--><!--",
)
VOID = {"meta", "br", "line", "circle", "rect", "polyline", "img", "link", "input"}


class Page(HTMLParser):
    """A page taken apart: every start tag with its attributes, and the text of each cell."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.cells: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == [], "a tag was not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "td" in self._open or "th" in self._open:
            self.cells[-1] += data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tournament of agents with names that would be more than names."""
    folder = tmp_path_factory.mktemp("report") / "run"
    names = ("uniform", "bluffer", "call", "raise", "chump")
    agents = tuple(
        AgentSpec(agent=agent, label=label) for agent, label in zip(names, HOSTILE, strict=True)
    )
    keys = {"hands_per_match": 12, "decks": 4, "seed": 2, "hands_per_chunk": 2**18}
    spec = Spec(name="hostile", game="kuhn-3p", agents=agents, **keys)
    run(spec, folder=folder, dispatch=play_here)
    return folder


def test_a_page_has_the_notes_of_its_tables(tmp_path: Path) -> None:
    """Two agents and one deck: one wins all there is, and its rating is open above."""
    agents = (AgentSpec(agent="uniform"), AgentSpec(agent="call"))
    spec = Spec(name="two", game="kuhn-2p", agents=agents, hands_per_match=25, decks=1, seed=1)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    played = open_run(tmp_path / "run")
    (note,) = [note for note in played.ratings().remarks() if note.startswith("Elo")]
    assert gather(played).notes.count(note) == 1


def text_of(file: StoredFile) -> str:
    return bytes(file.map()).decode()


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page(text_of(write_report(open_run(folder))))


def test_nothing_in_a_name_becomes_markup(page: Page) -> None:
    for label in HOSTILE:
        assert label in page.cells, "a name is shown as it is"
    known = {"script": 1, "style": 1, "img": 0, "iframe": 0, "b": None}
    for tag, count in known.items():
        found = sum(name == tag for name, _ in page.tags)
        assert count is None or found == count, tag
    for _, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on")]
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith("#"), "the page loads and links nothing"
    assert "49" not in "".join(page.texts[:50]), "a name is not a template"


def test_the_page_forbids_what_is_not_its_own(page: Page) -> None:
    (policy,) = [
        attributes["content"]
        for _, attributes in page.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "script-src 'sha256-" in policy


@pytest.mark.parametrize("unit", ["mbb/hand", "chips/hand"])
def test_the_numbers_are_the_command_line_s(
    unit: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = Page(text_of(write_report(open_run(folder), folder / "u.html", unit=unit))).cells
    for command in ("table", "rank", "transfer"):
        arguments = [command, str(folder), "--unit", unit, "--format", "markdown"]
        assert run_command(arguments) == 0
        printed = list(markdown_cells(capsys.readouterr().out))
        assert len(printed) > 25
        assert [text for text in printed if text not in cells] == []


def markdown_cells(text: str) -> Iterator[str]:
    """Yield what the command line prints in cells, without its escapes."""
    for line in text.splitlines():
        if line.startswith("| "):
            for cell in line.strip("| ").split(" | "):
                plain = "".join(
                    letter
                    for place, letter in enumerate(cell)
                    if letter != "\\" or cell[place - 1 : place] == "\\"
                )
                if plain.strip():
                    yield plain.strip()


def test_tables_have_headings_and_pictures_have_words(page: Page) -> None:
    assert ("html", {"lang": "en"}) in page.tags
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    for tag, attributes in page.tags:
        if tag == "svg":
            assert attributes["role"] == "img"
            assert attributes["aria-labelledby"] in ids
        if tag == "th":
            assert attributes["scope"] in ("col", "row")
        if attributes.get("class") == "scroll":
            assert attributes["tabindex"] == "0", "it can be scrolled without a mouse"
            assert attributes["aria-label"]
        if tag == "a":
            assert (attributes["href"] or "")[1:] in ids


def test_pictures_share_a_page_without_mixing_their_parts(page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids)), "an identifier is used twice"
    values = [value or "" for _, attributes in page.tags for value in attributes.values()]
    parts = {part for value in values for part in re.findall(r"url\(#(.*?)\)", value)}
    parts |= {a["href"].removeprefix("#") for _, a in page.tags if a.get("href")}
    assert parts - set(ids) == set(), "a picture uses a part that is not there"
    assert sum(tag == "svg" for tag, _ in page.tags) == 2
    for label in HOSTILE:
        assert any(text.startswith(f"{label}: VPIP") for text in page.texts)


def test_equal_runs_give_equal_pages(folder: Path) -> None:
    assert render_report(gather(open_run(folder))) == render_report(gather(open_run(folder)))


def test_a_table_is_shown_in_the_section_that_it_states(folder: Path) -> None:
    run = open_run(folder)
    report = gather(run)
    for section, shown in report.tables.items():
        expected = [
            spec
            for spec in TABLES.values()
            if spec.report
            and spec.report.section == section
            and spec.is_there(run.reading)
            and spec.suits(run.reading)
        ]
        assert [table.fold for table in shown] == [
            spec.report.fold for spec in expected if spec.report
        ]
    assert len(report.tables["run-off"]) == 3


def test_incidents_are_counted_and_the_first_shown(tmp_path: Path) -> None:
    agents = ("quitter", "presser", "uniform", "call")
    spec = kuhn_spec(*agents, plugins=Plugins(paths=(RUDE,)))
    run(spec, folder=tmp_path / "rude", dispatch=play_here)
    results = open_run(tmp_path / "rude")
    page = Page(text_of(write_report(results)))
    counts = results.incident_counts()
    (grid,) = counts.grids()
    for row in grid.rows:
        assert [cell for cell in row if cell not in page.cells] == []
    (note,) = [fact for fact in results.facts if "forfeited by quitter (" in fact]
    assert f"{note}." in page.texts
    assert (
        sum(text.startswith((": illegal-kind on", ": exception on")) for text in page.texts) == 20
    )


def test_half_a_run_says_what_is_missing(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "shards").mkdir()
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["is_complete"], manifest["shards"] = False, []
    manifest["stages"][0]["chunk_count"] += 1
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    for shard in (folder / "shards").iterdir():
        (tmp_path / "shards" / shard.name).write_bytes(shard.read_bytes())
    text = text_of(write_report(open_run(tmp_path)))
    assert "The run is not complete: 1 of 2 chunks are missing" in text


def test_a_damaged_shard_is_named_and_nothing_left_is_one_sentence(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "shards").mkdir()
    (tmp_path / "manifest.json").write_bytes((folder / "manifest.json").read_bytes())
    (shard,) = (folder / "shards").iterdir()
    (tmp_path / "shards" / shard.name).write_bytes(shard.read_bytes()[:-9])
    with pytest.raises(StoreError, match=f"{shard.name} is damaged, and there is no other"):
        open_run(tmp_path)
    with pytest.raises(StoreError, match="is not a run folder"):
        open_run(tmp_path / "shards")
    with pytest.raises(UnitError, match="there is no unit 'pounds'"):
        write_report(open_run(folder), unit="pounds")
