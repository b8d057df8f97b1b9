"""Tournaments and ring games are written hand by hand, as those who were dealt in played them."""

import csv
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.ring_spec import BuyIn, RakeSpec, RingSpec, RingTables
from railbird.harness.workers.dispatch import play_here
from railbird.native import (
    PAYOFF_UNIT,
    ROUND_LETTER,
    ActionKind,
    ActionWalk,
    action_text,
    read_steps,
)
from railbird.results import LogError, RunResults, open_run
from railbird.results.histories import ImportChoice, export_run, import_histories
from railbird.results.histories.phh.phh_fields import parse_fields, sections
from railbird.results.histories.storing.played import played_matches
from railbird.results.histories.storing.table_hand import TableHand, follow_hands
from tests.results.histories.conftest import GAMES, find_logged_game

AGENTS = ("uniform", "call", "raise-pot", "raise", "raise-most", "fold")
MODES = ("freeze-out", "tournament", "ring")
RISING = (LevelSpec(blinds=(10, 20), hands=3), LevelSpec(blinds=(20, 40), ante=5, hands=3))


def spec_of(mode: str, game: str, *, seed: int = 1, has_antes: bool = True, **keys: Any) -> Spec:
    """A small run whose levels outgrow the stacks, in games without a limit."""
    definition = GAMES[game].definition
    count, big = definition.player_count, max(definition.blinds)
    blinds = tuple(sorted(blind for blind in definition.blinds if blind))
    agents = 3 if mode == "ring" else count
    rules: dict[str, Any] = {}
    if mode == "ring":
        kind = "fl" if definition.is_limit else "nl"
        stakes = [f"{kind}-{blinds[0]}-{blinds[1]}"]
        stakes += [] if definition.is_limit else [f"{kind}-{2 * blinds[0]}-{2 * blinds[1]}"]
        tables = [RingTables(stakes=name, seats=count, count=2) for name in stakes]
        rules["ring"] = RingSpec(
            bankroll=50 * big,
            tables=tuple(tables),
            buy_in=BuyIn(least=4, most=20),
            hands=24,
            choose_every=6,
            rake=RakeSpec(share=0.05, cap=3),
        )
    else:
        levels = RISING if has_antes else (LevelSpec(blinds=(10, 20), hands=3),)
        if definition.is_limit:
            levels = (LevelSpec(blinds=blinds, hands=40),)
        rules["tournament"] = FreezeOutSpec(
            stack=15 * big if definition.is_limit else 150,
            levels=levels,
            most_hands=40,
            entrants=4 * count if mode == "tournament" else None,
        )
    return Spec(
        name="small",
        game=game,
        mode=mode,
        agents=tuple(AgentSpec(agent=agent) for agent in AGENTS[:agents]),
        **({"decks": 1, "seed": seed} | rules | keys),
    )


def played(folder: Path, spec: Spec) -> RunResults:
    run(spec, folder=folder, dispatch=play_here)
    return open_run(folder)


def hands_of(results: RunResults) -> Iterator[TableHand]:
    for match in played_matches(results):
        for hand, _ in follow_hands(match, results.game):
            yield hand


class Told(NamedTuple):
    """A hand without the calls that nobody asks for, and whether it may be read at all.

    Hands with antes, or whose small blind falls on nobody, are read as games of steps, with the
    rules of poker rooms once somebody is all-in: a player is not asked if all others are all-in for
    no more than he has posted, and may not raise if nobody can call more, nor again after a raise
    below the least. A fold or a raise may be refused then.
    """

    content: tuple[Any, ...]
    may_be_refused: bool


def is_small_blind_dead(hand: TableHand) -> bool:
    return len(hand.blinds) > 2 and hand.blinds[0] > max(hand.blinds[1:])


def told(hand: TableHand) -> Told:
    walk, read, may_be_refused = ActionWalk(hand.game), list[str](), False
    are_steps = hand.ante > 0 or is_small_blind_dead(hand)
    walk.begin(hand.stacks, hand.blinds, hand.ante)
    for kind, amount in read_steps(hand.betting):
        if kind is None:
            walk.begin_round()
            read.append(ROUND_LETTER)
            continue
        spent, others = walk.spent, [at for at in walk.live if at != walk.acting]
        all_in = [spent[at] == walk.stacks[at] for at in others]
        is_alone = all(all_in) and spent[walk.acting or 0] == max(spent)
        may_be_refused |= are_steps and kind != ActionKind.CALL and any(all_in)
        if not (are_steps and is_alone and kind == ActionKind.CALL):
            read.append(action_text(kind, amount or None))
        walk.act(kind, amount)
    # Room text of limit does not say what a small blind is that took a whole stack.
    left = [max(stack - hand.ante, 0) for stack in hand.stacks]
    posts = tuple([min(blind, chips) for blind, chips in zip(hand.blinds, left, strict=True)])
    chips = tuple(hand.stacks), posts, max(hand.blinds), hand.ante
    return Told((hand.names, *chips, "".join(read), tuple(hand.holes)), may_be_refused)


