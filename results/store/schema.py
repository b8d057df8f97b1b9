"""All tables that railbird writes, and their columns.

Columns by seat are fixed-size lists with one value per seat, in seat order: variable-length lists
would store an offset per hand that is larger than the payoffs themselves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

import pyarrow as pa

from railbird.native import ALL_PRIZES
from railbird.plugins import IncidentKind

SCHEMA_VERSION = 1
NO_ENTRY = 2**16 - 1
"""The player of an empty seat."""
MONEY = "mbb_per_hand"
"""The column of a table's estimate; in another unit it has that unit's name."""
MONEY_UNIT = b"mbb per hand"
"""The metadata `unit` of fields in this unit, half-widths included."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, its Arrow type and what it means, with unit and order.

    Columns with `is_money` are in mbb per hand, and converted if another unit is requested.
    """

    name: str
    type: pa.DataType
    meaning: str
    is_money: bool = False

    def field(self) -> pa.Field:
        """Return the column as an Arrow field; every column may hold nulls."""
        metadata = {b"unit": MONEY_UNIT} if self.is_money else None
        return pa.field(self.name, self.type, metadata=metadata)


def schema_of(columns: Iterable[Column]) -> pa.Schema:
    """Return the Arrow schema that has these columns in this order."""
    return pa.schema([column.field() for column in columns])


def _struct_of(columns: Iterable[Column]) -> pa.DataType:
    return pa.struct([column.field() for column in columns])


LABELS = pa.list_(pa.string())
BETTING = pa.dictionary(pa.int32(), pa.string())

_MATCH_KEYS = (
    Column("deck_index", pa.uint32(), "number of the deck in the tournament, from 0"),
    Column("deck_seed", pa.uint32(), "seed of the deck; null for imported hands without one"),
    Column("seating_index", pa.uint32(), "number of the seating in its duplicate set, from 0"),
    Column("agents", LABELS, "labels of the agents, by seat"),
)


BANKROLL_COLUMNS = (
    Column("round", pa.uint32(), "round of hands before which tables were chosen, or their number"),
    Column("agent", pa.uint16(), "number in `agents`"),
    Column("table", pa.int32(), "where it sits then, -1 for no table; if ruined where it sat last"),
    Column("chips", pa.int64(), "its bankroll, chips at the table included"),
    Column("is_ruined", pa.bool_(), "whether it cannot buy in anywhere any more: its last row"),
)
BANKROLLS = Column(
    "bankrolls",
    pa.list_(_struct_of(BANKROLL_COLUMNS)),
    "agents whenever tables were chosen, and at the end of the session; only in ring games",
)
MEMBERS = Column("members", LABELS, "players by seat; only if members of populations are drawn")


def _match_keys(has_members: bool) -> tuple[Column, ...]:
    return (*_MATCH_KEYS, MEMBERS) if has_members else _MATCH_KEYS


def match_columns(
    seat_count: int,
    *,
    has_members: bool = False,
    is_tournament: bool = False,
    entrant_count: int = 0,
    is_ring: bool = False,
) -> tuple[Column, ...]:
    """Return the columns of MATCHES, a row per match, for games of `seat_count` players.

    In a tournament of several tables these are its agents, and it has `entrant_count` entries.
    """
    prizes = f"prizes by seat, of {ALL_PRIZES:,} for all entries; only in tournaments"
    place_count = entrant_count or seat_count
    standings = (
        Column(
            "places",
            pa.list_(pa.uint16(), place_count),
            "places by seat, 1 for the winner, shared ones the first of them; only in tournaments",
        ),
        Column("prizes", pa.list_(pa.int64(), place_count), prizes),
    )
    return (
        *_match_keys(has_members),
        Column("hand_count", pa.uint32(), "hands played in the match"),
        Column(
            "payoffs", pa.list_(pa.int64(), seat_count), "total of the match by seat, 1/2520 chip"
        ),
        *(standings if is_tournament else ()),
        *((BANKROLLS,) if is_ring else ()),
    )


@dataclass(frozen=True, slots=True)
class HandShape:
    """The columns of hands in one run: widths, and which optional columns are present.

    `card_count` is the number of cards dealt per hand if cards are stored, otherwise 0 (they are
    given by the deck seed); `has_stacks`, `has_blinds` and `has_antes` say whether starting stacks,
    blinds and antes are stored, `has_members` whether members of populations were drawn. In a
    tournament positions, levels, places and prizes are stored. One of several tables has
    `entrant_count` entries, which repeat its `agent_count` agents; places and prizes are then by
    entry, and hands have their round, table and players. So do those of ring games (`is_ring`),
    with the rake; their matches have bankrolls in place of standings.
    """

    seat_count: int
    card_count: int = 0
    has_stacks: bool = False
    has_blinds: bool = False
    has_antes: bool = False
    has_members: bool = False
    is_tournament: bool = False
    agent_count: int = 0
    entrant_count: int = 0
    is_ring: bool = False

    @property
    def match_width(self) -> int:
        """Agents of a match."""
        return self.agent_count or self.seat_count

    @property
    def match_columns(self) -> tuple[Column, ...]:
        """The columns of MATCHES."""
        return match_columns(
            self.match_width,
            has_members=self.has_members,
            is_tournament=self.is_tournament,
            entrant_count=self.entrant_count,
            is_ring=self.is_ring,
        )


def hand_columns(shape: HandShape) -> tuple[Column, ...]:
    """Return the columns of one hand, without the keys of its match."""
    by_seat = pa.list_(pa.int64(), shape.seat_count)
    columns = [
        Column("payoffs", by_seat, "by seat, 1/2520 chip"),
        Column("betting", BETTING, "the whole betting in ACPC letters, rounds joined by a slash"),
        Column("showdown", pa.bool_(), "whether there was a showdown of two or more players"),
    ]
    if shape.card_count:
        meaning = "cards in dealing order, one byte each; only if no deck seed gives them"
        columns.append(Column("cards", pa.binary(shape.card_count), meaning))
    if shape.has_stacks:
        meaning = (
            "stacks at the start of the hand by seat, chips; only if the game does not fix them"
        )
        columns.append(Column("stacks", by_seat, meaning))
    if shape.has_blinds:
        meaning = "blinds due by seat, chips, also above a stack; only if not always the game's"
        columns.append(Column("blinds", by_seat, meaning))
    if shape.has_antes:
        meaning = "ante of every player, chips; only in tournaments with antes"
        columns.append(Column("ante", pa.int64(), meaning))
    if shape.is_tournament or shape.is_ring:
        meaning = "level of the blinds, or number of the stakes, from 0; not in cash games"
        columns.append(Column("level", pa.uint16(), meaning))
        meaning = "position of each seat, of those without chips too; not in cash games"
        columns.append(Column("positions", pa.list_(pa.uint8(), shape.seat_count), meaning))
    if shape.entrant_count:
        columns += [
            Column("round", pa.uint32(), "round of hands, from 0; only with several tables"),
            Column("table", pa.uint16(), "table, from 0; only with several tables"),
            Column(
                "players",
                pa.list_(pa.uint16(), shape.seat_count),
                f"entry by seat, {NO_ENTRY} for an empty one: entry e is the agent e modulo the "
                "number of agents; only with several tables",
            ),
        ]
    if shape.is_ring:
        columns.append(Column("rake", by_seat, "rake by seat, chips, not taken out of payoffs"))
    return tuple(columns)


INCIDENT_KIND = Column("kind", pa.string(), f"what happened: {', '.join(get_args(IncidentKind))}")
INCIDENT_COLUMNS = (
    Column("hand", pa.uint32(), "number of the hand in its match, from 0"),
    Column("decision", pa.uint16(), "number of earlier actions in the hand, by all players"),
    Column(
        "seat",
        pa.uint8(),
        "seat of the agent that misbehaved; with several tables its number in `agents`, from 0",
    ),
    INCIDENT_KIND,
    Column("text", pa.string(), "details, free of paths and addresses"),
)


def shard_columns(shape: HandShape) -> tuple[Column, ...]:
    """Return the columns of SHARD: MATCHES with the match's hands and incidents nested."""
    hand, incident = _struct_of(hand_columns(shape)), _struct_of(INCIDENT_COLUMNS)
    return (
        *shape.match_columns,
        Column("hands", pa.list_(hand), "the hands of the match, in the order they were played"),
        Column(
            "incidents", pa.list_(incident), "misbehaviour in the match, in order of occurrence"
        ),
    )


