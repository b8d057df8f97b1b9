"""Schedules: who sits where on which deck, in which chunk."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.harness.errors import SpecError
from railbird.harness.plan.deal_secrets import DealSecret
from railbird.harness.plan.lineups import all_line_ups, line_ups_against, listed_line_ups
from railbird.harness.plan.planning import plan_tournament
from railbird.harness.plan.sampling import sample_line_ups
from railbird.harness.plan.schedule import (
    MatchPlan,
    Schedule,
    Stage,
    count_chunk_matches,
    count_chunks,
    plan_chunk,
    stages_to_reach,
)
from railbird.harness.plan.seatings import count_seatings, list_seatings
from railbird.harness.plan.spec import AgentSpec, LineUps, Spec
from railbird.harness.players.populations import PopulationMember, PopulationSpec
from railbird.native import ACPC_DEALS, DealSource
from railbird.results.store.match_keys import derive_deck_seeds, match_key

LABELS = tuple("abcdefghijklm")


def spec_of(labels: str = "abcd", **keys: object) -> Spec:
    agents = tuple(AgentSpec(agent="call", label=label) for label in labels)
    basic = {"name": "x", "game": "kuhn-3p", "decks": 3, "hands_per_match": 10, "agents": agents}
    return Spec(**(basic | keys))


def matches_of(schedule: Schedule) -> list[MatchPlan]:
    chunks = [plan_chunk(schedule, index) for index in range(count_chunks(schedule))]
    return [match for chunk in chunks for match in chunk.matches]


def test_draws_and_members_follow_from_the_secret_of_the_stage() -> None:
    """Seatings, decks and stages do not; without a secret all follows from the seed, as before."""
    field = PopulationSpec(
        name="field", members=tuple(PopulationMember(agent=n) for n in ("call", "raise", "fold"))
    )
    agents = (AgentSpec(agent="call"), AgentSpec(agent="raise"), AgentSpec(population="field"))
    spec = spec_of(agents=agents, populations=(field,), decks=40)
    schedule = plan_tournament(spec, 3)
    secrets = [(DealSecret(bytes([n]) * 32, is_kept=True),) for n in (1, 2)]
    plans = [matches_of(replace(schedule, secrets=told)) for told in ((), *secrets)]
    for one, other in combinations(plans, 2):
        seats = [[(match.deck_seed, match.agents) for match in plan] for plan in (one, other)]
        assert seats[0] == seats[1]
        pairs = list(zip(one, other, strict=True))
        assert not any(first.match_key == second.match_key for first, second in pairs)
        assert 0.15 < np.mean([first.members == second.members for first, second in pairs]) < 0.6
    assert all(m.match_key == match_key(spec.seed, m.deck_seed, m.agents) for m in plans[0])


def test_a_chunk_is_dealt_under_the_secret_of_its_stage() -> None:
    first = plan_tournament(spec_of(), 3)
    both = plan_tournament(spec_of(decks=5), 3, played=first.stages)
    secrets = [DealSecret(bytes([n]) * 32, is_kept=True) for n in (1, 2)]
    both = replace(both, secrets=tuple(secrets))
    dealt = {plan_chunk(both, index).deals for index in range(count_chunks(first))}
    assert dealt == {DealSource(secrets[0].value)}
    assert plan_chunk(both, count_chunks(both) - 1).deals == DealSource(secrets[1].value)
    assert plan_chunk(first, 0).deals == ACPC_DEALS


@given(st.integers(2, 10), st.integers(0, 2**32 - 1))
def test_seatings_are_different_orders_of_the_line_up(player_count: int, deck_seed: int) -> None:
    line_up = LABELS[:player_count]
    for rule in ("all", "rotations"):
        if rule == "all" and player_count > 6:
            continue
        seatings = list_seatings(rule, line_up, seed=1, deck_seed=deck_seed)
        assert len(set(seatings)) == count_seatings(rule, player_count)
        assert all(sorted(seating) == list(line_up) for seating in seatings)


@pytest.mark.parametrize("player_count", range(2, 7))
def test_all_seatings_are_all_orders(player_count: int) -> None:
    line_up = LABELS[:player_count]
    seatings = list_seatings("all", line_up[::-1], seed=0, deck_seed=0)
    assert set(seatings) == set(permutations(line_up))


@pytest.mark.parametrize(("player_count", "number"), [(7, "5,040"), (10, "3,628,800")])
def test_too_many_seatings_are_refused_with_their_number(player_count: int, number: str) -> None:
    with pytest.raises(SpecError, match=number):
        count_seatings("all", player_count)


def test_rotations_seat_each_agent_once_in_each_seat() -> None:
    seatings = list_seatings("rotations", LABELS[:9], seed=4, deck_seed=5)
    assert all(len(set(column)) == 9 for column in zip(*seatings, strict=True))


@pytest.mark.parametrize("player_count", [3, 4, 5])
def test_rotations_are_unbiased_over_circular_orders(player_count: int) -> None:
    """Chi-square over all (N - 1)! circular orders: each order is as likely as any other."""
    orders = factorial(player_count - 1)
    draws = 200 * orders
    seen = Counter(
        list_seatings("rotations", LABELS[:player_count], seed=7, deck_seed=deck_seed)[0]
        for deck_seed in range(draws)
    )
    assert len(seen) == orders
    chi_square = sum((count - 200) ** 2 / 200 for count in seen.values())
    assert chi_square < orders - 1 + 4 * (2 * (orders - 1)) ** 0.5


def test_a_circular_order_depends_on_seed_deck_seed_and_labels_alone() -> None:
    def order(line_up: tuple[str, ...], seed: int, deck_seed: int) -> tuple[str, ...]:
        return list_seatings("rotations", line_up, seed=seed, deck_seed=deck_seed)[0]

    line_up = LABELS[:9]
    assert order(line_up, 1, 2) == order(line_up[::-1], 1, 2)
    others = {order(line_up, 1, 3), order(line_up, 2, 2), order(LABELS[1:10], 1, 2)}
    assert order(line_up, 1, 2) not in others


@given(st.integers(1, 8), st.integers(2, 5), st.integers(0, 3))
def test_all_line_ups_are_all_combinations_without_team_mates(
    label_count: int, player_count: int, team_size: int
) -> None:
    labels, teams = LABELS[:label_count], dict.fromkeys(LABELS[:team_size], "team")
    if label_count < player_count:
        with pytest.raises(SpecError, match=f"players, and .*{label_count} agent"):
            list(all_line_ups(labels, player_count, teams=teams))
        return
    line_ups = list(all_line_ups(labels, player_count, teams=teams))
    wanted = [c for c in combinations(labels, player_count) if sum(x in teams for x in c) < 2]
    assert sorted(line_ups) == sorted(wanted)
    against = list(line_ups_against("a", labels, player_count=player_count, teams=teams))
    assert against == [line_up for line_up in line_ups if "a" in line_up]


def test_agents_added_at_the_end_add_line_ups_at_the_end() -> None:
    fewer, more = list(all_line_ups("dcba", 3)), list(all_line_ups("dcbaef", 3))
    assert more[: len(fewer)] == fewer


@given(st.data())
def test_a_sample_is_balanced_different_and_repeatable(data: st.DataObject) -> None:
    label_count = data.draw(st.integers(3, 12))
    player_count = data.draw(st.integers(2, min(5, label_count)))
    total = comb(label_count, player_count)
    fair = [m for m in range(1, min(total, 60) + 1) if m * player_count % label_count == 0]
    count = data.draw(st.sampled_from(fair or [total]))
    labels = LABELS[:label_count]
    sample = sample_line_ups(labels, player_count, count=count, seed=5)
    assert sample == sample_line_ups(labels[::-1], player_count, count=count, seed=5)
    assert len(set(sample)) == count
    assert all(len(set(line_up)) == player_count for line_up in sample)
    times = Counter(label for line_up in sample for label in line_up)
    assert set(times.values()) == {count * player_count // label_count}


def test_a_sample_changes_with_the_seed_and_seats_no_team_mates() -> None:
    teams = {"a": "1", "b": "1", "c": "1", "d": "2", "e": "2"}
    samples = [sample_line_ups(LABELS[:8], 2, count=12, seed=s, teams=teams) for s in range(5)]
    assert len(set(samples)) == 5
    for sample in samples:
        assert all(teams.get(a, a) != teams.get(b, b) for a, b in sample)
        assert set(Counter(label for pair in sample for label in pair).values()) == {3}


@pytest.mark.parametrize(
    ("labels", "count", "teams", "words"),
    [
        ("abcd", 3, {}, "multiple of 4"),
        ("abcd", 8, {}, "more than the 4"),
        ("ab", 1, {}, "2 agents are entered"),
        ("abcdef", 4, dict.fromkeys("abc", "us"), "team 'us' has 3 agents"),
    ],
)
def test_impossible_samples_are_refused(
    labels: str, count: int, teams: dict[str, str], words: str
) -> None:
    with pytest.raises(SpecError, match=words):
        sample_line_ups(labels, 3, count=count, seed=0, teams=teams)


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        ([("a", "b")], "3 different agents"),
        ([("a", "b", "b")], "3 different agents"),
        ([("a", "b", "c"), ("c", "b", "a")], "twice"),
        ([("a", "b", "d")], "team-mates 'a' and 'd'"),
    ],
)
def test_listed_line_ups_that_cannot_be_played_are_refused(
    listed: list[tuple[str, ...]], words: str
) -> None:
    with pytest.raises(SpecError, match=words):
        list(listed_line_ups(listed, player_count=3, teams={"a": "t", "d": "t"}))


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_deck_seeds_are_different_and_grow_at_their_end(seed: int) -> None:
    seeds = derive_deck_seeds(seed, 300_000)
    assert len(np.unique(seeds)) == 300_000
    assert np.array_equal(derive_deck_seeds(seed, 1000, first=5000), seeds[5000:6000])
    last = derive_deck_seeds(seed, 1000, first=2**32 - 1000)
    assert not np.isin(last, seeds).any()
    with pytest.raises(ValueError, match="2\\*\\*32"):
        derive_deck_seeds(seed, 1001, first=2**32 - 1000)


def test_deck_seeds_look_drawn_evenly_and_differ_between_seeds() -> None:
    seeds = derive_deck_seeds(3, 65_536)
    counts = np.bincount(seeds >> 24, minlength=256)
    assert ((counts - 256) ** 2 / 256).sum() < 255 + 4 * (2 * 255) ** 0.5
    assert not np.array_equal(seeds[:10], derive_deck_seeds(4, 10))


def test_keys_do_not_change() -> None:
    """Written down once: a change would make every folder on disk another run."""
    assert match_key(1, 2, ("a", "b")) == 14_228_429_270_662_818_727
    assert derive_deck_seeds(1, 4).tolist() == [132672509, 895431605, 2359168629, 2672610145]
    assert list_seatings("rotations", "abcde", seed=1, deck_seed=2)[0] == ("a", "b", "e", "d", "c")


@given(st.integers(1, 7), st.integers(1, 5), st.integers(1, 200))
def test_chunks_hold_every_match_once_in_order(
    deck_count: int, hands: int, hands_per_chunk: int
) -> None:
    keys = {"decks": deck_count, "hands_per_match": hands}
    schedule = plan_tournament(spec_of(hands_per_chunk=hands_per_chunk, **keys), 3)
    matches = matches_of(schedule)
    assert len(matches) == schedule.match_count == 4 * deck_count * 6
    assert schedule.hand_count == schedule.match_count * hands
    assert matches == matches_of(plan_tournament(spec_of(hands_per_chunk=1, **keys), 3))
    assert len({(match.deck_seed, match.agents) for match in matches}) == len(matches)
    for index in range(count_chunks(schedule)):
        chunk = plan_chunk(schedule, index)
        assert 1 <= len(chunk.matches) == count_chunk_matches(schedule, index)
        assert len(chunk.matches) * hands <= max(hands_per_chunk, hands)
    with pytest.raises(IndexError):
        plan_chunk(schedule, count_chunks(schedule))


@pytest.mark.parametrize(
    ("hands", "matches"), [(1, 4096), (100, 2621), (512, 512), (1500, 512), (3000, 349), (2**20, 1)]
)
def test_chunks_have_hundreds_of_matches_by_default(hands: int, matches: int) -> None:
    keys = {"hands_per_match": hands, "decks": 3000}
    schedule = plan_tournament(spec_of(**keys), 3)
    assert schedule.matches_per_chunk == matches
    assert plan_tournament(spec_of("abcde", **keys), 3).matches_per_chunk == matches


@given(st.integers(1, 200), st.integers(1, 5000))
def test_a_small_run_has_several_chunks_neither_tiny_nor_slow(decks: int, hands: int) -> None:
    """A stop loses no more than a part of a run, workers share it, and steps are bounded."""
    schedule = plan_tournament(spec_of(decks=decks, hands_per_match=hands), 3)
    largest = schedule.matches_per_chunk * hands
    part = schedule.hand_count / (16 if hands <= 625 else 4)
    assert largest <= max(part, 2048, hands)
    assert largest + hands > 2048
    if largest > 2048 and schedule.hand_count < 2**18:
        assert (count_chunks(schedule) - 1) * hands <= 2 * max(10_000, 4 * hands)


def test_sixty_thousand_hands_are_shared_and_saved() -> None:
    spec = spec_of("ab", decks=50, hands_per_match=600)
    assert count_chunks(plan_tournament(spec, 2)) >= 16


def test_more_decks_and_agents_add_stages_and_change_no_earlier_match() -> None:
    first = plan_tournament(spec_of(), 3)
    more_decks = plan_tournament(spec_of(decks=5), 3, played=first.stages)
    both = plan_tournament(spec_of("abcdef", decks=6), 3, played=more_decks.stages)
    assert first.stages == (Stage(0, 4, 0, 3),)
    assert more_decks.stages == (*first.stages, Stage(0, 4, 3, 2))
    assert both.stages == (*more_decks.stages, Stage(0, 4, 5, 1), Stage(4, 16, 0, 6))
    played = matches_of(both)
    assert played[: first.match_count] == matches_of(first)
    assert len(set(played)) == len(played) == 20 * 6 * 6
    assert set(played) == set(matches_of(plan_tournament(spec_of("abcdef", decks=6), 3)))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6))
def test_stages_cover_each_line_up_and_deck_once(growth: list[tuple[int, int]]) -> None:
    stages: tuple[Stage, ...] = ()
    line_ups, decks = 1, 1
    for more_line_ups, more_decks in [(0, 0), *growth]:
        line_ups, decks = line_ups + more_line_ups, decks + more_decks
        stages = stages_to_reach(stages, line_up_count=line_ups, deck_count=decks)
    cells = [
        (line_up, deck)
        for stage in stages
        for line_up in range(stage.first_line_up, stage.first_line_up + stage.line_up_count)
        for deck in range(stage.first_deck, stage.first_deck + stage.deck_count)
    ]
    assert len(cells) == len(set(cells)) == line_ups * decks


def test_the_number_of_players_decides_the_seatings_where_the_spec_does_not() -> None:
    assert plan_tournament(spec_of(), 4).seating_count == 24
    assert plan_tournament(spec_of("abcde"), 5).seating_count == 5
    assert plan_tournament(spec_of("abcdef", seatings="all"), 6).seating_count == 720
    assert plan_tournament(spec_of("abcd", seatings="rotations"), 3).seating_count == 3


def test_agents_of_one_team_alone_have_nobody_to_meet() -> None:
    agents = tuple(AgentSpec(agent="call", label=label, team="us") for label in "abcd")
    with pytest.raises(SpecError, match="every line-up would seat team-mates"):
        plan_tournament(spec_of(agents=agents), 3)


def test_line_ups_come_as_the_spec_says() -> None:
    def line_ups(choice: LineUps) -> tuple[tuple[str, ...], ...]:
        return plan_tournament(spec_of(line_ups=choice), 3).line_ups

    assert line_ups(LineUps(against="b")) == (("a", "b", "c"), ("a", "b", "d"), ("b", "c", "d"))
    assert line_ups(LineUps(listed=(("d", "c", "a"),))) == (("a", "c", "d"),)
    assert len(line_ups(LineUps(sampled=4))) == 4
    teams = tuple(AgentSpec(agent="x", label=label, team="t") for label in "ab")
    rest = tuple(AgentSpec(agent="x", label=label) for label in "cd")
    keys = {"name": "x", "game": "g", "decks": 1, "hands_per_match": 1, "agents": teams + rest}
    assert len(plan_tournament(Spec(**keys), 3).line_ups) == 2
    assert len(plan_tournament(Spec(same_team_meets=True, **keys), 3).line_ups) == 4
