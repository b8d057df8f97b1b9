"""Tournaments of several tables as runs: same bytes, chips, places, what agents see, bad specs."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest
from command_line import printed
from same_bytes import (
    check_a_kill,
    check_more_decks,
    check_processes_of_their_own,
    check_workers_and_missing_shards,
)

from railbird.harness import AgentSpec, Spec, SpecError, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.schedule import count_chunks, plan_chunk
from railbird.harness.plan.spec_file import find_spec, parse_spec
from railbird.harness.plan.tournament_plan import field_of, plan_tables
from railbird.harness.table.play_rules import Field, PlannedTournament, PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.harness.tournament.preparation import prepare
from railbird.harness.tournament.run import play
from railbird.native import (
    ALL_PRIZES,
    PAYOFF_UNIT,
    FreezeOut,
    Level,
    expected_prizes,
    seat_order,
)
from railbird.plugins import CALL, FOLD, Game, HandRecord, Match, Observation, load_registry
from railbird.results import open_run
from railbird.results.show.units import UnitError
from railbird.results.store.schema import NO_ENTRY

LEVELS = (LevelSpec(blinds=(10, 20), hands=4), LevelSpec(blinds=(20, 40), hands=4))
HOUSE = ("call", "raise", "uniform")
STACK, ENTRANTS = 300, 12


def spec_of(*agents: str, game: str = "holdem-nolimit-3p", **keys: Any) -> Spec:
    rules: dict[str, Any] = {"stack": STACK, "levels": LEVELS, "prizes": (70.0, 30.0)}
    rules["entrants"] = ENTRANTS
    rules |= {name: keys.pop(name) for name in (*rules, "most_hands", "seats") if name in keys}
    return Spec(
        name="small",
        game=game,
        mode="tournament",
        tournament=FreezeOutSpec(**rules),
        agents=tuple(AgentSpec(agent=agent) for agent in agents or HOUSE),
        **({"decks": 4, "seed": 5} | keys),
    )


def test_workers_and_missing_shards_change_no_byte(tmp_path: Path) -> None:
    check_workers_and_missing_shards(spec_of(hands_per_chunk=60), tmp_path)


def test_killed_and_continued_gives_the_same_bytes(tmp_path: Path) -> None:
    text = (
        'name = "killed"\ngame = "holdem-nolimit-3p"\nmode = "tournament"\ndecks = 60\n'
        "hands_per_chunk = 200\n[tournament]\nstack = 2000\nentrants = 18\n"
        "levels = [{ blinds = [10, 20], hands = 10 }]\n"
        '[[agents]]\nagent = "call"\n[[agents]]\nagent = "uniform"\n[[agents]]\nagent = "raise"\n'
    )
    check_a_kill(text, tmp_path)


def test_more_decks_change_no_tournament(tmp_path: Path) -> None:
    check_more_decks(spec_of(), spec_of(decks=6), tmp_path)


def test_tournaments_played_in_processes_of_their_own_are_the_same() -> None:
    check_processes_of_their_own(spec_of(decks=1))


def place_of(entry: int, standing: dict[int, tuple[int, int, int]]) -> int:
    """By final chips, the last round and the chips before it; equals share the first place."""
    return 1 + sum(other > standing[entry] for other in standing.values())


@pytest.mark.parametrize(("game", "entrants", "seats"), [
    ("holdem-nolimit-3p", 12, None), ("holdem-nolimit-6p", 21, 5), ("holdem-nolimit-2p", 9, None),
])  # fmt: skip
def test_chips_seats_places_and_prizes(game: str, entrants: int, seats: int | None) -> None:
    table = play(spec_of(game=game, decks=4, entrants=entrants, seats=seats))
    for row in table.to_pylist():
        chips = dict.fromkeys(range(entrants), STACK)
        standing = {entry: (STACK, 0, 0) for entry in chips}
        by_round = defaultdict(list)
        for hand in row["hands"]:
            by_round[hand["round"]].append(hand)
        assert list(by_round) == list(range(len(by_round)))
        total = Counter[str]()
        for number, hands in by_round.items():
            tables = [hand["table"] for hand in hands]
            assert tables == sorted(set(tables))
            here = [e for hand in hands for e in hand["players"] if e != NO_ENTRY]
            assert len(set(here)) == len(here)
            left = {entry for entry in chips if chips[entry]}
            assert set(here) <= left
            assert len(left - set(here)) <= (1 if game.endswith("2p") else 0)
            for hand in hands:
                assert sum(stack > 0 for stack in hand["stacks"]) > 1
                assert len([e for e in hand["players"] if e != NO_ENTRY]) <= (seats or 6)
                columns = (hand["players"], hand["stacks"], hand["payoffs"])
                for entry, stack, payoff in zip(*columns, strict=True):
                    if entry == NO_ENTRY:
                        assert stack == payoff == 0
                        continue
                    assert stack == chips[entry]
                    chips[entry] += payoff // PAYOFF_UNIT
                    total[row["agents"][entry % 3]] += payoff
                    out = chips[entry] == 0
                    standing[entry] = (chips[entry], number * out, stack * out)
            assert sum(chips.values()) == STACK * entrants
        assert [total[agent] for agent in row["agents"]] == row["payoffs"]
        assert row["places"] == [place_of(entry, standing) for entry in chips]
        assert sum(row["prizes"]) == ALL_PRIZES
        assert row["prizes"][row["places"].index(1)] == ALL_PRIZES * 7 // 10


def test_entries_are_rotated_and_seats_drawn_alike() -> None:
    table = play(spec_of(decks=3))
    by_deck = defaultdict(list)
    for row in table.to_pylist():
        by_deck[row["deck_index"]].append(row)
    firsts = []
    for rows in by_deck.values():
        assert [row["seating_index"] for row in rows] == [0, 1, 2]
        for column in zip(*[row["agents"] for row in rows], strict=True):
            assert sorted(column) == sorted(HOUSE)
        seats = [[h["players"] for h in row["hands"] if h["round"] == 0] for row in rows]
        assert seats[0] == seats[1] == seats[2]
        firsts.append(seats[0])
    assert firsts[0] != firsts[1] != firsts[2]


def test_no_two_tables_share_a_deck_seed() -> None:
    spec = spec_of(decks=50)
    assert spec.tournament is not None
    field = field_of(spec.tournament, 3)
    assert field is not None
    schedule = prepare(spec).schedule
    seeds = Counter[int]()
    chunks = range(count_chunks(schedule))
    plans = [plan for index in chunks for plan in plan_chunk(schedule, index).matches]
    for plan in plans:
        tables = plan_tables(plan, field.table_count, seed=spec.seed, secret=b"")
        seeds.update(tables.table_seeds)
    assert set(seeds.values()) == {3}  # the rotations of a deck
    assert len(seeds) == len(plans) // 3 * 4


def test_the_shipped_tournament_is_played_to_its_end() -> None:
    spec = find_spec("mtt-90")
    table = play(msgspec.structs.replace(spec, decks=1, deals="acpc"))
    assert table.num_rows == len(spec.agents)
    for row in table.to_pylist():
        assert len([prize for prize in row["prizes"] if prize]) >= 9
        assert sum(row["prizes"]) == ALL_PRIZES
        assert row["places"].count(1) == 1
        assert {hand["table"] for hand in row["hands"]} == set(range(10))
        assert not row["incidents"]


# ---- what agents see ----


class Witness:
    """Calls, and keeps what it sees, by the number of the player."""

    seen: ClassVar[list[tuple[int, dict[str, Any]]]] = []
    records: ClassVar[list[tuple[int, HandRecord]]] = []
    starts: ClassVar[list[tuple[Any, ...]]] = []

    def start_match(self, match: Match) -> None:
        self.me = match.players[match.seat]
        self.match = match
        self.starts.append((match.mode, match.players, match.seat, match.random()))

    def act(self, observation: Observation) -> Any:
        names = ("level", "blinds", "players_left", "prizes", "starting_stacks", "hand_index")
        assert self.match.players[observation.seat] == self.me
        seen = {name: getattr(observation, name) for name in names}
        order = seat_order(len(self.match.players))
        assert order is not None
        taken = [player is not None for player in self.match.players]
        assert sum(stack > 0 for stack in seen["starting_stacks"]) <= sum(taken)
        assert self.me is not None
        self.seen.append((self.me, seen))
        return CALL

    def end_hand(self, record: HandRecord) -> None:
        assert self.me is not None
        self.records.append((self.me, record))


def plan_of(agents: tuple[str, ...], tables: int, deck: int) -> PlannedTournament:
    keys = tuple(range(10 * deck, 10 * deck + tables))
    return PlannedTournament(deck, agents, deck, table_seeds=keys, table_keys=keys, draw_key=deck)


def rules_of(entrants: int, seats: int, **keys: Any) -> PlayRules:
    levels = (Level((1, 2), 3), Level((2, 4), 3))
    return PlayRules(
        500, session=FreezeOut(100, levels, 500, player_count=entrants), mode="tournament",
        prizes=(70.0, 30.0), field=Field(entrants, seats), **keys,
    )  # fmt: skip


def test_agents_see_the_field_and_recognise_its_players() -> None:
    registry = load_registry(())
    game, other = registry.game("holdem-nolimit-3p"), registry.agent("uniform").factory
    rules = rules_of(12, 3, raise_agent_errors=True)
    assert rules.session is not None
    first = Game("first", rules.session.first_hand(game.definition))
    for kept in (Witness.seen, Witness.records, Witness.starts):
        kept.clear()
    results = play_matches(
        first, [plan_of(("a", "b"), 4, 8)], {"a": Witness, "b": other}, rules=rules
    )
    where = results.session.rounds if results.session is not None else None
    assert where is not None
    left_in = {
        number: len(np.unique(where.players[where.rounds == number])) - (
            -1 in where.players[where.rounds == number]
        )
        for number in np.unique(where.rounds).tolist()
    }  # fmt: skip
    assert {seen["players_left"] for _, seen in Witness.seen} <= set(left_in.values())
    assert max(seen["players_left"] for _, seen in Witness.seen) == 12
    assert min(seen["players_left"] for _, seen in Witness.seen) == 2
    for _, seen in Witness.seen:
        assert seen["players_left"] == left_in[seen["hand_index"]]
        assert seen["level"] == 1 + seen["hand_index"] // 3
        assert seen["prizes"] == (70.0, 30.0)
    assert {start[0] for start in Witness.starts} == {"tournament"}
    witnesses = {me for me, _ in Witness.seen}
    assert len(witnesses) == 6  # half of the entries, by numbers that stay
    assert len({start[3] for start in Witness.starts}) == len(Witness.starts)
    assert len(Witness.starts) > 6
    told = Counter((me, record.hand_index) for me, record in Witness.records)
    assert set(told.values()) == {1}
    played = sum(
        int((results.session.stacks[row][where.players[row] % 2 == 0] > 0).sum())
        for row in range(len(where.rounds))
        if results.session is not None
    )
    assert len(Witness.records) == played


class Fragile:
    """Folds, and raises an error from the second hand on; keeps which player did."""

    raised: ClassVar[list[int | None]] = []

    def start_match(self, match: Match) -> None:
        self.me = match.players[match.seat]

    def act(self, observation: Observation) -> Any:
        if observation.hand_index > 0:
            self.raised.append(self.me)
            raise ValueError("tired")
        return FOLD if observation.can_fold else CALL


def test_a_forfeit_goes_with_the_player_to_other_tables() -> None:
    registry = load_registry(())
    game = registry.game("holdem-nolimit-3p")
    rules = rules_of(36, 3)
    assert rules.session is not None
    first = Game("first", rules.session.first_hand(game.definition))
    other = registry.agent("uniform").factory
    Fragile.raised.clear()
    results = play_matches(
        first, [plan_of(("a", "b"), 12, 3)], {"a": Fragile, "b": other}, rules=rules
    )
    incidents, session = results.incidents, results.session
    assert session is not None
    assert session.rounds is not None
    assert len(Fragile.raised) == len(set(Fragile.raised)) > 10
    assert incidents.kind == ["exception"] * len(Fragile.raised)
    assert set(incidents.match) == set(incidents.seat) == {0}
    where = session.rounds
    mine = (where.players % 2 == 0) & (where.players >= 0)
    later = where.rounds > 2
    tables = [
        set(where.tables[later & (where.players == player).any(axis=1)].tolist())
        for player in np.unique(where.players[mine]).tolist()
    ]
    assert max(map(len, tables)) > 1  # moved when they had forfeited
    paid = np.where(mine, -results.payoffs // PAYOFF_UNIT, 0)[later]
    assert (paid <= np.where(mine, session.blinds, 0)[later]).all()


@pytest.mark.parametrize("agent", ["fox", "observer", "hansen", "hermes"])
def test_agents_with_a_memory_play_on(agent: str) -> None:
    table = play(spec_of(agent, "uniform", "maniac", decks=1, stack=600))
    kinds = {one["kind"] for row in table.to_pylist() for one in row["incidents"]}
    assert kinds <= {"complaint"}


# ---- what is refused ----

TEXT = (
    'name = "small"\ngame = "holdem-nolimit-3p"\nmode = "tournament"\ndecks = 2\n{keys}\n'
    "[tournament]\nstack = 300\nlevels = [{{ blinds = [10, 20], hands = 5 }}]\n{rest}\n"
    '[[agents]]\nagent = "call"\n[[agents]]\nagent = "fold"\n[[agents]]\nagent = "uniform"\n'
)
WRONG: dict[str, tuple[dict[str, str], str]] = {
    "no entrants": ({"rest": ""}, "needs entrants, the number of players"),
    "one": ({"rest": "entrants = 1"}, "entrants is 1; give 2 to 10,000"),
    "unequal": (
        {"rest": "entrants = 10"},
        "10 entrants cannot be shared equally by 3 agents; write a multiple of 3, such as 9",
    ),
    "seats": ({"rest": "entrants = 9\nseats = 1"}, "seats is 1; give 2 or more"),
    "line-ups": ({"keys": "line_ups = { sampled = 2 }"}, "line_ups: all agents enter"),
    "seatings": ({"keys": 'seatings = "all"'}, "seatings: entries are rotated"),
    "hands": ({"keys": "hands_per_match = 5"}, 'hands_per_match: a match of mode = "tournament"'),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_bad_tournaments_are_refused_when_read(name: str) -> None:
    changed, message = WRONG[name]
    with pytest.raises(SpecError, match=message):
        parse_spec(TEXT.format(**({"keys": "", "rest": "entrants = 9"} | changed)))


def test_deck_seeds_are_not_listed() -> None:
    text = TEXT.format(keys="", rest="entrants = 9").replace("decks = 2", "deck_seeds = [1]")
    with pytest.raises(SpecError, match="deck_seeds: tables have deck seeds of their own"):
        parse_spec(text)


FIT: dict[str, tuple[dict[str, Any], str]] = {
    "seats": ({"seats": 4}, "seats is 4, and the game is for 3 players"),
    "prizes": ({"entrants": 3, "prizes": (40.0, 30.0, 20.0, 10.0)}, "4 prizes and 3 players"),
    "chips": ({"stack": 2**30}, "chips of 12 players are more than"),
}


@pytest.mark.parametrize("name", FIT)
def test_what_does_not_fit_the_game_is_refused(name: str) -> None:
    keys, message = FIT[name]
    with pytest.raises(SpecError, match=f"tournament: .*{message}"):
        prepare(spec_of(**keys))


def expected_after_eliminations(
    stored: list[dict[str, Any]], results: Any
) -> dict[tuple[str, int], list[tuple[float, float]]]:
    """What stacks were worth and paid, by agent and players left, with a dictionary of stacks."""
    hands = [row for batch in results.hands() for row in batch.to_pylist()]
    found = defaultdict(list)
    for match in stored:
        own = [
            hand
            for hand in hands
            if (hand["deck_index"], hand["agents"]) == (match["deck_index"], match["agents"])
        ]
        stacks = dict.fromkeys(range(ENTRANTS), STACK)
        for number in sorted({hand["round"] for hand in own}):
            before = len(stacks)
            for hand in own:
                if hand["round"] == number:
                    for player, payoff in zip(hand["players"], hand["payoffs"], strict=True):
                        if player in stacks:
                            stacks[player] += payoff // PAYOFF_UNIT
            stacks = {player: chips for player, chips in stacks.items() if chips}
            if 1 < len(stacks) < before:
                worth = expected_prizes(list(stacks.values()), [70.0, 30.0][: len(stacks)])
                for player, value in zip(stacks, worth.tolist(), strict=True):
                    paid = 100 * match["prizes"][player] / ALL_PRIZES
                    found[match["agents"][player % 3], len(stacks)].append((value, paid))
    return found


def test_places_are_printed_and_what_needs_seats_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    run(spec_of(), folder=folder, dispatch=play_here)
    needed = (12 * (0.7**2 + 0.3**2) - 1) * (1.959964 / 0.01) ** 2
    assert f"needs about {round(needed):,} tournaments" in capsys.readouterr().err
    text = printed(capsys, "finishes", folder)
    assert "row finished before column" in text
    results = open_run(folder)
    rows = results.finishes().to_pylist()
    stored = [row for batch in results.matches() for row in batch.to_pylist()]
    for row in rows:
        of_agent = [
            (place, prize, place + (match["places"].count(place) - 1) / 2)
            for match in stored
            for entry, (place, prize) in enumerate(
                zip(match["places"], match["prizes"], strict=True)
            )
            if match["agents"][entry % 3] == row["agent"]
        ]
        places, prizes, ranks = zip(*of_agent, strict=True)
        assert row["tournaments"] == len(places) == 4 * 3 * 4
        assert row["mean_place"] == pytest.approx(np.mean(ranks))
        assert row["places"][0] == pytest.approx(places.count(1) / len(places))
        assert row["prize"] == pytest.approx(100 * np.mean(prizes) / ALL_PRIZES)
        assert row["return"] == pytest.approx(row["prize"] / (100 / 12) - 1)
        assert row["in_the_money"] == pytest.approx(np.mean(np.array(prizes) > 0))
    assert sum(row["prize"] for row in rows) * 4 == pytest.approx(100)
    for pair in results.place_matrix().to_pylist():
        halves = [
            (mine < other) + (mine == other) / 2
            for match in stored
            for e, mine in enumerate(match["places"])
            for f, other in enumerate(match["places"])
            if match["agents"][e % 3] == pair["agent"]
            and match["agents"][f % 3] == pair["opponent"]
        ]
        assert pair["before"] == pytest.approx(np.mean(halves))
    for name in ("total-bankroll", "indicators"):
        with pytest.raises(UnitError, match="railbird finishes"):
            results.table(name)
    worth = expected_after_eliminations(stored, results)
    rows = results.icm().to_pylist()
    assert {(row["agent"], row["players_left"]) for row in rows} == set(worth)
    for row in rows:
        expected, paid = np.mean(worth[row["agent"], row["players_left"]], axis=0)
        assert (row["expected"], row["paid"]) == pytest.approx((expected, paid))
    ratings = results.table("finish-ratings").arrow.to_pylist()
    assert sum(row["elo"] for row in ratings) == pytest.approx(3 * 1500)
    assert [row["tournaments"] for row in ratings] == [4 * 3 * 4] * 3
    assert "ratings by Plackett-Luce" in text
    assert run_command(["report", str(folder), "--out", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert all(f">{title}<" in page for title in ("Standings", "Ratings", "Levels"))
    for command in ("table", "rank", "opponents"):
        assert run_command([command, str(folder)]) == 2
        assert "use `railbird finishes`" in capsys.readouterr().err
    assert run_command(["hands", str(folder), "--first", "3"]) == 2
    assert "several tables" in capsys.readouterr().err
