"""Freeze-outs as runs: the same bytes however they are played, known chances, and bad specs."""

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
    matches,
)

from railbird.harness import AgentSpec, Spec, SpecError, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.errors import TrialError
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.spec_file import parse_spec
from railbird.harness.table.play_rules import PlannedMatch, PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.harness.tournament.cost import describe_cost, estimate_cost
from railbird.harness.tournament.preparation import prepare
from railbird.harness.tournament.run import play
from railbird.native import ALL_PRIZES, PAYOFF_UNIT, FreezeOut, Level
from railbird.plugins import CALL, Game, HandRecord, Match, Observation, load_registry
from railbird.results import open_run
from railbird.results.show.units import UnitError

LEVELS = (LevelSpec(blinds=(10, 20), hands=5), LevelSpec(blinds=(20, 40), ante=5, hands=5))
HOUSE = ("call", "raise", "raise-pot", "uniform")


def spec_of(*agents: str, game: str = "holdem-nolimit-3p", **keys: Any) -> Spec:
    rules = {"stack": 300, "levels": LEVELS, "prizes": (70.0, 30.0)}
    rules |= {name: keys.pop(name) for name in (*rules, "most_hands") if name in keys}
    return Spec(
        name="small",
        game=game,
        mode="freeze-out",
        tournament=FreezeOutSpec(**rules),
        agents=tuple(AgentSpec(agent=agent) for agent in agents or HOUSE),
        **({"decks": 4, "seed": 5} | keys),
    )


def test_workers_and_missing_shards_change_no_byte(tmp_path: Path) -> None:
    check_workers_and_missing_shards(spec_of(hands_per_chunk=60), tmp_path)


def test_killed_and_continued_gives_the_same_bytes(tmp_path: Path) -> None:
    text = (
        'name = "killed"\ngame = "holdem-nolimit-2p"\nmode = "freeze-out"\ndecks = 600\n'
        "hands_per_chunk = 2048\n[tournament]\nstack = 2000\n"
        "levels = [{ blinds = [10, 20], hands = 20 }]\n"
        '[[agents]]\nagent = "call"\n[[agents]]\nagent = "uniform"\n[[agents]]\nagent = "raise"\n'
    )
    check_a_kill(text, tmp_path)


def test_more_decks_change_no_tournament(tmp_path: Path) -> None:
    check_more_decks(spec_of(), spec_of(decks=6), tmp_path)


def test_matches_played_in_processes_of_their_own_are_the_same() -> None:
    check_processes_of_their_own(spec_of(decks=1))


