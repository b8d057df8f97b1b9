"""Populations: who is drawn depends on seed, deck and place alone, as often as weights say."""

import re
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from railbird.harness import AgentSpec, LineUps, PopulationMember, PopulationSpec, Spec, play, run
from railbird.harness.cli.application import run_command
from railbird.harness.errors import SpecError
from railbird.harness.plan.members import draw_member
from railbird.harness.plan.spec_file import parse_spec, read_spec
from railbird.harness.workers.dispatch import play_here
from railbird.harness.workers.processes import Processes
from railbird.native import RailbirdError
from railbird.results import OtherRunError, open_run

FIELD = PopulationSpec(
    name="field",
    members=(
        PopulationMember(agent="call", weight=3),
        PopulationMember(agent="raise"),
        PopulationMember(agent="uniform", label="coin", weight=0.5),
    ),
)


def a_spec(**changes) -> Spec:
    agents = (
        AgentSpec(agent="fold"),
        AgentSpec(population="field", label="a"),
        AgentSpec(population="field", label="b"),
        AgentSpec(agent="bluffer"),
    )
    given = {
        "name": "drawn",
        "game": "kuhn-2p",
        "agents": agents,
        "hands_per_match": 12,
        "decks": 12,
        "seed": 3,
        "hands_per_chunk": 60,
        "populations": (FIELD,),
    }
    return Spec(**{**given, **changes})


def of_place(rows, label):
    """Who played a place, by deck: a set for each."""
    found = {}
    for row in rows:
        if label in row["agents"]:
            member = row["members"][row["agents"].index(label)]
            found.setdefault(row["deck_seed"], set()).add(member)
    return found


def test_a_member_is_the_same_in_all_seatings_and_line_ups_and_weights_are_shares():
    spec = a_spec(hands_per_match=1, decks=1500)
    rows = play(spec).to_pylist()
    for row in rows:
        for agent, member in zip(row["agents"], row["members"], strict=True):
            assert member in {"call", "raise", "coin"} if agent in "ab" else member == agent
    drawn = {label: of_place(rows, label) for label in "ab"}
    assert all(len(members) == 1 for places in drawn.values() for members in places.values())
    for places in drawn.values():
        chosen = [next(iter(members)) for members in places.values()]
        shares = [chosen.count(name) / len(chosen) for name in ("call", "raise", "coin")]
        assert shares == pytest.approx([3 / 4.5, 1 / 4.5, 0.5 / 4.5], abs=0.05)
    assert drawn["a"] != drawn["b"]


def test_a_place_is_played_as_its_member_plays():
    """Payoffs of each match are those of the agents themselves, under the place's draws."""
    population = PopulationSpec(
        name="field", members=(PopulationMember(agent="call"), PopulationMember(agent="raise"))
    )
    agents = (AgentSpec(agent="bluffer"), AgentSpec(population="field", label="a"))
    drawn = play(a_spec(agents=agents, populations=(population,)))
    alone = {
        name: play(
            a_spec(agents=(agents[0], AgentSpec(agent=name, label="a")), populations=())
        ).to_pylist()
        for name in ("call", "raise")
    }
    seen = set()
    for number, row in enumerate(drawn.to_pylist()):
        member = row.pop("members")[row["agents"].index("a")]
        seen.add(member)
        assert row == alone[member][number]
    assert seen == {"call", "raise"}


def test_any_workers_and_resuming_give_the_same_bytes(tmp_path: Path):
    def bytes_of(folder):
        return [path.read_bytes() for path in sorted((folder / "shards").glob("*.arrow"))]

    run(a_spec(), folder=tmp_path / "one", dispatch=play_here)
    run(a_spec(), folder=tmp_path / "two", dispatch=Processes(2))
    run(a_spec(decks=5), folder=tmp_path / "more", dispatch=play_here)
    run(a_spec(), folder=tmp_path / "more", dispatch=play_here)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")
    one, more = (open_run(tmp_path / name) for name in ("one", "more"))
    tables = [
        sorted(
            (row for batch in results.matches() for row in batch.to_pylist()),
            key=lambda row: (row["deck_index"], sorted(row["agents"]), row["seating_index"]),
        )
        for results in (one, more)
    ]
    assert tables[0] == tables[1]
    missing = sorted((tmp_path / "one" / "shards").glob("*.arrow"))[2]
    missing.unlink()
    run(a_spec(), folder=tmp_path / "one", dispatch=play_here)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")
    weights = PopulationSpec(name="field", members=(PopulationMember(agent="call"),))
    with pytest.raises(OtherRunError, match="populations"):
        run(a_spec(populations=(weights,)), folder=tmp_path / "one", dispatch=play_here)


