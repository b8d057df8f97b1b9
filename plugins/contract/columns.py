"""The attributes of a decision, defined once: the columns of a batch and the values of a row.

``SEEN`` is the table. A batch of decisions creates its columns from it (``BatchColumn``), and views
of single rows read them as Python lists (``Seen.as_list``). Columns are descriptors of the class,
since ``__getattr__`` is ten times slower, which matters for small batches.
"""

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, ActionKind, Pending, PendingDraws, TableColumns
from railbird.plugins.contract.entries import Game
from railbird.plugins.contract.readable import (
    CardTexts,
    PastAction,
    card_texts,
    past_actions,
)
from railbird.plugins.errors import DEPRECATED


@dataclass(frozen=True, slots=True)
class DecisionSource:
    """The tables of decisions, one match each.

    ``hand_index`` (int32[T]) and ``match_keys`` (uint64[T], the keys of all draws) may be views
    that change during play. If the keys are not known in this process, there is only one table, and
    ``draw(purpose, draw_index)`` returns the draws of its pending decision. ``pending_draws`` are
    those of the tables' pending decisions, if available. In a tournament ``levels`` (int32[T]) are
    those of the hands being played, and ``prizes`` those of first place, second and so on, percent;
    ``players_left`` (int64[T]) are given where a tournament or session has several tables.
    """

    game: Game
    columns: TableColumns
    hand_index: npt.NDArray[np.int32]
    match_keys: npt.NDArray[np.uint64]
    draw: Callable[[int, int], float] | None = None
    pending_draws: PendingDraws | None = None
    levels: npt.NDArray[np.int32] | None = None
    prizes: tuple[float, ...] = ()
    players_left: npt.NDArray[np.int64] | None = None


Make = Callable[[Any, DecisionSource], Any]
"""Makes a column of a batch of decisions."""
AsList = Callable[[Any], list[Any]]
"""Makes the list of a column of a batch of decisions, a value per row."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One attribute: ``make`` creates it for a batch, ``as_list`` for single rows.

    ``listed`` is its name in the list of pending decisions, if it is part of that; otherwise, and
    for batches of other decisions, it is created by ``make``. ``is_own``: the agent may write to
    it.
    """

    name: str
    make: Make | None
    meaning: str
    as_list: AsList | None = None
    listed: str = ""
    is_own: bool = False


class BatchColumn:
    """A column that is created on first access; it is an attribute from then on."""

    __slots__ = ("_make", "_name")

    def __init__(self, name: str, make: Make) -> None:
        """Make the column of this name by ``make``."""
        self._name = name
        self._make = make

    def __get__(self, batch: Any, owner: type) -> Any:
        """The column, from now on an attribute of the batch."""
        column = batch.__dict__[self._name] = self._make(batch, batch._opened())
        return column


class ListedColumn(BatchColumn):
    """A column from the list of pending decisions, if the batch has one."""

    __slots__ = ("_index", "_is_own")

    def __init__(self, name: str, make: Make, *, listed: str, is_own: bool) -> None:
        """Take the column of the list, copied if it is the agent's own, or create it."""
        super().__init__(name, make)
        self._index = Pending._fields.index(listed)
        self._is_own = is_own

    def __get__(self, batch: Any, owner: type) -> Any:
        """The column, from now on an attribute of the batch."""
        if batch._pending is None:
            return super().__get__(batch, owner)
        batch._opened()
        column = batch._pending[self._index][batch._first : batch._end]
        if self._is_own:
            column = column.copy()
        batch.__dict__[self._name] = column
        return column


def columns_of_batches() -> Iterator[tuple[str, BatchColumn]]:
    """Yield the attributes of a batch, by name."""
    for seen in SEEN:
        if seen.make is None:
            continue
        if seen.listed:
            listed = ListedColumn(seen.name, seen.make, listed=seen.listed, is_own=seen.is_own)
            yield seen.name, listed
        else:
            yield seen.name, BatchColumn(seen.name, seen.make)


