"""The decisions of a player in stored hands: what he saw, and what he did."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.features import WINDOW, FeatureSet, Floats
from railbird.native import (
    ACTION_LETTERS,
    BETTING_KINDS,
    NO_CARD,
    SHOWDOWNS_WON,
    STYLE_COUNTERS,
    Tables,
    read_styles,
)
from railbird.plugins import DecisionBatch, DecisionSource, Distribution, Game, TrainingHands

HANDS_AT_ONCE = 1 << 13
MOST_DIGITS = 10
Integers = npt.NDArray[np.int64]
Declare = Callable[[DecisionBatch, npt.NDArray[np.uint8]], Distribution]


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """n decisions of one player, in the order of hands, where he could do more than one thing.

    ``features`` float32[n, F]; ``kind`` uint8[n] what he did, and ``legal`` uint8[n] what he could,
    bits ``1 << kind``; ``is_known`` bool[n] whether his cards are stored; ``match`` and ``hand``
    int64[n] number matches and hands of the run; ``pot``, ``to_call``, ``spent``, ``left``,
    ``raise_to``, ``min_raise_to`` and ``max_raise_to`` int64[n] in chips, 0 where he did not raise
    or could not. ``declared`` float64[n, 3] are the probabilities of kinds that the player's agent
    declares, NaN where it does not.
    """

    features: Floats
    kind: npt.NDArray[np.uint8]
    legal: npt.NDArray[np.uint8]
    is_known: npt.NDArray[np.bool_]
    match: Integers
    hand: Integers
    position: npt.NDArray[np.uint8]
    round_index: npt.NDArray[np.uint8]
    hole_cards: npt.NDArray[np.uint8]
    pot: Integers
    to_call: Integers
    spent: Integers
    left: Integers
    raise_to: Integers
    min_raise_to: Integers
    max_raise_to: Integers
    declared: npt.NDArray[np.float64]

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.kind)

    def take(self, rows: npt.NDArray[np.integer] | npt.NDArray[np.bool_] | slice) -> "Decisions":
        """Some of the decisions."""
        return Decisions(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})


def decisions_of(
    game: Game,
    hands: Iterable[TrainingHands],
    player: int,
    *,
    feature_set: FeatureSet,
    declare: Declare | None = None,
) -> Decisions:
    """Return all decisions of the run's player with this number.

    Hands are played again at native tables, many at once, and each decision is read there as the
    agent would read it in play. ``declare`` returns the probabilities that its agent declares.
    """
    memory = _Styles(game) if feature_set.has_opponents else None
    parts = [_empty(game, feature_set)]
    first = 0
    for part in hands:
        for piece in _pieces(part):
            counts = memory.before(piece) if memory is not None else None
            chosen = (piece.seats == player).any(axis=1)
            if chosen.any():
                replay = _Replay(game, piece, feature_set, first=first, declare=declare)
                parts += replay.run(player, counts)
            first += len(piece)
    columns = {
        f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Decisions)
    }
    found = Decisions(**columns)
    order = np.argsort(found.hand, kind="stable")
    return found.take(order)


def _pieces(hands: TrainingHands) -> Iterator[TrainingHands]:
    for start in range(0, len(hands), HANDS_AT_ONCE):
        yield take_hands(hands, slice(start, start + HANDS_AT_ONCE))


def take_hands(hands: TrainingHands, rows: slice) -> TrainingHands:
    """A run of hands, with their betting alone."""
    start, end, _ = rows.indices(len(hands))
    offsets = hands.betting_offsets[start : end + 1]
    return TrainingHands(
        hands.cards[rows],
        hands.betting[offsets[0] : offsets[-1]],
        offsets - offsets[0],
        hands.payoffs[rows],
        hands.seats[rows],
        hands.match[rows],
        None if hands.stacks is None else hands.stacks[rows],
        None if hands.blinds is None else hands.blinds[rows],
    )


class _Replay:
    """Hands at tables, all of them one action further at each step."""

    def __init__(
        self,
        game: Game,
        hands: TrainingHands,
        feature_set: FeatureSet,
        *,
        first: int,
        declare: Declare | None,
    ) -> None:
        self._game, self._hands, self._features, self._first = game, hands, feature_set, first
        self._declare = declare
        count = len(hands)
        self._rows = np.arange(count, dtype=np.int32)
        self._tables = Tables(game.definition, count)
        self._tables.start_hands(self._rows, hands.cards, stacks=hands.stacks, blinds=hands.blinds)
        keys = np.zeros(count, np.uint64)
        self._source = DecisionSource(game, self._tables.columns, self._rows, keys)
        self._actions = list_actions(hands)

    def run(self, player: int, counts: Integers | None) -> list[Decisions]:
        """Play the hands to their ends, and return the player's decisions step by step."""
        kinds, amounts, offsets = self._actions
        parts, step = [], 0
        while not self._tables.is_done.all():
            waiting = self._rows[~self._tables.is_done]
            places = offsets[waiting] + step
            position = self._tables.acting_position[waiting]
            legal = self._tables.legal_kinds(waiting)
            mine = (self._hands.seats[waiting, position] == player) & has_choice(legal)
            if mine.any():
                made = kinds[places[mine]], amounts[places[mine]]
                parts.append(self._read(waiting[mine], position[mine], made=made, counts=counts))
            is_sized = self._game.definition.has_amounts
            sizes = amounts[places] if is_sized else None
            self._tables.apply_actions(waiting, kinds[places], sizes)
            step += 1
        return parts

    def _read(
        self,
        tables: npt.NDArray[np.int32],
        position: npt.NDArray[np.uint8],
        *,
        made: tuple[npt.NDArray[np.uint8], Integers],
        counts: Integers | None,
    ) -> Decisions:
        batch = DecisionBatch(self._source, tables, seat=position, position=position)
        own_counts = None if counts is None else counts[tables]
        hole_cards, rows = batch.hole_cards, np.arange(len(batch))
        features = self._features.compute(batch, hole_cards, counts=own_counts)
        spent = batch.contributions[rows, position]
        return Decisions(
            features=features,
            kind=made[0],
            legal=batch.legal,
            is_known=(hole_cards != NO_CARD).all(axis=1),
            match=self._hands.match[tables],
            hand=self._first + tables.astype(np.int64),
            position=position,
            round_index=batch.round_index,
            hole_cards=hole_cards,
            pot=batch.pot,
            to_call=batch.to_call,
            spent=spent,
            left=batch.starting_stacks[rows, position] - spent,
            raise_to=made[1],
            min_raise_to=batch.min_raise_to,
            max_raise_to=batch.max_raise_to,
            declared=self._declared(batch, hole_cards),
        )

    def _declared(
        self, batch: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.float64]:
        found = np.full((len(batch), len(BETTING_KINDS)), np.nan)
        if self._declare is not None:
            said = self._declare(batch, hole_cards)
            found[:] = 0.0
            for column, kind in enumerate(said.kinds.tolist()):
                found[:, kind] += said.probability[:, column]
        return found


