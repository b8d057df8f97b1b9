"""Runs of mode "ring": bankrolls, choices, ruin and rake, the same however they are played."""

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest
from same_bytes import check_a_kill, shards

from railbird.agents.team.table_choosers import Hunter, Prudent
from railbird.harness import Processes, Spec, SpecError, play, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.errors import TrialError
from railbird.harness.plan.spec_file import find_spec, parse_spec
from railbird.harness.table.play_rules import NO_SEAT, CallPoint, PlannedTournament, PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.harness.tournament.preparation import prepare
from railbird.native import PAYOFF_UNIT, Rake, RingRule, Stakes
from railbird.plugins import CALL, FOLD, Game, Lobby, Match, Observation, load_registry
from railbird.results import open_run
from railbird.results.store.schema import NO_ENTRY
from railbird.results.tables.rings.session_ruin import wilson

TEXT = """
name = "small"
game = "holdem-nolimit-3p"
mode = "ring"
decks = {decks}
hands_per_chunk = 120
{keys}
[ring]
bankroll = {bankroll}
tables = [{tables}]
buy_in = {{ least = 10, most = 20 }}
choose_every = 7
rake = {{ share = 0.05, cap = 3 }}
hands = 60
{rest}
"""
TABLES = '{ stakes = "nl-2-4", seats = 2, count = 1 }, { stakes = "nl-1-2", seats = 3, count = 2 }'
HOUSE = ("prudent", "hunter", "uniform", "call", "raise-pot")


def text_of(agents: tuple[str, ...] = HOUSE, **changed: Any) -> str:
    plain = {"decks": 4, "keys": "", "rest": "", "bankroll": 150, "tables": TABLES}
    entries = "".join(f'[[agents]]\nagent = "{agent}"\n' for agent in agents)
    return TEXT.format(**(plain | changed)) + entries


def spec_of(agents: tuple[str, ...] = HOUSE, **changed: Any) -> Spec:
    return parse_spec(text_of(agents, **changed))


