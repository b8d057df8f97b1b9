"""One chunk of play as an Arrow table, built from numpy columns, and its bytes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import NO_PLAYER, RoundColumns
from railbird.results.store.schema import (
    BANKROLL_COLUMNS,
    INCIDENT_COLUMNS,
    LABELS,
    NO_ENTRY,
    Column,
    HandShape,
    hand_columns,
    schema_of,
    shard_columns,
)


@dataclass(frozen=True, slots=True)
class Standings:
    """How M tournaments ended: places and prizes by seat, int64[M, N]; see `native.prizes`.

    With several tables by entry, int64[M, E].
    """

    places: npt.NDArray[np.int64]
    prizes: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ChunkMatches:
    """The matches of a chunk in order: uint32[M] columns, and the labels by seat of each match.

    `deck_seed` is None if the hands have none; `hand_counts` is given only if lengths differ;
    `members` are the players by seat, if members of populations were drawn; `standings` are
    those of tournaments, `bankrolls` the columns of a session of ring games each.
    """

    deck_index: npt.NDArray[np.uint32]
    deck_seed: npt.NDArray[np.uint32] | None
    seating_index: npt.NDArray[np.uint32]
    agents: Sequence[Sequence[str]]
    hand_counts: npt.NDArray[np.integer] | None = None
    members: Sequence[Sequence[str]] | None = None
    standings: Standings | None = None
    bankrolls: Sequence[Mapping[str, npt.NDArray[Any]]] | None = None


@dataclass(frozen=True, slots=True)
class ChunkHands:
    """The hands of a chunk, match by match: M matches of H hands for N seats.

    `payoffs` int64[M, H, N] by seat in 1/2520 chip; hand k's betting (k = match * H + hand) is
    `betting[betting_offsets[k]:betting_offsets[k + 1]]`, uint8 ASCII; `showdown` bool[M, H];
    `cards` uint8[M, H, W] and `stacks` and `blinds` int64[M, H, N] by seat only if a deck seed and
    the game's definition do not give them; `antes` int64[M, H], `levels` int32[M, H] and
    `positions` uint8[M, H, N] by seat only in tournaments; `where` only if those have several
    tables, `rakes` int64[M, H, N] by seat only in ring games. With `hand_counts` M and H are one
    axis, K hands.
    """

    payoffs: npt.NDArray[np.int64]
    betting: npt.NDArray[np.uint8]
    betting_offsets: npt.NDArray[np.integer]
    showdown: npt.NDArray[np.bool_]
    cards: npt.NDArray[np.uint8] | None = None
    stacks: npt.NDArray[np.int64] | None = None
    blinds: npt.NDArray[np.int64] | None = None
    antes: npt.NDArray[np.int64] | None = None
    levels: npt.NDArray[np.int32] | None = None
    positions: npt.NDArray[np.uint8] | None = None
    where: RoundColumns | None = None
    rakes: npt.NDArray[np.int64] | None = None

    def shape(self, matches: ChunkMatches) -> HandShape:
        """Return which columns these hands have, and how wide."""
        standings = matches.standings if self.where is not None else None
        is_ring = self.rakes is not None
        card_count = 0 if self.cards is None else self.cards.shape[-1]
        seat_count = self.payoffs.shape[-1]
        return HandShape(
            seat_count,
            card_count,
            has_stacks=self.stacks is not None,
            has_blinds=self.blinds is not None,
            has_antes=self.antes is not None,
            is_tournament=self.positions is not None and not is_ring,
            has_members=matches.members is not None,
            agent_count=len(matches.agents[0]) if standings is not None or is_ring else 0,
            entrant_count=(
                standings.places.shape[1]
                if standings is not None
                else len(matches.agents[0])
                if is_ring
                else 0
            ),
            is_ring=is_ring,
        )


@dataclass(frozen=True, slots=True)
class ChunkIncidents:
    """The incidents of a chunk in order of occurrence; `match` is the match's row in the chunk."""

    match: Sequence[int] = field(default_factory=list)
    hand: Sequence[int] = field(default_factory=list)
    decision: Sequence[int] = field(default_factory=list)
    seat: Sequence[int] = field(default_factory=list)
    kind: Sequence[str] = field(default_factory=list)
    text: Sequence[str] = field(default_factory=list)