def has_choice(legal: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Whether more than one kind of action is legal, so that there is something to decide."""
    return np.asarray((legal & (legal - np.uint8(1))) != 0)


def list_actions(
    hands: TrainingHands,
) -> tuple[npt.NDArray[np.uint8], Integers, Integers]:
    """Return the actions of hands one after the other: kinds, raise-tos (0 for none), offsets."""
    text = hands.betting
    kind_of = np.full(256, 255, np.uint8)
    for kind in BETTING_KINDS:
        kind_of[ord(ACTION_LETTERS[kind])] = kind.value
    places = np.flatnonzero(kind_of[text] != kind_of[0])
    padded = np.concatenate([text, np.zeros(MOST_DIGITS + 1, np.uint8)])
    amounts = np.zeros(len(places), np.int64)
    is_digit = np.ones(len(places), np.bool_)
    for offset in range(1, MOST_DIGITS + 1):
        digit = padded[places + offset] - np.uint8(ord("0"))
        is_digit &= digit < MOST_DIGITS
        if not is_digit.any():
            break
        amounts[is_digit] = amounts[is_digit] * 10 + digit[is_digit]
    offsets = np.searchsorted(places, hands.betting_offsets)
    return kind_of[text[places]], amounts, offsets.astype(np.int64)


class _Styles:
    """Counters of style of all players of a match, over its latest hands."""

    def __init__(self, game: Game) -> None:
        self._definition = game.definition
        self._kept: list[tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]] = []
        self._match = -1

    def before(self, hands: TrainingHands) -> Integers:
        """Counters of former hands at each hand, int64[n, N, counters] by position."""
        definition = self._definition
        styles = read_styles(
            definition,
            hands.betting,
            hands.betting_offsets,
            stacks=hands.stacks,
            blinds=hands.blinds,
        )
        styles.counts[:, :, SHOWDOWNS_WON] = styles.showdowns_won(hands.payoffs)
        found = np.zeros((len(hands), definition.player_count, len(STYLE_COUNTERS)), np.int64)
        totals: dict[int, Integers] = {}
        for row in range(len(hands)):
            if hands.match[row] != self._match or not row:
                totals = self._start(int(hands.match[row]))
            members = hands.seats[row].tolist()
            for position, member in enumerate(members):
                if member in totals:
                    found[row, position] = totals[member]
            self._add(totals, hands.seats[row], styles.counts[row])
        return found

    def _start(self, match: int) -> dict[int, Integers]:
        if match != self._match:
            self._kept, self._match = [], match
        totals: dict[int, Integers] = {}
        for members, counts in self._kept:
            _sum(totals, members, counts, sign=1)
        return totals

    def _add(
        self,
        totals: dict[int, Integers],
        members: npt.NDArray[np.int32],
        counts: npt.NDArray[np.uint8],
    ) -> None:
        _sum(totals, members, counts, sign=1)
        self._kept.append((members, counts))
        if len(self._kept) > WINDOW:
            _sum(totals, *self._kept.pop(0), sign=-1)


def _sum(
    totals: dict[int, Integers],
    members: npt.NDArray[np.int32],
    counts: npt.NDArray[np.uint8],
    *,
    sign: int,
) -> None:
    for member, own in zip(members.tolist(), counts, strict=True):
        totals[member] = totals.get(member, 0) + sign * own.astype(np.int64)


def _empty(game: Game, feature_set: FeatureSet) -> Decisions:
    """No decisions, with the right widths and types."""
    definition = game.definition
    none = np.zeros(0, np.int64)
    octets = np.zeros(0, np.uint8)
    return Decisions(
        features=np.zeros((0, len(feature_set.names)), np.float32),
        kind=octets,
        legal=octets,
        is_known=np.zeros(0, np.bool_),
        match=none,
        hand=none,
        position=octets,
        round_index=octets,
        hole_cards=np.zeros((0, definition.hole_card_count), np.uint8),
        pot=none,
        to_call=none,
        spent=none,
        left=none,
        raise_to=none,
        min_raise_to=none,
        max_raise_to=none,
        declared=np.zeros((0, len(BETTING_KINDS))),
    )