def test_chips_go_from_bankrolls_to_tables_and_back() -> None:
    """What a hand starts from, wins and pays follows from the one before; nothing is lost."""
    seen_rake = seen_ruin = False
    for row in play(spec_of(decks=6)).to_pylist():
        agents = range(len(row["agents"]))
        won, paid = np.zeros((2, len(agents)), np.int64)
        stacks: dict[int, tuple[int, int]] = {}
        for hand in row["hands"]:
            columns = ("players", "stacks", "payoffs", "rake")
            blinds = max(hand["blinds"])
            for player, stack, payoff, rake in zip(*(hand[one] for one in columns), strict=True):
                if player == NO_ENTRY:
                    assert stack == payoff == rake == 0
                    continue
                came_from, left = stacks.get(player, (-1, 0))
                if came_from == hand["table"] and hand["round"] % 7:
                    assert stack == left
                stacks[player] = hand["table"], stack + payoff // PAYOFF_UNIT - rake
                won[player] += payoff // PAYOFF_UNIT
                paid[player] += rake
            assert sum(hand["rake"]) <= 3 * blinds
            seen_rake |= sum(hand["rake"]) > 0
            if "/" not in hand["betting"]:
                assert sum(hand["rake"]) == 0
        assert won.tolist() == [one // PAYOFF_UNIT for one in row["payoffs"]]
        assert won.sum() == 0
        last = {one["agent"]: one for one in row["bankrolls"]}
        assert [last[agent]["chips"] for agent in agents] == (150 + won - paid).tolist()
        for agent in agents:
            assert last[agent]["is_ruined"] == (last[agent]["chips"] < 20)
            seen_ruin |= last[agent]["is_ruined"]
            mine = [one["round"] for one in row["bankrolls"] if one["agent"] == agent]
            assert mine == sorted(set(mine))
    assert seen_rake
    assert seen_ruin


def test_workers_and_a_stop_change_no_byte(tmp_path: Path) -> None:
    run(spec_of(), folder=tmp_path / "one", dispatch=play_here)

    class StoppedError(Exception):
        pass

    def stops(job: Any, chunks: Any) -> Iterator[Any]:
        for number, played in enumerate(play_here(job, chunks)):
            if number == 2:
                raise StoppedError
            yield played

    with pytest.raises(StoppedError):
        run(spec_of(), folder=tmp_path / "two", dispatch=stops)
    assert 0 < len(shards(tmp_path / "two")) < len(shards(tmp_path / "one"))
    run(spec_of(), folder=tmp_path / "two", dispatch=Processes(2))
    assert shards(tmp_path / "one") == shards(tmp_path / "two")


def test_a_killed_run_continues_to_the_same_bytes(tmp_path: Path) -> None:
    check_a_kill(text_of(decks=8), tmp_path)


def test_more_sessions_change_none(tmp_path: Path) -> None:
    few = play(spec_of(decks=2)).to_pylist()
    more = play(spec_of(decks=5)).to_pylist()
    assert more[:2] == few


# ---- what agents see, and what they may choose ----


class Witness:
    """Keeps what it sees of lobbies and matches; calls."""

    def __init__(self) -> None:
        self.lobbies: list[Lobby] = []
        self.made.append(self)
        self.players: tuple[int | None, ...] = ()

    made: ClassVar[list["Witness"]] = []

    def start_match(self, match: Match) -> None:
        assert match.mode == "ring"
        self.players = match.players
        assert match.players[match.seat] == self.lobbies[-1].player

    def act(self, observation: Observation) -> Any:
        assert self.players[observation.seat] == self.lobbies[0].player
        return CALL

    def choose_table(self, lobby: Lobby) -> Any:
        self.lobbies.append(lobby)
        return lobby.usual


class Counting(Witness):
    """Notes how many are said to be left after each of its choices."""

    left: ClassVar[list[tuple[int, int]]] = []

    def act(self, observation: Observation) -> Any:
        self.left.append((len(self.lobbies), observation.players_left))
        return FOLD if observation.can_fold else CALL


class Fragile(Witness):
    """Raises at its third choice."""

    def choose_table(self, lobby: Lobby) -> Any:
        super().choose_table(lobby)
        if len(self.lobbies) == 3:
            raise ValueError("tired")
        return lobby.usual


class Greedy(Witness):
    """Chooses what it cannot have: too high stakes, a full table, nonsense."""

    def choose_table(self, lobby: Lobby) -> Any:
        super().choose_table(lobby)
        wrong = (4, "high", True, -3, None, 1.0, 10**5000)
        return wrong[len(self.lobbies) % len(wrong)] if len(self.lobbies) > 1 else lobby.usual


class Odd(Witness):
    """Answers with something that raises while it is read."""

    def choose_table(self, lobby: Lobby) -> Any:
        super().choose_table(lobby)
        return self

    def __index__(self) -> int:
        raise SystemExit("odd")


class Interrupted(Witness):
    """Cannot be created, or not be looked at."""

    def __init__(self) -> None:
        raise SystemExit("not today")


HIGH = Stakes("nl-50-100", (50, 100), 3, 1)


def play_rings(
    *,
    sessions: int = 2,
    forfeits: Any = (),
    bankroll: int = 400,
    high: Stakes = HIGH,
    **agents: Any,
) -> Any:
    registry = load_registry(())
    game = registry.game("holdem-nolimit-3p")
    stakes = (Stakes("nl-1-2", (1, 2), 3, 2), high)
    rule = RingRule(bankroll, stakes, 10, 40, choose_every=5, most_hands=40, rake=Rake(500))
    labels = tuple(sorted(agents))
    plans = [
        PlannedTournament(
            deck, labels, deck, table_seeds=(3 * deck, 3 * deck + 1, 3 * deck + 2),
            table_keys=(3 * deck, 3 * deck + 1, 3 * deck + 2), draw_key=deck,
        )
        for deck in range(sessions)
    ]  # fmt: skip
    first = Game("first", rule.first_hand(game.definition, len(labels)))
    Witness.made.clear()
    other = registry.agent("uniform").factory
    factories = {label: other if one is None else one for label, one in agents.items()}
    rules = PlayRules(40, session=rule, mode="ring", forfeits=forfeits)
    return play_matches(first, plans, factories, rules=rules)


def test_an_agent_that_chooses_has_one_instance_a_session_and_sees_the_lobby() -> None:
    results = play_rings(a=Witness, b=None, c=None, d=Witness)
    assert not results.incidents.kind
    witnesses = [one for one in Witness.made if one.lobbies]
    assert len(witnesses) == 4
    for one in witnesses:
        assert len({lobby.player for lobby in one.lobbies}) == 1
        assert one.lobbies[0].table is None
        assert one.lobbies[0].bankroll == 400
        for lobby in one.lobbies:
            assert [table.number for table in lobby.tables] == [0, 1, 2]
            seated = [player for table in lobby.tables for player in table.players]
            assert len(set(seated)) == len(seated)
            assert set(seated) <= set(range(4))
            assert (lobby.player in seated) == (lobby.table is not None)
            assert all(0 <= table.free_seats <= 3 for table in lobby.tables)
        assert max(table.mean_pot for table in one.lobbies[1].tables) > 2
        assert max(table.hands for table in one.lobbies[1].tables) == 5


def test_an_agent_that_raises_leaves_for_good() -> None:
    results = play_rings(a=Fragile, b=None, c=None, d=None, e=None)
    assert results.incidents.kind == ["exception"] * 2
    assert results.incidents.seat == [0, 0]
    for one in (one for one in Witness.made if one.lobbies):
        assert len(one.lobbies) == 3
    session = results.session
    firsts = np.cumsum(session.hand_counts) - session.hand_counts
    for match, first in enumerate(firsts):
        rows = slice(first, first + session.hand_counts[match])
        there = (session.rounds.players[rows] == 0).any(axis=1)
        assert session.rounds.rounds[rows][there].max() < 10
        assert session.rounds.rounds[rows].max() > 9


def test_players_left_are_those_of_the_session_who_are_not_ruined() -> None:
    """At the own table or not: of eight, whose bankrolls are one buy-in."""
    Counting.left.clear()
    results = play_rings(sessions=1, bankroll=60, a=Counting, **dict.fromkeys("bcdefgh"))
    (rows,) = results.bankrolls
    seen = set()
    for choices, left in Counting.left:
        ruined = rows.is_ruined & (rows.rounds <= 5 * (choices - 1))
        assert left == 8 - ruined.sum()
        seen.add(left)
    assert len(seen) > 1
    assert max(seen) == 8


@pytest.mark.parametrize("agent", [Odd, Interrupted])
def test_what_ends_a_process_elsewhere_is_an_exception_of_the_agent(agent: Any) -> None:
    results = play_rings(a=agent, b=None, c=None, d=None)
    assert set(results.incidents.kind) == {"exception"}
    assert set(results.incidents.seat) == {0}
    assert {text.partition(":")[0] for text in results.incidents.text} == {"SystemExit"}


def test_the_time_of_choices_is_that_of_the_agents_that_choose() -> None:
    times = {one.label: one for one in play_rings(a=Witness, b=None, c=None).call_times}
    assert times["a"].listening_seconds > 0 == times["b"].listening_seconds


def test_a_bad_choice_is_an_incident_and_the_agent_stays() -> None:
    results = play_rings(a=Greedy, b=None, c=None, d=None)
    texts = dict(zip(results.incidents.text, results.incidents.kind, strict=True))
    assert set(results.incidents.seat) == {0}
    assert {kind for text, kind in texts.items() if "return the number" in text} == {"nonsense"}
    assert any("does not exist" in text for text in texts)
    assert "exception" not in texts.values()


# ---- where to sit ----

REGISTRY = load_registry(())


def test_prudent_sits_as_usual_where_it_allows_the_usual_stakes() -> None:
    """Under a twentieth of the bankroll: tables are drawn by one rule, whoever names the stakes."""
    seen = set()

    class Usual(Witness):
        def choose_table(self, lobby: Lobby) -> Any:
            super().choose_table(lobby)
            choice = Prudent(REGISTRY.agent, share=0.05 - 1e-9).choose_table(lobby)
            assert choice == lobby.usual
            seen.add(choice if choice == "stay" else lobby.tables[int(choice)].stakes)
            return choice if lobby.draw < 0.8 else "leave"

    agents = dict.fromkeys("abcdefgh", Usual)
    results = play_rings(bankroll=5_000, high=Stakes("nl-3-6", (3, 6), 3, 1), **agents)
    assert not results.incidents.kind
    assert seen == {"stay", "nl-1-2", "nl-3-6"}


class HighRoller(Prudent):
    """Sits at the highest stakes that it can buy into."""

    def choose_table(self, lobby: Lobby) -> Any:
        free = [one for one in lobby.tables if one.free_seats or one.number == lobby.table]
        within = [one for one in free if one.least_buy_in <= lobby.bankroll]
        best = max((one.big_blind for one in within), default=0)
        same = [one.number for one in within if one.big_blind == best]
        return "stay" if lobby.table in same or not same else same[0]


def play_sessions(rule: RingRule, agents: dict[str, Any], sessions: int) -> Any:
    game = REGISTRY.game("holdem-nolimit-6p")
    labels, count = tuple(sorted(agents)), rule.table_count
    plans = [
        PlannedTournament(
            deck, labels, deck, table_seeds=tuple(range(count * deck, count * deck + count)),
            table_keys=tuple(range(count * deck, count * deck + count)), draw_key=deck,
        )
        for deck in range(sessions)
    ]  # fmt: skip
    first = Game("first", rule.first_hand(game.definition, len(labels)))
    rules = PlayRules(rule.most_hands, session=rule, mode="ring")
    return play_matches(first, plans, agents, rules=rules)


def test_who_always_sits_highest_is_ruined_more_often_than_the_prudent_with_the_same_play() -> None:
    """Both play as the fox, who wins from uniform players: the mean is positive, the end is not."""
    stakes = (Stakes("nl-1-2", (1, 2), 6, 2), Stakes("nl-10-20", (10, 20), 6, 1))
    rule = RingRule(4_000, stakes, 20, 50, choose_every=10, most_hands=150)
    uniform = REGISTRY.agent("uniform").factory
    agents: dict[str, Any] = {
        "high": partial(HighRoller, REGISTRY.agent, plays="fox"),
        "prudent": partial(Prudent, REGISTRY.agent, plays="fox"),
    }
    for number in range(5):
        agents[f"low-{number}"] = uniform
        agents[f"rich-{number}"] = partial(HighRoller, REGISTRY.agent, plays="uniform")
    sessions = 30
    results = play_sessions(rule, agents, sessions)
    assert not results.incidents.kind
    intervals, means = {}, {}
    for label in ("high", "prudent"):
        agent = sorted(agents).index(label)
        rows = [one.agents == agent for one in results.bankrolls]
        ruined = sum(
            bool(one.is_ruined[mine].any())
            for one, mine in zip(results.bankrolls, rows, strict=True)
        )
        last = [one.chips[mine][-1] for one, mine in zip(results.bankrolls, rows, strict=True)]
        intervals[label] = wilson(ruined, sessions)
        means[label] = np.mean(last) - 2 * np.std(last) / np.sqrt(sessions)
    assert min(means.values()) > 4_000
    assert intervals["prudent"][1] < intervals["high"][0]


class Settled(Prudent):
    """Sits at one table."""

    def __init__(self, *arguments: Any, table: int, **keys: Any) -> None:
        super().__init__(*arguments, **keys)
        self._table = table

    def choose_table(self, lobby: Lobby) -> Any:
        return self._table


def test_the_hunter_finds_the_table_of_loose_passive_players() -> None:
    """It leaves the rocks wherever it began, and stays with the calling stations."""
    stakes = (Stakes("nl-1-2", (1, 2), 6, 2),)
    rule = RingRule(50_000, stakes, 40, 100, choose_every=15, most_hands=120)
    agents: dict[str, Any] = {
        "hunter": partial(Hunter, REGISTRY.agent, plays="fox", least_hands=10)
    }
    for table, style in enumerate(("rock", "calling-station")):
        for number in range(4):
            settled = partial(Settled, REGISTRY.agent, plays=style, table=table)
            agents[f"{style}-{number}"] = settled
    results = play_sessions(rule, agents, 8)
    assert not results.incidents.kind
    rounds, number = results.session.rounds, sorted(agents).index("hunter")
    there = (rounds.players == number).any(axis=1)
    assert len(set(rounds.tables[there & (rounds.rounds == 0)].tolist())) == 2
    assert rounds.tables[there & (rounds.rounds >= 60)].mean() > 0.9


# ---- what is refused ----

WRONG: dict[str, tuple[dict[str, str], str]] = {
    "mode": ({"keys": "", "mode": "cash"}, 'ring: this table belongs to mode = "ring"'),
    "hands_per_match": ({"keys": "hands_per_match = 5"}, "hands_per_match: a session of ring"),
    "deck_seeds": ({"keys": "deck_seeds = [1]", "no_decks": "1"}, "deck_seeds: tables have"),
    "line_ups": ({"keys": "line_ups = { sampled = 2 }"}, "line_ups: all agents meet"),
    "seatings": ({"keys": 'seatings = "all"'}, "seatings: agents choose their tables"),
    "stakes": ({"tables": '{ stakes = "high", seats = 2 }'}, "stakes 'high' are not known"),
    "seats": ({"tables": '{ stakes = "nl-1-2", seats = 1 }'}, "give 2 or more"),
    "twice": (
        {"tables": '{ stakes = "nl-1-2", seats = 2 }, { stakes = "nl-1-2", seats = 3 }'},
        "list each stakes once",
    ),
    "bankroll": ({"bankroll": "19"}, "least buy-in of the lowest table, nl-1-2, is 20"),
    "unknown": ({"rest": "levels = 3"}, "unknown key 'levels'"),
    "tournament": ({"rest": "[tournament]\nstack = 5\nlevels = [{ blinds = [1, 2], hands = 3 }]"},
        "tournament: this table belongs to mode"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_bad_ring_games_are_refused_when_read(name: str) -> None:
    changed, message = WRONG[name]
    mode = changed.pop("mode", "ring")
    text = text_of(**{key: value for key, value in changed.items() if key != "no_decks"})
    text = text.replace('mode = "ring"', f'mode = "{mode}"')
    if "no_decks" in changed:
        text = text.replace("decks = 4\n", "", 1)
    if mode == "cash":
        text = text.replace("[ring]", "hands_per_match = 3\n[ring]", 1)
    with pytest.raises(SpecError, match=message):
        parse_spec(text)


FIT = {
    "seats": ('{ stakes = "nl-1-2", seats = 4 }', "4 seats, and the game 3 players"),
    "betting": ('{ stakes = "fl-1-2", seats = 3 }', "fl-1-2 is limit, and the game is nolimit"),
    "blinds": ('{ stakes = "nl-1-2-4", seats = 3 }', "has 3 blinds, and in this game 2"),
}


@pytest.mark.parametrize("name", FIT)
def test_what_does_not_fit_the_game_is_refused(name: str) -> None:
    tables, message = FIT[name]
    with pytest.raises(SpecError, match=f"ring: .*{message}"):
        prepare(spec_of(tables=tables))


# ---- tables and commands ----


def test_bankrolls_and_ruin_are_printed_and_the_rest_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    run(spec_of(decks=8), folder=folder, dispatch=play_here)
    capsys.readouterr()
    assert run_command(["bankrolls", str(folder)]) == 0
    text = capsys.readouterr().out
    assert "bankrolls of ring games" in text
    assert "median hands" in text
    results = open_run(folder)
    stored = [row for batch in results.matches() for row in batch.to_pylist()]
    rows = results.session_ruin().to_pylist()
    for agent in HOUSE:
        ends = []
        for match in stored:
            number = match["agents"].index(agent)
            mine = [one for one in match["bankrolls"] if one["agent"] == number]
            ends.append(mine[-1])
        (whole,) = [row for row in rows if row["agent"] == agent and row["stakes"] is None]
        by_stakes = [row for row in rows if row["agent"] == agent and row["stakes"] is not None]
        ruined = [one for one in ends if one["is_ruined"]]
        assert whole["ruined"] == len(ruined) == sum(row["ruined"] for row in by_stakes)
        assert whole["share_low"] <= whole["share"] <= whole["share_high"]
        if ruined:
            assert whole["median_hands"] == np.median([one["round"] for one in ruined])
        (last,) = [
            row for row in results.session_bankrolls(points=1).to_pylist() if row["agent"] == agent
        ]
        assert last["mean"] == pytest.approx(np.mean([one["chips"] for one in ends]))
        assert last["quantile_50"] == pytest.approx(np.median([one["chips"] for one in ends]))
        assert last["ruined"] == pytest.approx(len(ruined) / len(ends))
    for command in ("table", "rank", "finishes", "report", "hands", "opponents"):
        extra = ["--first", "2"] if command == "hands" else []
        assert run_command([command, str(folder), *extra]) == 2
        assert str(folder) in capsys.readouterr().err


def test_the_shipped_ring_games_play(tmp_path: Path) -> None:
    spec = find_spec("ring-three-stakes")
    assert spec.ring is not None
    short = msgspec.structs.replace(
        spec, decks=2, ring=msgspec.structs.replace(spec.ring, hands=60)
    )
    for row in play(short).to_pylist():
        assert row["hand_count"] > 100
        assert not row["incidents"]


DEADLY = """
import os, signal
from railbird.plugins import CALL, AgentEntry, hookimpl


class Deadly:
    def __init__(self, how, choices):
        self.how, self.choices = how, choices

    def act(self, observation):
        return CALL

    def choose_table(self, lobby):
        self.choices -= 1
        if not self.choices and self.how == "loop":
            while True:
                pass
        if not self.choices and self.how == "exit":
            os._exit(3)
        if not self.choices and self.how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        return lobby.usual


@hookimpl
def railbird_agents():
    return [AgentEntry("deadly", Deadly)]
"""


def deadly_spec(folder: Path, *, keys: str = "", **choices: int) -> Spec:
    """Agents whose process ends at a choice, by how it does, and two others; one chunk."""
    (folder / "deadly.py").write_text(DEADLY, encoding="utf-8")
    entries = "".join(
        f'[[agents]]\nagent = "deadly"\nlabel = "{how}"\n'
        f'parameters = {{ how = "{how}", choices = {number} }}\n'
        for how, number in choices.items()
    )
    plugins = f'[plugins]\npaths = ["{folder / "deadly.py"}"]\n{entries}'
    text = text_of(("uniform", "prudent"), decks=2, rest=plugins, keys=keys, bankroll=400)
    return parse_spec(text.replace("hands_per_chunk = 120", "hands_per_chunk = 400"))


def test_agents_that_end_their_process_when_they_choose_forfeit_there(tmp_path: Path) -> None:
    """One after the other; chunks have several sessions, and any number of workers the same."""
    spec = deadly_spec(tmp_path, exit=2, kill=3)
    run(spec, folder=tmp_path / "one", dispatch=Processes(1))
    found = open_run(tmp_path / "one")
    assert found.manifest.is_complete
    assert len(shards(tmp_path / "one")) == 1
    rows = [row for batch in found.incidents() for row in batch.to_pylist()]
    names = Counter((row["deck_index"], row["agents"][row["seat"]]) for row in rows)
    assert names == dict.fromkeys(itertools.product(range(2), ("exit", "kill")), 1)
    assert {row["kind"] for row in rows} == {"death"}
    for batch in found.matches():
        for match in batch.to_pylist():
            seats = {one["round"]: one["table"] for one in match["bankrolls"]
                     if match["agents"][one["agent"]] == "exit"}  # fmt: skip
            assert seats[0] >= 0 > seats[7]
    run(spec, folder=tmp_path / "two", dispatch=Processes(2))
    assert shards(tmp_path / "one") == shards(tmp_path / "two")


def test_a_session_whose_agents_all_die_at_their_first_choice_has_no_hands() -> None:
    moments = [CallPoint(0, NO_SEAT, 0, 0, player) for player in range(3)]
    results = play_rings(sessions=1, forfeits=tuple(moments), a=Witness, b=Witness, c=None)
    assert results.incidents.kind == ["death"] * 3
    assert results.session.hand_counts.tolist() == [0]
    assert not Witness.made


@pytest.mark.parametrize(("how", "message"), [
    ("loop", "it did not finish within 0.5 seconds"), ("exit", "its process exited with code 3"),
])  # fmt: skip
def test_the_trial_asks_for_a_choice_too(how: str, message: str, tmp_path: Path) -> None:
    spec = deadly_spec(tmp_path, keys="trial_seconds = 0.5", **{how: 1})
    with pytest.raises(TrialError, match=f"agent '{how}' failed its trial hand: {message}"):
        run(spec, folder=tmp_path / "run", dispatch=Processes(1))


LEAVER = """
from railbird.plugins import CALL, AgentEntry, hookimpl


class Leaver:
    def act(self, observation):
        return CALL

    def choose_table(self, lobby):
        return "leave"


@hookimpl
def railbird_agents():
    return [AgentEntry("leaver", Leaver)]
"""


def test_a_session_in_which_nobody_sits_down_is_stored_without_hands(tmp_path: Path) -> None:
    (tmp_path / "leaver.py").write_text(LEAVER, encoding="utf-8")
    spec, folder = tmp_path / "spec.toml", tmp_path / "run"
    spec.write_text(text_of(("leaver", "uniform"), decks=3), encoding="utf-8")
    command = ["run", str(spec), "--out", str(folder), "--plugin", str(tmp_path / "leaver.py")]
    assert run_command([*command, "--workers", "0"]) == 0
    results = open_run(folder)
    matches = [row for batch in results.matches() for row in batch.to_pylist()]
    assert [row["hand_count"] for row in matches] == [0] * 3
    (shown,) = results.table("session-bankrolls").grids()
    assert [row[0] for row in shown.rows] == sorted(results.labels), "as text only the ends"
    rows = results.table("session-bankrolls").arrow.to_pylist()
    assert {(row["agent"], row["mean"]) for row in rows} == {("leaver", 150), ("uniform", 150)}
    assert run_command(["bankrolls", str(folder)]) == 0