def test_results_say_who_sat(tmp_path: Path, capsys):
    run(a_spec(), folder=tmp_path / "run", dispatch=play_here)
    results = open_run(tmp_path / "run")
    hands = [row for batch in results.hands() for row in batch.to_pylist()]
    matches = [row for batch in results.matches() for row in batch.to_pylist()]
    for match, group in groupby(hands, key=lambda row: (row["deck_index"], row["agents"])):
        members = {tuple(row["members"]) for row in group}
        (row,) = (m for m in matches if (m["deck_index"], m["agents"]) == match)
        assert members == {tuple(row["members"])}
    table = results.table("members").to_pylist()
    by_deck: dict[str, dict[int, list[int]]] = {}
    for row in matches:
        for agent, member, payoff in zip(
            row["agents"], row["members"], row["payoffs"], strict=True
        ):
            if agent in ("a", "b"):
                by_deck.setdefault(member, {}).setdefault(row["deck_index"], []).append(payoff)
    assert [row["member"] for row in table] == sorted(by_deck)
    for row in table:
        decks = by_deck[row["member"]]
        means = [np.mean(payoffs) / 2520 / 12 * 1000 for payoffs in decks.values()]
        assert row["mbb_per_hand"] == pytest.approx(np.mean(means))
        assert row["deck_seeds"] == len(decks)
    record = next(agent for agent in results.manifest.agents if agent.label == "a")
    assert (record.agent, '"label":"coin"' in record.parameters) == ("field", True)
    assert run_command(["table", str(tmp_path / "run"), "--only", "members"]) == 0
    assert "raise" in capsys.readouterr().out
    for options in (["--first", "1"], ["--worst", "2", "--agent", "a"]):
        assert run_command(["hands", str(tmp_path / "run"), *options]) == 0
        assert re.search(r"\b[ab]:(call|raise|coin)\b", capsys.readouterr().out)


def test_runs_without_populations_are_described_as_before(tmp_path: Path):
    spec = a_spec(agents=(AgentSpec(agent="call"), AgentSpec(agent="fold")), populations=())
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    results = open_run(tmp_path / "run")
    assert "populations" not in results.manifest.spec
    assert "members" not in next(results.matches()).schema.names
    assert results.find_table("members") is None


TOML = """
name = "x"
game = "kuhn-2p"
hands_per_match = 4
decks = 2
agents = [{ agent = "call" }, { population = "nets" }]
"""


def test_a_folder_of_files_is_a_population(tmp_path: Path):
    """Its members are the files, in order of name, taken from the spec's folder."""
    options = ["--hands", "64", "--set", "decks=8", "--set", "hands_per_match=4"]
    train = ["train", "dcubot", "--game", "kuhn-2p", *options]
    for seed in ("1", "2"):
        (tmp_path / "nets").mkdir(exist_ok=True)
        out = tmp_path / "nets" / f"net-{seed}.arrow"
        assert run_command([*train, "--seed", seed, "-o", str(out)]) == 0
    (tmp_path / "x.toml").write_text(
        f'{TOML}[[populations]]\nname = "nets"\nfolder = "nets"\nagent = "dcubot"\n'
    )
    rows = play(read_spec(tmp_path / "x.toml")).to_pylist()
    assert {row["agents"][0] for row in rows} == {"call", "nets"}
    assert {m for row in rows for m in row["members"]} <= {"call", "net-1", "net-2"}


REFUSED = [
    ("", "'nets' is not a population of this spec"),
    ('[[populations]]\nname = "nets"', "either members or a folder"),
    ('[[populations]]\nname = "nets"\nmembers = [{agent = "call", weight = 0}]', "weight"),
    ('[[populations]]\nname = "nets"\nmembers = [{agent = "call", wait = 1}]', "'wait'"),
    ('[[populations]]\nname = "nets"\nfolder = "here"', "folder and agent must be given together"),
    ('[[populations]]\nname = "nets"\nmembers = [{agent="call"}, {agent="call"}]', "is used twice"),
    ('[[populations]]\nname = "nets"\nmembers = [{agent = "call", label = "a:b"}]', "'a:b'"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_populations_that_cannot_be_are_refused(text: str, why: str):
    with pytest.raises(SpecError, match="spec: ") as caught:
        parse_spec(TOML + text)
    assert why in str(caught.value)


def test_members_that_cannot_play_are_refused_by_name(tmp_path: Path):
    folder = PopulationSpec(name="field", folder=str(tmp_path), agent="dcubot")
    with pytest.raises(SpecError, match="contains no file that ends in"):
        play(a_spec(populations=(folder,)))
    nowhere = PopulationSpec(name="field", folder=str(tmp_path / "no"), agent="dcubot")
    with pytest.raises(SpecError, match="there is no folder"):
        play(a_spec(populations=(nowhere,)))
    other = PopulationSpec(name="field", members=(PopulationMember(agent="rock"),))
    with pytest.raises(RailbirdError, match="'rock' does not play 'kuhn-2p'"):
        play(a_spec(populations=(other,)))
    with pytest.raises(SpecError, match="one of agent, command, remote, population and service"):
        AgentSpec(agent="call", population="field")


def test_a_draw_is_what_it_always_was():
    """Known answers: a change here would redraw every run."""
    drawn = [
        draw_member(FIELD, seed=seed, deck_seed=deck, label=label)
        for seed in (0, 1)
        for deck in (0, 7)
        for label in ("a", "b")
    ]
    assert drawn == ["call", "raise", "raise", "call", "call", "call", "call", "call"]


def test_listed_line_ups_hold_places(tmp_path: Path):
    spec = a_spec(line_ups=LineUps(listed=(("a", "fold"), ("a", "bluffer"))))
    rows = play(spec).to_pylist()
    assert all("a" in row["agents"] for row in rows)
