"""A run in object storage: the same bytes as in a folder, whatever fails or is killed meanwhile."""

import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import printed
from object_server import ObjectServer, kill_at, some_faults, stored_objects
from small_runs import RAILBIRD, SPEC, contents, start_railbird, write_spec

from railbird.harness import Processes, play_here, run
from railbird.harness.cli.application import run_command
from railbird.results import open_run, read_manifest
from railbird.results.store.deal_secrets import find_secret

KILLS = 4
CHUNKS = 4


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_spec(tmp_path_factory.mktemp("spec") / "spec.toml")


@pytest.fixture(scope="module")
def local(spec: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of `spec` in a folder of this machine."""
    folder = tmp_path_factory.mktemp("local") / "run"
    assert run_command(["run", str(spec), "--workers", "0", "--out", str(folder)]) == 0
    return folder


def test_workers_write_the_same_bytes_a_put_for_each_chunk(
    bucket: str, object_server: ObjectServer, played_here: dict[str, bytes]
) -> None:
    finished = run(SPEC, folder=f"{bucket}/run", dispatch=Processes(2))
    assert stored_objects(f"{bucket}/run") == played_here
    assert finished.folder is None, "listeners get no folder that does not exist"
    shards = [one for one in object_server.requests if "/shards/" in one.path]
    chunks = len(read_manifest(f"{bucket}/run").shards)
    assert [one.method for one in shards].count("PUT") == chunks


@pytest.mark.parametrize("seed", range(2))
def test_a_run_through_faults_has_the_same_bytes(
    bucket: str, object_server: ObjectServer, played_here: dict[str, bytes], seed: int
) -> None:
    object_server.fault = some_faults(seed, 0.25)
    run(SPEC, folder=f"{bucket}/run", dispatch=play_here)
    object_server.fault = lambda _: ""
    assert stored_objects(f"{bucket}/run") == played_here


def test_killed_at_random_requests_and_continued_gives_the_same_bytes(
    bucket: str, object_server: ObjectServer, spec: Path, local: Path
) -> None:
    """The request at which the command is killed arrives or is lost, alternately."""
    draws = random.Random(2)
    command = ("run", spec, "--out", f"{bucket}/run", "--workers", 0)
    for kill in range(KILLS):
        process = start_railbird(*command)
        object_server.fault = kill_at(
            process,
            draws.randint(1, 8),
            is_counted=lambda request: request.method == "PUT",
            is_lost=bool(kill % 2),
        )
        process.communicate()
        assert process.returncode == -signal.SIGKILL
    object_server.fault = lambda _: ""
    assert run_command([*map(str, command)]) == 0
    assert stored_objects(f"{bucket}/run") == contents(local)


def test_more_decks_play_only_what_is_missing(
    bucket: str, object_server: ObjectServer, spec: Path, tmp_path: Path
) -> None:
    command = ["run", str(spec), "--workers", "0", "--out"]
    for folder in (f"{bucket}/run", str(tmp_path / "run")):
        assert run_command([*command, folder]) == 0
        object_server.requests.clear()
        assert run_command([*command, folder, "--more-decks", "2"]) == 0
        if folder.startswith("s3:"):
            put = [one for one in object_server.requests if one.method == "PUT"]
            assert sum("/shards/" in one.path for one in put) < CHUNKS + CHUNKS
    assert stored_objects(f"{bucket}/run") == contents(tmp_path / "run")


def test_a_secret_leaves_the_dispatching_side_when_the_run_has_ended(
    bucket: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    seen = []

    def look(job: Any, chunks: Any) -> Iterator[Any]:
        (stage,) = read_manifest(f"{bucket}/run").stages
        kept = find_secret(stage.secret_hash)
        for report in play_here(job, chunks):
            seen.append((kept.hex().encode(), b"".join(stored_objects(f"{bucket}/run").values())))
            yield report

    run(SPEC, folder=f"{bucket}/run", dispatch=look, secret=b"16 bytes or more")
    assert seen
    assert not any(secret in stored for secret, stored in seen)
    (stage,) = read_manifest(f"{bucket}/run").stages
    assert {secret.decode() for secret, _ in seen} == {stage.secret}
    assert not any(path.is_file() for path in tmp_path.rglob("*")), "it is published"


COMMANDS = [
    ("table", "--live", "--where", "decks=0-1"),
    ("rank", "--format", "json", "--luck", "all-in"),
    ("indicators", "--by-position", "--only", "indicators"),
    ("opponents", "--agent", "call"),
    ("hands", "--agent", "call", "--worst", "3"),
]


def test_every_command_reads_the_same_from_object_storage(
    bucket: str, local: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put_run(local, f"{bucket}/run")
    capsys.readouterr()
    for name, *options in COMMANDS:
        told = [printed(capsys, name, place, *options) for place in (local, f"{bucket}/run")]
        assert told[0] == told[1]
    printed(capsys, "report", local, "--out", tmp_path / "report.html")
    plots = ("--plots", f"{bucket}/plots")
    assert f"{bucket}/run/report.html" in printed(capsys, "report", f"{bucket}/run", *plots)
    stored = stored_objects(bucket)
    assert stored["run/report.html"] == (tmp_path / "report.html").read_bytes()
    assert stored["plots/run-off.svg"].startswith(b"<?xml")
    for form in ("acpc", "csv"):
        printed(capsys, "export", local, "--format", form, "--out", tmp_path / form)
        printed(capsys, "export", f"{bucket}/run", "--format", form)
        assert stored_objects(f"{bucket}/run-{form}") == contents(tmp_path / form)
    for folder in (f"{bucket}/imported", tmp_path / "imported"):
        printed(capsys, "import", tmp_path / "acpc", "--out", folder)
    assert stored_objects(f"{bucket}/imported") == contents(tmp_path / "imported")


def test_listeners_and_trainers_may_say_it_as_a_path(bucket: str, local: Path) -> None:
    put_run(local, f"{bucket}/run")
    there = open_run(Path(f"{bucket}/run"))
    assert there.total_bankroll().arrow.equals(open_run(local).total_bankroll().arrow)


def put_run(local: Path, address: str) -> None:
    """Copy a run as it is."""
    from railbird.results.folders.addresses import open_folder  # noqa: PLC0415  (here alone)

    with open_folder(address).filled() as path:
        for name, data in contents(local).items():
            (path / name).parent.mkdir(exist_ok=True)
            (path / name).write_bytes(data)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert run_command([str(argument) for argument in arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_another_run_is_refused(
    bucket: str, local: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put_run(local, f"{bucket}/run")
    before = stored_objects(bucket)
    other = write_spec(tmp_path / "other.toml", hands_per_match=30)
    said = refusal(capsys, "run", other, "--workers", 0, "--out", f"{bucket}/run")
    assert re.search(r"run belongs to another run: the spec's hands_per_match was 20", said)
    assert stored_objects(bucket) == before


@pytest.mark.parametrize("command", ["run", "table", "export", "hands"])
def test_a_bucket_that_cannot_be_used_is_one_sentence(
    bucket: str,
    object_server: ObjectServer,
    spec: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    options = {"run": ("--workers", 0, "--out"), "export": ("--format", "csv")}.get(command, ())
    what = (command, spec) if command == "run" else (command,)
    assert "there is no bucket" in refusal(capsys, *what, *options, f"{bucket}-none/run")
    object_server.deny(bucket.removeprefix("s3://"))
    assert "access is denied" in refusal(capsys, *what, *options, f"{bucket}/run")


SECRET = "wJalrXUtnFEMI"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (f"s3://AKID:{SECRET}@bucket/run", "must not contain credentials"),
        ("azure://bucket/run", "azure:// is not supported"),
        ("s3://", "is not followed by a bucket"),
    ],
)
def test_an_address_that_cannot_be_is_refused_by_every_command(
    capsys: pytest.CaptureFixture[str], spec: Path, address: str, said: str
) -> None:
    for command in (
        ("run", spec, "--out", address),
        ("match", "call", "uniform", "--game", "kuhn-2p", "--out", address),
        ("table", address),
        ("report", address),
        ("export", address, "--format", "csv"),
        ("import", spec, "--out", address),
        ("exploit", "call", "--from-run", address),
    ):
        told = refusal(capsys, *command)
        assert said in told
        assert SECRET not in told


@pytest.mark.parametrize(("scheme", "package"), [("s3", "s3fs"), ("gs", "gcsfs")])
def test_without_the_extra_the_command_says_what_to_install(scheme: str, package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; {RAILBIRD[2]}"
    command = [sys.executable, "-c", code, "table", f"{scheme}://bucket/run"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"railbird: {scheme}:// needs the package {package}; "
        f"install it with pip install 'railbird[{scheme}]'\n"
    )


def test_without_credentials_it_is_said_how_to_give_them(
    bucket: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    process = start_railbird("table", f"{bucket}/run")
    _, said = process.communicate()
    assert process.returncode == 2
    assert "there are no credentials for" in said
    assert said.count("\n") == 1