def build_shard(
    matches: ChunkMatches, hands: ChunkHands, incidents: ChunkIncidents | None = None
) -> pa.Table:
    """Return the chunk in schema SHARD, a row per match, without copying payoffs, cards or stacks.

    Raises ValueError if shapes disagree or a line-up has a label twice.
    """
    match_count = len(matches.agents)
    counts = _hand_counts(matches, hands)
    shape = hands.shape(matches)
    _check(matches, hands, counts)
    deck_seed = [None] * match_count if matches.deck_seed is None else matches.deck_seed
    columns = [
        pa.array(matches.deck_index, pa.uint32()),
        pa.array(deck_seed, pa.uint32()),
        pa.array(matches.seating_index, pa.uint32()),
        pa.array([list(labels) for labels in matches.agents], LABELS),
        *_members(matches),
        pa.array(counts.astype(np.uint32)),
        _by_seat(_totals(matches, hands, counts)),
        *_standings(matches),
        *_bankrolls(matches),
        _nested(_hands(hands, shape), np.concatenate([[0], np.cumsum(counts)])),
        _incidents(incidents or ChunkIncidents(), match_count),
    ]
    return pa.table(columns, schema=schema_of(shard_columns(shape)))


def _members(matches: ChunkMatches) -> list[pa.Array]:
    if matches.members is None:
        return []
    return [pa.array([list(members) for members in matches.members], LABELS)]


def _standings(matches: ChunkMatches) -> list[pa.Array]:
    if matches.standings is None:
        return []
    return [_by_seat(matches.standings.places, np.uint16), _by_seat(matches.standings.prizes)]


def _bankrolls(matches: ChunkMatches) -> list[pa.Array]:
    if matches.bankrolls is None:
        return []
    rows = [list(one.values()) for one in matches.bankrolls]
    offsets = np.cumsum([0, *(len(columns[0]) for columns in rows)])
    joined = [np.concatenate(parts) for parts in zip(*rows, strict=True)]
    arrays = [
        pa.array(values).cast(column.type)
        for values, column in zip(joined, BANKROLL_COLUMNS, strict=True)
    ]
    return [_nested(_struct(arrays, BANKROLL_COLUMNS), offsets)]


def _hand_counts(matches: ChunkMatches, hands: ChunkHands) -> npt.NDArray[np.integer]:
    if matches.hand_counts is not None:
        return np.asarray(matches.hand_counts)
    return np.full(len(hands.payoffs), hands.payoffs.shape[1])


def _totals(
    matches: ChunkMatches, hands: ChunkHands, counts: npt.NDArray[np.integer]
) -> npt.NDArray[np.int64]:
    payoffs = hands.payoffs
    if hands.where is not None:
        return _totals_by_agent(payoffs, hands.where.players, counts, len(matches.agents[0]))
    flat = payoffs.reshape(-1, payoffs.shape[-1])
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
    totals: npt.NDArray[np.int64] = np.add.reduceat(flat, starts, axis=0)
    return totals


def _totals_by_agent(
    payoffs: npt.NDArray[np.int64],
    players: npt.NDArray[np.int32],
    counts: npt.NDArray[np.integer],
    agent_count: int,
) -> npt.NDArray[np.int64]:
    """Add the payoffs of all entries of an agent."""
    totals = np.zeros((len(counts), agent_count), np.int64)
    hand, seat = np.nonzero(players != NO_PLAYER)
    match = np.repeat(np.arange(len(counts)), counts)[hand]
    np.add.at(totals, (match, players[hand, seat] % agent_count), payoffs[hand, seat])
    return totals


def _check(matches: ChunkMatches, hands: ChunkHands, counts: npt.NDArray[np.integer]) -> None:
    axes, shape = hands.payoffs.shape[:-1], hands.shape(matches)
    match_count, hand_count = len(counts), int(counts.sum())
    shapes = {
        "deck_index": (np.shape(matches.deck_index), (match_count,)),
        "seating_index": (np.shape(matches.seating_index), (match_count,)),
        "betting_offsets": (np.shape(hands.betting_offsets), (hand_count + 1,)),
        "showdown": (np.shape(hands.showdown), tuple(axes)),
    }
    if matches.hand_counts is not None:
        shapes["hand_counts"] = (tuple(axes), (hand_count,))
    for name in ("stacks", "blinds", "positions", "rakes"):
        values = getattr(hands, name)
        if values is not None:
            shapes[name] = (np.shape(values), hands.payoffs.shape)
    for name in ("levels", "antes"):
        values = getattr(hands, name)
        if values is not None:
            shapes[name] = (np.shape(values), tuple(axes))
    if hands.cards is not None:
        shapes["cards"] = (np.shape(hands.cards)[:-1], tuple(axes))
    for name, (found, wanted) in (shapes | _shapes_of_standings(matches, shape)).items():
        if found != wanted:
            raise ValueError(f"{name} has shape {found}; the shape of payoffs requires {wanted}")
    if counts.min(initial=1) < 1 and not shape.is_ring:
        raise ValueError("a match has no hands; leave it out")
    if len(matches.agents) != match_count:
        raise ValueError(f"there are labels for {len(matches.agents)} of {match_count} matches")
    for labels in matches.agents:
        if len(set(labels)) != shape.match_width:
            raise ValueError(f"line-up {tuple(labels)} needs {shape.match_width} different labels")


