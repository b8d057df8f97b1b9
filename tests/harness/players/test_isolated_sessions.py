"""Isolated agents play tournaments and ring games the same, and forfeit as in cash games."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from outside_runs import PATIENT, hands_of, play_untried

from railbird.harness import AgentSpec, Plugins, Spec, SpecError
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.ring_spec import BuyIn, RakeSpec, RingSpec, RingTables
from railbird.harness.players.outside_spec import Outside
from railbird.harness.supervision.confinement import landlock_version
from railbird.harness.supervision.program_limits import can_count_processes
from railbird.harness.tournament.preparation import prepare

pytestmark = pytest.mark.skipif(
    landlock_version() < 1 or not can_count_processes(), reason="nothing to isolate with here"
)
PLUGIN = """
import os, time
from railbird.plugins import *

class Dicer:
    def start_match(self, match):
        self.bias = sum(match.random() for _ in range(3)) / 9 + len(match.mode) / 100
        self.players = match.players
    def act(self, o):
        told = (o.level, o.blinds, o.ante, o.players_left, o.prizes, o.seats, o.starting_stacks,
                o.cards, o.contributions, o.to_call, o.actions, o.hand_index, self.players)
        own = [o.random() for _ in range(20)] + [o.hand_random(j) for j in range(5)]
        bold = sum(own) / 25 + sum(map(ord, repr(told))) % 97 / 97 + self.bias > 1.2
        return raise_to(o.min_raise_to) if bold and o.can_raise else CALL
    def end_hand(self, record):
        self.bias += sum(map(ord, repr(record))) % 89 / 89 / 200 + self.bias / 1000 - 0.001

def do(deed):
    if deed == "exit":
        os._exit(5)
    if deed == "hang":
        time.sleep(60)
    if deed == "raise":
        raise ValueError("enough")
    return "all my chips"

class Doer:
    def __init__(self, deed):
        self.deed = deed
    def act(self, o):
        if o.hand_index == 1:
            return do(self.deed)
        return CALL

class Roamer(Dicer):
    bias = 0.1
    def start_match(self, match):
        self.bias += match.random() / 5
        self.players = match.players
    def choose_table(self, lobby):
        seen = lobby.bankroll + 31 * lobby.player + int(lobby.draw * 1000) + (lobby.table or 0)
        seen += 0 if lobby.usual == "stay" else 5 * lobby.usual
        for one in lobby.tables:
            seen += one.number + one.big_blind + one.least_buy_in + one.most_buy_in + one.seats
            seen += int(8 * one.mean_pot) + one.hands + 7 * sum(one.players) + len(one.stakes)
        told = int(seen) % 7
        self.bias += told / 100
        tables = [one.number for one in lobby.tables if one.free_seats]
        return "stay" if told < 3 or not tables else tables[told % len(tables)]

class Chooser(Doer):
    count = 0
    def act(self, o):
        return CALL
    def choose_table(self, lobby):
        self.count += 1
        if self.count == 3:
            return do(self.deed)
        return lobby.usual

@hookimpl
def railbird_agents():
    return [
        AgentEntry("dicer", Dicer), AgentEntry("doer", Doer),
        AgentEntry("roamer", Roamer), AgentEntry("chooser", Chooser),
    ]
