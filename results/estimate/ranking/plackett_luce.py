"""Plackett-Luce strengths from places of tournaments, in Elo points, with bootstrap intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.ranking.bradley_terry import ELO_POINTS, MEAN_ELO
from railbird.results.estimate.ranking.win_graph import linked_groups
from railbird.results.estimate.uncertainty.intervals import Floats, Integers

RESAMPLES = 200
SEED = 2004
TAILS = (0.025, 0.975)
FEWEST_RESAMPLES = 0.95
"""Share of resamples that must have strengths; with fewer there is no interval."""
FEWEST_DECKS = 2
MOST_WAYS = 1 << 12
"""Ties in which more sets may be left are taken in the mean."""
TOLERANCE = 1e-8
MOST_STEPS = 10_000
Counts = tuple[float, ...]
"""Entries left of each agent."""


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

    A stage is the choice of who finishes next among `members` float64[stages, G], the numbers of
    entries left; row r says that stage `stage[r]` was met `weight[r]` times on deck `deck[r]`.
    `wins` float64[decks, G] counts who was chosen, `before` who finished before whom: `pairs`
    int64[P, 2] of agents on deck `pair_deck[p]`.
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
    `deck` int64[M] the deck index. An agent may have several entries, as many as every other agent,
    each of which finishes by the strength of its agent. The likelihood is that of Plackett (1975);
    it is maximised by the minorisation of Hunter (Annals of Statistics 32, 2004, section 5). Agents
    who share a place might have finished in any order: the log-likelihood is the mean over all
    orders, in which all sets of those left of them are equally likely. Intervals are quantiles over
    resamples of decks, since the seatings of a deck are not independent.
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
    """Return matches and agents of pairs of which the first was not behind, int64[2, P] each.

    Of several entries the best of one and the worst of the other say it.
    """
    each = int((agents[0] == agents[0, 0]).sum()) if agents.size else 1
    order = np.lexsort((places, agents), axis=1)
    agents, places = (np.take_along_axis(one, order, axis=1) for one in (agents, places))
    agents, best, worst = agents[:, ::each], places[:, ::each], places[:, each - 1 :: each]
    match, one, other = np.nonzero(best[:, :, None] <= worst[:, None, :])
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
    stages: dict[Counts, int] = {}
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
        members[stage] = left
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    first, second = _pairs(agents, places)
    is_inside = np.isin(first[1], group) & np.isin(second[1], group)
    pairs = np.searchsorted(group, np.stack([first[1], second[1]], axis=1)[is_inside])
    return _Finishes(
        members, columns[0], columns[1], columns[2], of_deck, pairs, deck[first[0][is_inside]]
    )


def _stages_of(
    row: Sequence[int], number: dict[int, int], stages: dict[Counts, int]
) -> tuple[list[tuple[int, float]], Floats]:
    """Return the stages of a ranking with their weights, numbered in `stages`, and who won them.

    A stage at which entries of one agent are left is none.
    """
    half, won, found = len(row) // 2, np.zeros(len(number)), []
    pairs = zip(row[:half], row[half:], strict=True)
    ranked = [(place, number[one]) for one, place in pairs if one >= 0]
    left = np.bincount([agent for _, agent in ranked], minlength=len(number))
    for _, shared in groupby(ranked, key=lambda pair: pair[0]):
        tied = np.bincount([agent for _, agent in shared], minlength=len(number))
        left = left - tied
        for some, weight in _remaining(tied):
            members = left + some
            if np.count_nonzero(members) > 1 and members.sum() > 1:
                key = tuple(members.tolist())
                found.append((stages.setdefault(key, len(stages)), weight))
                won += weight * some / some.sum()
    return found, won


def _remaining(tied: Integers) -> Iterator[tuple[npt.NDArray[Any], float]]:
    """Yield who may be left of entries that share a place, and in which part of all orders.

    `tied` int64[G] counts them by agent, which are exchangeable. Where there are too many ways, as
    many of each as are left in the mean: Efron's approximation (JASA 72, 1977).
    """
    total = int(tied.sum())
    if np.prod(tied + 1.0) > MOST_WAYS:
        for size in range(1, total + 1):
            yield tied * (size / total), 1.0
        return
    for some in product(*[range(count + 1) for count in tied.tolist()]):
        if any(some):
            ways = prod(comb(count, part) for count, part in zip(tied.tolist(), some, strict=True))
            yield np.array(some), ways / comb(total, sum(some))


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
