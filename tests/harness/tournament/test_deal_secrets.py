"""Cards that cannot be guessed: the origin, storage and publication of the secret."""

import hashlib
import json
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_runs import HERALD, contents, kuhn_spec, start_railbird, wait_for_matches

from railbird.harness import AgentSpec, Plugins, Spec, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.deal_secrets import derive_secret
from railbird.harness.players.outside_spec import Outside
from railbird.harness.supervision.confinement import landlock_version
from railbird.harness.supervision.program_limits import can_count_processes
from railbird.native import ACPC_DEALS, DealSource
from railbird.results import OtherRunError, StoreError, open_run, read_manifest
from railbird.results.hands.deals import cards_of
from railbird.results.store.deal_secrets import secret_folder

CHEAT = Path(__file__).parent / "cheat.py"
BOT = (sys.executable, "-S", str(Path(__file__).parents[1] / "programs" / "acpc_bot.py"))
AWAY = AgentSpec(label="away", command=(*BOT, "{host}", "{port}"))
isolated = pytest.mark.skipif(
    landlock_version() < 1 or not can_count_processes(), reason="nothing to isolate with here"
)
SECRET = b"a secret of 24 bytes ..."


def outside_spec(**keys: Any) -> Spec:
    basic = {"name": "away", "game": "kuhn-2p", "hands_per_match": 10, "decks": 2}
    agents = (AWAY, AgentSpec(agent="uniform"))
    return Spec(agents=agents, outside=Outside(answer=20.0, start=60.0), **(basic | keys))


def run_here(spec: Spec, folder: Path, **keys: Any) -> None:
    run(spec, folder=folder, dispatch=play_here, **keys)


def dealt_by(folder: Path) -> list[DealSource | None]:
    """What deals the cards of a run, by chunk; its all-in tables and hands rest on it."""
    return [shard.deals for shard in open_run(folder).reading.holdings.shards]


def kept_of(folder: Path) -> Path:
    """Where the secret of a run's first stage is kept before it is published."""
    name: str = stages(folder)[0]["secret_hash"]
    return secret_folder() / name


def stages(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "manifest.json").read_text())["stages"]
    return found


def test_where_all_are_trusted_the_secret_follows_from_the_seed(tmp_path: Path) -> None:
    run_here(kuhn_spec(seed=7), tmp_path)
    secret = derive_secret(7).value
    assert [stage["secret"] for stage in stages(tmp_path)] == [secret.hex()]
    assert set(dealt_by(tmp_path)) == {DealSource(secret)}
    assert derive_secret(8).value != secret
    assert not kept_of(tmp_path).exists()


def test_payoffs_are_those_of_the_cards_that_are_dealt_again(tmp_path: Path) -> None:
    """Two who always call: the higher card wins the antes."""
    agents = (AgentSpec(agent="call"), AgentSpec(agent="call", label="too"))
    run_here(Spec(name="x", game="kuhn-2p", agents=agents, hands_per_match=300, decks=2), tmp_path)
    reading = open_run(tmp_path).reading
    for hands in reading.hands_as_played():
        cards = cards_of(reading.game, hands, np.arange(len(hands)))
        is_higher = cards[:, 0] > cards[:, 1]
        assert ((hands.payoffs[:, 0] > 0) == is_higher).all()


def test_a_match_that_is_played_alone_has_the_same_cards(tmp_path: Path) -> None:
    """Its agent kills the process in hand 5; hands before are those of the cards."""
    plugin = tmp_path / "mortal.py"
    plugin.write_text(
        "import os\n"
        "from railbird.plugins import *\n"
        "class Mortal:\n"
        "    def start_match(self, match):\n"
        "        self.dies = match.hand_count > 1\n"
        "    def act(self, o):\n"
        "        if self.dies and o.hand_index == 5:\n"
        "            os._exit(1)\n"
        "        return CALL\n"
        "@hookimpl\n"
        "def railbird_agents():\n"
        "    return [AgentEntry('mortal', Mortal)]\n"
    )
    agents = (AgentSpec(agent="call"), AgentSpec(agent="mortal"))
    keys: dict[str, Any] = {
        "hands_per_match": 9,
        "decks": 3,
        "plugins": Plugins(paths=(str(plugin),)),
    }
    run(Spec(name="x", game="kuhn-2p", agents=agents, **keys), folder=tmp_path / "run")
    results = open_run(tmp_path / "run")
    assert {row["kind"] for batch in results.incidents() for row in batch.to_pylist()} == {"death"}
    before = 0
    for hands in results.reading.hands_as_played():
        early = np.flatnonzero(hands.hand_index < 5)
        cards = cards_of(results.game, hands, early)
        assert ((hands.payoffs[early, 0] > 0) == (cards[:, 0] > cards[:, 1])).all()
        before += len(early)
    assert before == 3 * 2 * 5


