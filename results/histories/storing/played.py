"""The matches of a run with complete hands, for writers of histories."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import (
    NO_CARD,
    BettingError,
    DealSource,
    GameDefinition,
    SeatOrder,
    read_styles,
    seat_order,
)
from railbird.native.errors import quoted
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder
from railbird.results.histories.notation.deals_text import format_deals
from railbird.results.run.run_results import RunResults
from railbird.results.store.deal_secrets import know_none, run_deals
from railbird.results.store.labels import is_file_name
from railbird.results.store.manifest import MANIFEST
from railbird.results.store.reading import read_hands, read_matches, shape_of
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.shard_limits import letters_of

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Indexes = npt.NDArray[np.intp]
_NUMBERED = re.compile(r"match\d{6,}")
"""The name of matches without a name of their own."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of H hands for N seats; `number` counts all matches of the run, from 0.

    `payoffs` int64[H, N] are by seat, `stacks` and `blinds` int64[H, N] by position; `cards`
    uint8[H, W] are in the order of dealing, 255 if unknown. `deals` deal them from the deck seed,
    None while its secret is not published.
    """

    number: int
    name: str
    deck_index: int
    deck_seed: int | None
    seating_index: int
    agents: tuple[str, ...]
    bettings: list[str]
    showdown: npt.NDArray[np.bool_]
    payoffs: Integers
    cards: Cards
    stacks: Integers
    blinds: Integers
    deals: DealSource | None = None

    @property
    def open_seed(self) -> int | None:
        """The deck seed, if the cards that it deals are public."""
        return None if self.deals is None else self.deck_seed

    @property
    def deals_text(self) -> str:
        """The secret of the deals as written in histories, empty if there is none."""
        secret = None if self.deals is None else self.deals.secret
        return "" if secret is None else format_deals(secret)

    def names(self, hand_index: int) -> tuple[str, ...]:
        """Return the labels by position in a hand."""
        return tuple([self.agents[seat] for seat in self.seats.seat_row(hand_index)])

    @property
    def seats(self) -> SeatOrder:
        """The player of each position."""
        return seat_order(len(self.agents))


def played_matches(run: RunResults) -> Iterator[PlayedMatch]:
    """Return the matches in canonical order; a shard is in memory at a time.

    Raises StoreError at once for match names that are not valid file names, and for tournaments,
    of whose positions and levels no format tells.
    """
    if run.reading.mode != "cash":
        printed = "print them with `railbird hands DIR --format json`, or "
        what = "ring games" if run.reading.mode == "ring" else "tournaments"
        raise StoreError(
            f"{run.folder}: the hands of {what} cannot be exported; "
            f"{printed if run.reading.mode == 'freeze-out' else ''}read the shards with any reader "
            "of Arrow files"
        )
    return _matches_in(run, _names(run))


def _matches_in(run: RunResults, names: dict[int, str]) -> Iterator[PlayedMatch]:
    number, public = 0, run_deals(run.manifest, know_none)
    for shard in run.reading.holdings.shards:
        for match in _matches_of(shard, run.game, first_number=number, names=names):
            yield replace(match, deals=public.of_chunk(shard.chunk_index))
            number += 1


def _names(run: RunResults) -> dict[int, str]:
    """Return the original names of imported matches.

    Raises StoreError for names that are not valid and unique file names.
    """
    names: dict[int, str] = {}
    for stage in run.manifest.stages:
        said = stage.detail.get("match_names", {})
        if not isinstance(said, dict) or not all(map(str.isdecimal, said)):
            raise StoreError(
                f"the match_names of {run.folder.path_of(MANIFEST)} are damaged; import again"
            )
        names |= {int(number): require_file_name(name, run.folder) for number, name in said.items()}
    every = [name.casefold() for name in names.values()]
    if len(set(every)) < len(every) or any(map(_NUMBERED.fullmatch, every)):
        raise StoreError(
            f"two matches in {run.folder.path_of(MANIFEST)} have the same name; import again"
        )
    return names


def require_file_name(name: Any, folder: RunFolder) -> str:
    """Return a file name from a run's manifest.

    Raises StoreError for one that is not valid, or that leads out of the target folder.
    """
    if not isinstance(name, str) or not is_file_name(name):
        raise StoreError(
            f"{folder.path_of(MANIFEST)} has a match or game named {quoted(str(name))}, which is "
            "not a valid file name; change it there, or import again"
        )
    return name


def game_file_name(run: RunResults) -> str:
    """Return the name of the game in ACPC logs: an imported run's own, otherwise ours."""
    name = f"{run.manifest.game_name}.game"
    for stage in reversed(run.manifest.stages):
        name = str(stage.detail.get("game_file", name))
    return require_file_name(Path(name).name, run.folder)


