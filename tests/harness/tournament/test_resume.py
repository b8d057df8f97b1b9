"""A killed run continues; an extended run plays only what is new; another run is refused."""

import json
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from dcubot_hands import a_net
from small_runs import (
    HERALD,
    SPEC,
    contents,
    kuhn_spec,
    start_railbird,
    wait_for_matches,
    write_spec,
)

from railbird.agents import moved_agents
from railbird.agents.dcubot.net.weights import write_weights
from railbird.harness import AgentSpec, LineUps, Plugins, Spec, play_here, run
from railbird.harness.cli.application import run_command
from railbird.native import RailbirdError
from railbird.results import OtherRunError, open_run, read_manifest
from railbird.results.store.manifest import MANIFEST

KILLS = 5
BEGUN = Path(__file__).parent / "begun"
"""A spec, and the manifest of its run as 0.1.0 wrote it, before agents' files were moved."""


def run_here(spec: Spec, folder: Path) -> None:
    run(spec, folder=folder, dispatch=play_here)


def shards(folder: Path) -> set[str]:
    return {path.name for path in (folder / "shards").glob("*.arrow")}


def matches(folder: Path) -> dict[tuple[object, ...], dict[str, object]]:
    rows = [row for batch in open_run(folder).matches() for row in batch.to_pylist()]
    return {(row["deck_seed"], *row["agents"]): row for row in rows}


def test_killed_at_many_moments_and_continued_gives_the_same_bytes(tmp_path: Path) -> None:
    """Each time the process is killed after a further shard is stored, whatever it does then."""
    spec = write_spec(tmp_path / "spec.toml", decks=30, hands_per_match=50, hands_per_chunk=1500)
    assert run_command(["run", str(spec), "--workers", "0", "--out", str(tmp_path / "whole")]) == 0
    folder = tmp_path / "killed"
    for kill in range(KILLS):
        before = shards(folder)
        workers = 2 if kill % 4 == 0 else 0
        process = start_railbird(
            *("run", spec, "--out", folder, "--workers", workers, "--plugin", HERALD)
        )
        wait_for_matches(process, 1 + 14 * kill)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert shards(folder) > before
    assert not read_manifest(folder).is_complete
    assert run_command(["run", str(spec), "--workers", "2", "--out", str(folder)]) == 0
    assert contents(folder) == contents(tmp_path / "whole")


def test_a_damaged_shard_is_played_again_and_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml")
    command = ["run", str(spec), "--workers", "0", "--out", str(tmp_path / "run")]
    assert run_command(command) == 0
    whole = contents(tmp_path / "run")
    damaged = sorted((tmp_path / "run" / "shards").iterdir())[1]
    damaged.write_bytes(damaged.read_bytes()[:-100])
    capsys.readouterr()
    assert run_command(command) == 0
    assert f"shard {damaged.name} is damaged; it was discarded" in capsys.readouterr().err
    assert contents(tmp_path / "run") == whole


def test_more_decks_and_agents_play_only_what_is_missing(tmp_path: Path) -> None:
    folder, diary = tmp_path / "run", tmp_path / "diary"
    counter = AgentSpec(agent="counter", parameters={"file": str(diary)})
    run_here(kuhn_spec("call", "uniform", counter, decks=2), folder)
    first, first_shards = matches(folder), shards(folder)
    diary.write_text("")
    run_here(kuhn_spec("call", "uniform", counter, decks=5), folder)
    trial = 3  # seats at the trial hand
    assert len(diary.read_text().splitlines()) == trial + 3 * 6
    diary.write_text("")
    run_here(kuhn_spec("bluffer", "call", counter, "uniform", decks=5), folder)
    assert len(diary.read_text().splitlines()) == trial + 2 * 5 * 6
    grown = matches(folder)
    assert len(grown) == 4 * 5 * 6
    assert first.items() <= grown.items()
    assert first_shards <= shards(folder)
    run_here(kuhn_spec("bluffer", "call", counter, "uniform", decks=5), tmp_path / "at once")
    assert matches(tmp_path / "at once") == grown


