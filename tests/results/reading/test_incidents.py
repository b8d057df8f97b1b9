"""Incidents of real and made-up runs: counted, described, and left out with their sets."""

import shutil
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_runs import RUDE, kuhn_spec

from railbird.harness import AgentSpec, Plugins, play_here, run
from railbird.plugins import IncidentKind, MisbehaviourRule, incident_outcome
from railbird.results import RunResults, WhereError, open_run
from railbird.results.estimate.means.duplicate_sets import DuplicateSets, collect_sets
from railbird.results.reading.forfeit_effect import describe_effect
from railbird.results.reading.incident_notes import notes_on_incidents
from railbird.results.reading.incident_sums import Incident, IncidentCount
from railbird.results.reading.incident_tally import IncidentTally
from railbird.results.store.manifest import MANIFEST
from railbird.results.store.reading import read_misbehaved
from railbird.results.store.set_keys import SetKeys
from tests.results.conftest import Match, duplicate_set, match_batch, write_run

CHIP = 2520
Row = dict[str, Any]
RULES = get_args(MisbehaviourRule)


def rude_run(folder: Path, **keys: Any) -> RunResults:
    """Three-player Kuhn with a quitter, a presser, a grumbler and two who behave; small chunks."""
    agents = [
        AgentSpec(agent="quitter", parameters={"rate": 0.004}),
        AgentSpec(agent="quitter", label="deserter", parameters={"rate": 0.001}),
        AgentSpec(agent="presser", parameters={"polite_hands": 11}),
        *(AgentSpec(agent=name) for name in ("grumbler", "uniform")),
    ]
    keys = {"decks": 6, "hands_per_match": 15, "plugins": Plugins(paths=(RUDE,))} | keys
    run(kuhn_spec(*agents, **keys), folder=folder, dispatch=play_here)
    return open_run(folder)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RunResults]:
    """One run under each rule."""
    return {
        rule: rude_run(tmp_path_factory.mktemp(rule) / "rude", misbehaviour=rule) for rule in RULES
    }


@pytest.fixture(params=RULES)
def rude(request: pytest.FixtureRequest, runs: dict[str, RunResults]) -> RunResults:
    return runs[request.param]


def rows_of(batches: Any) -> list[Row]:
    return [row for batch in batches for row in batch.to_pylist()]


def match_of(row: Row) -> tuple[int, tuple[str, ...]]:
    return row["deck_index"], tuple(row["agents"])


def set_of(row: Row) -> tuple[int, tuple[str, ...]]:
    return row["deck_index"], tuple(sorted(row["agents"]))


def forfeits_of(part: RunResults) -> list[Row]:
    rule = part.manifest.misbehaviour
    incidents = rows_of(part.incidents())
    return [row for row in incidents if incident_outcome(row["kind"], rule) == "forfeit"]


@pytest.mark.parametrize("conditions", [(), ("with=quitter", "decks=1-4"), ("without=presser",)])
def test_the_counts_are_those_of_a_plain_recount(
    rude: RunResults, conditions: tuple[str, ...]
) -> None:
    part = rude.where(*conditions)
    played = Counter(label for match in rows_of(part.matches()) for label in match["agents"])
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows_of(part.incidents()):
        found.setdefault((row["agents"][row["seat"]], row["kind"]), []).append(row)
    assert len({kind for _, kind in found}) >= (2 if conditions else 3)
    rule = part.manifest.misbehaviour
    table = part.incident_counts().to_pylist()
    assert [row["agent"] for row in table] == sorted(row["agent"] for row in table)
    assert {(row["agent"], row["kind"]) for row in table} == found.keys()
    for row in table:
        own = found[row["agent"], row["kind"]]
        assert row["incidents"] == len(own)
        assert row["matches"] == len(set(map(match_of, own)))
        assert row["matches_played"] == played[row["agent"]]
        others = {label for one in own for label in one["agents"]} - {row["agent"]}
        assert row["met_by"] == sorted(others)
        assert row["outcome"] == incident_outcome(row["kind"], rule)
        for name in ("deck_index", "seating_index", "agents", "hand", "decision", "text"):
            assert row[f"first_{name}"] == own[0][name]


