"""Run-off by series, for two players: points for beaten opponents, regardless of the margin.

The rule of the first Computer Poker Competitions: a series is everything that two agents played
against each other; it is won by the higher bankroll and gives +1 and -1, or 0 if it is even. The
agents with the lowest points among those remaining are eliminated together, until none are left.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.means.pair_means import PairMeans
from railbird.results.estimate.ranking.bankrolls import Row
from railbird.results.estimate.ranking.run_off_replay import Replay, same_path
from railbird.results.estimate.uncertainty.intervals import Floats, Integers

Signs = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class DecidedSeries:
    """A run-off by series as rows of its tables."""

    ranking: list[Row]
    eliminations: list[Row]


def series_run_off(pairs: PairMeans) -> DecidedSeries:
    """Rank by run-off over series, with probabilities from resamples of the means."""
    signs = np.array([[_sign(mean) for mean in row] for row in pairs.exact], np.int8)
    played = _play(signs[:, :, None], pairs.has_played)
    drawn = np.sign(np.nan_to_num(pairs.drawn())).astype(np.int8)
    replay = _play(drawn, pairs.has_played)
    known = Replay(replay.places, replay.left, pairs.is_known)
    left, places = played.left[:, 0], played.places[:, 0]
    rounds = list(_rounds(pairs, signs, left, known))
    rows = [
        _rank_row(pairs, signs, left=left, agent=agent) | _place(known, places, agent)
        for agent in np.flatnonzero(pairs.has_played).tolist()
    ]
    ranking = sorted(rows, key=lambda row: (row["rank"], row["agent"]))
    return DecidedSeries(ranking, rounds)


def _sign(mean: object) -> int:
    return 0 if mean is None else int(mean > 0) - int(mean < 0)  # type: ignore[operator]


def _play(signs: Signs, has_played: npt.NDArray[np.bool_]) -> Replay:
    """Compute the run-off of every resample; `signs` int8[A, A, B] are the winners of series."""
    agent_count, _, width = signs.shape
    inside = np.repeat(has_played[:, None], width, axis=1)
    places, left = (
        np.zeros((agent_count, width), np.int64),
        np.zeros((agent_count, width), np.int64),
    )
    number = 0
    while inside.any():
        number += 1
        points = np.einsum("aob,ob->ab", signs.astype(np.int32), inside.astype(np.int32))
        points = np.where(inside, points, np.iinfo(np.int32).max)
        leaving = inside & (points == points.min(axis=0))
        inside &= ~leaving
        places = np.where(leaving, inside.sum(axis=0) + 1, places)
        left = np.where(leaving, number, left)
    return Replay(places, left, True)


def _rank_row(pairs: PairMeans, signs: Signs, *, left: Integers, agent: int) -> Row:
    own = signs[agent][left >= left[agent]]
    return {
        "agent": pairs.labels[agent],
        "last_round": int(left[agent]),
        "points": int(own.sum()),
        "won": int((own > 0).sum()),
        "lost": int((own < 0).sum()),
    }


def _place(replay: Replay, places: Integers, agent: int) -> Row:
    place = int(places[agent])
    share = float((replay.places[agent] == place).mean()) if replay.is_known else None
    return {"rank": place, "place_probability": share}


def _rounds(pairs: PairMeans, signs: Signs, left: Integers, replay: Replay) -> Iterator[Row]:
    drawn = np.sign(pairs.drawn())
    for number in range(1, int(left.max(initial=0)) + 1):
        inside = left >= number
        points = signs[:, inside].sum(axis=1)
        leaves, stays = left == number, left > number
        lowest = int(points[leaves][0])
        gone = np.where((left > 0) & (left <= number), left, 0)
        yield {
            "round": number,
            "agents": [pairs.labels[agent] for agent in np.flatnonzero(leaves).tolist()],
            "points": lowest,
            "margin": int(points[stays].min()) - lowest if stays.any() else None,
            "probability": _share_same(drawn, leaves, inside) if replay.is_known else None,
            "path_probability": same_path(replay, gone, number) if replay.is_known else None,
        }


def _share_same(
    drawn: Floats, leaves: npt.NDArray[np.bool_], inside: npt.NDArray[np.bool_]
) -> float:
    points = drawn[:, inside].sum(axis=1)[inside]
    is_lowest = points == points.min(axis=0)
    return float((is_lowest == leaves[inside][:, None]).all(axis=0).mean())