def flat_hand_columns(shape: HandShape) -> tuple[Column, ...]:
    """Return the columns of HANDS, a row per hand."""
    index = Column("hand_index", pa.uint32(), "number of the hand in its match, from 0")
    return (*_match_keys(shape.has_members), index, *hand_columns(shape))


def flat_incident_columns(shape: HandShape) -> tuple[Column, ...]:
    """Return the columns of INCIDENTS, a row per incident."""
    return (*_match_keys(shape.has_members), *INCIDENT_COLUMNS)


_NUMBERS = pa.list_(pa.int64())
HAND_EXPORT_COLUMNS = (
    *_MATCH_KEYS[:-1],
    Column("match_name", pa.string(), "name of the match"),
    Column("hand_index", pa.uint32(), "number of the hand in its match, from 0"),
    Column(
        "agents",
        LABELS,
        "labels of the agents, by seat, like all lists here; several entries of one have numbers, "
        "such as fox#2, and empty seats no label",
    ),
    Column("positions", _NUMBERS, "position of each seat in this hand"),
    Column("stacks", _NUMBERS, "stacks at the start of the hand, chips"),
    Column("blinds", _NUMBERS, "blinds due, and antes that are blinds of the game, chips"),
    Column(
        "hole_cards",
        LABELS,
        "cards dealt to each seat, such as AhKd; empty if unknown, or if it has no chips",
    ),
    Column(
        "board", pa.string(), "board cards of all rounds, including those the hand did not reach"
    ),
    Column("betting", pa.string(), "the whole betting in ACPC letters, rounds joined by a slash"),
    Column("showdown", pa.bool_(), "whether there was a showdown of two or more players"),
    Column("payoffs", _NUMBERS, "1/2520 chip"),
)
SESSION_EXPORT_COLUMNS = (
    Column("ante", pa.int64(), "ante of every player, chips; not in cash games"),
    Column(
        "level",
        pa.uint16(),
        "level of the blinds, or number of the stakes, from 1; not in cash games",
    ),
    Column("round", pa.uint32(), "round of hands, from 1; only with several tables"),
    Column("table", pa.uint16(), "table, from 1; only with several tables"),
    Column("rake", _NUMBERS, "rake, chips, not taken out of payoffs; only in ring games"),
)