def test_a_drawn_secret_is_kept_until_the_run_has_ended(tmp_path: Path) -> None:
    seen = []

    def look(job: Any, chunks: Any) -> Iterator[Any]:
        path = kept_of(tmp_path)
        secret, mode = path.read_text().strip(), stat.S_IMODE(path.stat().st_mode)
        seen.append((stages(tmp_path)[0], secret, mode))
        yield from play_here(job, chunks)

    run(outside_spec(), folder=tmp_path, dispatch=look)
    ((stage, secret, mode),) = seen
    assert mode == 0o600
    assert "secret" not in stage
    assert stage["secret_hash"] == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    (told,) = stages(tmp_path)
    assert told["secret"] == secret
    assert told["secret_hash"] == stage["secret_hash"]
    assert not kept_of(tmp_path).exists()
    assert dealt_by(tmp_path) == [DealSource(bytes.fromhex(secret))]


def test_each_run_and_each_extension_has_a_secret_of_its_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        run_here(outside_spec(), tmp_path / name)
        before = contents(tmp_path / name)
        run_here(outside_spec(decks=3), tmp_path / name)
        assert before.items() - contents(tmp_path / name).items() <= {
            item for item in before.items() if not item[0].startswith("shards/")
        }
    secrets = [stage["secret"] for name in ("one", "two") for stage in stages(tmp_path / name)]
    assert len(set(secrets)) == 4


def test_from_a_secret_file_follow_the_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        run_here(outside_spec(), tmp_path / name, secret=SECRET)
        run_here(outside_spec(decks=3), tmp_path / name, secret=SECRET)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    run_here(outside_spec(), tmp_path / "other", secret=SECRET + b"!")
    run_here(outside_spec(name="renamed"), tmp_path / "renamed", secret=SECRET)
    told = {stages(tmp_path / name)[0]["secret"] for name in ("one", "other", "renamed")}
    assert len(told) == 3


def test_a_killed_run_continues_with_the_stored_secret(tmp_path: Path) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(
        'name = "away"\ngame = "kuhn-2p"\nhands_per_match = 10\ndecks = 6\nhands_per_chunk = 20\n'
        f'[[agents]]\nlabel = "away"\ncommand = {json.dumps(AWAY.command)}\n'
        '[[agents]]\nagent = "uniform"\n'
    )
    secret = tmp_path / "secret"
    secret.write_bytes(SECRET)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    command = ["run", str(spec), "--workers", "0", "--secret", str(secret)]
    assert run_command([*command, "--out", str(whole)]) == 0
    process = start_railbird(*command, "--out", killed, "--plugin", HERALD)
    wait_for_matches(process, 3)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not read_manifest(killed).is_complete
    assert run_command(["run", str(spec), "--workers", "0", "--out", str(killed)]) == 0
    assert contents(killed) == contents(whole)