@settings(max_examples=10, deadline=None)
@given(
    mode=st.sampled_from(MODES),
    game=st.sampled_from(
        [f"holdem-{kind}-{n}p" for kind in ("nolimit", "limit") for n in (2, 3, 6)]
    ),
    history_format=st.sampled_from(["phh", "pokerstars"]),
    seed=st.integers(0, 999),
    has_antes=st.booleans(),
)
@example("freeze-out", "holdem-nolimit-3p", "phh", 1, True)
@example("freeze-out", "holdem-limit-6p", "phh", 17, False)
@example("freeze-out", "holdem-limit-6p", "pokerstars", 17, False)
@example("freeze-out", "holdem-nolimit-6p", "pokerstars", 2, True)
@example("tournament", "holdem-nolimit-3p", "pokerstars", 3, True)
@example("ring", "holdem-nolimit-3p", "phh", 4, True)
@example("ring", "holdem-nolimit-3p", "pokerstars", 5, False)
def test_what_is_exported_and_imported_is_the_same_play(
    mode: str, game: str, history_format: str, seed: int, has_antes: bool
) -> None:
    with TemporaryDirectory() as place:
        folder = Path(place)
        results = played(folder / "run", spec_of(mode, game, seed=seed, has_antes=has_antes))
        export_run(results, folder / "out", history_format)
        choice = ImportChoice(find_game=find_logged_game, keep_going=True)
        report = import_histories([folder / "out"], folder / "again", choice)
        hands = list(hands_of(results))
        again = [hand for one in report.runs for hand in hands_of(open_run(one.folder))]
    wanted, read = Counter(map(told, hands)), Counter(map(told, again))
    lost = wanted - read
    assert read <= wanted
    assert all(one.may_be_refused for one in lost)
    assert (report.left_out, report.hands) == (lost.total(), read.total())
    assert report.rake_chips == sum(sum(hand.rakes) for hand in hands)
    payoffs = {told(hand): hand.payoffs for hand in hands}
    for hand in again:
        own = payoffs[told(hand)]
        # Split pots are paid in whole chips here, and divided exactly there.
        assert sum(own) == sum(hand.payoffs) == 0
        for here, there in zip(own, hand.payoffs, strict=True):
            assert abs(here - there) < PAYOFF_UNIT
            assert here == there or there % PAYOFF_UNIT


@pytest.mark.parametrize("mode", MODES)
def test_hands_in_order_carry_the_chips_on(mode: str, tmp_path: Path) -> None:
    """Whoever sits at a table again has what the latest hand left him, after the rake."""
    results = played(tmp_path / "run", spec_of(mode, "holdem-nolimit-3p", decks=3))
    export_run(results, tmp_path / "out", "phh")
    checked = 0
    for path in sorted((tmp_path / "out").glob("*.phhs")):
        chips: dict[str, int] = {}
        for line, text in sections(path.read_text(encoding="utf-8")):
            fields = parse_fields(text, line)
            names = fields["players"]
            assert len(names) == len(fields["starting_stacks"]) <= fields["seat_count"] == 3
            starts = dict(zip(names, fields["starting_stacks"], strict=True))
            known = {name: chips[name] for name in names if name in chips}
            if mode != "ring":  # where stacks are filled up, and chips taken home
                checked += len(known)
                assert known == {name: starts[name] for name in known}
            ends = dict(zip(names, fields["finishing_stacks"], strict=True))
            assert sum(starts.values()) - sum(ends.values()) == fields.get("_rake", 0)
            chips |= ends
    assert checked or mode == "ring"


