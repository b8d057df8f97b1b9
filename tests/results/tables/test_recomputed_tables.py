"""Tables computed again from exported hands by plain pandas, which shares no code with ours."""

from collections.abc import Callable
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.results import RunResults, open_run
from railbird.results.histories.export import export_run

LUCK = 1e-9
"""mbb per hand."""


def entry(agent: str, team: str = "") -> AgentSpec:
    return AgentSpec(agent=agent, team=team)


SPECS = {
    "kuhn-3p": Spec(
        name="three",
        game="kuhn-3p",
        decks=9,
        hands_per_match=20,
        agents=(entry("call"), entry("uniform", "us"), entry("bluffer", "us"), entry("chump")),
    ),
    "holdem-nolimit-2p": Spec(
        name="two",
        game="holdem-nolimit-2p",
        decks=12,
        hands_per_match=30,
        agents=(entry("fox"), entry("rock"), entry("fish"), entry("uniform")),
    ),
}
BIG_BLIND = {"kuhn-3p": 1, "holdem-nolimit-2p": 100}


class Recomputed:
    """A run, and its hands as a table with a row for each seat of each hand, from the CSV."""

    def __init__(self, run_results: RunResults, csv: Path, big_blind: int) -> None:
        self.run = run_results
        hands = pd.read_csv(csv)
        lists = ["agents", "positions", "payoffs"]
        for name in lists:
            hands[name] = hands[name].str.split("|")
        hands["line_up"] = hands["agents"].map(lambda labels: tuple(sorted(labels)))
        self.hands = hands
        seats = hands.explode(lists).rename(
            columns={"agents": "agent", "positions": "position", "payoffs": "payoff"}
        )
        # payoffs are in 1/2520 chip
        seats["mbb"] = seats["payoff"].astype(float) / 2520 / big_blind * 1000
        seats["position"] = seats["position"].astype(int)
        self.seats = seats
        self.entries = self._by_deck(seats)

    @staticmethod
    def _by_deck(seats: pd.DataFrame) -> pd.Series:
        """Return the mean of each agent in each line-up on each deck, over hands and seatings."""
        return seats.groupby(["line_up", "agent", "deck_index"])["mbb"].mean()

    def interval(self, chosen: Callable[[tuple[str, ...], str], bool]) -> tuple[float, float]:
        """Return mean and half-width of those entries, averaged deck by deck."""
        return self._interval(self.entries, chosen)

    @staticmethod
    def _interval(
        entries: pd.Series, chosen: Callable[[tuple[str, ...], str], bool]
    ) -> tuple[float, float]:
        kept = [key for key in entries.index if chosen(key[0], key[1])]
        by_deck = entries.loc[kept].groupby("deck_index").mean()
        count = len(by_deck)
        width = stats.t.ppf(0.975, count - 1) * by_deck.std(ddof=1) / np.sqrt(count)
        return by_deck.mean(), width


