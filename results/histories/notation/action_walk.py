"""One hand walked action by action: who acts, what he pays, how far he has gone in the round.

Formats for people tell what the ACPC's letters leave out. The native tables hold what was played to
the rules; this walk only says whose turn it is and what an action comes to, hand after hand.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from railbird.native import BETTING_LETTERS, GameDefinition
from railbird.results.errors import LogError

FOLD, CALL, RAISE = tuple(BETTING_LETTERS)


class Deed(NamedTuple):
    """One action: `paid` chips now, `raise_to` the chips of the round after it.

    `raised_by` is how far a raise is above what was to be called; `is_bet` says of a raise that
    nobody had bet in the round before.
    """

    round_index: int
    position: int
    letter: str
    paid: int
    raise_to: int
    raised_by: int
    is_bet: bool
    is_all_in: bool


class Step(NamedTuple):
    """An action as a history tells it; `raise_to` counts the round's chips, None where not told.

    A `letter` of `/` is a round that begins, whoever is named. `paid` and `raised_by` are held to
    what the action comes to, where they are told.
    """

    position: int
    letter: str
    raise_to: int | None = None
    paid: int | None = None
    raised_by: int | None = None


@dataclass(slots=True)
class HandWalk:
    """The state of one hand, lists by position.

    `spent` is of the whole hand; `round_start` is what everybody who plays on had spent before the
    round.
    """

    game: GameDefinition
    stacks: Sequence[int]
    spent: list[int]
    has_folded: list[bool]
    round_index: int
    round_start: int
    most_spent: int
    acting: int

    @classmethod
    def begin(
        cls, game: GameDefinition, stacks: Sequence[int], blinds: Sequence[int]
    ) -> "HandWalk":
        """Post the blinds."""
        spent = [min(stack, blind) for stack, blind in zip(stacks, blinds, strict=True)]
        out = [stack == 0 for stack in stacks]
        walk = cls(game, stacks, spent, out, 0, 0, max(spent), -1)
        walk.acting = walk._next_from(game.first_positions[0])
        return walk

    def act(self, letter: str, raise_to: int | None = None) -> Deed:
        """Play an action; `raise_to` in no-limit alone, chips of the whole hand."""
        position, before = self.acting, self.spent[self.acting]
        to_call, is_bet = self.most_spent, self.most_spent == self.round_start
        if letter == FOLD:
            self.has_folded[position] = True
        else:
            wanted = self.most_spent if letter == CALL else self._raise_to(raise_to)
            self.spent[position] = max(before, min(wanted, self.stacks[position]))
            self.most_spent = max(self.most_spent, self.spent[position])
        now = self.spent[position]
        self.acting = self._next_from(position + 1)
        return Deed(
            self.round_index,
            position,
            letter,
            now - before,
            now - self.round_start,
            now - to_call,
            is_bet,
            now > before and now == self.stacks[position],
        )

    def begin_round(self) -> None:
        """Go on to the next round; raises LogError after the last."""
        self.round_index += 1
        if self.round_index >= self.game.round_count:
            raise LogError(f"there are more rounds than the game's {self.game.round_count}")
        self.round_start = self.most_spent
        self.acting = self._next_from(self.game.first_positions[self.round_index])

    def uncalled(self) -> tuple[int, int]:
        """Return the position that put in more than any other could lose, and how much more."""
        most = max(range(len(self.spent)), key=self.spent.__getitem__)
        others = max(chips for place, chips in enumerate(self.spent) if place != most)
        return most, self.spent[most] - others

    def _raise_to(self, raise_to: int | None) -> int:
        if self.game.is_limit:
            return self.most_spent + self.game.raise_sizes[self.round_index]
        return raise_to or 0

    def _next_from(self, position: int) -> int:
        count = len(self.spent)
        for turn in range(count):
            place = (position + turn) % count
            if not self.has_folded[place] and self.spent[place] < self.stacks[place]:
                return place
        return -1


def walk_betting(walk: HandWalk, betting: str) -> Iterator[Deed | None]:
    """Yield what each letter of an ACPC betting comes to; None where a round begins."""
    place, end = 0, len(betting)
    while place < end:
        letter = betting[place]
        place += 1
        if letter == "/":
            walk.begin_round()
            yield None
            continue
        start = place
        while place < end and betting[place].isdigit():
            place += 1
        yield walk.act(letter, int(betting[start:place]) if place > start else None)


def betting_of(walk: HandWalk, steps: Iterable[Step]) -> str:
    """Return what a history tells as ACPC betting; whether it is legal the tables say.

    Raises LogError where somebody acts whose turn it is not, or an amount is not what it comes to.
    """
    letters = []
    for step in steps:
        position, letter, told = step.position, step.letter, step.raise_to
        if letter == "/":
            walk.begin_round()
            letters.append("/")
            continue
        if position != walk.acting:
            whose = f"player {walk.acting + 1}'s" if walk.acting >= 0 else "nobody's"
            raise LogError(f"player {position + 1} acts, but it is {whose} turn")
        total = None if told is None else told + walk.round_start
        deed = walk.act(letter, total)
        if letter == RAISE and walk.game.is_limit and told not in (None, deed.raise_to):
            raise LogError(f"a raise to {told} stands where the limit is to {deed.raise_to}")
        _require_told(step, deed)
        letters.append(letter if letter != RAISE or walk.game.is_limit else f"r{total}")
    return "".join(letters)


def _require_told(step: Step, deed: Deed) -> None:
    if step.paid not in (None, deed.paid):
        raise LogError(f"a call of {step.paid} stands where {deed.paid} is to be paid")
    if step.raised_by not in (None, deed.raised_by):
        raise LogError(f"a raise by {step.raised_by} stands where it is by {deed.raised_by}")


def showdown_order(walk: HandWalk, last_raiser: int) -> list[int]:
    """Return who shows, in order: the last to bet or raise in the last round, then on from him.

    `last_raiser` is -1 where nobody bet in it: then the first to act there begins.
    """
    count = len(walk.spent)
    first = last_raiser if last_raiser >= 0 else walk.game.first_positions[walk.round_index]
    order = [(first + turn) % count for turn in range(count)]
    return [position for position in order if not walk.has_folded[position]]