def _matches_of(
    shard: ShardFile, game: GameDefinition, *, first_number: int, names: dict[int, str]
) -> Iterator[PlayedMatch]:
    rows = [row for batch in read_matches([shard]) for row in batch.to_pylist()]
    hands = _hands_of(shard)
    ends = list(accumulate((row["hand_count"] for row in rows), initial=0))
    parts = [slice(start, end) for start, end in pairwise(ends)]
    cards = [
        _cards(hands, part, game, shard.deals, row["deck_seed"])
        for part, row in zip(parts, rows, strict=True)
    ]
    _require_legal(shard, hands, game, cards)
    for number, (row, part) in enumerate(zip(rows, parts, strict=True), first_number):
        count = row["hand_count"]
        seats = seat_order(game.player_count).seats_in(np.arange(count))
        by_position = {
            name: _by_position(hands, name, part, seats=seats, default=default)
            for name, default in (("stacks", game.stacks), ("blinds", game.blinds))
        }
        yield PlayedMatch(
            number=number,
            name=names.get(number, f"match{number:06d}"),
            deck_index=row["deck_index"],
            deck_seed=row["deck_seed"],
            seating_index=row["seating_index"],
            agents=tuple(row["agents"]),
            bettings=hands.column("betting")[part].to_pylist(),
            showdown=hands.column("showdown")[part].to_numpy(zero_copy_only=False),
            payoffs=_rows(hands.column("payoffs")[part], game.player_count),
            cards=cards[number - first_number],
            stacks=by_position["stacks"],
            blinds=by_position["blinds"],
        )


def _hands_of(shard: ShardFile) -> pa.RecordBatch:
    shape = shape_of(shard)
    columns = ["betting", "showdown", "payoffs"]
    columns += ["cards"] if shape.card_count else []
    columns += ["stacks"] if shape.has_stacks else []
    columns += ["blinds"] if shape.has_blinds else []
    hands = pa.Table.from_batches(list(read_hands([shard], columns)))
    return hands.combine_chunks().to_batches()[0]


def _require_legal(
    shard: ShardFile, hands: pa.RecordBatch, game: GameDefinition, cards: Sequence[Cards]
) -> None:
    """Refuse illegal betting, since histories are written from its results."""
    order = seat_order(game.player_count)
    seats = np.concatenate([order.seats_in(np.arange(len(match))) for match in cards])
    own: dict[str, npt.NDArray[Any]] = {
        name: _by_position(hands, name, slice(None), seats=seats, default=())
        for name in ("stacks", "blinds")
        if name in hands.schema.names
    }
    if game.first_depends_on_cards:
        own["cards"] = np.concatenate(cards)
    letters, offsets = letters_of(hands.column("betting").dictionary_decode())
    try:
        read_styles(game, letters, offsets, **own)
    except (BettingError, ValueError) as error:
        raise StoreError(f"shard {shard.file.name} is damaged: {error}; remove it") from error


def _rows(column: pa.Array, width: int) -> Integers:
    rows: Integers = column.flatten().to_numpy().reshape(-1, width)
    return rows


def _by_position(
    hands: pa.RecordBatch, name: str, part: slice, *, seats: Indexes, default: tuple[int, ...]
) -> Integers:
    if name not in hands.schema.names:
        return np.broadcast_to(np.array(default, np.int64), seats.shape)
    by_seat = _rows(hands.column(name)[part], seats.shape[1])
    return np.take_along_axis(by_seat, seats, axis=1)


def _cards(
    hands: pa.RecordBatch,
    part: slice,
    game: GameDefinition,
    source: DealSource | None,
    deck_seed: int | None,
) -> Cards:
    count = part.stop - part.start
    if "cards" in hands.schema.names:
        packed = b"".join(hands.column("cards")[part].to_pylist())
        return np.frombuffer(packed, np.uint8).reshape(count, -1)
    if deck_seed is None or source is None:
        return np.full((count, game.cards_per_hand), NO_CARD, np.uint8)
    cards: Cards = source.deal(game, [deck_seed], count)[0]
    return cards