def test_who_met_a_forfeit_is_counted_match_by_match(rude: RunResults) -> None:
    quit_by: dict[tuple[int, tuple[str, ...]], set[str]] = {}
    for row in forfeits_of(rude):
        quit_by.setdefault(match_of(row), set()).add(row["agents"][row["seat"]])
    met = Counter(
        label
        for (_, agents), forfeiters in quit_by.items()
        for label in agents
        if forfeiters - {label}
    )
    tally = rude.reading.incident_tally
    assert tally.met == dict(met)
    assert tally.forfeited_matches == len(quit_by)
    by_agent = Counter(label for forfeiters in quit_by.values() for label in forfeiters)
    forfeits = {count.agent: count.matches for count in tally.of_outcome("forfeit")}
    assert forfeits == dict(by_agent)
    ((agent, most),) = by_agent.most_common(1)
    (note,) = [note for note in rude.facts if "forfeited by" in note]
    assert note.startswith(
        f"{len(quit_by)} of {tally.matches} matches were forfeited by {agent} ({most} of "
    )
    for table in (rude.total_bankroll(), rude.agent_matrix(), rude.run_off().ranking):
        assert note in table.notes


def test_after_a_forfeit_a_seat_checks_or_folds(runs: dict[str, RunResults]) -> None:
    """The presser raises or calls whenever it can; out of the match it puts in no more chips."""
    strict = runs["strict"]
    own = [row for row in forfeits_of(strict) if row["agents"][row["seat"]] == "presser"]
    out = {match_of(row): row["hand"] for row in own}
    assert out
    hands = rows_of(strict.hands(["deck_index", "agents", "hand_index", "payoffs"]))
    after = [hand for hand in hands if hand["hand_index"] > out.get(match_of(hand), 10**9)]
    assert len(after) > len(out)
    for hand in after:
        assert hand["payoffs"][hand["agents"].index("presser")] >= -CHIP, "more than the ante"


def test_forfeits_left_out_are_as_if_their_sets_had_not_been_played(
    rude: RunResults, tmp_path: Path
) -> None:
    gone = {set_of(row) for row in forfeits_of(rude)}
    every = {set_of(row) for row in rows_of(rude.matches())}
    assert 0 < len(gone) < len(every)
    part = rude.where("forfeits=out")
    for rows in (part.matches(), part.hands(["deck_index", "agents"]), part.hands()):
        assert {set_of(row) for row in rows_of(rows)} == every - gone
    assert {set_of(row) for row in rows_of(part.incidents())} & gone == set()
    hands = sum(len(hands) for hands in part.played_hands())
    assert hands == 15 * 6 * len(every - gone)
    matches = [
        Match(
            tuple(row["agents"]),
            tuple(row["payoffs"]),
            row["deck_index"],
            row["seating_index"],
            row["hand_count"],
        )
        for row in rows_of(rude.matches())
        if set_of(row) not in gone
    ]
    alone = open_run(write_run(tmp_path / "alone", matches))
    for name in ("cross-table", "agent-matrix", "total-bankroll", "run-off"):
        assert part.table(name).arrow.equals(alone.table(name).arrow), name
    assert part.transfer()["agent"].to_pylist()
    facts = " ".join(part.facts)
    assert "a part of the run: without forfeits" in facts
    assert f"left out with all their seatings: {len(gone)} duplicate sets; " in facts
    assert "leaving out" not in facts, "there is nothing more to leave out"


def test_the_reported_effect_is_the_difference_of_the_tables(rude: RunResults) -> None:
    before, after = (
        {row["agent"]: row for row in part.total_bankroll().to_pylist()}
        for part in (rude, rude.where("forfeits=out"))
    )
    assert before.keys() == after.keys()
    name = "mbb_per_hand"
    most = max(abs(before[label][name] - after[label][name]) for label in before)
    moved = [label for label in before if before[label]["rank"] != after[label]["rank"]]
    gone = len({set_of(row) for row in forfeits_of(rude)})
    (note,) = [note for note in rude.facts if note.startswith("leaving out")]
    assert f"leaving out {gone} duplicate sets of {10 * 6}, " in note
    assert "(--where forfeits=out)" in note
    assert f" {most:.1f} mbb per hand" in note
    assert ("change no rank" in note) == (not moved)
    for label in moved[:3]:
        assert label in note.partition("change the order: ")[2]


def test_what_is_left_out_is_of_the_part_that_is_looked_at(rude: RunResults) -> None:
    part = rude.where("forfeits=out", "with=quitter", "decks=2-5")
    wanted = {set_of(row) for row in forfeits_of(rude.where("with=quitter", "decks=2-5"))}
    assert wanted
    assert f": {len(wanted)} duplicate set" in " ".join(part.facts)
    assert part.facts[0] == "a part of the run: with quitter, decks 2 to 5, without forfeits"
    assert {set_of(row) for row in rows_of(part.matches())} & wanted == set()


