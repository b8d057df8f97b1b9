"""Checks the values in a shard against the run's limits, before they are used."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import (
    ACTION_LETTERS,
    ALL_PRIZES,
    BETTING_LETTERS,
    NO_CARD,
    PAYOFF_UNIT,
    ROUND_LETTER,
    UNLIMITED_STACK,
    FileError,
    GameDefinition,
    compile_game,
    seat_order,
)
from railbird.results.store.labels import is_readable_label
from railbird.results.store.schema import NO_ENTRY, HandShape

MOST_HANDS = 2**31 - 1
MOST_SEATS = 10
MOST_CARDS = 52
MOST_WORD = 2**14
"""Maximum number of letters of a betting if the game is unknown."""
FEWEST_IN_A_HAND = 2
_BETTING = f"{BETTING_LETTERS}{ROUND_LETTER}0123456789"
_ACTIONS = f"{ACTION_LETTERS}{ROUND_LETTER}0123456789"


@dataclass(frozen=True, slots=True)
class ShardLimits:
    """The limits of a run for its shards.

    `deck_seeds` are by deck index, empty if hands have none: then there are `deck_count` decks.
    """

    game: GameDefinition
    labels: frozenset[str]
    deck_seeds: npt.NDArray[np.int64]
    deck_count: int


def require_shape(shape: HandShape, limits: ShardLimits | None) -> None:
    """Refuse hands for other numbers of players or cards than the game's; raises FileError."""
    if not 1 < shape.seat_count <= MOST_SEATS or shape.card_count > MOST_CARDS:
        raise FileError(f"it is for {shape.seat_count} seats and {shape.card_count} cards")
    if shape.entrant_count and (
        not 1 < shape.agent_count <= shape.entrant_count < NO_ENTRY
        or shape.entrant_count % shape.agent_count
    ):
        raise FileError(f"it has {shape.entrant_count} entries of {shape.agent_count} agents")
    if limits is None:
        return
    game = limits.game
    if shape.seat_count != game.player_count:
        raise FileError(f"it has {shape.seat_count} seats and the game {game.player_count}")
    if shape.card_count not in (0, game.cards_per_hand):
        raise FileError(
            f"it has {shape.card_count} cards per hand and the game {game.cards_per_hand}"
        )


def require_sound(batch: pa.RecordBatch, shape: HandShape, limits: ShardLimits | None) -> None:
    """Refuse values outside these limits, in the columns that are present.

    Raises FileError. Whether betting follows the rules is not checked here.
    """
    for is_wrong, what in _complaints(batch, shape, limits):
        if is_wrong:
            raise FileError(what)


def _complaints(
    batch: pa.RecordBatch, shape: HandShape, limits: ShardLimits | None
) -> Iterator[tuple[object, str]]:
    names = batch.schema.names
    counts = batch.column("hand_count").to_numpy().astype(np.int64)
    yield not len(counts), "it has no matches"
    least = 0 if shape.is_ring else 1  # in a session of ring games all may leave at once
    yield counts.min() < least or counts.max() > MOST_HANDS, "a match has no hands, or too many"
    for name in {"agents", "members"} & set(names):
        yield from _about_labels(name, batch.column(name), shape, limits=limits)
    if limits is not None:
        yield from _about_keys(batch, limits)
    if "payoffs" in names:
        payoffs = _by_seat(batch.column("payoffs"))
        most = counts.astype(np.float64)[:, None] * _most_payoff(shape)
        yield (np.abs(payoffs.astype(np.float64)) > most).any(), "its payoffs are out of range"
    if shape.is_tournament:
        yield from _about_standings(batch, shape)
    if "bankrolls" in names:
        yield from _about_bankrolls(batch.column("bankrolls").flatten(), shape)
    if "hands" in names:
        lists = batch.column("hands")
        yield (lists.value_lengths().to_numpy() != counts).any(), "its hand counts are wrong"
        yield from _about_hands(lists.flatten(), counts, shape, limits=limits)
    if "incidents" in names:
        lists = batch.column("incidents")
        hands = np.repeat(np.maximum(counts, 1), lists.value_lengths().to_numpy())
        rows = lists.flatten()
        yield (
            (rows.field("hand").to_numpy() >= hands).any(),
            "an incident does not belong to a hand",
        )
        seats = rows.field("seat").to_numpy()
        yield (seats >= shape.match_width).any(), "an incident does not belong to a seat"


