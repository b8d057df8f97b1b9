"""Runs with asynchronous agents: what is asked, kept and played again, whatever is killed when."""

import json
import random
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from killed_runs import kill_run, start_run

from railbird.harness import AgentSpec, Plugins, Spec, play, run
from railbird.harness.cli.application import run_command
from railbird.harness.errors import JournalError, SpecError, TrialError
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.spec_file import read_spec
from railbird.harness.players.populations import PopulationMember, PopulationSpec
from railbird.harness.workers.dispatch import play_here
from railbird.harness.workers.processes import Processes
from railbird.native.errors import RailbirdError
from railbird.results import open_run
from railbird.results.errors import OtherRunError, StoreError
from railbird.results.folders.addresses import open_folder
from railbird.results.store.journal import read_journal

SLOW = str(Path(__file__).parents[1] / "programs" / "slow_agents.py")
GAME = {"name": "slow", "game": "holdem-limit-2p", "hands_per_match": 6, "decks": 5, "seed": 3}


def slow_spec(*agents: AgentSpec, **keys: Any) -> Spec:
    return Spec(agents=agents, plugins=Plugins(paths=(SLOW,)), **{**GAME, **keys})


def uniform(agent: str = "uniform", **parameters: Any) -> AgentSpec:
    return AgentSpec(agent=agent, label="a", parameters=parameters)


CALL = AgentSpec(agent="call", label="b")
OTHER = AgentSpec(agent="uniform", label="c")


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "shards").iterdir())}