def test_two_of_three_players_are_told_as_heads_up(tmp_path: Path) -> None:
    """The button posts the small blind, is listed last, and acts first before the flop."""
    results = played(tmp_path / "run", spec_of("freeze-out", "holdem-nolimit-3p", has_antes=False))
    export_run(results, tmp_path / "phh", "phh")
    export_run(results, tmp_path / "room", "pokerstars")
    pairs = 0
    rooms = sorted((tmp_path / "room").glob("*.txt"))
    for path, room in zip(sorted((tmp_path / "phh").glob("*.phhs")), rooms, strict=True):
        texts = [text for text in room.read_text(encoding="utf-8").split("\n\n\n") if text]
        for (line, text), room_text in zip(
            sections(path.read_text(encoding="utf-8")), texts, strict=True
        ):
            fields = parse_fields(text, line)
            if len(fields["players"]) > 2:
                continue
            pairs += 1
            small, big = fields["blinds_or_straddles"]
            assert small < big  # the first listed is the second player's
            other, button = fields["players"]
            assert f"Seat #{fields['seats'][1]} is the button" in room_text
            assert f"{button}: posts small blind" in room_text
            assert f"{other}: posts big blind" in room_text
            acted = [one for one in fields["actions"] if one.startswith("p")]
            if min(fields["starting_stacks"]) > small:  # else nobody is asked
                assert acted[0].startswith("p2")
    assert pairs


def test_a_small_blind_that_falls_on_nobody_is_not_posted(tmp_path: Path) -> None:
    """The big blind is the first then, and the next player acts first before the flop."""
    spec = spec_of(
        "freeze-out", "holdem-nolimit-6p", has_antes=False, decks=2, seatings="rotations"
    )
    results = played(tmp_path / "run", spec)
    dead = [hand for hand in hands_of(results) if is_small_blind_dead(hand)]
    assert dead
    assert {hand.game.first_positions for hand in dead} == {(1, 0, 0, 0)}
    assert all(hand.small_blind in (max(hand.blinds) // 2, *hand.blinds) for hand in dead)
    for history_format in ("phh", "pokerstars"):
        export_run(results, tmp_path / history_format, history_format)
        choice = ImportChoice(find_game=find_logged_game, keep_going=True)
        report = import_histories([tmp_path / history_format], tmp_path / "again", choice)
        again = [hand for one in report.runs for hand in hands_of(open_run(one.folder))]
        read = Counter(told(hand) for hand in again if is_small_blind_dead(hand))
        lost = Counter(map(told, dead)) - read
        assert read
        assert all(one.may_be_refused for one in lost)
        shutil.rmtree(tmp_path / "again")


def test_tables_and_entries_have_names(tmp_path: Path) -> None:
    spec = spec_of("tournament", "holdem-nolimit-3p")
    results = played(tmp_path / "run", spec)
    assert {hand.table for hand in hands_of(results)} == {
        f"match{match:06d}-table{table}" for match in range(3) for table in range(1, 5)
    }
    names = {name for hand in hands_of(results) for name in hand.names}
    assert names == {f"{agent}#{entry}" for agent in AGENTS[:3] for entry in range(1, 5)}


@pytest.mark.parametrize("mode", MODES)
def test_a_table_of_hands_has_what_the_shards_have(mode: str, tmp_path: Path) -> None:
    results = played(tmp_path / "run", spec_of(mode, "holdem-nolimit-3p"))
    export_run(results, tmp_path / "out", "csv")
    with (tmp_path / "out" / "hands.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    stored = [row for batch in results.hands() for row in batch.to_pylist()]
    assert len(rows) == len(stored) > 0
    for row, hand in zip(rows, stored, strict=True):
        for name in ("stacks", "payoffs", "positions"):
            assert row[name] == "|".join(map(str, hand[name]))
        assert int(row["level"]) == hand["level"] + 1
        assert int(row["ante"]) == hand.get("ante", 0)
        held = [cards != "" for cards in row["hole_cards"].split("|")]
        assert held == [stack > 0 for stack in hand["stacks"]]
        for name in ("round", "table"):
            assert (name in row) == (mode != "freeze-out")
            assert int(row.get(name, 1)) == hand.get(name, 0) + 1
        assert row.get("rake") == ("|".join(map(str, hand["rake"])) if mode == "ring" else None)


def test_formats_that_cannot_tell_them_say_why(tmp_path: Path) -> None:
    results = played(tmp_path / "run", spec_of("freeze-out", "holdem-nolimit-3p"))
    with pytest.raises(LogError, match="no words for stacks and blinds that change from hand to"):
        export_run(results, tmp_path / "out", "acpc")
    level = LevelSpec(blinds=(1, 2), hands=9)
    rule = FreezeOutSpec(stack=100, levels=(level,), most_hands=9)
    agents = tuple(AgentSpec(agent="uniform", label=label) for label in "abc")
    spec = Spec(
        name="x",
        game="omaha-8",
        players=3,
        mode="freeze-out",
        tournament=rule,
        agents=agents,
        decks=1,
    )
    results = played(tmp_path / "steps", spec)
    with pytest.raises(LogError, match="in which some players are out"):
        export_run(results, tmp_path / "out", "phh")
    assert not (tmp_path / "out").exists()