def test_a_finished_run_is_left_as_it_is(tmp_path: Path) -> None:
    run_here(kuhn_spec(), tmp_path)
    before = contents(tmp_path)
    run_here(kuhn_spec(), tmp_path)
    assert contents(tmp_path) == before


def test_more_decks_count_from_the_spec_so_that_the_same_command_continues(tmp_path: Path) -> None:
    spec = write_spec(tmp_path / "spec.toml")
    command = ["run", str(spec), "--workers", "0", "--out", str(tmp_path / "run")]
    assert run_command(command) == 0
    for _ in range(2):
        assert run_command([*command, "--more-decks", "3"]) == 0
        assert len(read_manifest(tmp_path / "run").deck_seeds) == 4 + 3


def test_a_run_that_was_given_more_decks_is_complete_to_the_plain_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml")
    command = ["run", str(spec), "--workers", "0", "--out", str(tmp_path / "run")]
    assert run_command([*command, "--more-decks", "3"]) == 0
    before = contents(tmp_path / "run")
    capsys.readouterr()
    for more in ([], ["--more-decks", "1"]):
        assert run_command([*command, *more]) == 0
        decks = f"7 deck seeds, {3 - len(more) // 2} more than in the spec"
        assert f"small is complete: 168 matches ({decks})" in capsys.readouterr().err
        assert contents(tmp_path / "run") == before
    sorted((tmp_path / "run" / "shards").iterdir())[-1].unlink()
    assert run_command(command) == 0
    assert "played before; the run has 7 deck seeds" in capsys.readouterr().err
    assert contents(tmp_path / "run") == before


def test_agents_that_join_with_fewer_decks_get_as_many_as_the_others(tmp_path: Path) -> None:
    run_here(kuhn_spec("call", "uniform", "chump", decks=5), tmp_path / "grown")
    run_here(kuhn_spec(decks=2), tmp_path / "grown")
    run_here(kuhn_spec(decks=5), tmp_path / "at once")
    assert matches(tmp_path / "grown") == matches(tmp_path / "at once")


def test_a_run_keeps_the_chunks_it_was_begun_with(tmp_path: Path) -> None:
    run_here(kuhn_spec(hands_per_chunk=60), tmp_path)
    first = matches(tmp_path)
    run_here(kuhn_spec(hands_per_chunk=None, decks=5), tmp_path)
    assert first.items() <= matches(tmp_path).items()
    manifest = read_manifest(tmp_path)
    assert manifest.spec["hands_per_chunk"] == 60
    assert [stage.match_count / stage.chunk_count for stage in manifest.stages] == [3, 3]


def test_listed_line_ups_may_be_added(tmp_path: Path) -> None:
    listed = (("call", "uniform", "chump"),)
    run_here(kuhn_spec(line_ups=LineUps(listed=listed)), tmp_path)
    first = matches(tmp_path)
    more = (("bluffer", "uniform", "chump"), *listed)
    run_here(kuhn_spec(line_ups=LineUps(listed=more)), tmp_path)
    assert first.items() <= matches(tmp_path).items()
    assert len(matches(tmp_path)) == 2 * len(first)
    with pytest.raises(OtherRunError, match="'call, chump, uniform' is in the folder's run"):
        run_here(kuhn_spec(line_ups=LineUps(listed=more[:1])), tmp_path)


