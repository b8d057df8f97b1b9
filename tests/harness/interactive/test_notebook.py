"""In real kernels: the documents' notebook runs, edited classes are refused, progress shows."""

import asyncio
import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from small_runs import contents

REPOSITORY = Path(__file__).parents[3]
NOTEBOOK = REPOSITORY / "docs" / "notebook.ipynb"
SECONDS = 600


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in; Jupyter's own files are beside it."""
    for variable in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    folder = tmp_path / "desk"
    folder.mkdir()
    return folder


def execute(notebook: Any, folder: Path) -> list[list[Any]]:
    """Run a notebook in a fresh kernel; return what each cell of code shows."""
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    asyncio.run(client.async_execute())
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]


def run_cells(folder: Path, *cells: str) -> list[list[Any]]:
    return execute(new_notebook(cells=[new_code_cell(cell) for cell in cells]), folder)


def shown(outputs: list[Any], kind: str = "text/plain") -> str:
    return "".join(o["data"].get(kind, "") for o in outputs if "data" in o) + "".join(
        o["text"] for o in outputs if o["output_type"] == "stream"
    )


def test_the_notebook_of_the_documents_runs(desk: Path) -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    outputs = dict(zip(sources, execute(notebook, desk), strict=True))
    assert "<table>" in shown(outputs["result"], "text/html")
    assert "total bankroll" in shown(outputs["result"])
    (refused,) = [o for source, o in outputs.items() if "OtherRunError" in source]
    assert "belongs to another run: the code of agent 'TopCard'" in shown(refused)
    assert (desk / "kuhn.html").exists()
    assert (desk / "runs" / "duel" / "tables").is_dir()


def test_the_notebook_is_stored_without_what_it_shows() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert [cell for cell in code if cell["outputs"] or cell["execution_count"] is not None] == []


HELPER = "LEAST = {}\n\ndef is_good(cards):\n    return cards[0] // 4 >= LEAST"
CLASS = """
import railbird
from railbird.plugins import CALL, FOLD

class Mine:
    def act(self, observation):
        return CALL if is_good(observation.hole_cards) or not observation.can_fold else FOLD
"""
PLAY = """
try:
    railbird.play([Mine, "uniform", "call"], game="kuhn-3p", folder="run", **{})
except railbird.results.OtherRunError as error:
    print(error)
"""
BEGUN = {"hands": 120, "decks": 2, "hands_per_chunk": 60}
MORE = {"hands": 240, "decks": 4, "workers": 2}


def test_a_fresh_kernel_continues_with_the_same_cells_and_not_with_edited_ones(desk: Path) -> None:
    run_cells(desk, HELPER.format(11), CLASS, PLAY.format(BEGUN))
    begun = contents(desk / "run" / "shards")
    same = ("'a cell before it'", HELPER.format(11) + CLASS, PLAY.format(MORE))
    *_, edited = run_cells(desk, *same, HELPER.format(12), PLAY.format(MORE))
    assert "belongs to another run: the code of agent 'Mine'" in shown(edited)
    now = contents(desk / "run" / "shards")
    assert len(now) == 2 * len(begun) == 4
    assert begun.items() <= now.items()


def test_progress_is_a_bar_that_ends_full_or_nothing(desk: Path) -> None:
    bar, nothing = run_cells(
        desk,
        "import railbird\nresult = railbird.play(['call'] * 3, game='kuhn-3p', hands=1200, "
        "hands_per_chunk=60)",
        "result = railbird.play(['call'] * 3, game='kuhn-3p', hands=12, progress=False)",
    )
    (display,) = bar
    assert '<progress value="60" max="60"></progress>' in display["data"]["text/html"]
    assert "60/60 matches, 1,200 hands" in display["data"]["text/plain"]
    assert nothing == []


def test_a_complete_run_shows_that_it_is_and_no_bar(desk: Path) -> None:
    cell = (
        "import railbird\nresult = railbird.play(['call'] * 3, game='kuhn-3p', hands=60, "
        "decks=2, folder='run')"
    )
    _, again = run_cells(desk, cell, cell)
    (display,) = again
    assert display["data"] == {"text/plain": "match is complete: 12 matches (2 deck seeds)"}
