"""`--live` follows a run that another process plays, and ends with it."""

import io
import threading
from functools import partial
from pathlib import Path

import pytest
from command_line import printed
from rich.console import Console
from rich.text import Text
from small_runs import kuhn_spec, start_railbird, write_spec

from railbird.harness import run
from railbird.harness.cli.results.following import follow_run
from railbird.harness.cli.results.tables import Part
from railbird.harness.workers.dispatch import play_here
from railbird.plugins import UnknownNameError
from railbird.results import StoreError, open_run


def test_the_real_command_waits_for_a_run_s_end_and_prints_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml", decks=60, hands_per_chunk=200)
    folder = tmp_path / "run"
    playing = start_railbird("run", spec, "--out", folder, "--workers", "1")
    while not (folder / "manifest.json").exists():
        assert playing.poll() is None
    watching = start_railbird("table", folder, "--live")
    told, errors = watching.communicate(timeout=120)
    assert watching.returncode == 0, errors
    assert open_run(folder).manifest.is_complete
    playing.communicate(timeout=120)
    assert told == printed(capsys, "table", folder)


def test_a_terminal_sees_the_tables_grow(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    spec = kuhn_spec(decks=20, hands_per_chunk=100)
    seen: list[int] = []

    def views(results: object) -> list[Text]:
        seen.append(len(results.reading.holdings.shards))  # type: ignore[attr-defined]
        return [Text(f"{seen[-1]} shards")]

    play = partial(run, spec, folder=folder, dispatch=play_here)
    player = threading.Thread(target=play)
    player.start()
    while not (folder / "manifest.json").exists():
        assert player.is_alive()
    console = Console(file=io.StringIO(), force_terminal=True, width=80, height=20)
    results = follow_run(folder, views, console)
    player.join()
    assert results.manifest.is_complete
    assert seen == sorted(seen)
    assert seen[-1] == results.manifest.chunk_count
    drawn = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"{seen[-1]} shards" in drawn


def test_a_part_of_which_nothing_is_played_yet_is_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    spec = kuhn_spec(decks=12, hands_per_chunk=100)
    part = Part(("decks=9-11", "without=chump"))
    player = threading.Thread(target=partial(run, spec, folder=folder, dispatch=play_here))
    player.start()
    while not (folder / "manifest.json").exists():
        assert player.is_alive()
    console = Console(file=io.StringIO(), force_terminal=True, width=80, height=20)
    results = follow_run(
        folder,
        lambda seen: [Text(str(seen.agent_matrix().to_pylist()))],
        console,
        open_folder=part.open_unfinished,
    )
    player.join()
    assert results.agent_matrix().arrow == part.open(folder).agent_matrix().arrow
    with pytest.raises(UnknownNameError, match="nobody"):
        follow_run(
            folder, lambda _: [], console, open_folder=Part(("with=nobody",)).open_unfinished
        )


def test_what_is_not_a_run_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is not a run folder"):
        follow_run(tmp_path, lambda _: [], Console(file=io.StringIO()))
