"""All hands as flat tables for other programs: Parquet, or CSV with lists joined by `|`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv

from railbird.results.folders.disk_files import make_folder, unwritable
from railbird.results.histories.history_format import WrittenHands
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN, card_rows
from railbird.results.histories.storing.played import PlayedMatch, played_matches, seats_of
from railbird.results.run.run_results import RunResults
from railbird.results.store.schema import HAND_EXPORT
from railbird.results.store.table_files import flat_table

ROWS_AT_ONCE = 65_536


def write_parquet(run: RunResults, folder: Path) -> WrittenHands:
    """Write `hands.parquet`."""
    make_folder(folder)
    return _write(run, folder / "hands.parquet", _open_parquet, flatten=False)


def write_csv(run: RunResults, folder: Path) -> WrittenHands:
    """Write `hands.csv`."""
    make_folder(folder)
    return _write(run, folder / "hands.csv", _open_csv, flatten=True)


def _open_parquet(path: Path, schema: pa.Schema) -> Any:
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415  (slow, for this format alone)

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
    except OSError as error:
        raise unwritable(path, error) from error
    finally:
        if writer is not None:
            writer.close()
    return WrittenHands(int(writer is not None), matches, hands)


def _tables(run: RunResults) -> Iterator[tuple[pa.Table, int]]:
    """Yield some matches' hands at a time, and how many matches."""
    parts: list[pa.Table] = []
    for match in played_matches(run):
        parts.append(hand_table(match, hole_card_count=run.game.hole_card_count))
        if sum(part.num_rows for part in parts) >= ROWS_AT_ONCE:
            yield pa.concat_tables(parts), len(parts)
            parts = []
    if parts:
        yield pa.concat_tables(parts), len(parts)


def hand_table(match: PlayedMatch, *, hole_card_count: int) -> pa.Table:
    """Return a match's hands in schema HAND_EXPORT: every card, also those nobody saw."""
    hand_count, seat_count = match.payoffs.shape
    seats = seats_of(hand_count, seat_count)
    position = np.argsort(seats, axis=1)  # of each seat
    dealt = match.cards[:, : seat_count * hole_card_count].reshape(hand_count, seat_count, -1)
    holes = np.take_along_axis(dealt, position[:, :, None], axis=1)
    width = hole_card_count
    columns = {
        "deck_index": np.full(hand_count, match.deck_index),
        "deck_seed": pa.array([match.deck_seed] * hand_count, pa.uint32()),
        "seating_index": np.full(hand_count, match.seating_index),
        "match_name": [match.name] * hand_count,
        "hand_index": np.arange(hand_count),
        "agents": [list(match.agents)] * hand_count,
        "positions": _lists(position),
        "stacks": _lists(np.take_along_axis(match.stacks, position, axis=1)),
        "blinds": _lists(np.take_along_axis(match.blinds, position, axis=1)),
        "hole_cards": _text_lists(card_rows(holes.reshape(hand_count, -1)), width),
        "board": _texts(match.cards[:, seat_count * width :]),
        "betting": match.bettings,
        "showdown": match.showdown,
        "payoffs": _lists(match.payoffs),
    }
    arrays = [
        column if isinstance(column, pa.Array) else pa.array(column) for column in columns.values()
    ]
    schema = HAND_EXPORT
    return pa.table([a.cast(t) for a, t in zip(arrays, schema.types, strict=True)], schema=schema)


def _lists(values: npt.NDArray[np.int64]) -> pa.ListArray:
    offsets = np.arange(len(values) + 1, dtype=np.int32) * values.shape[1]
    return pa.ListArray.from_arrays(offsets, pa.array(np.ascontiguousarray(values).reshape(-1)))


def _text_lists(rows: list[str], width: int) -> pa.ListArray:
    step = width * LETTERS
    starts = range(0, len(rows[0]) if rows else 0, step)
    cells = [row[at : at + step].replace(UNKNOWN, "") for row in rows for at in starts]
    per_row = len(cells) // max(len(rows), 1)
    offsets = np.arange(len(rows) + 1, dtype=np.int32) * per_row
    return pa.ListArray.from_arrays(offsets, pa.array(cells, pa.string()))


def _texts(cards: npt.NDArray[np.uint8]) -> pa.Array:
    if not cards.shape[1]:
        return pa.array([""] * len(cards))
    return pa.array([row.replace(UNKNOWN, "") for row in card_rows(cards)])
