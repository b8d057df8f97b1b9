"""``railbird run --until-decided``: stages, what matters, and the same however it is played."""

import json
from pathlib import Path

import msgspec
import pytest
from small_runs import contents, kuhn_spec, write_spec

from railbird.harness import AgentSpec, Processes, Spec, SpecError, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.schedule import Stage, stages_to_reach
from railbird.harness.tournament.until_decided import run_until_decided
from railbird.results import open_run, read_manifest
from railbird.results.estimate.ranking.sequential import StoppingRule

RULE = StoppingRule(most_decks=20)


def spec() -> Spec:
    """Four agents, of which two are the same."""
    twins = [AgentSpec(agent="uniform", label=label) for label in ("one", "two")]
    return kuhn_spec("call", "bluffer", *twins, decks=10, hands_per_match=10)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "staged"
    run_until_decided(spec(), RULE, folder=folder, dispatch=play_here)
    return folder


def test_it_plays_in_stages_up_to_the_most(folder: Path) -> None:
    results = open_run(folder)
    counts = results.cross_table()["duplicate_sets"].to_pylist()
    assert max(counts) == 20, "the twins do not differ"
    stages = results.manifest.stages
    assert [stage.detail["deck_count"] for stage in stages] == [10, 10]
    assert (folder / "tables" / "decisions.csv").exists()


def test_tables_say_that_the_number_of_decks_followed_from_the_results(
    folder: Path, tmp_path: Path
) -> None:
    begins = "the number of deck seeds depended on the results (--until-decided)"
    run_of_fixed_length = tmp_path / "fixed"
    run(msgspec.structs.replace(spec(), decks=20), folder=run_of_fixed_length, dispatch=play_here)
    for name in ("total-bankroll", "positions"):
        assert any(note.startswith(begins) for note in open_run(folder).table(name).notes)
        assert not any(begins in note for note in open_run(run_of_fixed_length).table(name).notes)


def test_the_number_of_workers_does_not_show(folder: Path, tmp_path: Path) -> None:
    run_until_decided(spec(), RULE, folder=tmp_path / "many", dispatch=Processes(2))
    assert contents(tmp_path / "many") == contents(folder)


def test_a_run_that_was_stopped_continues_to_the_same_result(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "stopped"
    run_until_decided(spec(), RULE, folder=other, dispatch=play_here)
    victims = sorted((other / "shards").iterdir())[2::3]
    for path in victims:
        path.unlink()
    run_until_decided(spec(), RULE, folder=other, dispatch=play_here)
    assert contents(other) == contents(folder)


def test_line_ups_left_behind_are_caught_up_by_a_plain_run(tmp_path: Path) -> None:
    agents = [AgentSpec(agent="fold"), AgentSpec(agent="call")]
    agents += [AgentSpec(agent="uniform", label=label) for label in ("one", "two")]
    wide = kuhn_spec(*agents, game="kuhn-2p", decks=10, hands_per_match=80)
    folder = tmp_path / "run"
    run_until_decided(wide, StoppingRule(40), folder=folder, dispatch=play_here)
    rows = open_run(folder).cross_table().to_pylist()
    counts = {"".join(row["line_up"]): row["duplicate_sets"] for row in rows}
    assert counts.pop("callfold") < 40
    assert set(counts.values()) == {40}, "the twins are everywhere else"
    before = read_manifest(folder)
    run(wide, folder=folder, dispatch=play_here)
    assert read_manifest(folder) == before, "who asks for fewer decks gets what is there"
    run(msgspec.structs.replace(wide, decks=40), folder=folder, dispatch=play_here)
    counts = {row["duplicate_sets"] for row in open_run(folder).cross_table().to_pylist()}
    assert counts == {40}


def test_stages_reach_only_what_is_chosen_and_catch_up_the_rest() -> None:
    first = stages_to_reach((), line_up_count=5, deck_count=10)
    more = stages_to_reach(first, line_up_count=5, deck_count=20, chosen={0, 1, 3})
    assert more[1:] == (Stage(0, 2, 10, 10), Stage(3, 1, 10, 10))
    rest = stages_to_reach(more, line_up_count=6, deck_count=20)
    assert rest[3:] == (Stage(2, 1, 10, 10), Stage(4, 1, 10, 10), Stage(5, 1, 0, 20))


def test_the_command_prints_who_is_above_whom(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_spec(tmp_path / "spec.toml", decks=10)
    command = ["run", str(path), "--out", str(tmp_path / "run"), "--workers", "0"]
    assert run_command([*command, "--until-decided", "--most-decks", "20", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert len(record["decisions"]) == 6
    assert record["notes"][0].startswith("undecided: ")


def test_a_rule_that_makes_no_sense_is_refused() -> None:
    few = kuhn_spec(decks=4)
    with pytest.raises(SpecError, match="start with 10 or more"):
        run_until_decided(few, RULE)
    with pytest.raises(SpecError, match="is less than the spec's decks = 10"):
        run_until_decided(spec(), StoppingRule(5))
    listed = kuhn_spec(decks=None, deck_seeds=(1, 2))
    with pytest.raises(SpecError, match="give the number to start with"):
        run_until_decided(listed, RULE)
    with pytest.raises(SpecError, match="use a number between 0 and 1"):
        run_until_decided(spec(), StoppingRule(80, 1.5))
    for margin in (0.0, -5.0, float("nan"), float("inf")):
        with pytest.raises(SpecError, match="give the smallest difference in mbb per hand"):
            run_until_decided(spec(), StoppingRule(80, margin=margin))


def test_twins_are_decided_to_be_within_a_margin(tmp_path: Path) -> None:
    long = kuhn_spec("uniform", AgentSpec(agent="uniform", label="twin"), game="kuhn-2p")
    long = msgspec.structs.replace(long, decks=10, hands_per_match=200)
    rule = StoppingRule(640, margin=400.0)
    decided = run_until_decided(long, rule, folder=tmp_path / "run", dispatch=play_here)
    assert decided.is_settled
    (row,) = open_run(tmp_path / "run").decisions(decided).to_pylist()
    assert (row["decision"], row["margin"]) == ("within", 400.0)
    assert row["deck_seeds"] < 640