@pytest.fixture(scope="module", params=list(SPECS))
def again(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Recomputed:
    folder = tmp_path_factory.mktemp("again")
    run(SPECS[request.param], folder=folder / "run", dispatch=play_here)
    export_run(open_run(folder / "run"), folder / "hands", "csv")
    return Recomputed(
        open_run(folder / "run"), folder / "hands" / "hands.csv", BIG_BLIND[request.param]
    )


def check(row: dict[str, Any], expected: tuple[float, float]) -> None:
    assert row["mbb_per_hand"] == pytest.approx(expected[0], abs=LUCK)
    if row["half_width"] is None:
        assert expected[1] == pytest.approx(0, abs=LUCK)
    else:
        assert row["half_width"] == pytest.approx(expected[1], abs=LUCK)


def test_cross_table(again: Recomputed) -> None:
    rows = again.run.cross_table().to_pylist()
    assert len(rows) == again.entries.groupby(["line_up", "agent"]).ngroups
    for row in rows:
        key = tuple(row["line_up"]), row["agent"]
        check(row, again.interval(lambda line_up, agent, key=key: (line_up, agent) == key))
        own = again.seats[(again.seats["line_up"] == key[0]) & (again.seats["agent"] == key[1])]
        assert row["hands"] == len(own)


def test_agent_matrix(again: Recomputed) -> None:
    for row in again.run.agent_matrix().to_pylist():
        check(
            row,
            again.interval(
                lambda line_up, agent, row=row: agent == row["agent"] and row["opponent"] in line_up
            ),
        )


def bankrolls(entries: pd.Series, among: set[str]) -> pd.Series:
    line_ups = entries.groupby(["line_up", "agent"]).mean().reset_index()
    inside = line_ups[line_ups["line_up"].map(lambda labels: set(labels) <= among)]
    return inside.groupby("agent")["mbb"].mean()


def test_total_bankroll(again: Recomputed) -> None:
    rows = again.run.total_bankroll().to_pylist()
    expected = bankrolls(again.entries, set(again.run.labels)).sort_values(ascending=False)
    assert [row["agent"] for row in rows] == expected.index.tolist()
    for row in rows:
        check(row, again.interval(lambda _, agent, row=row: agent == row["agent"]))


def test_comparisons(again: Recomputed) -> None:
    rows = again.run.comparisons().to_pylist()
    by_deck = again.entries.groupby(["agent", "deck_index"]).mean().unstack(0)
    assert len(rows) == len(list(combinations(again.run.labels, 2)))
    for row in rows:
        difference = by_deck[row["agent"]] - by_deck[row["other"]]
        test = stats.ttest_1samp(difference, 0)
        assert row["mbb_per_hand"] == pytest.approx(difference.mean(), abs=LUCK)
        assert row["p_value"] == pytest.approx(test.pvalue, rel=1e-6)
        assert row["probability_above"] == pytest.approx(1 - test.pvalue / 2, rel=1e-6)


def test_run_off(again: Recomputed) -> None:
    remaining, places = set(again.run.labels), {}
    seats = len(again.hands["line_up"].iloc[0])
    while len(remaining) > seats:
        lowest = bankrolls(again.entries, remaining).idxmin()
        rest = remaining - {lowest}
        if set(bankrolls(again.entries, rest).index) != rest:
            break  # team-mates do not meet: who is left has no line-up
        places[lowest] = len(remaining)
        remaining = rest
    final = bankrolls(again.entries, remaining).rank(ascending=False).astype(int)
    places |= final.to_dict()
    rows = again.run.table("run-off").to_pylist()
    assert {row["agent"]: row["rank"] for row in rows} == places


def test_positions(again: Recomputed) -> None:
    for row in again.run.positions().to_pylist():
        own = again.seats[again.seats["position"] == row["position"]]
        entries = again._by_deck(own)
        check(row, again._interval(entries, lambda _, agent, row=row: agent == row["agent"]))


def test_transfer(again: Recomputed) -> None:
    """Losses of a hand are shared over its winners in proportion to their winnings."""
    won: dict[tuple[str, str], dict[tuple[str, ...], list[float]]] = {}
    for hand in again.hands.itertuples():
        payoffs = dict(zip(hand.agents, map(int, hand.payoffs), strict=True))
        total = sum(max(payoff, 0) for payoff in payoffs.values())
        for (one, own), (other, theirs) in permutations(payoffs.items(), 2):
            gain = max(own, 0) * max(-theirs, 0)
            loss = max(-own, 0) * max(theirs, 0)
            flow = (gain - loss) / total if total else 0.0
            won.setdefault((one, other), {}).setdefault(hand.line_up, []).append(flow)
    counts = {
        agent: sum(agent in line_up for line_up in again.hands["line_up"].unique())
        for agent in again.run.labels
    }
    unit = again.seats["mbb"].abs().max() / again.seats["payoff"].astype(float).abs().max()
    for row in again.run.transfer().to_pylist():
        means = [np.mean(flows) for flows in won[row["agent"], row["opponent"]].values()]
        expected = sum(means) / counts[row["agent"]] * unit
        assert row["mbb_per_hand"] == pytest.approx(expected, abs=1e-7)


def test_opponents(again: Recomputed) -> None:
    for row in again.run.opponents().to_pylist():
        both = again.hands["line_up"].map(
            lambda labels, row=row: {row["agent"], row["opponent"]} <= set(labels)
        )
        assert row["hands"] == both.sum()


def test_teams(again: Recomputed) -> None:
    team_of = {record.label: record.team or record.label for record in again.run.manifest.agents}
    for row in again.run.team_table().to_pylist():
        teams, team = row["line_up"], row["team"]
        check(
            row,
            again.interval(
                lambda line_up, agent, teams=teams, team=team: (
                    team_of[agent] == team and sorted(team_of[label] for label in line_up) == teams
                )
            ),
        )


def test_voluntary_play(again: Recomputed) -> None:
    """VPIP: a call or a raise before the flop; PFR: a raise there."""
    if again.run.game.player_count > 2:
        pytest.skip("the betting is read for two players here")
    counted: dict[tuple[str, str], list[bool]] = {}
    for hand in again.hands.itertuples():
        acts = [int(p) for p in hand.positions]
        by_position = {position: agent for position, agent in zip(acts, hand.agents, strict=True)}
        first = str(hand.betting).split("/")[0]
        letters = [letter for letter in first if letter in "fcr"]
        played = {0: [], 1: []}  # type: dict[int, list[str]]
        for number, letter in enumerate(letters):
            played[(1 + number) % 2].append(letter)  # the small blind acts first, position 1
        for position, own in played.items():
            # a big blind that checks pays nothing
            pays = [
                letter == "r" or (letter == "c" and not (position == 0 and "r" not in first))
                for letter in own
            ]
            if own:
                counted.setdefault((by_position[position], "vpip"), []).append(any(pays))
                counted.setdefault((by_position[position], "pfr"), []).append("r" in own)
    rows = [r for r in again.run.indicators().to_pylist() if r["indicator"] in ("vpip", "pfr")]
    assert rows
    for row in rows:
        expected = counted[row["agent"], row["indicator"]]
        assert row["occurrences"] == sum(expected)
