"""Rankings: by total bankroll, and by run-off.

Both weigh line-ups equally and never pool hands: a bankroll is the mean of an agent's line-up
means.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.intervals import Integers
from railbird.results.line_up_means import Groups, LineUpMeans
from railbird.results.schema import BANKROLL, RUN_OFF, RUN_OFF_ROUNDS

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RunOff:
    """A run-off: its `ranking` in schema RUN_OFF, every round in schema RUN_OFF_ROUNDS.

    `stop` says in words why it ended before as few agents were left as the game has seats, and is
    empty where it did not.
    """

    ranking: pa.Table
    rounds: pa.Table
    stop: str = ""


@dataclass(frozen=True, slots=True)
class _Round:
    """One round: who is still in, their bankrolls among themselves, and who leaves after it."""

    agents: list[int]
    bankrolls: Groups
    leaving: list[int]


def total_bankroll(means: LineUpMeans) -> pa.Table:
    """Rank by mean over all line-ups an agent played, in schema BANKROLL; equals share a place."""
    everyone = np.arange(len(means.sets.agents))
    groups = _bankrolls(means, everyone)
    rows = [
        {
            "rank": place,
            **_bankroll_row(means, groups, agent),
            "deck_seeds": int(groups.decks[agent]),
            "hands": int(groups.hands[agent]),
        }
        for agent, place in _places(_present(groups), groups)
    ]
    return pa.Table.from_pylist(rows, schema=BANKROLL)


def run_off(means: LineUpMeans) -> RunOff:
    """Rank by iterated run-off: the lowest bankroll among those still in leaves, and so on.

    A round's bankrolls are over the line-ups whose members are all still in; agents that share the
    lowest leave together. It ends with a final table, ranked by its own bankrolls: as many agents
    as the game has seats or, where some line-ups are not played (one agent against all, team-mates
    who do not meet), the last ones of whom each still has a line-up among them. Whoever left later
    ranks higher.
    """
    rounds, stop = _play_rounds(means)
    ranking = [row for number in range(len(rounds), 0, -1) for row in _leave(means, rounds, number)]
    history = [row for number in range(1, len(rounds) + 1) for row in _stay(means, rounds, number)]
    return RunOff(
        pa.Table.from_pylist(ranking, schema=RUN_OFF),
        pa.Table.from_pylist(history, schema=RUN_OFF_ROUNDS),
        stop,
    )


def _play_rounds(means: LineUpMeans) -> tuple[list[_Round], str]:
    remaining = np.arange(len(means.sets.agents))
    groups = _bankrolls(means, remaining)
    remaining = np.array(_present(groups), np.int64)
    rounds = []
    while len(remaining) > means.seat_count:
        lowest = min(m for m in groups.mean if m is not None)
        leaving = [agent for agent in remaining.tolist() if groups.mean[agent] == lowest]
        rest = np.setdiff1d(remaining, leaving)
        after = _bankrolls(means, rest)
        stranded = [agent for agent in rest.tolist() if not after.line_ups[agent]]
        if stranded or not len(rest):
            rounds.append(_Round(remaining.tolist(), groups, []))
            return rounds, _why_stopped(means, leaving, stranded)
        rounds.append(_Round(remaining.tolist(), groups, leaving))
        remaining, groups = rest, after
    rounds.append(_Round(remaining.tolist(), groups, []))
    return rounds, ""


def _why_stopped(means: LineUpMeans, leaving: list[int], stranded: list[int]) -> str:
    labels = means.sets.agents
    lowest = ", ".join(labels[agent] for agent in leaving)
    if not stranded:
        return f"the run-off ends early: all who are left have the same bankroll ({lowest})"
    return f"the run-off ends early: without {lowest}, {labels[stranded[0]]} has no line-up left"


def _bankrolls(means: LineUpMeans, agents: Integers) -> Groups:
    """Average, for every agent, over the line-ups whose members are all among `agents`."""
    inside = np.isin(means.sets.line_ups, agents).all(axis=1)
    entries = np.flatnonzero(np.repeat(inside, means.seat_count))
    return means.grouped(entries, means.entry_agents[entries], group_count=len(means.sets.agents))


def _present(groups: Groups) -> list[int]:
    return np.flatnonzero(groups.line_ups).tolist()


def _places(agents: list[int], groups: Groups) -> Iterator[tuple[int, int]]:
    """Yield agents from the highest bankroll down, each with its place; equals share the first."""
    place, before = 0, None
    order = sorted(agents, key=lambda agent: (-(groups.mean[agent] or 0), agent))
    for number, agent in enumerate(order, start=1):
        if groups.mean[agent] != before:
            place, before = number, groups.mean[agent]
        yield agent, place


def _leave(means: LineUpMeans, rounds: list[_Round], number: int) -> Iterator[Row]:
    this = rounds[number - 1]
    is_final = number == len(rounds)
    first_place = len(this.agents) - len(this.leaving)
    for agent, place in _places(this.agents if is_final else this.leaving, this.bankrolls):
        yield {
            "rank": place if is_final else first_place + place,
            **_bankroll_row(means, this.bankrolls, agent),
            "last_round": number,
            "is_eliminated": not is_final,
        }


def _stay(means: LineUpMeans, rounds: list[_Round], number: int) -> Iterator[Row]:
    this = rounds[number - 1]
    for agent, _ in _places(this.agents, this.bankrolls):
        row = _bankroll_row(means, this.bankrolls, agent)
        yield {"round": number, **row, "is_eliminated": agent in this.leaving}


def _bankroll_row(means: LineUpMeans, groups: Groups, agent: int) -> Row:
    mean, width = groups.mean[agent], float(groups.half_width[agent])
    return {
        "agent": means.sets.agents[agent],
        "mbb_per_hand": None if mean is None else float(mean),
        "half_width": None if isnan(width) else width,
        "line_ups": int(groups.line_ups[agent]),
    }