def _starting_stacks(batch: Any, source: DecisionSource) -> Any:
    return source.columns.chips_left(batch.match) + batch.contributions


def _levels(batch: Any, source: DecisionSource) -> npt.NDArray[np.int32]:
    if source.levels is None:
        return np.zeros(len(batch), np.int32)
    return np.asarray(source.levels[batch.match] + 1)


def _players_left(batch: Any, source: DecisionSource) -> npt.NDArray[np.int64]:
    if source.players_left is None:
        left: npt.NDArray[np.int64] = (batch.starting_stacks > 0).sum(axis=1)
        return left
    return np.asarray(source.players_left[batch.match])


def _prizes(batch: Any, source: DecisionSource) -> npt.NDArray[np.float64]:
    prizes = np.empty((len(batch), len(source.prizes)))
    prizes[:] = source.prizes
    return prizes


def _legal_bit(kind: ActionKind) -> Make:
    bit = np.uint8(1 << kind)
    return lambda batch, _: (batch.legal & bit) != 0


def _bound(index: int) -> Make:
    def make(batch: Any, source: DecisionSource) -> npt.NDArray[np.int64]:
        if batch._pending is not None and source.pending_draws is not None:
            bounds = source.pending_draws.raise_bounds(batch._first, batch._end)
        else:
            bounds = source.columns.raise_bounds(batch.match)
        batch.min_raise_to, batch.max_raise_to = bounds
        return bounds[index]

    return make


def _never_missing(batch: Any, source: DecisionSource) -> None:
    raise AssertionError("every batch is created with these columns, or with a list that has them")


def _card_bound(index: int) -> Make:
    def make(batch: Any, source: DecisionSource) -> npt.NDArray[np.uint8]:
        bounds = source.columns.card_bounds(batch.match)
        batch.min_cards, batch.max_cards = bounds
        return bounds[index]

    return make


def _held(batch: Any) -> list[tuple[int, ...]]:
    """Each row's own cards; in a game of several deals only those that it has by now."""
    rows = _rows(batch.hole_cards)
    return rows if batch.game.definition.variant is None else list(map(_known, rows))


def _known(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in cards if card != NO_CARD)


def _up_cards(batch: Any) -> list[tuple[tuple[int, ...], ...]]:
    return [tuple(_known(tuple(cards)) for cards in row) for row in batch.up_cards.tolist()]


def _numbers(name: str) -> AsList:
    read = attrgetter(name)
    return lambda batch: read(batch).tolist()


def _tuples(name: str) -> AsList:
    read = attrgetter(name)
    return lambda batch: list(map(tuple, read(batch).tolist()))


def _nested(name: str) -> AsList:
    read = attrgetter(name)
    return lambda batch: [tuple(map(tuple, row)) for row in read(batch).tolist()]


def _rows(column: npt.NDArray[np.uint8]) -> list[tuple[int, ...]]:
    """Bytes [n, w] as tuples, without an intermediate list for each row."""
    count, width = column.shape
    return list(zip(*[iter(column.tobytes())] * width, strict=True)) if width else [()] * count


def _boards(batch: Any) -> list[tuple[int, ...]]:
    ends = list(accumulate(batch.game.definition.board_card_counts))
    dealt = map(ends.__getitem__, batch.round_index.tolist())
    return [cards[:count] for cards, count in zip(_rows(batch.board), dealt, strict=True)]


def _card_texts(batch: Any) -> list[CardTexts]:
    return list(map(card_texts, _held(batch), _boards(batch)))


def _past_actions(batch: Any) -> list[tuple[PastAction, ...]]:
    definition = batch.game.definition
    stacks = _tuples("starting_stacks")(batch)
    if batch._opened().levels is not None:
        posted = zip(_tuples("blinds")(batch), batch.ante.tolist(), strict=True)
        told = zip(stacks, batch.betting, posted, strict=True)
        return [
            past_actions(definition, *row, blinds=blinds, ante=ante)
            for *row, (blinds, ante) in told
        ]
    if definition.first_depends_on_cards:
        rows = zip(stacks, batch.betting, _up_cards(batch), strict=True)
        return [past_actions(definition, *row, up_cards=cards) for *row, cards in rows]
    return list(map(partial(past_actions, definition), stacks, batch.betting))


