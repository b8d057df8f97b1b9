"""``--fresh`` starts over and keeps the old run, complete, at any moment under one of two names."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from small_runs import (
    HERALD,
    MISFITS,
    contents,
    kuhn_spec,
    start_railbird,
    wait_for_matches,
    write_spec,
)

from railbird.harness import play_here, run
from railbird.harness.cli.application import run_command
from railbird.results import StoreError, open_run, read_manifest
from railbird.results.store.store import Store, set_aside


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return write_spec(tmp_path / "spec.toml")


def command_of(spec: Path, folder: Path, *more: object) -> list[str]:
    return [*map(str, ("run", spec, "--workers", 0, "--out", folder, *more))]


def test_the_old_runs_are_kept_under_numbers_and_it_is_said(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "runs" / "small"
    kept = {}
    for number in range(3):
        write_spec(spec, seed=number)
        capsys.readouterr()
        assert run_command(command_of(spec, folder, "--fresh")) == 0
        said = capsys.readouterr().err
        if number:
            there = f"{folder}.{number}"
            assert f"the old run is kept as {there}; a new one starts in {folder}\n" in said
            assert contents(Path(there)) == kept[number - 1]
        else:
            assert "the old run" not in said
        kept[number] = contents(folder)
        assert read_manifest(folder).spec["seed"] == number
    assert sorted(path.name for path in folder.parent.iterdir()) == ["small", "small.1", "small.2"]
    write_spec(spec, seed=1)
    assert run_command(command_of(spec, tmp_path / "runs" / "small.2")) == 0
    assert contents(tmp_path / "runs" / "small.2") == kept[1]


def test_a_name_that_is_taken_is_left_alone(spec: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(kuhn_spec(decks=1), folder=folder, dispatch=play_here)
    (tmp_path / "run.1").write_text("mine")
    (tmp_path / "run.2").symlink_to("nowhere")
    (tmp_path / "run.3").mkdir()
    run(kuhn_spec(decks=1), folder=folder, dispatch=play_here, fresh=True)
    assert (tmp_path / "run.1").read_text() == "mine"
    assert (tmp_path / "run.2").is_symlink()
    assert not list((tmp_path / "run.3").iterdir())
    assert read_manifest(tmp_path / "run.4").is_complete


@pytest.mark.parametrize(
    "more",
    [("--plugin", "nowhere.py"), ("--dry-run",), ("--secret", "nowhere"), ("--more-decks", -1)],
    ids=lambda more: more[0],
)
def test_who_is_refused_or_only_asks_what_it_costs_moves_nothing(
    more: tuple[str, ...], spec: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    assert run_command(command_of(spec, folder)) == 0
    before, names = contents(folder), sorted(tmp_path.iterdir())
    code = run_command(command_of(spec, folder, "--fresh", *more))
    assert code == (0 if "--dry-run" in more else 2)
    assert (contents(folder), sorted(tmp_path.iterdir())) == (before, names)


def test_an_agent_that_fails_its_trial_moves_nothing(spec: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run_command(command_of(spec, folder)) == 0
    broken = write_spec(tmp_path / "broken.toml", agents=("call", "fold", "broken"))
    before = contents(folder)
    assert run_command(command_of(broken, folder, "--fresh", "--plugin", MISFITS)) == 2
    assert contents(folder) == before
    assert not (tmp_path / "run.1").exists()


def test_what_is_not_a_run_is_not_moved(spec: Path, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "letter.txt").write_text("dear")
    assert run_command(command_of(spec, folder, "--fresh")) == 2
    assert (folder / "letter.txt").read_text() == "dear"
    assert [path.name for path in folder.parent.glob("letters*")] == ["letters"]


@pytest.mark.parametrize("lost", ["damaged", "gone"])
def test_a_run_whose_manifest_is_lost_is_kept_too(lost: str, spec: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run_command(command_of(spec, folder)) == 0
    manifest = folder / "manifest.json"
    manifest.write_text("{") if lost == "damaged" else manifest.unlink()
    assert run_command(command_of(spec, folder)) == 2
    shards = sorted(path.name for path in (folder / "shards").iterdir())
    assert run_command(command_of(spec, folder, "--fresh")) == 0
    assert sorted(path.name for path in (tmp_path / "run.1" / "shards").iterdir()) == shards


def test_a_run_that_another_process_writes_is_not_moved(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(kuhn_spec(decks=1), folder=folder, dispatch=play_here)
    script = "import sys; from railbird.results.store.store import set_aside as s; s(sys.argv[1])"
    command = [sys.executable, "-c", script, str(folder)]
    with Store.create(folder, read_manifest(folder)):
        refused = subprocess.run(command, capture_output=True, check=False)
    assert b"another process is writing to" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_stop_between_the_old_run_and_the_new_loses_nothing(spec: Path, tmp_path: Path) -> None:
    """What a process that is killed there has done is exactly that the folder has its new name."""
    folder = tmp_path / "run"
    assert run_command(command_of(spec, folder)) == 0
    whole = contents(folder)
    assert str(set_aside(folder)) == f"{folder}.1"
    assert not folder.exists()
    assert set_aside(folder) is None
    assert run_command(command_of(spec, folder)) == 0
    assert contents(folder) == contents(tmp_path / "run.1") == whole


def test_a_new_run_that_is_killed_continues_without_fresh(tmp_path: Path) -> None:
    spec = write_spec(tmp_path / "spec.toml", decks=20, hands_per_match=50, hands_per_chunk=1500)
    folder = tmp_path / "run"
    assert run_command(command_of(spec, folder)) == 0
    whole = contents(folder)
    process = start_railbird(*command_of(spec, folder, "--plugin", HERALD, "--fresh"))
    wait_for_matches(process, 3)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert contents(tmp_path / "run.1") == whole
    assert not read_manifest(folder).is_complete
    assert run_command(command_of(spec, folder)) == 0
    assert contents(folder) == whole


def test_stages_until_all_is_decided_start_over_once(tmp_path: Path) -> None:
    spec = write_spec(tmp_path / "spec.toml", decks=10, hands_per_match=10)
    more = ("--until-decided", "--most-decks", 20, "--fresh")
    folder = tmp_path / "run"
    for _ in range(2):
        assert run_command(command_of(spec, folder, *more)) == 0
    assert contents(folder) == contents(tmp_path / "run.1")
    assert not (tmp_path / "run.2").exists()
    assert len(open_run(folder).manifest.deck_seeds) == 20


def test_a_match_that_is_not_kept_has_nothing_to_keep(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["match", "call", "fold", "--game", "kuhn-2p", "--fresh"]) == 2
    assert "--fresh needs --out" in capsys.readouterr().err


def test_a_folder_that_cannot_be_moved_is_left_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(kuhn_spec(decks=1), folder=folder, dispatch=play_here)
    long = tmp_path / ("x" * 254)
    folder.rename(long)
    with pytest.raises(StoreError, match=r"cannot move .*: File name too long"):
        set_aside(long)
    assert read_manifest(long).is_complete