def test_a_run_in_which_all_was_forfeited_leaves_nothing(tmp_path: Path) -> None:
    agents = (AgentSpec(agent="quitter", parameters={"rate": 1.0}), "uniform", "call")
    spec = kuhn_spec(*agents, plugins=Plugins(paths=(RUDE,)))
    run(spec, folder=tmp_path / "all", dispatch=play_here)
    results = open_run(tmp_path / "all")
    assert any(fact.endswith("would leave nothing") for fact in results.facts)
    with pytest.raises(WhereError, match="no match in this part: without forfeits"):
        results.where("forfeits=out")


def test_without_incidents_there_is_nothing_to_say_and_nothing_to_leave_out(tmp_path: Path) -> None:
    run(kuhn_spec(), folder=tmp_path / "good", dispatch=play_here)
    results = open_run(tmp_path / "good")
    assert results.facts == ()
    assert results.incident_counts().num_rows == results.incident_list().num_rows == 0
    assert list(read_misbehaved(results.reading.holdings.shards)) == []
    part = results.where("forfeits=out")
    assert part.facts == (
        "a part of the run: without forfeits",
        "forfeits=out leaves nothing out: no match was forfeited",
    )
    assert part.total_bankroll().arrow == results.total_bankroll().arrow


def test_a_lost_manifest_loses_no_rule(runs: dict[str, RunResults], tmp_path: Path) -> None:
    before = runs["strict"].incident_counts().arrow
    shutil.copytree(str(runs["strict"].folder), tmp_path / "rude")
    (tmp_path / "rude" / MANIFEST).unlink()
    results = open_run(tmp_path / "rude")
    assert results.reading.is_manifest_lost
    assert results.incident_counts().arrow == before
    assert results.where("forfeits=out").total_bankroll().num_rows == 5


def test_single_incidents_are_listed_in_order_up_to_a_bound(rude: RunResults) -> None:
    every = [row | {"agent": row["agents"][row["seat"]]} for row in rows_of(rude.incidents())]
    listed = rude.incident_list(most=7).to_pylist()
    assert len(listed) == 7
    assert [{**row, "outcome": None} for row in listed] == [
        {**row, "outcome": None} for row in every[:7]
    ]
    own = rude.incident_list(agent="quitter").to_pylist()
    assert len(own) == sum(row["agent"] == "quitter" for row in every)


@given(
    sets=st.lists(
        st.tuples(st.integers(0, 9), st.sets(st.integers(0, 4), min_size=3, max_size=3)),
        max_size=20,
    ),
    matches=st.lists(
        st.tuples(st.integers(0, 9), st.permutations(range(5)).map(lambda order: order[:3])),
        max_size=20,
    ),
)
def test_a_match_is_of_a_set_whatever_its_seating(
    sets: list[tuple[int, set[int]]], matches: list[tuple[int, list[int]]]
) -> None:
    rows = np.unique([[deck, *sorted(line_up)] for deck, line_up in sets], axis=0).reshape(-1, 4)
    keys = SetKeys(tuple("abcde"), rows.astype(np.int64))
    decks = np.array([deck for deck, _ in matches], np.uint32)
    members = np.array([seats for _, seats in matches], np.int64).reshape(-1, 3)
    expected = [(deck, set(seats)) in sets for deck, seats in matches]
    assert keys.contain(decks, members).tolist() == expected


def two_player_sets(*decks: dict[tuple[str, str], int]) -> DuplicateSets:
    """Return duplicate sets of two players: by deck what the first of a pair won, in chips."""
    matches = [
        match
        for number, deck in enumerate(decks)
        for (one, other), chips in deck.items()
        for match in duplicate_set({one: chips * CHIP, other: -chips * CHIP}, deck=number)
    ]
    return collect_sets([match_batch(matches)], 2)


def keys_of(sets: DuplicateSets, *gone: tuple[int, str]) -> SetKeys:
    """Return sets by deck and the labels of the line-up."""
    rows = [[deck, *(sets.agents.index(label) for label in line_up)] for deck, line_up in gone]
    return SetKeys(sets.agents, np.array(rows, np.int64).reshape(len(rows), -1))


