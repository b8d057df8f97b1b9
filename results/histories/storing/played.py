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
from railbird.results.histories.storing.session_hands import (
    SessionHands,
    deal_tables,
    session_hands,
    table_seeds,
)
from railbird.results.run.run_results import RunResults
from railbird.results.store.deal_secrets import know_none, run_deals
from railbird.results.store.labels import is_file_name
from railbird.results.store.manifest import MANIFEST
from railbird.results.store.reading import read_hands, read_matches, shape_of
from railbird.results.store.schema import hand_columns
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.shard_limits import letters_of

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Indexes = npt.NDArray[np.intp]
NUMBERED_MATCH = re.compile(r"match\d{6,}")
"""The name of matches without a name of their own."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of H hands for N seats; `number` counts all matches of the run, from 0.

    `payoffs` int64[H, N] are by seat, `stacks` and `blinds` int64[H, N] by position; `cards`
    uint8[H, W] are in the order of dealing, 255 if unknown. `deals` deal them from the deck seed,
    None while its secret is not published. In tournaments and ring games positions are those of
    `session`, and payoffs are by seat of the hand.
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
    session: SessionHands | None = None

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

    Sessions of ring games without a hand are left out. Raises StoreError at once for match names
    that are not valid file names.
    """
    return _matches_in(run, _names(run))


def _matches_in(run: RunResults, names: dict[int, str]) -> Iterator[PlayedMatch]:
    number, public = 0, run_deals(run.manifest, know_none)
    for shard in run.reading.holdings.shards:
        for match in _matches_of(shard, run, first_number=number, names=names):
            if match.bettings:
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
    if len(set(every)) < len(every) or any(map(NUMBERED_MATCH.fullmatch, every)):
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
    shard: ShardFile, run: RunResults, *, first_number: int, names: dict[int, str]
) -> Iterator[PlayedMatch]:
    rows = [row for batch in read_matches([shard]) for row in batch.to_pylist()]
    game, hands, shape = run.game, _hands_of(shard), shape_of(shard)
    ends = list(accumulate((row["hand_count"] for row in rows), initial=0))
    parts = [slice(start, end) for start, end in pairwise(ends)]
    own: list[SessionHands | None] = [
        session_hands(hands[part], row, game) if shape.is_tournament or shape.is_ring else None
        for part, row in zip(parts, rows, strict=True)
    ]
    seats = [
        seat_order(game.player_count).seats_in(np.arange(part.stop - part.start))
        if one is None
        else one.seats
        for part, one in zip(parts, own, strict=True)
    ]
    cards = [
        _cards(hands[part], run, shard.deals, row=row, session=one)
        for part, row, one in zip(parts, rows, own, strict=True)
    ]
    _require_legal(shard, hands, game, cards=cards, seats=seats)
    for place, (row, part) in enumerate(zip(rows, parts, strict=True)):
        number = first_number + place
        by_position = {
            name: _by_position(hands, name, part, seats=seats[place], default=default)
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
            cards=cards[place],
            stacks=by_position["stacks"],
            blinds=by_position["blinds"],
            session=own[place],
        )


_READ = (
    *("betting", "showdown", "payoffs", "cards", "stacks", "blinds", "ante", "level"),
    *("positions", "round", "table", "players", "rake"),
)
"""The columns of hands that are read, if a run has them."""


def _hands_of(shard: ShardFile) -> pa.RecordBatch:
    stored = {column.name for column in hand_columns(shape_of(shard))}
    hands = read_hands([shard], [name for name in _READ if name in stored])
    return pa.Table.from_batches(list(hands)).combine_chunks().to_batches()[0]


def _require_legal(
    shard: ShardFile,
    hands: pa.RecordBatch,
    game: GameDefinition,
    *,
    cards: Sequence[Cards],
    seats: Sequence[Indexes],
) -> None:
    """Refuse illegal betting, since histories are written from its results."""
    every = np.concatenate(seats)
    own: dict[str, npt.NDArray[Any]] = {
        name: _by_position(hands, name, slice(None), seats=every, default=())
        for name in ("stacks", "blinds")
        if name in hands.schema.names
    }
    if "ante" in hands.schema.names:
        own["antes"] = hands.column("ante").to_numpy()
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
    run: RunResults,
    source: DealSource | None,
    *,
    row: dict[str, Any],
    session: SessionHands | None,
) -> Cards:
    """Return the cards of a match's hands; `row` are the columns of the match."""
    count, game, deck_seed = len(hands), run.game, row["deck_seed"]
    if "cards" in hands.schema.names:
        packed = b"".join(hands.column("cards").to_pylist())
        return np.frombuffer(packed, np.uint8).reshape(count, -1)
    if deck_seed is None or source is None:
        return np.full((count, game.cards_per_hand), NO_CARD, np.uint8)
    if session is not None and session.tables is not None:
        seeds = table_seeds(run.manifest.spec, game, row["deck_index"])
        return deal_tables(source, game, seeds=seeds, tables=session.tables)
    cards: Cards = source.deal(game, [deck_seed], count)[0]
    return cards