def test_chips_and_prizes_are_conserved() -> None:
    table = play(spec_of(decks=10))
    for row in table.to_pylist():
        stacks, chips = [300] * 3, sum([300] * 3)
        for hand in row["hands"]:
            assert hand["stacks"] == stacks
            assert all(payoff % PAYOFF_UNIT == 0 for payoff in hand["payoffs"])
            stacks = [s + p // PAYOFF_UNIT for s, p in zip(stacks, hand["payoffs"], strict=True)]
            assert sum(stacks) == chips
        assert sorted(stacks) == [0, 0, chips]
        assert sum(row["prizes"]) == ALL_PRIZES
        winner = stacks.index(chips)
        assert row["places"][winner] == 1
        assert row["prizes"][winner] == ALL_PRIZES * 7 // 10


def test_all_in_every_hand_a_tie_is_as_often_as_by_count() -> None:
    """Equal stacks tie in 113,130,263,816 of 2,781,381,002,400 deals, and so end after 1.0424."""
    spec = spec_of(game="holdem-nolimit-2p", prizes="winner", decks=2_000)
    agents = tuple(AgentSpec(agent="raise-most", label=label) for label in "ab")
    table = play(msgspec.structs.replace(spec, agents=agents))
    hands = np.array(table["hand_count"])[::2]  # the other seating plays the same hands
    tie = 113_130_263_816 / 2_781_381_002_400
    mean, deviation = 1 / (1 - tie), np.sqrt(tie) / (1 - tie)
    assert abs(hands.mean() - mean) < 4 * deviation / np.sqrt(len(hands))


# ---- what agents see ----


class Witness:
    """Calls, and keeps what it sees."""

    seen: ClassVar[list[dict[str, Any]]] = []
    records: ClassVar[list[HandRecord]] = []
    modes: ClassVar[list[tuple[str, int]]] = []

    def start_match(self, match: Match) -> None:
        self.modes.append((match.mode, match.hand_count))

    def act(self, observation: Observation) -> Any:
        names = ("hand_index", "level", "blinds", "ante", "players_left", "prizes")
        chips = ("starting_stacks", "contributions", "pot", "betting")
        actions = [action.position for action in observation.actions]
        self.seen.append(
            {name: getattr(observation, name) for name in names + chips} | {"actions": actions}
        )
        return CALL

    def end_hand(self, record: HandRecord) -> None:
        self.records.append(record)


def test_agents_see_levels_blinds_prizes_and_who_is_left() -> None:
    registry = load_registry(())
    game, other = registry.game("holdem-nolimit-3p"), registry.agent("uniform").factory
    rule = FreezeOut(100, (Level((1, 2), 3), Level((2, 4), 3, ante=1)))
    first = Game("first", rule.first_hand(game.definition))
    plans = [PlannedMatch(seed, ("a", "b", "c"), seed) for seed in range(8)]
    for kept in (Witness.seen, Witness.records, Witness.modes):
        kept.clear()
    rules = PlayRules(
        500, raise_agent_errors=True, session=FreezeOut(100, rule.levels, 500),
        mode="freeze-out", prizes=(70.0, 30.0),
    )  # fmt: skip
    results = play_matches(first, plans, {"a": Witness, "b": other, "c": other}, rules=rules)
    assert results.session is not None
    assert {seen["players_left"] for seen in Witness.seen} == {2, 3}
    for seen in Witness.seen:
        assert seen["level"] == seen["hand_index"] // 3 + 1
        small = 2 ** (seen["level"] - 1)
        stacks = seen["starting_stacks"]
        ante = 2 ** (seen["level"] - 2) if seen["level"] > 1 else 0
        assert seen["ante"] == ante
        assert seen["blinds"] == tuple(
            due if stack else 0 for due, stack in zip((small, 2 * small, 0), stacks, strict=True)
        )
        posted = zip(seen["blinds"], stacks, strict=True)
        paid = [min(ante + blind, stack) for blind, stack in posted]
        assert all(chips >= due for chips, due in zip(seen["contributions"], paid, strict=True))
        assert seen["pot"] == sum(paid) or seen["betting"]
        assert sum(stacks) == 300
        assert seen["players_left"] == sum(stack > 0 for stack in stacks)
        assert seen["prizes"] == (70.0, 30.0)
        assert all(stacks[position] for position in seen["actions"])
    assert set(Witness.modes) == {("freeze-out", 500)}
    told = [record.hand_index for record in Witness.records]
    assert len(told) == results.session.hand_counts.sum()
    rows = {
        tuple(sorted(zip(columns.tolist(), positions.tolist(), strict=True)))
        for columns, positions in zip(
            results.session.stacks, results.session.positions, strict=True
        )
    }
    for record in Witness.records:
        by_position = zip(record.starting_stacks, range(3), strict=True)
        assert tuple(sorted(by_position)) in rows


@pytest.mark.parametrize("agent", ["fox", "observer", "hansen", "pokertron", "hermes", "coach"])
def test_agents_that_read_the_betting_play_on_as_levels_rise(agent: str) -> None:
    table = play(spec_of(agent, "uniform", "maniac", decks=2, stack=600))
    kinds = {one["kind"] for row in table.to_pylist() for one in row["incidents"]}
    assert kinds <= {"complaint"}


def test_an_agent_can_refuse_freeze_outs_in_its_trial() -> None:
    with pytest.raises(TrialError, match="'chains' failed its trial hand: it counts bettings"):
        play(spec_of("chains", "uniform", "call"), raise_agent_errors=False)


# ---- what is refused ----


TEXT = (
    'name = "small"\ngame = "holdem-nolimit-3p"\nmode = "freeze-out"\ndecks = 2\n'
    "[tournament]\nstack = 300\nlevels = [{{ blinds = {blinds}, hands = {hands} }}{more}]\n"
    "{rest}\n"
    '[[agents]]\nagent = "call"\n[[agents]]\nagent = "fold"\n[[agents]]\nagent = "uniform"\n'
)
PLAIN = {"blinds": "[10, 20]", "hands": "5", "more": "", "rest": ""}
WRONG: dict[str, tuple[dict[str, str], str]] = {
    "no hands": ({"hands": "0"}, "tournament: levels: level 1 has no hands"),
    "falling": (
        {"more": ", { blinds = [5, 10], hands = 5 }"},
        r"tournament: levels: the blinds fall from \[10, 20\] to \[5, 10\]",
    ),
    "falling ante": (
        {"hands": "5, ante = 3", "more": ", { blinds = [10, 20], hands = 5 }"},
        "tournament: levels: the ante falls from 3 to 0 at level 2",
    ),
    "negative ante": ({"hands": "5, ante = -3"}, "level 1 has an ante of -3; give 0 to"),
    "late blinds": (
        {"rest": 'late_blinds = "dead"'},
        "late_blinds: one of dead button, moving button is needed, not 'dead'",
    ),
    "sum": ({"rest": "prizes = [50, 30]"}, "the prizes add up to 80; they must add up to 100"),
    "rising prizes": ({"rest": "prizes = [30, 70]"}, "must not be negative or rise"),
    "negative prizes": ({"rest": "prizes = [110, -10]"}, "must not be negative or rise"),
    "no prizes": ({"rest": "prizes = []"}, "prizes is empty"),
    "no number": ({"rest": "prizes = [nan, 50]"}, "a prize is not a number"),
    "decimals": ({"rest": "prizes = [66.666, 33.334]"}, "more than two decimals"),
    "unknown": ({"rest": "entrant = 9"}, "unknown key 'entrant'"),
    "of another mode": ({"rest": "entrants = 9"}, 'entrants belongs to mode = "tournament"'),
    "level key": ({"more": ", { blind = [20, 40], hands = 5 }"}, "unknown key 'blind'"),
    "most": ({"rest": "most_hands = 0"}, "most_hands is 0"),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_tournaments_are_refused_when_read(name: str) -> None:
    changed, message = WRONG[name]
    with pytest.raises(SpecError, match=message):
        parse_spec(TEXT.format(**(PLAIN | changed)))


def test_what_belongs_to_another_mode_is_refused_by_name() -> None:
    text = TEXT.format(**PLAIN)
    with pytest.raises(SpecError, match="hands_per_match: a match of mode"):
        parse_spec(text.replace("decks = 2", "decks = 2\nhands_per_match = 5"))
    with pytest.raises(SpecError, match="tournament: this table belongs to mode"):
        cash = 'mode = "cash"\nhands_per_match = 5'
        parse_spec(text.replace('mode = "freeze-out"', cash))
    with pytest.raises(SpecError, match="tournament: this table is missing"):
        parse_spec(text[: text.index("[tournament]")] + text[text.index("[[agents]]") :])
    with pytest.raises(SpecError, match="missing required key 'hands_per_match'"):
        parse_spec('name = "a"\ngame = "kuhn-2p"\ndecks = 1\nagents = []\n')
    with pytest.raises(SpecError, match='evolution: this table belongs to mode = "evolution"'):
        parse_spec(text + "[evolution]\npopulation = 5\niterations = 2\n")


FIT: dict[str, tuple[dict[str, Any], str]] = {
    "count": ({"levels": (LevelSpec(blinds=(5, 10, 20), hands=5),)}, "has 3 blinds"),
    "short": ({"stack": 15}, "a blind of 20, above the stack of 15"),
    "ante above": (
        {"levels": (LevelSpec(blinds=(10, 20), ante=290, hands=5),)},
        "a blind of 20 and an ante of 290, above the stack of 300",
    ),
    "prizes": ({"prizes": (40.0, 30.0, 20.0, 10.0)}, "there are 4 prizes and 3 players"),
    "limit": ({"game": "holdem-limit-3p"}, r"its own blinds, \[5, 10\], without an ante, and as"),
}


@pytest.mark.parametrize("name", FIT)
def test_what_does_not_fit_the_game_is_refused(name: str) -> None:
    keys, message = FIT[name]
    with pytest.raises(SpecError, match=f"tournament: .*{message}"):
        prepare(spec_of(**keys))


def test_programs_are_refused_with_the_reason() -> None:
    spec = spec_of()
    agents = (AgentSpec(command=("true",), label="far"), *spec.agents[1:])
    with pytest.raises(SpecError, match="'far': the protocol of the ACPC has no words for stacks"):
        prepare(msgspec.structs.replace(spec, agents=agents))


def test_money_is_refused_and_places_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    run(spec_of(), folder=folder, dispatch=play_here)
    needed = (3 * (0.7**2 + 0.3**2) - 1) * (1.959964 / 0.01) ** 2
    assert f"needs about {round(needed):,} tournaments" in capsys.readouterr().err
    results = open_run(folder)
    for name in ("total-bankroll", "cross-table", "ruin", "transfer"):
        with pytest.raises(UnitError, match="use `railbird finishes`"):
            results.table(name)
    for command in ("table", "rank", "transfer", "opponents", "bankrolls"):
        assert run_command([command, str(folder)]) == 2
        assert "use `railbird finishes`" in capsys.readouterr().err
    assert (
        run_command(["export", str(folder), "--out", str(tmp_path / "out"), "--format", "acpc"])
        == 2
    )
    assert "no words for stacks and blinds that change" in capsys.readouterr().err
    file = str(tmp_path / "x.arrow")
    assert run_command(["fit-values", "--from-run", str(folder), "-o", file]) == 2
    assert "has freeze-outs; fit values on a run of cash games" in capsys.readouterr().err
    assert run_command(["learn", str(folder), "--player", "call", "-o", file]) == 2
    assert "has freeze-outs, from whose hands nothing is learned" in capsys.readouterr().err
    text = printed(capsys, "finishes", folder, "--icm")
    assert "row finished before column" in text
    assert "independent chip model" in text
    assert "independent chip model" in printed(capsys, "finishes", folder, "--at-hand", "2")
    assert "call" in printed(capsys, "indicators", folder)
    text = printed(capsys, "hands", folder, "--first", "60")
    assert "pre-flop" in text
    assert "all post 5, " in text
    spec = tmp_path / "spec.toml"
    spec.write_text(TEXT.format(**PLAIN), encoding="utf-8")
    assert run_command(["run", str(spec), "--until-decided", "--out", str(tmp_path / "x")]) == 2
    assert "--until-decided compares winnings by hand" in capsys.readouterr().err
    assert "tournaments that are independent" in printed(capsys, "run", str(spec), "--dry-run")


def test_a_dry_run_measures_how_long_tournaments_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of callers in a game of high blinds they are far shorter than the levels would suggest."""
    spec = spec_of("call", "raise", "raise-pot", stack=100, decks=40)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    lengths = [row["hand_count"] for row in matches(tmp_path / "run").values()]
    cost = estimate_cost(spec, tmp_path / "other", play_here)
    assert cost.hands_per_match == pytest.approx(np.mean(lengths), rel=0.5)
    assert cost.missing_hand_count == cost.match_count * cost.hands_per_match
    assert "of about" in describe_cost(cost)


def test_finishes_of_cash_games_are_refused(tmp_path: Path) -> None:
    agents = tuple(AgentSpec(agent=agent) for agent in ("call", "uniform"))
    spec = Spec(name="cash", game="kuhn-2p", agents=agents, hands_per_match=4, decks=2)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    with pytest.raises(UnitError, match="this run played cash games; use `railbird rank`"):
        open_run(tmp_path / "run").finishes()
