"""What the hands of tournaments and ring games have of their own, for writers of histories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import NO_CARD, DealSource, GameDefinition
from railbird.results.store.match_keys import derive_table_seeds
from railbird.results.store.schema import NO_ENTRY

Integers = npt.NDArray[np.int64]
Cards = npt.NDArray[np.uint8]
Row = Mapping[str, Any]
ENTRY_SIGN = "#"
"""Between a label and the number of one of its entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHands:
    """H hands of one match, whose players carry their stacks on; N seats at a table.

    `positions` and `seats` int64[H, N] are by seat and by position; `is_dealt_in` bool[H, N] says
    by seat who has chips. `names` are the players by hand and seat, empty where nobody sits.
    `antes` are those of everybody, `levels` count from 0, `rakes` int64[H, N] are by seat, None if
    nothing is raked. With several tables `tables` and `rounds` count from 0.
    """

    positions: Integers
    seats: Integers
    is_dealt_in: npt.NDArray[np.bool_]
    names: Sequence[tuple[str, ...]]
    antes: Integers
    levels: Integers
    rakes: Integers | None = None
    tables: Integers | None = None
    rounds: Integers | None = None

    def table_name(self, match_name: str, hand: int) -> str:
        """Return the name of the table of a hand: the match, with its number if it has several."""
        if self.tables is None:
            return match_name
        return f"{match_name}-table{self.tables[hand] + 1}"


def session_hands(hands: pa.RecordBatch, row: Row, game: GameDefinition) -> SessionHands:
    """Return what hands of a match have of their own; `row` are the columns of the match."""
    positions = _by_seat(hands, "positions").astype(np.int64)
    tables, rounds = (
        hands.column(name).to_numpy().astype(np.int64) if name in hands.schema.names else None
        for name in ("table", "round")
    )
    return SessionHands(
        positions=positions,
        seats=np.argsort(positions, axis=1),
        is_dealt_in=_by_seat(hands, "stacks") > 0,
        names=_names(hands, row),
        antes=_of_hand(hands, "ante", game.ante),
        levels=_of_hand(hands, "level", 0),
        rakes=_by_seat(hands, "rake") if "rake" in hands.schema.names else None,
        tables=tables,
        rounds=rounds,
    )


def _names(hands: pa.RecordBatch, row: Row) -> list[tuple[str, ...]]:
    labels = row["agents"]
    if "players" not in hands.schema.names:
        return [tuple(labels)] * len(hands)
    entry_count, agent_count = len(row.get("places") or labels), len(labels)
    entries = [
        labels[entry % agent_count]
        + (f"{ENTRY_SIGN}{entry // agent_count + 1}" if entry_count > agent_count else "")
        for entry in range(entry_count)
    ]
    seated = _by_seat(hands, "players").tolist()
    return [tuple(["" if one == NO_ENTRY else entries[one] for one in seats]) for seats in seated]


def _by_seat(hands: pa.RecordBatch, name: str) -> npt.NDArray[Any]:
    values: npt.NDArray[Any] = hands.column(name).flatten().to_numpy()
    return values.reshape(len(hands), -1)


def _of_hand(hands: pa.RecordBatch, name: str, default: int) -> Integers:
    if name not in hands.schema.names:
        return np.full(len(hands), default, np.int64)
    values: Integers = hands.column(name).to_numpy().astype(np.int64)
    return values


def deal_tables(
    source: DealSource, game: GameDefinition, *, seeds: Integers, tables: Integers
) -> Cards:
    """Return the cards of hands, uint8[H, W]: each table has a deck seed of its own."""
    cards = np.full((len(tables), game.cards_per_hand), NO_CARD, np.uint8)
    order = np.argsort(tables, kind="stable")
    ends = np.flatnonzero(np.diff(tables[order])) + 1
    for start, end in pairwise([0, *ends.tolist(), len(order)]):
        rows = order[start:end]
        if len(rows):
            cards[rows] = source.deal(game, [int(seeds[tables[rows[0]]])], len(rows))[0]
    return cards


def table_seeds(spec: Mapping[str, Any], game: GameDefinition, deck_index: int) -> Integers:
    """Return the deck seeds of the tables of a match, int64[tables], by the run's spec."""
    seeds = derive_table_seeds(int(spec.get("seed", 0)), _table_count(spec, game), deck_index)
    return seeds.astype(np.int64)


def _table_count(spec: Mapping[str, Any], game: GameDefinition) -> int:
    if "ring" in spec:
        return sum(int(tables.get("count", 1)) for tables in spec["ring"]["tables"])
    tournament = spec["tournament"]
    return -(-int(tournament["entrants"]) // int(tournament.get("seats") or game.player_count))
