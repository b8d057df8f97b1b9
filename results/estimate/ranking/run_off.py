"""Ranking by iterated run-off: the lowest bankroll is eliminated, the rest are ranked again."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan

import numpy as np

from railbird.results.estimate.means.line_up_means import GroupMeans, LineUpMeans
from railbird.results.estimate.ranking.bankrolls import (
    Row,
    bankroll_row,
    bankrolls_among,
    present_agents,
    rank,
)
from railbird.results.estimate.ranking.run_off_replay import Replay, replay_run_offs, same_path
from railbird.results.estimate.uncertainty.intervals import Integers, as_nullable
from railbird.results.estimate.uncertainty.resampling import draw_means
from railbird.results.estimate.uncertainty.sampled_means import SampledMeans
from railbird.results.estimate.uncertainty.significance import Contrasts, judge


@dataclass(frozen=True, slots=True)
class Decided:
    """A run-off as rows of its tables: `ranking`, `rounds` and `eliminations`.

    `stop` says why it ended with more agents than the game has seats, and is empty otherwise.
    """

    ranking: list[Row]
    rounds: list[Row]
    eliminations: list[Row]
    stop: str = ""


@dataclass(frozen=True, slots=True)
class _Round:
    """One round: the remaining agents, their bankrolls among themselves, and who is eliminated."""

    agents: list[int]
    bankrolls: GroupMeans
    leaving: list[int]


def run_off(means: LineUpMeans) -> Decided:
    """Rank by iterated run-off: eliminate the lowest bankroll among the remaining agents, repeat.

    A round's bankrolls are over the line-ups whose members all remain; agents that share the lowest
    are eliminated together. It ends with a final table, ranked by its own bankrolls: as many agents
    as the game has seats or, if some line-ups are not played (one agent against all, team-mates who
    do not meet), the last ones that each still have a line-up among them. Agents eliminated later
    rank higher. Every resample of the means has a run-off of its own: the probabilities are shares
    of those.
    """
    rounds, stop = _play_rounds(means)
    numbers = range(1, len(rounds) + 1)
    replay = replay_run_offs(means)
    ranking = [row for number in reversed(numbers) for row in _leave(means, rounds, number)]
    _add_probabilities(means, ranking, replay)
    history = [row for number in numbers for row in _stay(means, rounds, number)]
    return Decided(ranking, history, list(_eliminations(means, rounds, replay)), stop)


def _play_rounds(means: LineUpMeans) -> tuple[list[_Round], str]:
    remaining = np.arange(len(means.sets.agents))
    groups = bankrolls_among(means, remaining)
    remaining = np.array(present_agents(groups), np.int64)
    rounds = []
    while len(remaining) > means.seat_count:
        lowest = min(m for m in groups.mean if m is not None)
        leaving = [agent for agent in remaining.tolist() if groups.mean[agent] == lowest]
        rest = np.setdiff1d(remaining, leaving)
        after = bankrolls_among(means, rest)
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
        return f"the run-off ends early: all remaining agents have the same bankroll ({lowest})"
    return f"the run-off ends early: without {lowest}, {labels[stranded[0]]} has no line-up left"


def _leave(means: LineUpMeans, rounds: list[_Round], number: int) -> Iterator[Row]:
    this = rounds[number - 1]
    is_final = number == len(rounds)
    first_place = len(this.agents) - len(this.leaving)
    for agent, place in rank(this.agents if is_final else this.leaving, this.bankrolls):
        yield {
            "rank": place if is_final else first_place + place,
            **bankroll_row(means, this.bankrolls, agent),
            "last_round": number,
            "is_eliminated": not is_final,
        }


def _stay(means: LineUpMeans, rounds: list[_Round], number: int) -> Iterator[Row]:
    this = rounds[number - 1]
    for agent, _ in rank(this.agents, this.bankrolls):
        row = bankroll_row(means, this.bankrolls, agent)
        yield {"round": number, **row, "is_eliminated": agent in this.leaving}


def _add_probabilities(means: LineUpMeans, ranking: list[Row], replay: Replay) -> None:
    widths = bankrolls_among(means, np.arange(len(means.sets.agents))).half_width
    for row in ranking:
        agent = means.sets.agents.index(row["agent"])
        share = float((replay.places[agent] == row["rank"]).mean())
        is_known = replay.is_known and not isnan(widths[agent])
        row["place_probability"] = share if is_known else None


def _eliminations(means: LineUpMeans, rounds: list[_Round], replay: Replay) -> Iterator[Row]:
    left = np.zeros(len(means.sets.agents), np.int64)
    for number, this in enumerate(rounds[:-1], start=1):
        left[this.leaving] = number
        order = [agent for agent, _ in rank(this.agents, this.bankrolls)]
        following = order[-len(this.leaving) - 1]
        sampled = means.sampled(this.bankrolls)
        margin, width = _margin(this, sampled, following)
        yield {
            "round": number,
            "agents": [means.sets.agents[agent] for agent in sorted(this.leaving)],
            "next": means.sets.agents[following],
            "mbb_per_hand": margin,
            "half_width": width,
            "probability": _share_same(this, sampled),
            "path_probability": same_path(replay, left, number) if replay.is_known else None,
        }


def _margin(
    this: _Round, sampled: SampledMeans, following: int
) -> tuple[float | None, float | None]:
    pair = (np.array([following]), np.array(this.leaving[:1]))
    verdicts = judge(Contrasts(sampled, *pair))
    return as_nullable(verdicts.difference)[0], as_nullable(verdicts.half_width)[0]


def _share_same(this: _Round, sampled: SampledMeans) -> float | None:
    """Return the share of resamples in which the lowest agents of this round are the same."""
    agents: Integers = np.array(this.agents)
    among = sampled.take(agents)
    if np.isnan(among.errors).any() or not among.errors.any():
        return None
    drawn = draw_means(among.estimates, among.errors, among.freedom)
    is_leaving = np.isin(agents, this.leaving)
    lowest, next_lowest = drawn[is_leaving].max(axis=0), drawn[~is_leaving].min(axis=0)
    return float((lowest < next_lowest).mean())