FLAT_INCIDENT_COLUMNS = (*_MATCH_KEYS, *INCIDENT_COLUMNS)

AGENT_COLUMNS = (
    Column("label", pa.string(), "name of the agent in this tournament"),
    Column("agent", pa.string(), "name under which its plugin registered it"),
    Column("team", pa.string(), "team; empty if it has none"),
    Column("distribution", pa.string(), "distribution or file that it comes from"),
    Column("version", pa.string(), "version of that distribution"),
    Column("file_hash", pa.string(), "hash of the agent's source"),
    Column("parameters", pa.string(), "parameters as canonical JSON"),
)

CALL_TIME_COLUMNS = (
    Column("label", pa.string(), "label of the agent"),
    Column("decisions", pa.uint64(), "number of its decisions"),
    Column("deciding_seconds", pa.float64(), "time it took to decide, wall clock"),
    Column("listening_seconds", pa.float64(), "time it took to observe hands and choose tables"),
)
TIMING_COLUMNS = (
    Column("chunk_index", pa.uint32(), "number of the chunk"),
    Column("started", pa.timestamp("us", tz="UTC"), "when it started"),
    Column("seconds", pa.float64(), "duration, wall clock"),
    Column("host", pa.string(), "machine"),
    Column("worker", pa.string(), "process or Ray worker"),
    Column("hands", pa.uint64(), "hands played"),
    Column("agents", pa.list_(_struct_of(CALL_TIME_COLUMNS)), "the time of each agent"),
)


EXACT_VALUE_COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    Column("agent", pa.string(), "label of the agent the row is about"),
    Column(MONEY, pa.float64(), "the exact mean over all seatings and deals", is_money=True),
)

HAND_EXPORT = schema_of(HAND_EXPORT_COLUMNS)
INCIDENTS = schema_of(FLAT_INCIDENT_COLUMNS)
AGENTS = schema_of(AGENT_COLUMNS)
TIMINGS = schema_of(TIMING_COLUMNS)
EXACT_VALUES = schema_of(EXACT_VALUE_COLUMNS)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table that a run stores or returns row by row: its schema's name, and what a row is."""

    name: str
    about: str
    columns: tuple[Column, ...]


_SHAPE = HandShape(
    2,
    card_count=9,
    has_stacks=True,
    has_blinds=True,
    has_antes=True,
    has_members=True,
    is_tournament=True,
    agent_count=2,
    entrant_count=2,
    is_ring=True,
)
STORED_TABLES = (
    StoredTable(
        "SHARD", "a chunk of play, a row per match; `shards/*.arrow`", shard_columns(_SHAPE)
    ),
    StoredTable(
        "MATCHES",
        "a row per match; `open_run(DIR).matches()`",
        match_columns(2, has_members=True, is_tournament=True, is_ring=True),
    ),
    StoredTable("HANDS", "a row per hand; `open_run(DIR).hands()`", flat_hand_columns(_SHAPE)),
    StoredTable(
        "HAND_EXPORT",
        "a row per hand; `railbird export DIR --format parquet` and `csv`",
        HAND_EXPORT_COLUMNS + SESSION_EXPORT_COLUMNS,
    ),
    StoredTable(
        "INCIDENTS",
        "a row per incident; `open_run(DIR).incidents()`",
        flat_incident_columns(_SHAPE),
    ),
    StoredTable("AGENTS", "a row per agent; `agents.arrow`", AGENT_COLUMNS),
    StoredTable("TIMINGS", "a row per chunk played; `timings/*.arrow`", TIMING_COLUMNS),
    StoredTable(
        "EXACT_VALUES", "a row per agent and line-up; `tables/exact-values`", EXACT_VALUE_COLUMNS
    ),
)
"""The stored tables; those computed from them are `results.tables.table_list.TABLES`."""