"""
LEVELS = (LevelSpec(blinds=(10, 20), hands=2), LevelSpec(blinds=(20, 40), ante=5, hands=2))
RULE = FreezeOutSpec(stack=300, levels=LEVELS, prizes=(70.0, 30.0), most_hands=40)


@pytest.fixture
def plugins(tmp_path: Path) -> Plugins:
    file = tmp_path / "deeds.py"
    file.write_text(PLUGIN)
    return Plugins(paths=(str(file),))


def freeze_out(*agents: AgentSpec, **keys: Any) -> Spec:
    basic = {"decks": 1, "seed": 3, "deals": "acpc", "outside": PATIENT, "seatings": "rotations"}
    return Spec(
        name="x",
        game=f"holdem-nolimit-{len(agents)}p",
        mode="freeze-out",
        tournament=RULE,
        agents=agents,
        **(basic | keys),
    )


def in_processes(spec: Spec, *, which: slice = slice(None)) -> Spec:
    agents = list(spec.agents)
    agents[which] = [msgspec.structs.replace(one, isolation="process") for one in agents[which]]
    return msgspec.structs.replace(spec, agents=tuple(agents))


@pytest.mark.parametrize("players", [2, 3])
def test_they_see_and_play_the_same(players: int, plugins: Plugins) -> None:
    """All that an agent is told, with twenty-five draws, is folded into what it plays."""
    names = ["dicer", "dicer", "uniform"][:players]
    agents = [AgentSpec(agent=name, label=f"a{row}") for row, name in enumerate(names)]
    spec = freeze_out(*agents, plugins=plugins)
    here = play_untried(spec)
    assert play_untried(in_processes(spec)).to_pylist() == here.to_pylist()
    assert play_untried(in_processes(spec, which=slice(1))).to_pylist() == here.to_pylist()
    hands = [hand for match in here.column("hands").to_pylist() for hand in match]
    assert {hand["level"] for hand in hands} >= {0, 1}
    assert {sum(stack > 0 for stack in hand["stacks"]) for hand in hands} == {
        *range(2, players + 1)
    }


def test_agents_in_batch_form_with_a_memory_play_the_same() -> None:
    spec = freeze_out(*(AgentSpec(agent=name) for name in ("observer", "hermes", "fox")))
    here = play_untried(spec)
    assert play_untried(in_processes(spec)).to_pylist() == here.to_pylist()


def test_few_programs_at_once_change_nothing() -> None:
    spec = freeze_out(*(AgentSpec(agent=name) for name in ("uniform", "call", "raise")), decks=2)
    few = msgspec.structs.replace(spec, outside=Outside(answer=20.0, start=60.0, programs=3))
    assert play_untried(in_processes(few)).to_pylist() == play_untried(spec).to_pylist()


DEEDS = {
    "exit": ("death", "the connection was closed; the program exited with code 5"),
    "hang": ("late", "the time for the answer ran out"),
    "raise": ("exception", "ValueError: enough"),
    "nonsense": ("nonsense", "all my chips"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_they_forfeit_where_they_fail(deed: str, plugins: Plugins) -> None:
    """From there on they check or fold, as an agent of this process that raises."""
    others = AgentSpec(agent="call"), AgentSpec(agent="uniform")
    own = AgentSpec(agent="doer", label="own", parameters={"deed": deed})
    outside = Outside(answer=4.0, start=60.0) if deed == "hang" else PATIENT
    spec = freeze_out(own, *others, plugins=plugins, outside=outside)
    away = play_untried(in_processes(spec, which=slice(1)))
    same = "nonsense" if deed == "nonsense" else "raise"
    wrong = msgspec.structs.replace(own, parameters={"deed": same})
    here = play_untried(freeze_out(wrong, *others, plugins=plugins))
    assert hands_of(away) == hands_of(here)
    kind, text = DEEDS[deed]
    found = [one for match in away.column("incidents").to_pylist() for one in match]
    expected = [one for match in here.column("incidents").to_pylist() for one in match]
    places = [(one["hand"], one["decision"], one["seat"]) for one in expected]
    assert [(one["hand"], one["decision"], one["seat"]) for one in found] == places
    assert found
    assert {one["kind"] for one in found} == {kind}
    assert all(text in one["text"] for one in found)


def several(*agents: AgentSpec, entrants: int, **keys: Any) -> Spec:
    spec = freeze_out(*agents, **keys)
    rule = msgspec.structs.replace(RULE, entrants=entrants)
    return msgspec.structs.replace(
        spec, mode="tournament", tournament=rule, game="holdem-nolimit-3p", seatings=None
    )


def test_in_tournaments_of_several_tables_they_see_and_play_the_same(plugins: Plugins) -> None:
    """One process plays all entries of an agent, each with an instance of its own."""
    names = ["dicer", "dicer", "observer", "uniform"]
    agents = [AgentSpec(agent=name, label=f"a{row}") for row, name in enumerate(names)]
    spec = several(*agents, entrants=8, plugins=plugins)
    here = play_untried(spec)
    assert play_untried(in_processes(spec)).to_pylist() == here.to_pylist()
    assert play_untried(in_processes(spec, which=slice(2))).to_pylist() == here.to_pylist()
    tables = {hand["table"] for match in here.column("hands").to_pylist() for hand in match}
    assert tables == {0, 1, 2}


@pytest.mark.parametrize("deed", ["exit", "raise"])
def test_in_tournaments_of_several_tables_they_forfeit(deed: str, plugins: Plugins) -> None:
    """A process that ends is that of all entries of its agent, who forfeit one after the other."""
    own = AgentSpec(agent="doer", label="own", parameters={"deed": deed})
    agents = own, AgentSpec(agent="call"), AgentSpec(agent="uniform")
    spec = several(*agents, entrants=6, plugins=plugins)
    away = play_untried(in_processes(spec, which=slice(1)))
    found = [one for match in away.column("incidents").to_pylist() for one in match]
    kind, text = DEEDS[deed]
    assert {one["kind"] for one in found} == {kind}
    assert all(text in one["text"] for one in found)
    for match in away.to_pylist():
        number = match["agents"].index("own")
        assert {one["seat"] for one in match["incidents"]} == {number}
        assert len(match["incidents"]) <= 2
    if deed == "raise":
        wrong = several(*agents, entrants=6, plugins=plugins)
        assert hands_of(play_untried(wrong)) == hands_of(away)


def ring(*agents: AgentSpec, **keys: Any) -> Spec:
    rules = RingSpec(
        bankroll=600,
        tables=(
            RingTables(stakes="nl-1-2", seats=3, count=2),
            RingTables(stakes="nl-5-10", seats=2),
        ),
        buy_in=BuyIn(least=20, most=50),
        rake=RakeSpec(share=0.05, cap=3),
        hands=20,
        choose_every=4,
    )
    return msgspec.structs.replace(
        freeze_out(*agents, **keys),
        mode="ring",
        tournament=None,
        ring=rules,
        game="holdem-nolimit-3p",
        seatings=None,
    )


def test_in_ring_games_they_choose_and_play_the_same(plugins: Plugins) -> None:
    """One instance chooses and plays in a session, where the agent has choose_table."""
    names = ["roamer", "dicer", "hunter", "uniform"]
    agents = [AgentSpec(agent=name, label=f"a{row}") for row, name in enumerate(names)]
    agents[2] = msgspec.structs.replace(agents[2], parameters={"plays": "fox"})
    spec = ring(*agents, plugins=plugins)
    here = play_untried(spec)
    assert play_untried(in_processes(spec)).to_pylist() == here.to_pylist()
    rows = [row for match in here.column("bankrolls").to_pylist() for row in match]
    assert len({row["table"] for row in rows if row["agent"] == 0}) > 1


@pytest.mark.parametrize("deed", DEEDS)
def test_in_ring_games_they_forfeit_where_they_choose(deed: str, plugins: Plugins) -> None:
    own = AgentSpec(agent="chooser", label="own", parameters={"deed": deed})
    outside = Outside(answer=4.0, start=60.0) if deed == "hang" else PATIENT
    others = AgentSpec(agent="call"), AgentSpec(agent="uniform")
    spec = ring(own, *others, plugins=plugins, outside=outside)
    away = play_untried(in_processes(spec, which=slice(1)))
    same = "nonsense" if deed == "nonsense" else "raise"
    wrong = msgspec.structs.replace(own, parameters={"deed": same})
    here = play_untried(ring(wrong, *others, plugins=plugins))
    assert hands_of(away) == hands_of(here)
    assert away.column("bankrolls") == here.column("bankrolls")
    found = [one for match in away.column("incidents").to_pylist() for one in match]
    kind, text = DEEDS[deed]
    assert {one["kind"] for one in found} == {kind}
    assert all(text in one["text"] for one in found)


def test_programs_are_refused_with_the_reason() -> None:
    agents = [AgentSpec(agent="call"), AgentSpec(agent="uniform")]
    for isolation in ("none", "process"):
        program = AgentSpec(label="far", command=("true",), isolation=isolation)  # type: ignore[arg-type]
        with pytest.raises(SpecError, match="'far': the protocol of the ACPC has no words"):
            prepare(freeze_out(program, agents[0]))
