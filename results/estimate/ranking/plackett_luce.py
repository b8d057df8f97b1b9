"""Plackett-Luce strengths from places of tournaments, in Elo points, with bootstrap intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import comb

import numpy as np

from railbird.results.estimate.ranking.bradley_terry import ELO_POINTS, MEAN_ELO
from railbird.results.estimate.ranking.win_graph import linked_groups
from railbird.results.estimate.uncertainty.intervals import Floats, Integers

RESAMPLES = 200
SEED = 2004
TAILS = (0.025, 0.975)
FEWEST_RESAMPLES = 0.95
"""Share of resamples that must have strengths; with fewer there is no interval."""
FEWEST_DECKS = 2
TOLERANCE = 1e-8
MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class PlackettLuce:
    """Strengths in Elo points and the ends of their 95% intervals, float64[A]; nan where none is.

    Agents that are linked by finishing before each other, directly or through others, have the
    mean 1500; an agent that nobody else is linked to has no strength.
    """

    elo: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True)
class _Finishes:
    """How linked agents finished against each other, equal ones of a deck counted together.

    A stage is the choice of who finishes next among `members` float64[stages, G], 1 for those left;
    row r says that stage `stage[r]` was met `weight[r]` times on deck `deck[r]`. `wins`
    float64[decks, G] counts who was chosen, `before` who finished before whom: `pairs` int64[P, 2]
    of agents on deck `pair_deck[p]`.
    """

    members: Floats
    stage: Integers
    deck: Integers
    weight: Floats
    wins: Floats
    pairs: Integers
    pair_deck: Integers


def plackett_luce(
    agents: Integers, places: Integers, deck: Integers, *, agent_count: int
) -> PlackettLuce:
    """Fit strengths w to M tournaments: of those left, agent i finishes next with w[i] / sum of w.

    `agents` int64[M, N] are numbers from 0 to `agent_count` - 1, `places` int64[M, N] theirs,
    `deck` int64[M] the deck index. The likelihood is that of Plackett (1975); it is maximised by
    the minorisation of Hunter (Annals of Statistics 32, 2004, section 5). Agents who share a place
    might have finished in any order: the log-likelihood is the mean over all orders, in which all
    sets of those left of them are equally likely. Intervals are quantiles over resamples of decks,
    since the seatings of a deck are not independent.
    """
    numbers, of_deck = np.unique(deck, return_inverse=True)
    first, second = _pairs(agents, places)
    before = np.zeros((agent_count, agent_count))
    np.add.at(before, (first[1], second[1]), 1)
    elo, low, high = np.full((3, agent_count), np.nan)
    for group in linked_groups(before):
        if len(group) > 1:
            finishes = _finishes(agents, places, of_deck, group)
            elo[group], low[group], high[group] = _fit(finishes, len(numbers))
    return PlackettLuce(elo, low, high)


def _pairs(agents: Integers, places: Integers) -> tuple[Integers, Integers]:
    """Return matches and agents of pairs of which the first was not behind, int64[2, P] each."""
    match, one, other = np.nonzero(places[:, :, None] <= places[:, None, :])
    is_pair = one != other
    match, one, other = match[is_pair], one[is_pair], other[is_pair]
    return np.stack([match, agents[match, one]]), np.stack([match, agents[match, other]])


def _finishes(agents: Integers, places: Integers, deck: Integers, group: Integers) -> _Finishes:
    """Count the stages of tournaments; agents outside of the group leave its order as it is."""
    inside = np.isin(agents, group)
    order = np.lexsort((agents, places, ~inside), axis=1)
    ranked = np.take_along_axis(np.where(inside, agents, -1), order, axis=1)
    equal = np.take_along_axis(np.where(inside, places, -1), order, axis=1)
    kinds, kind = np.unique(np.hstack([ranked, equal]), axis=0, return_inverse=True)
    number = {agent: place for place, agent in enumerate(group.tolist())}
    stages: dict[tuple[int, ...], int] = {}
    found = [_stages_of(row, number, stages) for row in kinds.tolist()]
    wins = np.stack([won for _, won in found])
    met, times = np.unique(np.stack([kind.ravel(), deck]), axis=1, return_counts=True)
    rows = [
        (stage, on, weight * count)
        for (which, on), count in zip(met.T.tolist(), times.tolist(), strict=True)
        for stage, weight in found[which][0]
    ]
    of_deck = np.zeros((int(deck.max()) + 1, len(group)))
    np.add.at(of_deck, met[1], wins[met[0]] * times[:, None])
    members = np.zeros((len(stages), len(group)))
    for left, stage in stages.items():
        members[stage, list(left)] = 1
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    first, second = _pairs(agents, places)
    is_inside = np.isin(first[1], group) & np.isin(second[1], group)
    pairs = np.searchsorted(group, np.stack([first[1], second[1]], axis=1)[is_inside])
    return _Finishes(
        members, columns[0], columns[1], columns[2], of_deck, pairs, deck[first[0][is_inside]]
    )


def _stages_of(
    row: Sequence[int], number: dict[int, int], stages: dict[tuple[int, ...], int]
) -> tuple[list[tuple[int, float]], Floats]:
    """Return the stages of a ranking with their weights, numbered in `stages`, and who won them.

    A stage with one agent left is none.
    """
    half, won, found = len(row) // 2, np.zeros(len(number)), []
    pairs = zip(row[:half], row[half:], strict=True)
    ranked = [(place, number[one]) for one, place in pairs if one >= 0]
    left = [agent for _, agent in ranked]
    for _, shared in groupby(ranked, key=lambda pair: pair[0]):
        tied = [agent for _, agent in shared]
        left = left[len(tied) :]
        won[tied] += 1 if left else 1 - 1 / len(tied)
        for some, weight in _subsets(tied):
            members = tuple(sorted([*some, *left]))
            if len(members) > 1:
                found.append((stages.setdefault(members, len(stages)), weight))
    return found, won


def _subsets(tied: Sequence[int]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield who may be left of agents that share a place, and in which part of all orders."""
    for size in range(1, len(tied) + 1):
        for some in combinations(tied, size):
            yield some, 1 / comb(len(tied), size)