@pytest.mark.parametrize("damage", ["lost", "another", "nonsense"])
def test_a_begun_run_without_its_secret_is_refused_and_left(tmp_path: Path, damage: str) -> None:
    def stop(job: Any, chunks: Any) -> Iterator[Any]:
        yield next(play_here(job, chunks[:1]))
        raise KeyboardInterrupt

    spec = outside_spec(hands_per_chunk=20)
    with pytest.raises(KeyboardInterrupt):
        run(spec, folder=tmp_path, dispatch=stop)
    path = kept_of(tmp_path)
    kept = path.read_text()
    if damage == "lost":
        path.unlink()
    else:
        path.write_text({"another": "00" * 32, "nonsense": "x"}[damage])
    before = contents(tmp_path)
    error = OtherRunError if damage == "lost" else StoreError
    with pytest.raises(error, match=f"{path.name}.* restore (it|the file|that file)"):
        run_here(spec, tmp_path)
    assert contents(tmp_path) == before
    if damage == "lost":
        assert dealt_by(tmp_path) == [None]
    path.write_text(kept)
    run_here(spec, tmp_path)
    assert read_manifest(tmp_path).is_complete


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"secret": "ab" * 32}, "the secret of a stage does not match its secret_hash"),
        ({"secret_hash": "ab" * 32}, "the secret of a stage does not match its secret_hash"),
        ({"secret": None, "secret_hash": None}, "a stage of keyed deals has no secret_hash"),
        ({"secret": "ab"}, "secret"),
    ],
)
def test_a_secret_that_does_not_belong_is_refused(
    tmp_path: Path, change: dict[str, str | None], complaint: str
) -> None:
    run_here(kuhn_spec(), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    stage = manifest["stages"][0] | change
    manifest["stages"][0] = {key: value for key, value in stage.items() if value is not None}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(StoreError, match=complaint):
        open_run(tmp_path)


@isolated
@pytest.mark.parametrize("holds", ["the state folder", "the secret file"])
def test_a_confined_command_that_could_read_the_secret_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, holds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its folder is the spec's by default, where the run's own folder is too."""
    spec, secret = tmp_path / "spec.toml", tmp_path / "secret"
    spec.write_text(
        'name = "x"\ngame = "kuhn-2p"\nhands_per_match = 3\ndecks = 1\n[[agents]]\nlabel = "bot"\n'
        f'command = {json.dumps(AWAY.command)}\nisolation = "process"\n'
        '[[agents]]\nagent = "call"\n'
    )
    secret.write_bytes(SECRET)
    options = ["--secret", str(secret)]
    if holds == "the state folder":
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        options = []
    assert run_command(["run", str(spec), "--out", str(tmp_path / "run"), *options]) == 2
    assert "give the agent a folder of its own" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_spec_may_ask_for_the_acpcs_deals(tmp_path: Path) -> None:
    run_here(kuhn_spec(deals="acpc"), tmp_path)
    assert set(dealt_by(tmp_path)) == {ACPC_DEALS}
    assert "secret" not in (tmp_path / "manifest.json").read_text()


def test_a_run_of_an_older_version_is_read_and_continued_unchanged(tmp_path: Path) -> None:
    """Its manifest names neither deals nor secrets, and the spec does not either."""
    old, new = tmp_path / "old", tmp_path / "new"
    run_here(kuhn_spec(deals="acpc"), old)
    assert '"deals"' not in (old / "manifest.json").read_text()
    run_here(kuhn_spec(decks=8), old)
    run_here(kuhn_spec(decks=8), new)
    assert set(dealt_by(old)) == {ACPC_DEALS}
    assert ACPC_DEALS not in dealt_by(new)
    with pytest.raises(
        OtherRunError, match=r"deals: the folder's run has 'acpc' and the spec 'keyed'"
    ):
        run_here(kuhn_spec(decks=8, deals="keyed"), old)
    with pytest.raises(
        OtherRunError, match=r"deals: the folder's run has 'keyed' and the spec 'acpc'"
    ):
        run_here(kuhn_spec(decks=8, deals="acpc"), new)


@pytest.mark.parametrize("ended", [True, False])
def test_with_the_manifest_lost_cards_are_known_as_far_as_secrets_were_told(
    tmp_path: Path, ended: bool
) -> None:
    def stop(job: Any, chunks: Any) -> Iterator[Any]:
        yield next(play_here(job, chunks[:1]))
        raise KeyboardInterrupt

    run_here(kuhn_spec(), tmp_path / "trusted")
    spec, folder = outside_spec(hands_per_chunk=20), tmp_path / "away"
    if ended:
        run_here(spec, folder)
    else:
        with pytest.raises(KeyboardInterrupt):
            run(spec, folder=folder, dispatch=stop)
        kept_of(folder).unlink()
    for name in ("trusted", "away"):
        before = dealt_by(tmp_path / name)
        (tmp_path / name / "manifest.json").unlink()
        assert dealt_by(tmp_path / name) == before
    assert ended == (None not in dealt_by(folder))


@pytest.mark.parametrize(
    ("text", "deals", "message"),
    [
        (b"too short", "keyed", "has 9 bytes, which is too easy to guess"),
        (b" " * 40, "keyed", "has 0 bytes"),
        (None, "keyed", "--secret: there is no file"),
        (SECRET, "acpc", 'the spec has deals = "acpc"'),
        (SECRET, "other", "invalid enum value 'other'"),
    ],
)
def test_bad_secrets_are_refused_in_a_sentence(
    text: bytes | None,
    deals: str,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    spec, secret = tmp_path / "spec.toml", tmp_path / "secret"
    spec.write_text(
        f'name = "x"\ngame = "kuhn-2p"\nhands_per_match = 10\ndecks = 2\ndeals = "{deals}"\n'
        '[[agents]]\nagent = "call"\n[[agents]]\nagent = "uniform"\n'
    )
    if text is not None:
        secret.write_bytes(text)
    command = ["run", str(spec), "--secret", str(secret), "--out", str(tmp_path / "run")]
    assert run_command(command) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@isolated
@pytest.mark.parametrize("deals", ["acpc", "keyed"])
def test_who_derives_the_deck_seeds_wins_nothing(
    tmp_path: Path, deals: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the ACPC's deals it knows every card after three hands, and the run says so before."""
    agents = (
        AgentSpec(agent="cheat", plugin=str(CHEAT), isolation="process"),
        AgentSpec(agent="fox"),
    )
    keys = {"hands_per_match": 150, "decks": 2, "seed": 17, "deals": deals}
    secret = SECRET if deals == "keyed" else None
    spec = Spec(name="cheat", game="holdem-limit-2p", agents=agents, **keys)
    run_here(spec, tmp_path, secret=secret)
    rows = open_run(tmp_path).total_bankroll().to_pylist()
    won = {row["agent"]: row["mbb_per_hand"] for row in rows}
    assert ("can compute every card" in capsys.readouterr().err) == (deals == "acpc")
    assert won["cheat"] > 100 if deals == "acpc" else won["cheat"] < -100