def _about_labels(
    name: str, lists: pa.ListArray, shape: HandShape, *, limits: ShardLimits | None
) -> Iterator[tuple[object, str]]:
    lengths = lists.value_lengths().to_numpy()
    yield (lengths != shape.match_width).any(), f"its {name} do not have one value per seat"
    words = lists.flatten().dictionary_encode()
    texts = words.dictionary.to_pylist()
    yield not all(map(is_readable_label, texts)), f"its {name} have no labels"
    if name == "agents":
        strangers = [] if limits is None else [t for t in texts if t not in limits.labels]
        yield strangers, f"it has an agent {min(strangers, default='')!r} that is not in the run"
        numbers = np.sort(words.indices.to_numpy().reshape(len(lists), -1), axis=1)
        yield (numbers[:, 1:] == numbers[:, :-1]).any(), "an agent has two seats at a table"


def _about_standings(batch: pa.RecordBatch, shape: HandShape) -> Iterator[tuple[object, str]]:
    names = batch.schema.names
    if "places" in names:
        places = _by_seat(batch.column("places"))
        is_out = (places < 1) | (places > (shape.entrant_count or shape.seat_count))
        yield is_out.any(), "its places are out of range"
    if "prizes" in names:
        prizes = _by_seat(batch.column("prizes"))
        yield ((prizes < 0) | (prizes > ALL_PRIZES)).any(), "its prizes are out of range"
        yield (prizes.sum(axis=1) != ALL_PRIZES).any(), "its prizes are not those of all entries"


def _about_bankrolls(rows: pa.StructArray, shape: HandShape) -> Iterator[tuple[object, str]]:
    agents = rows.field("agent").to_numpy()
    yield (agents >= shape.match_width).any(), "it has a bankroll of nobody"
    chips = rows.field("chips").to_numpy()
    yield ((chips < 0) | (chips > UNLIMITED_STACK)).any(), "its bankrolls are out of range"


def _about_keys(batch: pa.RecordBatch, limits: ShardLimits) -> Iterator[tuple[object, str]]:
    names = batch.schema.names
    if "deck_index" not in names:
        return
    decks = batch.column("deck_index").to_numpy()
    yield (decks >= limits.deck_count).any(), "it has a deck that is not in the run"
    if "deck_seed" in names:
        seeds = batch.column("deck_seed")
        if len(limits.deck_seeds):
            seeds = seeds.cast(pa.int64()).fill_null(-1).to_numpy()
            yield (seeds != limits.deck_seeds[decks]).any(), "its deck seeds are not the run's"
        else:
            yield seeds.null_count < len(seeds), "it has deck seeds, but the run has none"


def _about_hands(
    rows: pa.StructArray,
    counts: npt.NDArray[np.int64],
    shape: HandShape,
    *,
    limits: ShardLimits | None,
) -> Iterator[tuple[object, str]]:
    payoffs = _by_seat(rows.field("payoffs"))
    most = _most_payoff(shape)
    yield ((payoffs > most) | (payoffs < -most)).any(), "its payoffs are out of range"
    yield from _about_betting(rows.field("betting"), limits)
    if shape.card_count:
        yield from _about_cards(rows.field("cards"), limits)
    if shape.is_tournament or shape.is_ring:
        positions = np.sort(_by_seat(rows.field("positions")), axis=1)
        is_whole = (positions == np.arange(shape.seat_count)).all()
        yield not is_whole, "its positions are not one for each seat"
    if shape.is_ring:
        rakes = _by_seat(rows.field("rake"))
        yield ((rakes < 0) | (rakes > UNLIMITED_STACK)).any(), "its rake is out of range"
    if shape.entrant_count:
        yield from _about_players(rows, counts, shape)
    if shape.has_stacks or shape.has_blinds or shape.has_antes:
        yield from _about_chips(rows, counts, shape, limits=limits)