def warn_of_name(former: str, name: str, *, stacklevel: int) -> None:
    """Warn that a former name is used; `stacklevel` is as in `warnings.warn`."""
    warnings.warn(
        f"'{former}' {DEPRECATED}; use '{name}'",
        DeprecationWarning,
        stacklevel=stacklevel + 1,
    )


def _renamed(former: str, seen: Seen) -> Seen:
    """Return the renamed attribute under its former name; a batch warns once."""
    read, as_list = attrgetter(seen.name), seen.as_list

    def make(batch: Any, _: DecisionSource) -> Any:
        warn_of_name(former, seen.name, stacklevel=3)
        return read(batch)

    def list_rows(batch: Any) -> list[Any]:
        warn_of_name(former, seen.name, stacklevel=4)
        assert as_list is not None
        return as_list(batch)

    meaning = f"The former name of ``{seen.name}``, deprecated."
    return Seen(former, make, meaning, None if as_list is None else list_rows)


_NOW = (
    Seen("match", _never_missing, "The number of the match in its chunk, from 0.", listed="table"),
    Seen(
        "seat",
        _never_missing,
        "The seat that decides, the same over the whole match.",
        _numbers("seat"),
        listed="seat",
    ),
    Seen(
        "position",
        _never_missing,
        "The seat's position in this hand; 0 posts the first blind of the definition.",
        _numbers("position"),
        listed="position",
    ),
    Seen(
        "hand_index",
        lambda batch, source: source.hand_index[batch.match],
        "Number of the hand in the match, from 0.",
        _numbers("hand_index"),
        listed="hand_index",
    ),
    Seen(
        "round_index",
        lambda batch, source: source.columns.round_indexes(batch.match),
        "Betting round, from 0.",
        _numbers("round_index"),
    ),
    Seen(
        "decision",
        lambda batch, source: source.columns.action_counts(batch.match),
        "Number of actions already taken in the hand, by all players.",
        _numbers("decision"),
        listed="decision",
    ),
    Seen(
        "hole_cards",
        lambda batch, source: source.columns.hole_cards(batch.match),
        "The seat's own cards; in a batch 255 where it has none yet.",
        _held,
        listed="hole_cards",
        is_own=True,
    ),
    Seen(
        "board",
        lambda batch, source: source.columns.boards(batch.match),
        "The board cards dealt so far; in a batch 255 where not dealt yet.",
        _boards,
    ),
    Seen(
        "cards",
        None,
        "The same cards as text: ``cards.hole`` and ``cards.board``, ``('As', 'Td')``.",
        _card_texts,
    ),
    Seen(
        "betting",
        lambda batch, source: source.columns.bettings(batch.match),
        "The betting so far in ACPC notation, rounds joined by a slash: ``cr300c/cc/``.",
        lambda batch: batch.betting,
    ),
    Seen(
        "betting_texts",
        lambda batch, source: source.columns.betting_texts(batch.match),
        "The same as one text, ASCII uint8[...], with offsets, int64[n + 1].",
    ),
    Seen(
        "actions",
        None,
        "The betting so far as actions: ``position``, ``kind``, ``amount``, ``round_index``.",
        _past_actions,
    ),
    Seen(
        "pot",
        lambda batch, source: source.columns.pots(batch.match),
        "Chips put in by all.",
        _numbers("pot"),
    ),
    Seen(
        "starting_stacks",
        _starting_stacks,
        "Chips at the start of the hand, without those that are posted for the main pot; "
        "``starting_stacks[p] - contributions[p]`` are left.",
        _tuples("starting_stacks"),
    ),
    Seen(
        "blinds",
        lambda batch, source: source.columns.blinds(batch.match),
        "Blinds due in this hand, by position, also above a stack; 0 of players who are out.",
        _tuples("blinds"),
    ),
    Seen(
        "ante",
        lambda batch, source: source.columns.antes(batch.match),
        "Chips that everybody posts beside the blinds; it does not count toward a call.",
        _numbers("ante"),
    ),
    Seen(
        "level",
        _levels,
        "The level of blinds of a tournament, from 1; 0 in cash games.",
        _numbers("level"),
    ),
    Seen(
        "players_left",
        _players_left,
        "Players who have chips at the start of the hand, at all tables of the tournament.",
        _numbers("players_left"),
    ),
    Seen(
        "prizes",
        _prizes,
        "Prizes of a tournament in percent of the entries, from first place on; else none.",
        _tuples("prizes"),
    ),
    Seen(
        "contributions",
        lambda batch, source: source.columns.spent(batch.match),
        "Chips put in during the hand, all rounds; those posted for the main pot are not counted.",
        _tuples("contributions"),
    ),
    Seen(
        "has_folded",
        lambda batch, source: source.columns.has_folded(batch.match),
        "Who has folded, by position.",
        _tuples("has_folded"),
    ),
    Seen(
        "seats",
        lambda batch, source: source.columns.seats(batch.match),
        "The seat that plays each position.",
        _tuples("seats"),
    ),
    Seen(
        "to_call",
        lambda batch, source: source.columns.to_call(batch.match),
        "Chips needed to call; 0 for a check.",
        _numbers("to_call"),
    ),
    Seen(
        "legal",
        lambda batch, source: source.columns.legal_kinds(batch.match),
        "The legal kinds as a bit mask of ``1 << kind``.",
        _numbers("legal"),
        listed="legal_kinds",
        is_own=True,
    ),
    Seen(
        "can_fold",
        _legal_bit(ActionKind.FOLD),
        "Whether folding is legal: it is not if checking is free.",
        _numbers("can_fold"),
    ),
    Seen(
        "can_raise",
        _legal_bit(ActionKind.RAISE),
        "Whether raising (or betting) is legal.",
        _numbers("can_raise"),
    ),
    Seen(
        "min_raise_to",
        _bound(0),
        "The smallest legal raise-to, total chips of the hand; 0 if no raise is legal.",
        _numbers("min_raise_to"),
    ),
    Seen(
        "max_raise_to",
        _bound(1),
        "The largest legal raise-to, total chips of the hand; 0 if no raise is legal.",
        _numbers("max_raise_to"),
    ),
    Seen(
        "min_cards",
        _card_bound(0),
        "The fewest cards that have to go in this round; 0 in a round of betting.",
        _numbers("min_cards"),
    ),
    Seen(
        "max_cards",
        _card_bound(1),
        "The most cards that may go in this round; 0 in a round of betting.",
        _numbers("max_cards"),
    ),
    Seen(
        "up_cards",
        lambda batch, source: source.columns.up_cards(batch.match),
        "Cards that lie face up, by position; of a player who folded, those he had until then.",
        _up_cards,
    ),
    Seen(
        "cards_taken",
        lambda batch, source: source.columns.cards_taken(batch.match),
        "How many cards each position exchanged, discarded or passed, by position and round.",
        _nested("cards_taken"),
    ),
    Seen(
        "seen_cards",
        lambda batch, source: source.columns.thrown_cards(batch.match),
        "Cards that the seat has thrown away or passed on; in a batch 255 beyond.",
        lambda batch: list(map(_known, _tuples("seen_cards")(batch))),
    ),
)

FORMER_NAMES = {
    "stacks": "starting_stacks",
    "spent": "contributions",
    "least_raise_to": "min_raise_to",
    "most_raise_to": "max_raise_to",
}
"""Deprecated names, and the names that replace them; remove them in the next version."""

SEEN = (
    *_NOW,
    *(
        _renamed(former, next(seen for seen in _NOW if seen.name == name))
        for former, name in FORMER_NAMES.items()
    ),
)
"""All attributes, in reading order."""
