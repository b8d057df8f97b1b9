"""A result shows what the command line prints, and hands its tables to other libraries."""

import html
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest
from command_line import printed
from small_runs import kuhn_spec

import railbird
from railbird.harness import AgentSpec, PopulationMember, PopulationSpec
from railbird.plugins import CALL
from railbird.results import MissingPackageError, StoreError, open_run
from railbird.results.tables.table_list import TABLES


class Caller:
    def act(self, observation: object) -> object:
        return CALL


class Wrong:
    def act(self, observation: object) -> object:
        return "nonsense" if observation.hand_index else CALL


AGENTS = {"<b>&": Caller, "uniform": "uniform", "wrong": Wrong}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> railbird.Result:
    folder = tmp_path_factory.mktemp("run")
    return railbird.play(AGENTS, game="holdem-limit-3p", hands=300, folder=folder / "run")


def text_cells(shown: str) -> set[str]:
    """Return the text in the cells of tables rendered by rich."""
    return {cell.strip() for cell in re.split(r"[┃│\n]", shown)} - {""}


def test_it_is_drawn_with_the_numbers_that_the_command_prints(
    result: railbird.Result, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "300")  # a narrow window does without some columns
    cells = text_cells(repr(result))
    for command in ("table", "rank"):
        headline = printed(capsys, command, result.folder).split("\n\n")[0]
        missing = text_cells(headline) - cells
        assert {cell for cell in missing if not set(cell) & set("┏┡└")} == set()


def test_the_notebook_shows_what_the_terminal_does_and_labels_are_not_markup(
    result: railbird.Result,
) -> None:
    page = result._repr_html_()
    assert "<b>" not in page
    shown = {html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", page)}
    marks = set("┏┡└")
    drawn = {cell for cell in text_cells(repr(result)) if not set(cell) & marks}
    assert {"<b>&", "uniform", "wrong"} <= shown
    numbers = {cell for cell in drawn if re.match(r"[+-]\d", cell)}
    assert numbers
    assert numbers <= shown
    captions = re.findall("<caption>([^<]*)</caption>", page)
    assert [caption.partition(",")[0] for caption in captions] == [
        *("row against column", "total bankroll", "run-off")
    ]


def test_notes_are_shown_and_labels_in_them_are_not_markup(result: railbird.Result) -> None:
    part = railbird.Result(result.run.where("with=<b>&"))
    (note,) = [note for note in part.notes if "<b>&" in note]
    page = part._repr_html_()
    assert html.escape(note) in page
    assert "<b>" not in page
    assert note in " ".join(repr(part).split())


def test_it_says_what_was_played(result: railbird.Result) -> None:
    assert repr(result).startswith(f"match: holdem-limit-3p, {result.hand_count} hands\n")
    assert result.hand_count == len(result.hands) == 300
    assert result.labels == sorted(AGENTS)


def test_its_tables_are_those_of_the_run(result: railbird.Result) -> None:
    run = open_run(result.folder)
    for name in ("cross-table", "agent-matrix", "total-bankroll", "styles", "positions"):
        attribute = name.replace("-", "_")
        assert getattr(result, attribute).arrow == run.table(name).arrow
        assert attribute in dir(result)
    assert result.run_off.ranking.arrow == run.run_off().ranking.arrow
    by_position = result.table("indicators", by_position=True)
    assert by_position.arrow == run.indicators(by_position=True).arrow
    assert set(dir(result)) >= {name.replace("-", "_") for name in TABLES} - {"ruin", "decisions"}


def test_a_table_that_there_is_not_is_named(result: railbird.Result) -> None:
    with pytest.raises(AttributeError, match=r"'crosstable'; did you mean 'cross_table'\?"):
        result.crosstable  # noqa: B018
    with pytest.raises(AttributeError, match=r"'ruin' needs arguments: result\.table\('ruin'"):
        result.ruin  # noqa: B018
    assert result.table("ruin", 100.0).num_rows
    with pytest.raises(StoreError, match="has no table 'members'"):
        result.members  # noqa: B018


def test_all_hands_are_those_of_the_export(
    result: railbird.Result, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "export", result.folder, "--format", "parquet", "--out", tmp_path / "out")
    written = pyarrow.parquet.read_table(tmp_path / "out" / "hands.parquet")
    assert result.hands.arrow == written.cast(result.hands.schema)


def test_other_libraries_take_its_rows(result: railbird.Result) -> None:
    frame = result.hands.to_pandas()
    assert len(frame) == 300
    assert list(frame.columns) == result.hands.schema.names
    assert frame["betting"].tolist() == result.hands["betting"].to_pylist()
    assert len(result.cross_table.to_pandas()) == 3
    assert pyarrow.table(result.hands) == result.hands.arrow


def test_incidents_are_rows_too(result: railbird.Result) -> None:
    incidents = result.incidents
    assert set(incidents["kind"].to_pylist()) == {"nonsense"}
    assert incidents.to_pylist()[0]["agents"][incidents["seat"][0].as_py()] == "wrong"
    assert "nonsense" in repr(incidents)
    assert "nonsense" in incidents._repr_html_()
    quiet = railbird.play(["call", "call", "call"], game="kuhn-3p", hands=12).incidents
    assert (len(quiet), quiet.schema) == (0, incidents.schema)
    assert repr(quiet).startswith("incidents, 0 rows")


def test_a_run_with_populations_has_all_its_rows(tmp_path: Path) -> None:
    killer = PopulationMember(agent="killer", parameters={"how": "error", "hand": 1, "seat": 0})
    members = (killer, PopulationMember(agent="fold"))
    spec = kuhn_spec(
        AgentSpec(population="some"),
        *("call", "uniform"),
        populations=(PopulationSpec(name="some", members=members),),
    )
    result = railbird.run(spec, folder=tmp_path, workers=0, progress=False)
    assert len(result.hands) == result.hand_count == 4 * 6 * 20
    (kind,) = set(result.incidents["kind"].to_pylist())
    assert kind == "exception"


def test_a_run_of_which_nothing_is_played_yet_says_so(tmp_path: Path) -> None:
    railbird.play(["call", "uniform"], game="leduc", hands=40, hands_per_chunk=20, folder=tmp_path)
    first, *others = sorted((tmp_path / "shards").iterdir())
    first.unlink()
    begun = railbird.open_run(tmp_path)
    assert "the run is not complete" in repr(begun)
    assert begun.hand_count == len(begun.hands) == 20 * len(others)
    for shard in others:
        shard.unlink()
    empty = railbird.open_run(tmp_path)
    assert repr(empty).splitlines()[0] == "match: leduc, 0 hands"
    said = f"0 of {len(others) + 1} chunks"
    assert said in " ".join(repr(empty).split())
    assert said in empty._repr_html_()
    assert len(empty.hands) == 0


def test_the_report_is_written_where_it_is_wanted(
    result: railbird.Result,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert result.report("r.html") == "r.html"
    printed(capsys, "report", result.folder, "-o", "s.html")
    assert Path("r.html").read_bytes() == Path("s.html").read_bytes()


WITHOUT_PANDAS = """
import sys

class NoPandas:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pandas":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoPandas())
import railbird
result = railbird.play(["call", "call", "fold"], game="kuhn-3p", hands=12)
for table in (result.hands, result.cross_table):
    try:
        table.to_pandas()
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
"""


def test_a_missing_pandas_is_said_in_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PANDAS], capture_output=True, text=True, check=True
    )
    sentence = (
        f"{MissingPackageError.__name__}: pandas is not installed; install it with pip install "
        "pandas, or use the Arrow table (.arrow)"
    )
    assert done.stdout.splitlines() == [sentence] * 2