def _fit(finishes: _Finishes, decks: int) -> tuple[Floats, Floats, Floats]:
    """Return the strengths of linked agents in points, and the ends of their intervals."""
    size = finishes.members.shape[1]
    strength = _maximise(finishes, np.ones(decks), np.ones(size))
    assert strength is not None, "linked agents have strengths"
    nothing = np.full(size, np.nan)
    draws = np.random.Generator(np.random.Philox(key=[SEED, decks]))
    drawn = draws.multinomial(decks, np.full(decks, 1 / decks), size=RESAMPLES)
    fitted = [_maximise(finishes, times.astype(np.float64), strength) for times in drawn]
    found = [_in_points(one) for one in fitted if one is not None]
    if decks < FEWEST_DECKS or len(found) < FEWEST_RESAMPLES * RESAMPLES:
        return _in_points(strength), nothing, nothing
    low, high = np.quantile(found, TAILS, axis=0)
    return _in_points(strength), low, high


def _in_points(strength: Floats) -> Floats:
    logarithm = np.log(strength)
    return np.asarray(MEAN_ELO + ELO_POINTS * (logarithm - logarithm.mean()))


def _maximise(finishes: _Finishes, times: Floats, start: Floats) -> Floats | None:
    """Return the strengths with every deck counted `times`; None where they are not finite."""
    if not _is_linked(finishes, times):
        return None
    weight = np.bincount(
        finishes.stage, finishes.weight * times[finishes.deck], len(finishes.members)
    )
    members, weight = finishes.members[weight > 0], weight[weight > 0]
    won, strength = times[: len(finishes.wins)] @ finishes.wins, start
    for _ in range(MOST_STEPS):
        new = won / (weight / (members @ strength) @ members)
        new /= np.exp(np.log(new).mean())
        is_done = np.abs(np.log(new / strength)).max() < TOLERANCE
        strength = new
        if is_done:
            break
    return strength


def _is_linked(finishes: _Finishes, times: Floats) -> bool:
    """Whether everybody finishes before everybody else, directly or through others."""
    size = finishes.members.shape[1]
    before = np.zeros((size, size))
    counted = finishes.pairs[times[finishes.pair_deck] > 0]
    before[counted[:, 0], counted[:, 1]] = 1
    return len(linked_groups(before)) == 1