SAMPLED = LineUps(sampled=4)
OTHER_CHUMP = AgentSpec(agent="chump", parameters={"bet": 0.9})
REFUSED = [
    (kuhn_spec(), kuhn_spec(hands_per_match=21), "the spec's hands_per_match was 20 and is now 21"),
    (
        kuhn_spec(),
        kuhn_spec(seed=1, hands_per_match=21, name="other", misbehaviour="strict"),
        "the spec's hands_per_match was 20 and is now 21, the spec's misbehaviour was 'acpc' and "
        "is now 'strict', the spec's name was 'small' and is now 'other', and 1 more;",
    ),
    (kuhn_spec(), kuhn_spec(hands_per_chunk=501), "the spec's hands_per_chunk"),
    (kuhn_spec(), kuhn_spec(seatings="rotations"), "the spec's seatings"),
    (kuhn_spec(), kuhn_spec(line_ups=SAMPLED), "the spec's line_ups"),
    (
        kuhn_spec(decks=None, deck_seeds=(1, 2, 3, 4)),
        kuhn_spec(decks=None, deck_seeds=(1, 2, 3)),
        "4 deck seeds and the spec 3",
    ),
    (kuhn_spec(), kuhn_spec("call", "uniform", "bluffer"), "agent 'chump' is in the folder's run"),
    (
        kuhn_spec(),
        kuhn_spec("call", "uniform", "bluffer", OTHER_CHUMP),
        "agent 'chump': parameter bet was not set and is now 0.9",
    ),
    (
        kuhn_spec(decks=None, deck_seeds=(1, 2)),
        kuhn_spec(decks=None, deck_seeds=(2, 1, 3)),
        "the first deck seeds",
    ),
    (
        kuhn_spec(line_ups=SAMPLED),
        kuhn_spec("call", "uniform", "bluffer", "chump", "raise", "fold", line_ups=SAMPLED),
        "agent 'raise' is new, and sampled line-ups cannot be extended",
    ),
]


@pytest.mark.parametrize(("old", "new", "words"), REFUSED)
def test_another_run_is_refused_by_name_and_nothing_changes(
    old: Spec, new: Spec, words: str, tmp_path: Path
) -> None:
    run_here(old, tmp_path)
    before = contents(tmp_path)
    with pytest.raises(OtherRunError, match=f"{words}.* or use another folder with --out FOLDER$"):
        run_here(new, tmp_path)
    assert contents(tmp_path) == before


def test_an_agent_whose_file_has_changed_is_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "mine.py"
    code = (
        "from railbird.plugins import CALL, AgentEntry, hookimpl\n"
        "class Mine:\n"
        "    def act(self, observation):\n"
        "        return CALL\n"
        "@hookimpl\n"
        "def railbird_agents():\n"
        "    return [AgentEntry('mine', Mine)]\n"
    )
    plugin.write_text(code)
    command = ["match", "call", "uniform", "mine", "--game", "kuhn-3p", "--hands", "60"]
    command += ["--plugin", str(plugin), "--workers", "0", "--out", str(tmp_path / "run")]
    assert run_command(command) == 0
    plugin.write_text(code + "# changed\n")
    capsys.readouterr()
    assert run_command(command) == 2
    said = capsys.readouterr().err
    assert (
        "belongs to another run: the code of agent 'mine' (mine.py) has changed (any edit" in said
    )
    assert "--fresh" in said


def test_an_edited_file_that_an_agent_reads_is_named(tmp_path, capsys):
    strategy = tmp_path / "mine.pokerlang"
    strategy.write_text('pokerlang 1 strategy "mine"\notherwise: call\n')
    command = ["match", f"pokerlang:file={strategy}", "call", "--game", "kuhn-2p", "--hands", "60"]
    command += ["--workers", "0", "--out", str(tmp_path / "run")]
    assert run_command(command) == 0
    strategy.write_text('pokerlang 1 strategy "mine"\notherwise: fold\n')
    capsys.readouterr()
    assert run_command(command) == 2
    said = capsys.readouterr().err
    assert (
        "belongs to another run: what agent 'pokerlang' plays by (mine.pokerlang, or player.py, "
        "which reads it) has changed (any edit"
    ) in said
    assert said.count("\n") == 1


MEMBER = """from railbird.plugins import CALL, AgentEntry, hookimpl


class Member:
    def act(self, observation):
        return CALL


@hookimpl
def railbird_agents():
    return [AgentEntry("member", Member)]
"""


@pytest.mark.parametrize("members", ["member+call", ["call", {"agent": "member"}]])
def test_a_run_continues_with_the_members_of_a_team_that_it_started_with(
    members: object, tmp_path: Path
) -> None:
    plugin = tmp_path / "member.py"
    plugin.write_text(MEMBER)
    coach = AgentSpec(agent="coach", parameters={"members": members})

    def play(decks: int) -> None:
        plugins = Plugins(paths=(str(plugin),))
        run_here(kuhn_spec("call", "fold", coach, decks=decks, plugins=plugins), tmp_path / "run")

    play(1)
    play(2)
    plugin.write_text(MEMBER + "# another version\n")
    changed = r"the code of agent 'coach' \(coach.py, or one of its parts\) has changed"
    with pytest.raises(OtherRunError, match=changed):
        play(3)


