"""polars, pandas and DuckDB read the store, as the three lines of the documents say each.

Each is skipped where it is not installed: railbird itself needs none of them.
"""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from small_runs import kuhn_spec

from railbird.harness import run
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run

PAGE = (Path(__file__).parents[3] / "docs/howto/other-tools.md").read_text(encoding="utf-8")
READERS = ("polars", "pandas", "duckdb")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run where the page's lines expect one."""
    folder = tmp_path_factory.mktemp("readers")
    run(kuhn_spec(), folder=folder / "runs" / "my-tournament", dispatch=play_here)
    return folder


def lines_for(reader: str) -> list[str]:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    (block,) = (block for block in blocks if f"import {reader}" in block)
    lines = [line for line in block.splitlines() if line]
    assert len(lines) == 3
    return lines


def bankrolls(shown: object) -> Iterator[float]:
    """Yield the bankrolls of what a reader's last line gives, whichever kind of table it is."""
    rows = shown.fetchall() if hasattr(shown, "fetchall") else getattr(shown, "rows", None)
    if callable(rows):
        rows = rows()
    if rows is None:
        rows = shown.values.tolist()  # type: ignore[attr-defined]
    yield from (next(value for value in row if isinstance(value, float)) for row in rows)


@pytest.mark.parametrize("reader", READERS)
def test_three_lines_read_the_store(
    reader: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lines_for(reader)
    if find_spec(reader) is None:
        pytest.skip(f"{reader} is not installed")
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    exec("\n".join(lines[:-1]), names)
    shown = eval(lines[-1].removeprefix("print(").removesuffix(")"), names)
    ranking = open_run(folder / "runs" / "my-tournament").total_bankroll()
    assert list(bankrolls(shown)) == pytest.approx(ranking["mbb_per_hand"].to_pylist())
