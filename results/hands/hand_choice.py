"""Selects single hands of a run: the first ones, or an agent's biggest losses."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby, islice

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import DealSource, seat_order
from railbird.results.store.reading import read_hands, read_matches
from railbird.results.store.shard_files import ShardFile

_STEP = 64
"""Hands that are converted to objects at a time, since few are usually needed."""


@dataclass(frozen=True, slots=True)
class StoredHand:
    """One hand as stored: by seat, payoffs in 1/2520 chip.

    `cards`, `stacks`, `blinds`, `ante`, `members`, `level` and `positions` are present if stored;
    `deals` deal the cards again, if their secret is known. `shard` is the shard of the hand.
    """

    deck_index: int
    deck_seed: int | None
    seating_index: int
    hand_index: int
    agents: tuple[str, ...]
    payoffs: tuple[int, ...]
    betting: str
    showdown: bool
    cards: bytes | None = None
    stacks: tuple[int, ...] | None = None
    blinds: tuple[int, ...] | None = None
    ante: int | None = None
    members: tuple[str, ...] | None = None
    level: int | None = None
    positions: tuple[int, ...] | None = None
    deals: DealSource | None = None
    shard: ShardFile | None = None

    @property
    def seats(self) -> list[int]:
        """The seat of each position."""
        if self.positions is None:
            return seat_order(len(self.agents)).seat_row(self.hand_index)
        return [self.positions.index(position) for position in range(len(self.positions))]


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """The location of a hand; sorts by payoff, then in the order of play."""

    payoff: int
    shard_number: int
    row: int


def first_hands(shards: Iterable[ShardFile], count: int, *, agent: str = "") -> list[StoredHand]:
    """Return the first `count` hands, of `agent` or of all if it is empty."""
    return list(islice(_hands_of(shards, agent), count))


def worst_hands(shards: tuple[ShardFile, ...], count: int, *, agent: str) -> list[StoredHand]:
    """Return the `count` hands in which `agent` lost most, the biggest loss first.

    Hands with equal losses are in the order of play. One shard is in memory at a time.
    """
    places: list[_Place] = []
    for number, shard in enumerate(shards):
        losses = _losses(number, shard, agent, count=count)
        places = nsmallest(count, [*places, *losses])
    found = {}
    for number, group in groupby(sorted(places, key=_by_shard), key=lambda p: p.shard_number):
        rows = [place.row for place in group]
        for row, hand in zip(rows, stored_hands(shards[number], rows), strict=True):
            found[number, row] = hand
    return [found[place.shard_number, place.row] for place in places]


def _by_shard(place: _Place) -> tuple[int, int]:
    return place.shard_number, place.row


def _losses(number: int, shard: ShardFile, agent: str, *, count: int) -> list[_Place]:
    seats, hand_counts = _seats(shard, agent)
    if (seats < 0).all():
        return []
    payoffs = np.concatenate(
        [batch.column("payoffs").flatten().to_numpy() for batch in read_hands([shard], ["payoffs"])]
    ).reshape(hand_counts.sum(), -1)
    seat = np.repeat(seats, hand_counts)
    own = np.where(seat < 0, 0, payoffs[np.arange(len(seat)), seat])
    worst = np.argsort(own, kind="stable")[:count]
    return [_Place(int(own[row]), number, int(row)) for row in worst if own[row] < 0]


def _seats(shard: ShardFile, agent: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the agent's seat in each match of a shard, -1 if it has none, and hand counts."""
    seats, counts = [], []
    for batch in read_matches([shard]):
        for labels in batch.column("agents").to_pylist():
            seats.append(labels.index(agent) if agent in labels else -1)
        counts += batch.column("hand_count").to_pylist()
    return np.array(seats, np.int64), np.array(counts, np.int64)


def stored_hands(shard: ShardFile, rows: list[int]) -> Iterator[StoredHand]:
    """Yield the hands of a shard with these ascending numbers, in the order of play."""
    start = 0
    for batch in read_hands([shard]):
        inside = [row - start for row in rows if start <= row < start + batch.num_rows]
        yield from _stored(batch.take(pa.array(inside, pa.int64())), shard)
        start += batch.num_rows


def _hands_of(shards: Iterable[ShardFile], agent: str) -> Iterator[StoredHand]:
    for shard in shards:
        seats, _ = _seats(shard, agent)
        if agent and (seats < 0).all():
            continue
        for batch in read_hands([shard]):
            for start in range(0, batch.num_rows, _STEP):
                hands = _stored(batch.slice(start, _STEP), shard)
                yield from (hand for hand in hands if not agent or agent in hand.agents)


def _stored(batch: pa.RecordBatch, shard: ShardFile) -> Iterator[StoredHand]:
    for row in batch.to_pylist():
        listed = {key: tuple(value) for key, value in row.items() if isinstance(value, list)}
        yield StoredHand(**row | listed, deals=shard.deals, shard=shard)