@pytest.mark.parametrize("agent", ["dcubot", "dcubot-exploiter", "dcubot-model"])
def test_a_run_continues_with_the_weights_that_it_started_with(agent: str, tmp_path: Path) -> None:
    file = tmp_path / "weights.arrow"
    types = 0 if agent == "dcubot" else 3
    spec = AgentSpec(agent=agent, parameters={"file": str(file)})

    def play(decks: int) -> None:
        run_here(kuhn_spec("call", "fold", spec, decks=decks), tmp_path / "run")

    write_weights(file, a_net("kuhn-3p", player_types=types))
    play(1)
    play(2)
    write_weights(file, a_net("kuhn-3p", player_types=types, seed=2))
    with pytest.raises(OtherRunError, match=agent):
        play(3)


def begin_as_before(folder: Path) -> list[str]:
    """Make a folder of the released run as if it had stopped before its first shard."""
    manifest = json.loads((BEGUN / "manifest.json").read_text())
    folder.mkdir()
    unfinished = json.dumps(manifest | {"is_complete": False, "shards": []})
    (folder / "manifest.json").write_text(unfinished)
    return ["run", str(BEGUN / "spec.toml"), "--workers", "0", "--out", str(folder)]


def test_a_run_begun_before_agents_were_moved_ends_in_the_same_bytes(tmp_path: Path) -> None:
    """A shard's name is the digest of its bytes, and the manifest lists them.

    Teams, their members' parameters, and places for members of a population are described by the
    code that they are made of as well.
    """
    released = json.loads((BEGUN / "manifest.json").read_text())
    assert run_command(begin_as_before(tmp_path / "run")) == 0
    assert shards(tmp_path / "run") == set(released["shards"])
    written = (tmp_path / "run" / "manifest.json").read_bytes()
    assert written == (BEGUN / "manifest.json").read_bytes()


@pytest.mark.parametrize(
    ("edited", "words"),
    [
        ("uniform", "agent 'uniform' is railbird's own, and this build of railbird "),
        ("chump", "the code of agent 'coach' (coach.py, or one of its parts) has changed"),
        ("bluffer", "member 'bluffer' of 'anybody' is railbird's own, and this build of railb"),
    ],
)
def test_an_agent_that_was_edited_after_it_was_moved_is_refused(
    edited: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An edit changes the hash of the file, so that it is no longer the one that is listed."""
    others = tuple(
        replace(moved, present="0" * 32) if moved.name == edited else moved
        for moved in moved_agents.MOVED_AGENTS
    )
    monkeypatch.setattr(moved_agents, "MOVED_AGENTS", others)
    command = begin_as_before(tmp_path / "run")
    before = contents(tmp_path / "run")
    assert run_command(command) == 2
    assert words in capsys.readouterr().err
    assert contents(tmp_path / "run") == before


@pytest.mark.parametrize(
    "detail",
    [
        {},
        {"first_line_up": "x"},
        {"first_line_up": 0, "line_up_count": 10**9, "first_deck": 0, "deck_count": 1},
        {"first_line_up": -1, "line_up_count": 1, "first_deck": 0, "deck_count": 1},
        {"first_line_up": 0, "line_up_count": 1, "first_deck": 0, "deck_count": 10**9},
    ],
)
def test_stages_of_a_manifest_that_are_not_the_specs_are_refused(
    tmp_path: Path, detail: dict[str, object]
) -> None:
    folder = tmp_path / "run"
    run(SPEC, folder=folder, dispatch=play_here)
    path = folder / MANIFEST
    said = json.loads(path.read_text())
    said["stages"][0]["detail"] = detail
    path.write_text(json.dumps(said))
    before = contents(folder)
    with pytest.raises(RailbirdError, match="the folder's run has stages that"):
        run(SPEC, folder=folder, dispatch=play_here)
    assert contents(folder) == before
