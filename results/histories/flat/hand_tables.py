"""All hands as flat tables for other programs: Parquet, or CSV with lists joined by `|`."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv

from railbird.native import DealLayout, HandOrder, deal_layout
from railbird.results.histories.history_format import WrittenHands
from railbird.results.histories.notation.card_text import UNKNOWN, card_texts
from railbird.results.histories.storing.played import PlayedMatch, played_matches
from railbird.results.histories.storing.session_hands import SessionHands
from railbird.results.run.run_results import RunResults
from railbird.results.store.schema import (
    HAND_EXPORT,
    HAND_EXPORT_COLUMNS,
    SESSION_EXPORT_COLUMNS,
    schema_of,
)
from railbird.results.store.table_files import flat_table

ROWS_AT_ONCE = 65_536


def all_hands(run: RunResults) -> pa.Table:
    """Return all hands in schema HAND_EXPORT, in memory: about 200 bytes per hand."""
    parts = [table for table, _ in _tables(run)]
    return pa.concat_tables(parts) if parts else HAND_EXPORT.empty_table()


def write_parquet(run: RunResults, folder: Path) -> WrittenHands:
    """Write `hands.parquet`."""
    return _write(run, folder / "hands.parquet", _open_parquet, flatten=False)


def write_csv(run: RunResults, folder: Path) -> WrittenHands:
    """Write `hands.csv`."""
    return _write(run, folder / "hands.csv", _open_csv, flatten=True)


def _open_parquet(path: Path, schema: pa.Schema) -> Any:
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415  (slow, and only for this format)

    return ParquetWriter(path, schema, compression="zstd")


def _open_csv(path: Path, schema: pa.Schema) -> Any:
    return pa.csv.CSVWriter(path, schema)


def _write(
    run: RunResults,
    path: Path,
    open_writer: Callable[[Path, pa.Schema], Any],
    *,
    flatten: bool,
) -> WrittenHands:
    matches = hands = 0
    writer: Any = None
    try:
        for table, match_count in _tables(run):
            told = flat_table(table) if flatten else table
            writer = writer or open_writer(path, told.schema)
            writer.write_table(told)
            matches, hands = matches + match_count, hands + table.num_rows
    finally:
        if writer is not None:
            writer.close()
    return WrittenHands(int(writer is not None), matches, hands)


def _tables(run: RunResults) -> Iterator[tuple[pa.Table, int]]:
    """Yield some matches' hands at a time, and how many matches."""
    parts: list[pa.Table] = []
    for match in played_matches(run):
        parts.append(hand_table(match, deal_layout(run.game)))
        if sum(part.num_rows for part in parts) >= ROWS_AT_ONCE:
            yield pa.concat_tables(parts), len(parts)
            parts = []
    if parts:
        yield pa.concat_tables(parts), len(parts)


def hand_table(match: PlayedMatch, layout: DealLayout) -> pa.Table:
    """Return a match's hands in schema HAND_EXPORT, with all cards, also unseen ones.

    Tournaments and ring games have some columns more.
    """
    hand_count, own = len(match.payoffs), match.session
    hands = np.arange(hand_count)
    positions = match.seats.positions_in(hands) if own is None else own.positions
    order = HandOrder(np.argsort(positions, axis=1), positions)
    holes = _text_rows(order.by_seat(layout.hole_cards(match.cards)))
    names: Sequence[Sequence[str]] = [match.agents] * hand_count
    if own is not None:
        holes = [
            [text if is_dealt else "" for text, is_dealt in zip(*row, strict=True)]
            for row in zip(holes, own.is_dealt_in.tolist(), strict=True)
        ]
        names = own.names
    columns = {
        "deck_index": np.full(hand_count, match.deck_index),
        "deck_seed": pa.array([match.deck_seed] * hand_count, pa.uint32()),
        "seating_index": np.full(hand_count, match.seating_index),
        "match_name": [match.name] * hand_count,
        "hand_index": hands,
        "agents": [list(row) for row in names],
        "positions": _lists(positions),
        "stacks": _lists(order.by_seat(match.stacks)),
        "blinds": _lists(order.by_seat(match.blinds)),
        "hole_cards": holes,
        "board": _texts(card_texts(layout.board(match.cards))),
        "betting": match.bettings,
        "showdown": match.showdown,
        "payoffs": _lists(match.payoffs),
        **({} if own is None else _of_session(own)),
    }
    listed = [c for c in HAND_EXPORT_COLUMNS + SESSION_EXPORT_COLUMNS if c.name in columns]
    arrays = [
        column if isinstance(column, pa.Array) else pa.array(column) for column in columns.values()
    ]
    schema = schema_of(listed)
    return pa.table([a.cast(t) for a, t in zip(arrays, schema.types, strict=True)], schema=schema)


def _of_session(own: SessionHands) -> dict[str, Any]:
    """Return the columns of tournaments and ring games, in their order."""
    columns: dict[str, Any] = {"ante": own.antes, "level": own.levels + 1}
    if own.tables is not None and own.rounds is not None:
        columns |= {"round": own.rounds + 1, "table": own.tables + 1}
    return columns | ({} if own.rakes is None else {"rake": _lists(own.rakes)})


def _lists(values: npt.NDArray[np.integer]) -> pa.ListArray:
    return _rows_of(pa.array(np.ascontiguousarray(values).reshape(-1)), values.shape[1])


def _text_rows(holes: npt.NDArray[np.uint8]) -> list[list[str]]:
    return [[text.replace(UNKNOWN, "") for text in row] for row in card_texts(holes)]


def _rows_of(values: pa.Array, width: int) -> pa.ListArray:
    offsets = np.arange(len(values) // width + 1, dtype=np.int32) * width
    return pa.ListArray.from_arrays(offsets, values)


def _texts(texts: list[str]) -> pa.Array:
    return pa.array([text.replace(UNKNOWN, "") for text in texts], pa.string())