def _shapes_of_standings(
    matches: ChunkMatches, shape: HandShape
) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    if matches.standings is None:
        return {}
    wanted = (len(matches.agents), shape.entrant_count or shape.seat_count)
    return {
        "places": (np.shape(matches.standings.places), wanted),
        "prizes": (np.shape(matches.standings.prizes), wanted),
    }


def _hands(hands: ChunkHands, shape: HandShape) -> pa.StructArray:
    columns = [_by_seat(hands.payoffs), _betting(hands), pa.array(hands.showdown.reshape(-1))]
    if hands.cards is not None:
        card_count = hands.cards.shape[-1]
        cards = pa.py_buffer(np.ascontiguousarray(hands.cards, np.uint8))
        hand_count = hands.showdown.size
        columns.append(
            pa.FixedSizeBinaryArray.from_buffers(pa.binary(card_count), hand_count, [None, cards])
        )
    columns += [_by_seat(v) for v in (hands.stacks, hands.blinds) if v is not None]
    if hands.antes is not None:
        columns.append(pa.array(hands.antes.reshape(-1), pa.int64()))
    if hands.positions is not None and hands.levels is not None:
        levels = np.ascontiguousarray(hands.levels, np.uint16).reshape(-1)
        columns += [pa.array(levels), _by_seat(hands.positions, np.uint8)]
    if hands.where is not None:
        players = np.where(hands.where.players == NO_PLAYER, NO_ENTRY, hands.where.players)
        columns += [
            pa.array(hands.where.rounds.astype(np.uint32)),
            pa.array(hands.where.tables.astype(np.uint16)),
            _by_seat(players, np.uint16),
        ]
    if hands.rakes is not None:
        columns.append(_by_seat(hands.rakes))
    return _struct(columns, hand_columns(shape))


def _betting(hands: ChunkHands) -> pa.DictionaryArray:
    offsets = np.asarray(hands.betting_offsets)
    if offsets[-1] > np.iinfo(np.int32).max:
        raise ValueError("the betting of one chunk is over 2 GB; use smaller chunks")
    buffers = [
        None,
        pa.py_buffer(np.ascontiguousarray(offsets, np.int32)),
        pa.py_buffer(np.ascontiguousarray(hands.betting, np.uint8)),
    ]
    # Most hands have one of a few bettings: dictionary encoding halves the size of the shard.
    return pa.StringArray.from_buffers(len(offsets) - 1, *buffers[1:]).dictionary_encode()


def _by_seat(
    values: npt.NDArray[np.integer], dtype: type[np.integer] = np.int64
) -> pa.FixedSizeListArray:
    flat = np.ascontiguousarray(values, dtype).reshape(-1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat), values.shape[-1])


def _struct(arrays: Sequence[pa.Array], columns: Sequence[Column]) -> pa.StructArray:
    return pa.StructArray.from_arrays(arrays, fields=[column.field() for column in columns])


def _nested(rows: pa.StructArray, offsets: npt.NDArray[np.integer]) -> pa.ListArray:
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), rows)


def _incidents(incidents: ChunkIncidents, match_count: int) -> pa.ListArray:
    match = np.asarray(incidents.match, np.int64)
    order = np.argsort(match, kind="stable")
    columns = [
        pa.array(list(getattr(incidents, column.name)), column.type).take(pa.array(order))
        for column in INCIDENT_COLUMNS
    ]
    offsets = np.searchsorted(match[order], np.arange(match_count + 1))
    return _nested(_struct(columns, INCIDENT_COLUMNS), offsets)
