"""What a betting so far tells the player to act, for many decisions at once."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import (
    ACTION_LETTERS,
    NO_POSITION,
    ROUND_LETTER,
    ActionKind,
    GameDefinition,
    find_actors,
)

Integers = npt.NDArray[np.int64]
Texts = tuple[npt.NDArray[np.uint8], Integers]
NOTHING, CHECK, PAID, RAISED = range(4)
"""What a player did last."""
NOBODY, SELF, OTHER = range(3)
"""Who raised last."""
_RAISE, _CALL = (ord(ACTION_LETTERS[kind]) for kind in (ActionKind.RAISE, ActionKind.CALL))
_SLASH = ord(ROUND_LETTER)


@dataclass(frozen=True, slots=True, eq=False)
class BettingStory:
    """n bettings from the view of the player to act, int64[n] each.

    ``raises``, ``earlier_raises``: bets and raises of this betting round and of those before,
    blinds not counted. ``callers``: calls since the last raise of the round, checks not counted.
    ``last_raiser`` and ``earlier_raiser``: NOBODY, SELF or OTHER, of the hand and of the rounds
    before. ``own_last`` and ``own_in_round``: NOTHING, CHECK, PAID (a call) or RAISED, the last
    action of the hand and of the round. ``own_raises``, ``own_calls``: numbers in the hand.
    ``last_actor``: the position of the opponent who acted last, -1 for none. ``has_answered``
    (bool[n, N]): who has acted since the last raise of the round.
    """

    raises: Integers
    earlier_raises: Integers
    callers: Integers
    last_raiser: Integers
    earlier_raiser: Integers
    own_last: Integers
    own_in_round: Integers
    own_raises: Integers
    own_calls: Integers
    last_actor: Integers
    has_answered: npt.NDArray[np.bool_]


Chips = tuple[Integers | None, Integers | None, Integers | None]
NO_CHIPS: Chips = (None, None, None)


def read_story(
    definition: GameDefinition,
    texts: Texts,
    position: npt.NDArray[np.integer],
    *,
    chips: Chips = NO_CHIPS,
) -> BettingStory:
    """Read bettings so far (ASCII, offsets) for the players at ``position`` (integers [n]).

    ``chips`` are stacks and blinds int64[n, N] by position and antes int64[n], None where they are
    the game's.
    """
    return _Reader(definition, texts, position, chips=chips).read()


class _Reader:
    """Counts before each place of the text; differences of places are what rows ask for."""

    def __init__(
        self,
        definition: GameDefinition,
        texts: Texts,
        position: npt.NDArray[np.integer],
        *,
        chips: Chips,
    ) -> None:
        self.text, offsets = texts
        self.definition = definition
        self.begin, self.end = offsets[:-1], offsets[1:]
        self.row = np.repeat(np.arange(len(position)), np.diff(offsets))
        self.actor = find_actors(
            definition, *texts, stacks=chips[0], blinds=chips[1], antes=chips[2]
        )
        self.is_own = self.actor == position.astype(np.uint8)[self.row]
        self.is_raise, self.is_call = self.text == _RAISE, self.text == _CALL
        self.round_begin = np.maximum(self.begin, _after_last(self.text == _SLASH)[self.end])
        self.is_paid = self.is_call & ~self._is_check(chips[1])

    def _is_check(self, blinds: Integers | None) -> npt.NDArray[np.bool_]:
        """Whether a call at each place is free: no raise of its round is before it, nor a blind."""
        before = np.arange(len(self.text))
        begins = np.maximum(_after_last(self.text == _SLASH)[before], self.begin[self.row])
        is_unraised = _after_last(self.is_raise)[before] <= begins
        is_first_round = begins == self.begin[self.row]
        posted = np.array(self.definition.blinds)[None] if blinds is None else blinds
        is_full = posted >= posted.max(axis=1, keepdims=True)
        rows = self.row if blinds is not None else 0
        has_posted = is_full[rows, np.minimum(self.actor, is_full.shape[1] - 1)]
        return np.asarray(is_unraised & (~is_first_round | has_posted))

    def read(self) -> BettingStory:
        """Answer every question."""
        raises, paid = _counts(self.is_raise), _counts(self.is_paid)
        own_raise, own_paid = (
            _counts(self.is_raise & self.is_own),
            _counts(self.is_paid & self.is_own),
        )
        begin, middle, end = self.begin, self.round_begin, self.end
        since = np.maximum(middle, _after_last(self.is_raise)[end])
        return BettingStory(
            raises=raises[end] - raises[middle],
            earlier_raises=raises[middle] - raises[begin],
            callers=paid[end] - paid[since],
            last_raiser=self._last_raiser(end),
            earlier_raiser=self._last_raiser(middle),
            own_last=self._own_last(begin),
            own_in_round=self._own_last(middle),
            own_raises=own_raise[end] - own_raise[begin],
            own_calls=own_paid[end] - own_paid[begin],
            last_actor=self._last_actor(),
            has_answered=self._answered(since),
        )

    def _last_raiser(self, until: Integers) -> Integers:
        place = _after_last(self.is_raise)[until]
        found = place > self.begin
        is_own = _at(self.is_own, place - 1)
        return np.where(found, np.where(is_own, SELF, OTHER), NOBODY)

    def _own_last(self, since: Integers) -> Integers:
        place = _after_last(self.is_own)[self.end]
        done = np.where(_at(self.is_raise, place - 1), RAISED, CHECK + _at(self.is_paid, place - 1))
        return np.where(place > since, done, NOTHING)

    def _last_actor(self) -> Integers:
        place = _after_last((self.actor != NO_POSITION) & ~self.is_own)[self.end]
        return np.where(place > self.begin, _at(self.actor, place - 1).astype(np.int64), -1)

    def _answered(self, since: Integers) -> npt.NDArray[np.bool_]:
        """Who acted from the last raise of the round on, its maker included."""
        answered = np.zeros((len(self.begin), self.definition.player_count), np.bool_)
        first = np.where(since > self.round_begin, since - 1, since)
        is_later = np.arange(len(self.text)) >= first[self.row]
        places = np.flatnonzero(is_later & (self.actor != NO_POSITION))
        answered[self.row[places], self.actor[places]] = True
        return answered


def _counts(marks: npt.NDArray[np.bool_]) -> Integers:
    """How many marks are before each place, int64[length + 1]."""
    counts = np.zeros(len(marks) + 1, np.int64)
    np.cumsum(marks, out=counts[1:])
    return counts


def _after_last(marks: npt.NDArray[np.bool_]) -> Integers:
    """The place after the last mark before each place, int64[length + 1]; 0 without one."""
    places = np.zeros(len(marks) + 1, np.int64)
    found = np.flatnonzero(marks) + 1
    places[found] = found
    return np.maximum.accumulate(places)


def _at(column: npt.NDArray[np.generic], places: Integers) -> npt.NDArray[np.generic]:
    """A column at places, of which those below 0 may be anything."""
    return column[np.maximum(places, 0)] if len(column) else np.zeros(len(places), column.dtype)
