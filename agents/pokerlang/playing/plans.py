"""Predefined actions: plans that, once begun, govern the decisions that follow in the hand.

Document 002, section 4.3, names seven and describes none; what they do here is in
``words.PREDEFINED``. A plan answers each decision with an action, or with its end: then the rules
of the file decide again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from railbird.agents.baselines import raise_by_pot
from railbird.agents.pokerlang.situation.cards import potential, strength
from railbird.agents.pokerlang.situation.predictors import steal_share
from railbird.agents.pokerlang.situation.view import (
    Bools,
    Floats,
    Integers,
    Rows,
    View,
    callers,
    raises,
    round_numbers,
    round_starts,
)

NEVER = -1
FLOP, TURN, RIVER = 1, 2, 3
OVER, FOLD, CALL, RAISE = range(4)
"""What a plan answers; OVER at its beginning says that it is not possible."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a file, with the numbers that it is tuned to."""

    name: str
    numbers: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far plans are, int64[n] each: the round of the beginning and those of own raises since.

    ``begun`` is NEVER at the decision that begins a plan, raises are NEVER without one. ``plan`` is
    the number of the plan among those of the file.
    """

    plan: Integers
    begun: Integers
    first_raise: Integers
    last_raise: Integers

    @classmethod
    def of(cls, count: int) -> "Progress":
        """No plan."""
        return cls(*(np.full(count, NEVER, np.int64) for _ in range(4)))

    def take(self, rows: Rows) -> "Progress":
        """Return some of the rows."""
        return Progress(*(getattr(self, name)[rows] for name in self.__slots__))

    def begin(self, rows: Rows, plans: Integers, rounds: Integers) -> None:
        """Let rows begin plans, or none."""
        for name, values in zip(self.__slots__, (plans, rounds, NEVER, NEVER), strict=True):
            getattr(self, name)[rows] = values

    def note_raises(self, rows: Rows, rounds: Integers) -> None:
        """Note raises that were made."""
        first = self.first_raise[rows]
        self.first_raise[rows] = np.where(first == NEVER, rounds, first)
        self.last_raise[rows] = rounds


@dataclass(frozen=True, slots=True)
class Answer:
    """What plans do, [rows]: OVER, FOLD, CALL (or check) or RAISE with its raise-to."""

    kinds: Integers
    raise_to: Integers

    def take(self, rows: Rows | Bools) -> "Answer":
        """Return some of the rows."""
        return Answer(self.kinds[rows], self.raise_to[rows])


@dataclass(frozen=True, slots=True)
class _Asked:
    """Rows that are asked, and what their plans read."""

    view: View
    rows: Rows
    progress: Progress
    numbers: Mapping[str, float]

    @property
    def is_begin(self) -> Bools:
        return np.asarray(self.progress.begun == NEVER)

    @property
    def round(self) -> Integers:
        return round_numbers(self.view)[self.rows]

    @property
    def is_free(self) -> Bools:
        return np.asarray(self.view.decisions.to_call[self.rows] == 0)

    @property
    def give_up(self) -> Integers:
        """Check, or fold to a bet."""
        return np.where(self.is_free, CALL, FOLD)

    @property
    def raise_if_legal(self) -> Integers:
        """A raise, or a call if none is legal."""
        return np.where(self.view.decisions.can_raise[self.rows], RAISE, CALL)

    def cards(self, of_rows: Callable[[View, Rows], Floats], where: Bools) -> Floats:
        """A quantity of cards where it is needed, elsewhere NaN."""
        found = np.full(len(self.rows), np.nan)
        places = np.flatnonzero(where)
        if len(places):
            chosen = self.rows[places]
            found[places] = self.view.keep_rows(of_rows, chosen, of_rows)
        return found

    def by_pot(self, key: str) -> Integers:
        return raise_by_pot(self.view.decisions, self.numbers[key], rows=self.rows)


def answer(plan: Plan, view: View, rows: Rows, *, progress: Progress) -> Answer:
    """Ask a plan what it does, or whether it is over; ``progress`` is that of ``rows``."""
    kinds, raise_to = _STEPS[plan.name](_Asked(view, rows, progress, plan.numbers))
    can_raise = view.decisions.can_raise[rows]
    kinds = np.where((kinds == RAISE) & ~can_raise & (progress.begun == NEVER), OVER, kinds)
    return Answer(kinds, raise_to)


Step = tuple[Integers, Integers]


def _steal_the_pot(asked: _Asked) -> Step:
    view, rows = asked.view, asked.rows
    begin = np.flatnonzero(asked.is_begin)
    sizes = np.full(len(rows), np.inf)
    if len(begin):
        sizes[begin] = view.keep_rows("steal share", rows[begin], steal_share)
    is_known = np.isfinite(sizes)
    raise_to = raise_by_pot(view.decisions, np.where(is_known, sizes, 0.0), rows=rows)
    is_bet = ~asked.is_begin & ~asked.is_free
    is_weak = asked.cards(strength, is_bet) < asked.numbers["strength"]
    later = np.where(is_bet & is_weak, FOLD, CALL)
    return np.where(asked.is_begin, np.where(is_known, RAISE, OVER), later), raise_to


def _semi_bluff(asked: _Asked) -> Step:
    number = asked.round
    is_drawing = (number == FLOP) | (number == TURN)
    has_draw = asked.cards(potential, is_drawing) >= asked.numbers["potential"]
    is_late = (number == RIVER) & ~asked.is_begin
    is_unmade = asked.cards(strength, is_late) < asked.numbers["strength"]
    raise_or_call = np.where(asked.is_begin, RAISE, asked.raise_if_legal)
    kinds = np.select([has_draw, is_late & is_unmade], [raise_or_call, asked.give_up], OVER)
    return kinds, asked.by_pot("size")


def _squeeze_play(asked: _Asked) -> Step:
    view, rows = asked.view, asked.rows
    called = callers(view)[rows]
    is_there = (raises(view)[rows] == 1) & (called > 0) & asked.is_begin
    starts = round_starts(view)[rows]
    bet = view.decisions.contributions[rows].max(axis=1) - starts
    times = asked.numbers["times"] + asked.numbers["per-caller"] * called
    wanted = starts + (times * bet).astype(np.int64)
    bounds = view.decisions.min_raise_to[rows], view.decisions.max_raise_to[rows]
    return np.where(is_there, RAISE, OVER), np.clip(wanted, *bounds)


def _check_raise(asked: _Asked, *, is_bluff: bool) -> Step:
    progress, number = asked.progress, asked.round
    is_same_round = number == progress.begun
    has_raised = progress.first_raise == progress.begun
    goes_on = is_same_round & (progress.first_raise == NEVER)
    if is_bluff:
        bets_again = has_raised & (progress.last_raise == progress.begun) & asked.is_free
        afterwards = asked.give_up
    else:
        bets_again = has_raised & (progress.last_raise != number)
        afterwards = np.full(len(number), CALL)
    kinds = np.select(
        [asked.is_begin, goes_on, ~has_raised, ~is_same_round & bets_again],
        [np.where(asked.is_free, CALL, OVER), asked.raise_if_legal, OVER, asked.raise_if_legal],
        afterwards,
    )
    return kinds, np.where(goes_on, asked.by_pot("size"), asked.by_pot("next"))


def _check_call_trap(asked: _Asked) -> Step:
    is_sprung = (asked.round == RIVER) & (asked.progress.last_raise != RIVER)
    kinds = np.where(is_sprung, asked.raise_if_legal, CALL)
    return kinds, asked.by_pot("size")


def _post_oak_bluff(asked: _Asked) -> Step:
    is_there = (asked.round == RIVER) & asked.is_free & asked.is_begin
    return np.where(is_there, RAISE, OVER), asked.by_pot("size")


_STEPS: Mapping[str, Callable[[_Asked], Any]] = {
    "steal-the-pot": _steal_the_pot,
    "semi-bluff": _semi_bluff,
    "squeeze-play": _squeeze_play,
    "check-raise-bluff": lambda asked: _check_raise(asked, is_bluff=True),
    "check-raise-trap": lambda asked: _check_raise(asked, is_bluff=False),
    "check-call-trap": _check_call_trap,
    "post-oak-bluff": _post_oak_bluff,
}
