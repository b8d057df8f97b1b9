"""All hands as flat tables for other programs: Parquet, or CSV with lists joined by `|`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv

from railbird.native import DealLayout, deal_layout
from railbird.results.histories.history_format import WrittenHands
from railbird.results.histories.notation.card_text import UNKNOWN, card_texts
from railbird.results.histories.storing.played import PlayedMatch, played_matches
from railbird.results.run.run_results import RunResults
from railbird.results.store.schema import HAND_EXPORT
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
    """Return a match's hands in schema HAND_EXPORT, with all cards, also unseen ones."""
    hand_count, seats = len(match.payoffs), match.seats
    hands = np.arange(hand_count)
    holes = seats.by_seat(layout.hole_cards(match.cards), hands)
    columns = {
        "deck_index": np.full(hand_count, match.deck_index),
        "deck_seed": pa.array([match.deck_seed] * hand_count, pa.uint32()),
        "seating_index": np.full(hand_count, match.seating_index),
        "match_name": [match.name] * hand_count,
        "hand_index": hands,
        "agents": [list(match.agents)] * hand_count,
        "positions": _lists(seats.positions_in(hands)),
        "stacks": _lists(seats.by_seat(match.stacks, hands)),
        "blinds": _lists(seats.by_seat(match.blinds, hands)),
        "hole_cards": _text_lists(holes),
        "board": _texts(card_texts(layout.board(match.cards))),
        "betting": match.bettings,
        "showdown": match.showdown,
        "payoffs": _lists(match.payoffs),
    }
    arrays = [
        column if isinstance(column, pa.Array) else pa.array(column) for column in columns.values()
    ]
    schema = HAND_EXPORT
    return pa.table([a.cast(t) for a, t in zip(arrays, schema.types, strict=True)], schema=schema)


def _lists(values: npt.NDArray[np.integer]) -> pa.ListArray:
    return _rows_of(pa.array(np.ascontiguousarray(values).reshape(-1)), values.shape[1])


def _text_lists(holes: npt.NDArray[np.uint8]) -> pa.ListArray:
    rows, width, count = holes.shape
    return _rows_of(_texts(card_texts(holes.reshape(rows * width, count))), width)


def _rows_of(values: pa.Array, width: int) -> pa.ListArray:
    offsets = np.arange(len(values) // width + 1, dtype=np.int32) * width
    return pa.ListArray.from_arrays(offsets, values)


def _texts(texts: list[str]) -> pa.Array:
    return pa.array([text.replace(UNKNOWN, "") for text in texts], pa.string())