def questions(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


@pytest.mark.parametrize("dispatch", [play_here, Processes(2)])
def test_they_play_what_the_agent_plays_that_they_imitate(tmp_path: Path, dispatch: Any) -> None:
    slow = slow_spec(uniform("slow-uniform", seconds=0.002), CALL, OTHER)
    run(slow, folder=tmp_path / "slow", dispatch=dispatch)
    plain = slow_spec(uniform(), CALL, OTHER, hands_per_chunk=12)
    run(plain, folder=tmp_path / "plain", dispatch=play_here)
    assert shards(tmp_path / "slow") == shards(tmp_path / "plain")
    assert open_run(tmp_path / "slow").manifest.is_complete


def test_an_agent_that_a_function_creates_is_played_if_its_entry_says_so(tmp_path: Path) -> None:
    plain = play(slow_spec(uniform(), CALL))
    assert play(slow_spec(uniform("made-slow"), CALL)).to_pylist() == plain.to_pylist()


def test_the_trial_asks_nothing_and_every_question_is_asked_once(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    spec = slow_spec(uniform("slow-uniform", asked=str(asked)), CALL)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    counts = Counter(questions(asked))
    records = list(read_journal(open_folder(tmp_path / "run")))
    assert set(counts.values()) == {1} and len(counts) == len(records)


def test_a_run_is_played_again_from_its_journal_alone(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    spec = slow_spec(uniform("slow-uniform", asked=str(asked)), CALL, OTHER)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    before = len(questions(asked))
    run(spec, folder=tmp_path / "again", dispatch=play_here, replay=tmp_path / "run")
    assert len(questions(asked)) == before
    assert shards(tmp_path / "again") == shards(tmp_path / "run")


def test_decks_are_added_without_asking_again(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    spec = slow_spec(uniform("slow-uniform", asked=str(asked)), CALL, decks=2)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    more = slow_spec(uniform("slow-uniform", asked=str(asked)), CALL, decks=4)
    run(more, folder=tmp_path / "run", dispatch=play_here)
    assert max(Counter(questions(asked)).values()) == 1


def test_another_question_is_refused_by_name(tmp_path: Path) -> None:
    run(slow_spec(uniform("slow-uniform"), CALL), folder=tmp_path / "run", dispatch=play_here)
    # the same matches, in which another opponent plays otherwise
    raiser = AgentSpec(agent="raise", label="b")
    other = slow_spec(uniform("slow-uniform"), raiser)
    with pytest.raises(OtherRunError, match="agent 'b'"):
        run(other, folder=tmp_path / "other", dispatch=play_here, replay=tmp_path / "run")
    begun = tmp_path / "other"
    store_journal_of(other, begun, tmp_path / "run" / "journal")
    with pytest.raises(JournalError, match=r"agent 'a' .*asks something else than the journal"):
        run(other, folder=begun, dispatch=play_here)


def store_journal_of(spec: Spec, folder: Path, journal: Path) -> None:
    """Begin a run, and give it the journal of another."""
    with pytest.raises(RuntimeError):
        run(spec, folder=folder, dispatch=fail_at_once)
    shutil.copytree(journal, folder / "journal")


def fail_at_once(job: Any, chunks: Any) -> Any:
    raise RuntimeError
    yield


def test_a_damaged_journal_is_refused_by_name(tmp_path: Path) -> None:
    run(slow_spec(uniform("slow-uniform"), CALL), folder=tmp_path / "run", dispatch=play_here)
    (file,) = (tmp_path / "run" / "journal").iterdir()
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    (next((tmp_path / "run" / "shards").iterdir())).unlink()
    with pytest.raises(StoreError, match="is damaged at byte"):
        run(slow_spec(uniform("slow-uniform"), CALL), folder=tmp_path / "run", dispatch=play_here)


def freeze_out(*agents: AgentSpec, **keys: Any) -> Spec:
    levels = (LevelSpec(blinds=(10, 20), hands=3), LevelSpec(blinds=(20, 40), ante=5, hands=3))
    rules = FreezeOutSpec(stack=200, levels=levels, prizes=(70.0, 30.0))
    game = {"game": "holdem-nolimit-3p", "mode": "freeze-out", "tournament": rules}
    changed = {**GAME, **game, **keys}
    changed.pop("hands_per_match")
    return Spec(agents=agents, plugins=Plugins(paths=(SLOW,)), **changed)


@pytest.mark.parametrize("dispatch", [play_here, Processes(2)])
def test_they_play_freeze_outs(tmp_path: Path, dispatch: Any) -> None:
    """The same bytes as the agent that they imitate, and again from the journal alone."""
    asked = tmp_path / "asked"
    slow = freeze_out(uniform("slow-uniform", asked=str(asked)), CALL, OTHER)
    run(slow, folder=tmp_path / "slow", dispatch=dispatch)
    size = json.loads((tmp_path / "slow" / "manifest.json").read_text())["spec"]["hands_per_chunk"]
    run(
        freeze_out(uniform(), CALL, OTHER, hands_per_chunk=size),
        folder=tmp_path / "plain",
        dispatch=play_here,
    )
    assert shards(tmp_path / "slow") == shards(tmp_path / "plain")
    counts = Counter(questions(asked))
    assert set(counts.values()) == {1}
    run(slow, folder=tmp_path / "again", dispatch=play_here, replay=tmp_path / "slow")
    assert shards(tmp_path / "again") == shards(tmp_path / "slow")
    assert Counter(questions(asked)) == counts


def test_members_of_populations_meet_them(tmp_path: Path) -> None:
    members = (PopulationMember(agent="call"), PopulationMember(agent="raise"))
    population = PopulationSpec(name="mixed", members=members)
    place = AgentSpec(population="mixed", label="p")
    slow = slow_spec(uniform("slow-uniform"), place, populations=(population,))
    run(slow, folder=tmp_path / "slow", dispatch=play_here)
    plain = slow_spec(uniform(), place, populations=(population,), hands_per_chunk=12)
    run(plain, folder=tmp_path / "plain", dispatch=play_here)
    assert shards(tmp_path / "slow") == shards(tmp_path / "plain")


def test_combinations_that_lose_answers_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    program = AgentSpec(command=("./bot", "{host}", "{port}"), label="p")
    with pytest.raises(SpecError, match="they cannot meet yet"):
        play(slow_spec(uniform("slow-uniform"), program))
    rules = FreezeOutSpec(
        stack=200, levels=(LevelSpec(blinds=(10, 20), hands=3),), entrants=6, seats=3
    )
    tables = freeze_out(uniform("slow-uniform"), CALL, mode="tournament", tournament=rules)
    with pytest.raises(SpecError, match="tournaments of several tables are not played by such"):
        play(tables)
    isolated = AgentSpec(agent="slow-uniform", label="a", isolation="process")
    with pytest.raises(SpecError, match="run the agent behind an address of its own"):
        play(slow_spec(isolated, CALL))
    unseen = AgentSpec(agent="slow-uniform", label="a", plugin=SLOW, isolation="process")
    with pytest.raises(TrialError):
        play(Spec(agents=(unseen, CALL), **GAME))
    assert "run the agent behind an address of its own" in capfd.readouterr().err
    team = AgentSpec(agent="coach", label="t", parameters={"members": ["slow-uniform", "call"]})
    with pytest.raises(RailbirdError, match="enter it in the tournament by itself"):
        play(slow_spec(team, CALL))
    assert run_command(["check", "slow-uniform", "--plugin", SLOW]) == 2


def test_an_agent_that_kills_its_process_forfeits(tmp_path: Path) -> None:
    deadly = AgentSpec(agent="deadly-slow", label="d")
    spec = slow_spec(deadly, CALL, decks=1, hands_per_match=8)
    run(spec, folder=tmp_path / "run", dispatch=Processes(1))
    counts = open_run(tmp_path / "run").incident_counts().to_pylist()
    assert {(row["kind"], row["agent"]) for row in counts} == {("death", "d")}


KILLS = 12
OPEN = 64


def test_what_is_killed_at_any_instant_asks_nothing_twice_but_what_was_open(
    tmp_path: Path,
) -> None:
    spec_file, asked = tmp_path / "slow.toml", tmp_path / "asked"
    spec_file.write_text(
        f"""
        name = "slow"
        game = "holdem-limit-2p"
        hands_per_match = 6
        decks = 20
        plugins.paths = ["{SLOW}"]
        agents = [
            {{ agent = "slow-uniform", label = "a", parameters = {{ seconds = 0.02 }} }},
            {{ agent = "call", label = "b" }},
        ]
        """
    )
    spec = read_spec(spec_file)
    run(spec, folder=tmp_path / "whole", dispatch=play_here)
    text = spec_file.read_text().replace("seconds = 0.02", f'seconds = 0.02, asked = "{asked}"')
    spec_file.write_text(text)
    instants = random.Random(1)
    spec = read_spec(spec_file)
    for number in range(KILLS):
        process = start_run(spec, tmp_path / "run", workers=number % 4 == 3)
        count = len(questions(asked)) + instants.randrange(40)
        while len(questions(asked)) < count and process.is_alive():
            time.sleep(0.001)
        kill_run(process)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    counts = Counter(questions(asked))
    again = sum(counts.values()) - len(counts)
    assert again <= KILLS * OPEN
    assert len(counts) == len(list(read_journal(open_folder(tmp_path / "whole"))))
    assert shards(tmp_path / "run") == shards(tmp_path / "whole")