def _about_players(
    rows: pa.StructArray, counts: npt.NDArray[np.int64], shape: HandShape
) -> Iterator[tuple[object, str]]:
    players = _by_seat(rows.field("players")).astype(np.int64)
    is_seated = players != NO_ENTRY
    yield (is_seated & (players >= shape.entrant_count)).any(), "it seats somebody not entered"
    match = np.repeat(np.arange(len(counts)), counts)
    rounds = rows.field("round").to_numpy().astype(np.int64)
    same = match[1:] == match[:-1]
    yield (same & (rounds[1:] < rounds[:-1])).any(), "its rounds of hands are not in order"
    keys = ((match * MOST_HANDS + rounds) * shape.entrant_count)[:, None] + players
    seated = np.sort(keys[is_seated])
    yield (seated[1:] == seated[:-1]).any(), "a player sits at two tables"


def _about_betting(
    betting: pa.DictionaryArray, limits: ShardLimits | None
) -> Iterator[tuple[object, str]]:
    letters, offsets = letters_of(betting.dictionary)
    used = letters[offsets[0] : offsets[-1]]
    is_plain = limits is not None and not limits.game.has_card_rounds
    is_letter = np.zeros(256, np.bool_)
    is_letter[list((_BETTING if is_plain else _ACTIONS).encode())] = True
    yield not is_letter[used].all(), "its betting is not in the letters of the ACPC"
    most = MOST_WORD if limits is None else compile_game(limits.game).betting_width
    longest = np.diff(offsets).max(initial=0)
    yield longest > most, "a betting is longer than any in the game"


def _about_cards(cards: pa.Array, limits: ShardLimits | None) -> Iterator[tuple[object, str]]:
    flat = cards_in(cards)
    known = np.zeros(256, np.bool_)
    known[range(MOST_CARDS) if limits is None else limits.game.deck] = True
    known[NO_CARD] = True
    yield not known[flat].all(), "it has a card that is not in the deck"
    ordered = np.sort(flat, axis=1)
    is_twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_CARD)
    yield is_twice.any(), "it deals a card twice"


def letters_of(words: pa.Array) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the letters of n texts, and n + 1 offsets of the texts in them."""
    _, ends, letters = words.buffers()
    if not len(words):
        return np.zeros(0, np.uint8), np.zeros(1, np.int64)
    offsets = np.frombuffer(ends, np.int32, len(words) + 1, words.offset * 4).astype(np.int64)
    text = np.frombuffer(letters, np.uint8) if letters else np.zeros(0, np.uint8)
    return text, offsets


def cards_in(cards: pa.FixedSizeBinaryArray) -> npt.NDArray[np.uint8]:
    """Return the cards of n hands, uint8[n, W]."""
    width, count = cards.type.byte_width, len(cards)
    if not count:
        return np.zeros((0, width), np.uint8)
    flat = np.frombuffer(cards.buffers()[1], np.uint8, count * width, cards.offset * width)
    return flat.reshape(count, width)


def _about_chips(
    rows: pa.StructArray,
    counts: npt.NDArray[np.int64],
    shape: HandShape,
    *,
    limits: ShardLimits | None,
) -> Iterator[tuple[object, str]]:
    count = shape.seat_count
    if shape.has_stacks:
        stacks = _by_seat(rows.field("stacks"))
    elif limits is not None:
        hand_index = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        positions = seat_order(count).positions_in(hand_index)
        stacks = np.array(limits.game.stacks, np.int64)[positions]
    else:
        stacks = np.full((len(rows), count), UNLIMITED_STACK, np.int64)
    is_out = (stacks < 0) | (stacks > UNLIMITED_STACK)
    yield is_out.any(), "its stacks are out of range"
    yield ((stacks > 0).sum(axis=1) < FEWEST_IN_A_HAND).any(), "a hand has fewer than two players"
    if shape.has_blinds:
        blinds = _by_seat(rows.field("blinds"))
        yield ((blinds < 0) | (blinds > UNLIMITED_STACK)).any(), "its blinds are out of range"
    if shape.has_antes:
        antes = rows.field("ante").to_numpy()
        yield ((antes < 0) | (antes > UNLIMITED_STACK)).any(), "its antes are out of range"


def _by_seat(column: pa.FixedSizeListArray) -> npt.NDArray[np.int64]:
    values: npt.NDArray[np.int64] = column.flatten().to_numpy()
    return values.reshape(len(column), -1)


def _most_payoff(shape: HandShape) -> int:
    return UNLIMITED_STACK * PAYOFF_UNIT * shape.seat_count
