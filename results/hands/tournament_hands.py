"""Hands of tournaments by seat, with the places and prizes of their matches."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.store.reading import read_nested
from railbird.results.store.schema import NO_ENTRY
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.where import EVERYTHING, Where


@dataclass(frozen=True, slots=True, eq=False)
class TournamentHands:
    """K hands of M matches of one shard, in the order of play; all columns by seat are [.., N].

    `agents` are the labels of each match; `match` int64[K] are its rows, `number`
    int64[K] counts its hands from 1; `before` and `after`
    int64[K, N] are the chips at the start and the end of a hand; `big_blind` int64[K] is the
    largest blind, `ante` int64[K] that of everybody, `won` int64[K] the chips that changed hands.
    """

    agents: list[list[str]]
    deck: Integers
    prizes: Integers
    match: Integers
    number: Integers
    level: Integers
    before: Integers
    after: Integers
    big_blind: Integers
    ante: Integers
    won: npt.NDArray[np.int64]


def tournament_hands(
    shards: Iterable[ShardFile], *, where: Where = EVERYTHING
) -> Iterator[TournamentHands]:
    """Yield the hands of tournaments, a shard at a time."""
    for shard in shards:
        batch = where.choose(read_nested(shard))
        if batch.num_rows:
            yield _hands(batch)


def _hands(batch: pa.RecordBatch) -> TournamentHands:
    lists = batch.column("hands")
    counts, rows = lists.value_lengths().to_numpy().astype(np.int64), lists.flatten()
    match = np.repeat(np.arange(len(counts)), counts)
    before, payoffs = _by_seat(rows.field("stacks")), _by_seat(rows.field("payoffs"))
    return TournamentHands(
        agents=batch.column("agents").to_pylist(),
        deck=batch.column("deck_index").to_numpy().astype(np.int64),
        prizes=_by_seat(batch.column("prizes")),
        match=match,
        number=np.arange(len(match)) - (np.cumsum(counts) - counts)[match] + 1,
        level=rows.field("level").to_numpy().astype(np.int64),
        before=before,
        after=before + payoffs // PAYOFF_UNIT,
        big_blind=_by_seat(rows.field("blinds")).max(axis=1),
        ante=_antes(rows),
        won=np.maximum(payoffs, 0).sum(axis=1) // PAYOFF_UNIT,
    )


def _antes(rows: pa.StructArray) -> Integers:
    if rows.type.get_field_index("ante") < 0:
        return np.zeros(len(rows), np.int64)
    antes: Integers = rows.field("ante").to_numpy()
    return antes


def _by_seat(column: pa.FixedSizeListArray) -> Integers:
    values: Integers = column.flatten().to_numpy().reshape(len(column), -1)
    return values


def tournament_rounds(
    shards: Iterable[ShardFile], *, each: int, where: Where = EVERYTHING
) -> Iterator[TournamentHands]:
    """Yield rounds of hands of tournaments of several tables, as if all sat at one.

    Columns by seat are by entry, of which every agent has `each`; `number` counts rounds.
    """
    for shard in shards:
        batch = where.choose(read_nested(shard))
        if batch.num_rows:
            yield _rounds(batch, each)


def _rounds(batch: pa.RecordBatch, each: int) -> TournamentHands:
    hands, prizes = _hands(batch), _by_seat(batch.column("prizes"))
    rows = batch.column("hands").flatten()
    number = rows.field("round").to_numpy().astype(np.int64)
    players = _by_seat(rows.field("players")).astype(np.int64)
    counts = np.zeros(len(batch), np.int64)
    np.maximum.at(counts, hands.match, number + 1)
    at = (np.cumsum(counts) - counts)[hands.match] + number
    _, first = np.unique(at, return_index=True)
    won, lost = (
        np.zeros(counts.sum(), np.int64),
        np.zeros((counts.sum(), prizes.shape[1]), np.int64),
    )
    np.add.at(won, at, hands.won)
    hand, seat = np.nonzero((players != NO_ENTRY) & (hands.before > 0))
    change = hands.after - hands.before
    lost[at[hand], players[hand, seat]] = -change[hand, seat]
    stack = int(hands.before[number == 0].max())
    after = np.concatenate([stack - np.cumsum(of, axis=0) for of in np.split(lost, _ends(counts))])
    return TournamentHands(
        agents=[labels * each for labels in hands.agents],
        deck=hands.deck,
        prizes=prizes,
        match=np.repeat(np.arange(len(counts)), counts),
        number=np.arange(len(won)) - np.repeat(np.cumsum(counts) - counts, counts) + 1,
        level=hands.level[first],
        before=after + lost,
        after=after,
        big_blind=hands.big_blind[first],
        ante=hands.ante[first],
        won=won,
    )


def _ends(counts: Integers) -> Integers:
    ends: Integers = np.cumsum(counts)[:-1]
    return ends