EVEN = {("a", "b"): 2, ("a", "c"): 2, ("b", "c"): 2}
# 20 hands a set and a big blind of 1: a chip is 50 mbb per hand, in each of two line-ups
EFFECTS = {
    "nothing moves": (
        [EVEN, EVEN, EVEN],
        [(0, "ab"), (0, "ac"), (0, "bc")],
        "3 duplicate sets of 9",
        "would change no bankroll",
    ),
    # what a wins from b is 2, 0, 0 chips: the mean goes from 2/3 to 1, a sixth of 50 in each half
    "no rank moves": (
        [EVEN, EVEN | {("a", "b"): 0}, EVEN | {("a", "b"): 0}],
        [(1, "ab")],
        "1 duplicate set of 9",
        "would move no bankroll by more than 8.3 mbb per hand and change no rank",
    ),
    # 2, 0, -17: the mean goes from -5 to 1, and a from -75 to 75
    "two swap": (
        [EVEN, EVEN | {("a", "b"): 0}, EVEN | {("a", "b"): -17}],
        [(2, "ab")],
        "1 duplicate set of 9",
        "would move bankrolls by up to 150.0 mbb per hand (b) and change the order: b and a swap",
    ),
    # a and b were equal; without c they have their own line-up alone, where b wins 1 chip
    "one is gone": (
        [{("a", "b"): -1, ("a", "c"): 3, ("b", "c"): 1}],
        [(0, "ac"), (0, "bc")],
        "2 duplicate sets of 3",
        "would leave nothing of c; it would move bankrolls by up to 100.0 mbb per hand (a) and "
        "change the order: a from 1 to 2",
    ),
    "all is gone": (
        [EVEN],
        [(0, "ab"), (0, "ac"), (0, "bc")],
        "3 duplicate sets of 3",
        "would leave nothing",
    ),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_effects_by_hand(name: str) -> None:
    decks, gone, count, effect = EFFECTS[name]
    sets = two_player_sets(*decks)
    assert describe_effect(sets, keys_of(sets, *gone), big_blind=1) == (
        f"leaving out {count}, those with a forfeited match (--where forfeits=out), {effect}"
    )


def test_a_forfeit_in_an_incomplete_set_has_no_effect() -> None:
    sets = two_player_sets(EVEN)
    assert describe_effect(sets, keys_of(sets, (7, "ab")), big_blind=1) == ""


def count_of(agent: str, matches: int, *, kinds: tuple[str, ...] = ("exception",)) -> IncidentCount:
    first = Incident((agent, "x"), 0, 0, 0, 0, "")
    outcome = incident_outcome(kinds[0], "acpc")
    return IncidentCount(agent, kinds, outcome, 2 * matches, matches, 24, {"x": matches}, first)


def tally_of(*counts: IncidentCount, met: dict[str, int], agents: int = 4) -> IncidentTally:
    return IncidentTally(
        by_kind=counts,
        by_outcome=counts,
        agents=agents,
        matches=60,
        forfeited_matches=sum(c.matches for c in counts if c.outcome == "forfeit"),
        forfeited=SetKeys((), np.zeros((0, 1), np.int64)),
        met=met,
        timed=0,
    )


def test_sentences_by_hand() -> None:
    one = tally_of(count_of("bad", 12), met=dict.fromkeys("abc", 8))
    assert list(notes_on_incidents(one)) == [
        "12 of 60 matches were forfeited by bad (12 of 24: exception), and met by every other "
        "agent (8); `railbird incidents` lists them"
    ]
    two = tally_of(
        count_of("bad", 1, kinds=("late", "closed")),
        count_of("rude", 3, kinds=("illegal-kind",)),
        count_of("old", 5, kinds=("complaint",)),
        met={"rude": 1, "old": 1},
    )
    assert list(notes_on_incidents(two)) == [
        "1 of 60 matches was forfeited by bad (1 of 24: late and closed), and met by old (1) and "
        "rude (1); `railbird incidents` lists them",
        "6 answers replaced by a call or the nearest legal action: rude 6 in 3 of 24 matches "
        "(illegal-kind)",
        "10 incidents without effect on the play: old 10 in 5 of 24 matches (complaint)",
    ]


@pytest.mark.parametrize("agents", [1, 3, 4, 30, 1000])
def test_sentences_do_not_grow_with_agents(agents: int) -> None:
    labels = [f"agent-{number:03}" for number in range(agents)]
    kinds: dict[str, list[str]] = {}
    for kind in get_args(IncidentKind):
        kinds.setdefault(incident_outcome(kind, "acpc"), []).append(kind)
    counts = [
        count_of(label, 1 + number, kinds=tuple(some))
        for number, label in enumerate(labels)
        for some in kinds.values()
    ]
    met = {label: number for number, label in enumerate(labels)}
    notes = list(notes_on_incidents(tally_of(*counts, met=met, agents=agents)))
    assert len(notes) == 3
    assert max(map(len, notes)) < 400
    if agents == 1000:
        assert "and 997 others" in notes[1]
