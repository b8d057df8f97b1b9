"""Hands of a run as numpy columns by position: players, payoffs, and betting as words.

Unlike record batches in schema HANDS these do not repeat labels, and betting is dictionary-encoded:
most hands of a small game have the same few bettings.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import (
    DealSource,
    GameDefinition,
    HandStyles,
    read_styles,
    seat_order,
    stored_order,
)
from railbird.results.errors import StoreError
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.store.reading import BATCH_ROWS, read_nested
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.shard_limits import cards_in, letters_of
from railbird.results.store.where import EVERYTHING, Where


@dataclass(frozen=True, slots=True, eq=False)
class PlayedHands:
    """n hands of one shard in the order of play; columns by position unless said otherwise.

    `members` int32[n, N] number agents as they were given; `payoffs` int64[n, N] in 1/2520 chip,
    float64 where luck was taken out; `match` int64[n] is a row of the shard, `hand_index` int64[n]
    counts in the match; `seats` intp[n, N] played the positions. The betting of hand i is word
    `word[i]` (int32[n]) of `letters` uint8[...] cut by `offsets`. `stacks` and `blinds` int64[n, N]
    and `antes` int64[n] are present only if they are not the game's, `cards` uint8[n, W] only if
    they cannot be dealt again; `deck_seed` int64[n], -1 without one. `deals` deal the cards of deck
    seeds, None if their secret is unknown.
    """

    members: npt.NDArray[np.int32]
    payoffs: npt.NDArray[Any]
    match: Integers
    hand_index: Integers
    seats: npt.NDArray[np.intp]
    deck_seed: Integers
    word: npt.NDArray[np.int32]
    letters: npt.NDArray[np.uint8]
    offsets: Integers
    stacks: npt.NDArray[np.int64] | None = None
    blinds: npt.NDArray[np.int64] | None = None
    antes: npt.NDArray[np.int64] | None = None
    cards: npt.NDArray[np.uint8] | None = None
    deals: DealSource | None = None

    def __len__(self) -> int:
        """The number of hands."""
        return len(self.members)

    def take(self, kept: npt.NDArray[np.bool_]) -> "PlayedHands":
        """Return the hands selected by bool[n]."""
        own: dict[str, Any] = {
            name: None if getattr(self, name) is None else getattr(self, name)[kept]
            for name in _BY_HAND
        }
        return replace(self, **own)

    def spell(
        self, words: npt.NDArray[np.integer] | None = None
    ) -> tuple[npt.NDArray[np.uint8], Integers]:
        """The betting of every hand, or these words: concatenated letters, and offsets."""
        return _spell(self.letters, self.offsets, self.word if words is None else words)

    def styles(
        self, definition: GameDefinition, cards: npt.NDArray[np.uint8] | None = None
    ) -> tuple[HandStyles, npt.NDArray[np.int32]]:
        """The style counters of the hands, and the row of each hand in them, int32[n].

        ``cards`` uint8[n, W] are needed in games where cards determine who acts first. With the
        chips of the game a row is a word, otherwise a hand. Raises StoreError for betting that the
        game does not allow.
        """
        own = {"stacks": self.stacks, "blinds": self.blinds, "antes": self.antes}
        if definition.first_depends_on_cards:
            letters, offsets = _spell(self.letters, self.offsets, self.word)
            rows = np.arange(len(self), dtype=np.int32)
            return read_styles(definition, letters, offsets, cards=cards, **own), rows
        if any(chips is not None for chips in own.values()):
            letters, offsets = _spell(self.letters, self.offsets, self.word)
            rows = np.arange(len(self), dtype=np.int32)
            return read_styles(definition, letters, offsets, **own), rows
        is_used = np.bincount(self.word, minlength=len(self.offsets) - 1) > 0
        row_of = np.cumsum(is_used, dtype=np.int32) - np.int32(1)
        letters, offsets = _spell(self.letters, self.offsets, np.flatnonzero(is_used))
        return read_styles(definition, letters, offsets), row_of[self.word]


_BY_HAND = (
    *("members", "payoffs", "match", "hand_index", "deck_seed", "word"),
    *("stacks", "blinds", "antes", "cards"),
)
"""The columns with a row per hand."""


def played_hands(
    shards: Iterable[ShardFile],
    agents: Sequence[str],
    *,
    at_once: int = BATCH_ROWS,
    where: Where = EVERYTHING,
) -> Iterator[PlayedHands]:
    """Yield the hands of shards, `at_once` or fewer at a time; agents are numbered as given.

    Raises StoreError for an unknown label.
    """
    numbers = {label: number for number, label in enumerate(agents)}
    for shard in shards:
        batch = where.choose(read_nested(shard))
        if not batch.num_rows:
            continue
        members = _members(batch.column("agents"), numbers, shard)
        for hands in _hands(batch, members, at_once):
            yield replace(hands, deals=shard.deals)


def _members(
    agents: pa.ListArray, numbers: dict[str, int], shard: ShardFile
) -> npt.NDArray[np.int32]:
    """Return the agents of each match by seat, int32[M, N]."""
    labels = agents.flatten().dictionary_encode()
    words = labels.dictionary.to_pylist()
    strangers = [word for word in words if word not in numbers]
    if strangers:
        raise StoreError(
            f"shard {shard.file.name} has an agent {strangers[0]!r} that is not in the run; "
            "remove the shard from the folder, and run the same command again"
        )
    found = np.array([numbers[word] for word in words], np.int32)
    members: npt.NDArray[np.int32] = found[labels.indices.to_numpy()].reshape(len(agents), -1)
    return members


def _hands(
    batch: pa.RecordBatch, members: npt.NDArray[np.int32], at_once: int
) -> Iterator[PlayedHands]:
    lists = batch.column("hands")
    counts = lists.value_lengths().to_numpy().astype(np.int64)
    match = np.repeat(np.arange(len(counts)), counts)
    hand_index = np.arange(len(match)) - (np.cumsum(counts) - counts)[match]
    seeds = batch.column("deck_seed").cast(pa.int64()).fill_null(-1).to_numpy()
    rows = lists.flatten()
    for start in range(0, len(rows), at_once):
        part = slice(start, start + at_once)
        keys = {
            "match": match[part],
            "hand_index": hand_index[part],
            "deck_seed": seeds[match[part]],
        }
        yield _part(rows[part], members, keys)


def _part(
    rows: pa.StructArray, members: npt.NDArray[np.int32], keys: dict[str, Integers]
) -> PlayedHands:
    """Return hands by position; `members` int32[M, N] are by match and seat."""
    players = members.shape[1]
    names = {field.name for field in rows.type}
    if "positions" in names:
        positions = rows.field("positions").flatten().to_numpy().reshape(-1, players)
        seats = stored_order(positions).seats
    else:
        seats = seat_order(players).seats_in(keys["hand_index"])
    places = np.arange(0, seats.size, players)[:, None] + seats
    chips = {
        name: rows.field(name).flatten().to_numpy().take(places)
        for name in ("payoffs", "stacks", "blinds")
        if name in names
    }
    betting = rows.field("betting")
    letters, offsets = letters_of(betting.dictionary)
    return PlayedHands(
        members=members.reshape(-1).take(keys["match"][:, None] * players + seats),
        match=keys["match"],
        hand_index=keys["hand_index"],
        seats=seats,
        deck_seed=keys["deck_seed"],
        letters=letters,
        offsets=offsets,
        word=betting.indices.to_numpy(),
        cards=cards_in(rows.field("cards")) if "cards" in names else None,
        payoffs=chips["payoffs"],
        stacks=chips.get("stacks"),
        blinds=chips.get("blinds"),
        antes=rows.field("ante").to_numpy() if "ante" in names else None,
    )


def _spell(
    letters: npt.NDArray[np.uint8], offsets: Integers, words: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.uint8], Integers]:
    """Concatenate words, repeated as indexed."""
    lengths = offsets[words + 1] - offsets[words]
    ends = np.concatenate([[0], np.cumsum(lengths)])
    places = np.arange(ends[-1]) + np.repeat(offsets[words] - ends[:-1], lengths)
    return letters[places], ends
