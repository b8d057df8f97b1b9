"""Positions, teams, transfers, batches and parts of a run, worked by hand or by a slow version."""

from pathlib import Path

import numpy as np
import pytest

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.native import parse_game
from railbird.plugins import UnknownNameError
from railbird.results import RunResults, UnitError, open_run
from railbird.results.estimate.means.teams import team_names
from railbird.results.show.table_text import escape_latex
from railbird.results.show.units import UNITS, find_unit, unit_size
from railbird.results.store.manifest import AgentRecord
from railbird.results.store.where import WhereError
from tests.results.conftest import KUHN_2P, Match, duplicate_set, write_run

CHIP = 2520


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    """Four agents at three-player Kuhn, two of one team, 23 hands a match on 12 decks."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    agents = [AgentSpec(agent=name) for name in ("bluffer", "call")]
    agents += [AgentSpec(agent=name, team="twins") for name in ("chump", "uniform")]
    spec = Spec(
        name="small",
        game="kuhn-3p",
        agents=tuple(agents),
        hands_per_match=23,
        decks=12,
        hands_per_chunk=2**18,
        same_team_meets=True,
    )
    run(spec, folder=folder, dispatch=play_here)
    return open_run(folder)


def hands_of(played: RunResults) -> list[dict]:
    return [row for batch in played.hands() for row in batch.to_pylist()]


def test_what_is_won_by_position(played: RunResults) -> None:
    rows = {(row["agent"], row["position"]): row for row in played.positions().to_pylist()}
    won: dict[tuple[str, int, tuple[str, ...]], list[int]] = {}
    for hand in hands_of(played):
        for seat, label in enumerate(hand["agents"]):
            position = (seat - hand["hand_index"]) % 3
            key = (label, position, tuple(sorted(hand["agents"])))
            won.setdefault(key, []).append(hand["payoffs"][seat])
    for (label, position), row in rows.items():
        lists = [wins for key, wins in won.items() if key[:2] == (label, position)]
        assert row["hands"] == sum(map(len, lists))
        mean = np.mean([np.mean(wins) for wins in lists]) / CHIP * 1000
        assert row["mbb_per_hand"] == pytest.approx(mean)
    bankrolls = {row["agent"]: row["mbb_per_hand"] for row in played.total_bankroll().to_pylist()}
    for label, bankroll in bankrolls.items():
        parts = [rows[label, position]["mbb_per_hand"] for position in range(3)]
        assert np.mean(parts) == pytest.approx(bankroll)


def test_who_won_from_whom_hand_by_hand(played: RunResults) -> None:
    rows = {(r["agent"], r["opponent"]): r["mbb_per_hand"] for r in played.transfer().to_pylist()}
    flows = dict.fromkeys(rows, 0.0)
    count = 12 * 6 * 23 * 3  # hands of an agent's three line-ups
    for hand in hands_of(played):
        total = sum(payoff for payoff in hand["payoffs"] if payoff > 0)
        for winner, won in zip(hand["agents"], hand["payoffs"], strict=True):
            for loser, lost in zip(hand["agents"], hand["payoffs"], strict=True):
                if won > 0 > lost:
                    flows[winner, loser] += won * -lost / total
                    flows[loser, winner] -= won * -lost / total
    for pair, flow in flows.items():
        assert rows[pair] == pytest.approx(flow / CHIP / count * 1000)


def test_a_row_sums_to_the_bankroll_and_a_column_to_its_negative(played: RunResults) -> None:
    table = played.transfer()
    assert table.notes == ()
    bankrolls = {row["agent"]: row["mbb_per_hand"] for row in played.total_bankroll().to_pylist()}
    for label, bankroll in bankrolls.items():
        rows = [r["mbb_per_hand"] for r in table.to_pylist() if r["agent"] == label]
        columns = [r["mbb_per_hand"] for r in table.to_pylist() if r["opponent"] == label]
        assert sum(rows) == pytest.approx(bankroll)
        assert sum(columns) == pytest.approx(-bankroll)


def test_a_row_sums_to_the_bankroll_also_where_some_sat_at_more_tables(played: RunResults) -> None:
    part = played.where("with=call")
    table = part.transfer()
    assert "different numbers of line-ups" in table.notes[-1]
    for row in part.total_bankroll().to_pylist():
        own = [r for r in table.to_pylist() if r["agent"] == row["agent"]]
        assert sum(r["mbb_per_hand"] for r in own) == pytest.approx(row["mbb_per_hand"])
        assert row["agent"] not in {r["opponent"] for r in own}, "from himself nobody wins"


def test_a_team_s_bankroll_weighs_line_ups_of_teams_equally(played: RunResults) -> None:
    line_ups: dict[tuple[str, ...], dict[str, list[float]]] = {}
    team = {"chump": "twins", "uniform": "twins"}
    for row in played.cross_table().to_pylist():
        key = tuple(sorted(team.get(label, label) for label in row["line_up"]))
        name = team.get(row["agent"], row["agent"])
        line_ups.setdefault(key, {}).setdefault(name, []).append(row["mbb_per_hand"])
    table = {(tuple(r["line_up"]), r["team"]): r for r in played.team_table().to_pylist()}
    assert len(table) == sum(map(len, line_ups.values()))
    for (key, name), row in table.items():
        assert row["mbb_per_hand"] == pytest.approx(np.mean(line_ups[key][name]))
    for row in played.team_bankroll().to_pylist():
        means = [np.mean(v[row["team"]]) for v in line_ups.values() if row["team"] in v]
        assert row["mbb_per_hand"] == pytest.approx(np.mean(means))
        assert row["team_line_ups"] == len(means)
        assert row["half_width"] > 0


def test_a_team_with_the_name_of_a_lone_agent_is_another() -> None:
    agents = (AgentRecord("a", "x"), AgentRecord("b", "x", team="a"), AgentRecord("c", "x", "t"))
    assert team_names(agents) == {"a": "a", "b": "a (team)", "c": "t"}


def test_a_part_of_a_run_is_as_if_nothing_else_was_played(played: RunResults) -> None:
    part = played.where("with=call", "without=chump", "decks=0-9")
    assert part.notes[0] == "a part of the run: with call, without chump, decks 0 to 9"
    rows = part.cross_table().to_pylist()
    assert {tuple(row["line_up"]) for row in rows} == {("bluffer", "call", "uniform")}
    assert {row["duplicate_sets"] for row in rows} == {10}
    for batch in (*part.hands(["payoffs", "agents"]), *part.matches()):
        for labels in batch["agents"].to_pylist():
            assert sorted(labels) == ["bluffer", "call", "uniform"]
    assert [batch.schema.names for batch in part.hands(["payoffs"])] == [["payoffs"]]
    assert part.positions()["hands"].to_pylist() == [10 * 6 * 23 // 3] * 9
    assert part.opponents().num_rows == 6


def test_a_part_may_leave_whole_shards_out(tmp_path: Path) -> None:
    agents = tuple(AgentSpec(agent=name) for name in ("bluffer", "call", "chump", "uniform"))
    spec = Spec(
        name="small", game="kuhn-3p", agents=agents, hands_per_match=5, decks=2, hands_per_chunk=10
    )
    run(spec, folder=tmp_path / "cut", dispatch=play_here)
    part = open_run(tmp_path / "cut").where("with=bluffer")
    assert sum(len(hands) for hands in part.played_hands()) == 3 * 6 * 2 * 5
    assert part.total_bankroll().num_rows == 4
    hands = {row["agent"]: row["hands"] for row in part.indicators().to_pylist()}
    assert hands == {"bluffer": 180, "call": 120, "chump": 120, "uniform": 120}
    assert part.transfer().num_rows > 0
    assert part.bankroll_curves().num_rows > 0


def test_conditions_that_make_no_sense(played: RunResults) -> None:
    with pytest.raises(WhereError, match="'deck=3' is not a valid condition"):
        played.where("deck=3")
    with pytest.raises(WhereError):
        played.where("decks=5-3")
    with pytest.raises(UnknownNameError, match="did you mean 'call'"):
        played.where("with=cal")
    with pytest.raises(WhereError, match="no match in this part: with call, without call"):
        played.where("with=call", "without=call")
    with pytest.raises(WhereError, match="no match in this part: decks 90 to 91; choose another"):
        played.where("decks=90-91")
    with pytest.raises(ValueError, match="use 1 to 1,000,000 hands"):
        played.indicators(window=10**12)


def test_few_deck_seeds_are_cut_into_batches_and_it_is_said(tmp_path: Path) -> None:
    """Two decks of 200 hands: no more than four batches of 50 hands."""
    agents = tuple(AgentSpec(agent=name) for name in ("call", "uniform"))
    spec = Spec(name="few", game="kuhn-2p", agents=agents, hands_per_match=200, decks=2)
    run(spec, folder=tmp_path / "few", dispatch=play_here)
    results = open_run(tmp_path / "few")
    assert results.reading.batch_count == 4
    assert "4 batches of hands of each, aligned across seatings" in results.notes[0]
    assert "steady state" in results.notes[0]
    won = np.zeros((2, 200))
    for hand in hands_of(results):
        won[hand["deck_index"], hand["hand_index"]] += hand["payoffs"][hand["agents"].index("call")]
    batches = won.reshape(8, 50).sum(axis=1) / CHIP / 100 * 1000
    (row,) = [r for r in results.cross_table().to_pylist() if r["agent"] == "call"]
    assert row["mbb_per_hand"] == pytest.approx(batches.mean())
    # Student's t with 7 degrees of freedom
    assert row["half_width"] == pytest.approx(2.364624 * batches.std(ddof=1) / np.sqrt(8))
    assert row["duplicate_sets"] == 2
    assert results.total_bankroll()["deck_seeds"].to_pylist() == [2, 2]


def test_only_what_has_such_intervals_speaks_of_batches(tmp_path: Path) -> None:
    agents = tuple(AgentSpec(agent=name) for name in ("bluffer", "call", "chump"))
    spec = Spec(name="few", game="kuhn-3p", agents=agents, hands_per_match=200, decks=2)
    run(spec, folder=tmp_path / "few", dispatch=play_here)
    few = open_run(tmp_path / "few")
    assert any("batches of hands" in note for note in few.total_bankroll().notes)
    for table in (few.transfer(), few.positions(), few.indicators(), few.opponents()):
        assert not any("batches of hands" in note for note in table.notes)
    assert few.indicators().notes == few.facts


def test_one_deck_seed_has_an_interval_over_batches(tmp_path: Path) -> None:
    matches = duplicate_set({"a": 5 * CHIP, "b": -5 * CHIP}, deck=0, hand_count=1000)
    results = open_run(write_run(tmp_path / "one", matches))
    assert results.reading.batch_count == 20
    assert results.cross_table()["half_width"].to_pylist()[0] > 0


def test_units_by_hand() -> None:
    kuhn = parse_game(KUHN_2P)
    assert unit_size(find_unit("chips/hand"), kuhn) == 0.001
    limit = parse_game(
        KUHN_2P.replace("blind = 1 1", "blind = 5 10").replace("raiseSize = 1", "raiseSize = 20")
    )
    sizes = {name: unit_size(unit, limit) for name, unit in UNITS.items()}
    assert sizes == {
        "mbb/hand": 1,
        "bb/100": 0.1,
        "small-bets/hand": 0.01 / 20,
        "small-blinds/hand": 0.01 / 5,
        "blinds/1000": 1,
        "chips/hand": 0.01,
    }


def test_a_unit_that_the_game_has_not_is_refused(tmp_path: Path) -> None:
    nolimit = parse_game(
        KUHN_2P.replace("limit\n", "nolimit\n").replace("raiseSize = 1", "stack = 9 9")
    )
    with pytest.raises(UnitError, match="no small bet"):
        unit_size(find_unit("small-bets/hand"), nolimit)
    results = open_run(write_run(tmp_path / "run", duplicate_set({"a": 9, "b": -9}, deck=0)))
    with pytest.raises(UnitError, match="no small blind, since all players post the same"):
        results.agent_matrix().in_unit("small-blinds/hand")
    with pytest.raises(UnitError, match="there is no unit 'bb'; use one of mbb/hand"):
        results.agent_matrix().in_unit("bb")


def test_a_table_in_another_unit_has_another_column(tmp_path: Path) -> None:
    decks = [
        match
        for deck in (0, 1)
        for match in duplicate_set({"a": (4 + deck) * CHIP, "b": -(4 + deck) * CHIP}, deck=deck)
    ]
    table = open_run(write_run(tmp_path / "run", decks)).agent_matrix()
    other = table.in_unit("bb/100")
    assert "mbb_per_hand" not in other.schema.names
    assert other["bb_per_100_hands"].to_pylist() == pytest.approx([22.5, -22.5])
    assert other["half_width"].to_pylist() == pytest.approx(
        [width / 10 for width in table["half_width"].to_pylist()]
    )
    assert other.schema.field("half_width").metadata == {b"unit": b"bb per 100 hands"}


def test_a_table_of_hostile_labels_shows_without_markup(tmp_path: Path) -> None:
    label = "<script>x</script>&\"'|*_`"
    play = [
        Match((label, "b"), (9, -9), 0, 0),
        Match(("b", label), (-3, 3), 0, 1),
    ]
    results = open_run(write_run(tmp_path / "run", play))
    decided = results.run_off()
    ratings = (results.ratings(), results.order_ratings(), results.line_up_ratings())
    for shown in (*results.tables(), decided, *ratings, results.series_run_off()):
        page = shown._repr_html_()
        assert "<script" not in page
    assert "&lt;script&gt;x&lt;/script&gt;&amp;&quot;&#x27;|*_`" in page
    markdown = results.total_bankroll().to_markdown()
    assert "\\<script\\>x" in markdown
    assert "\\|\\*\\_\\`" in markdown
    latex = results.total_bankroll().to_latex()
    assert "\\&\\textquotedbl{}'\\textbar{}" in latex
    assert "\\_`" in latex
    assert escape_latex("[2pt]") == "{[}2pt]", "after the end of a row it is that command's option"


def test_other_libraries_take_a_table_as_it_is(played: RunResults) -> None:
    import pyarrow as pa  # noqa: PLC0415

    table = played.total_bankroll()
    assert pa.table(table).equals(table.arrow)
    assert len(table) == table.num_rows == 4
