"""What the tests of a strategy read of a batch of decisions, each column computed once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.pokerlang.situation.match_memory import MatchMemory
from railbird.native import (
    ACTION_LETTERS,
    ROUND_LETTER,
    ActionKind,
    GameDefinition,
    has_blinds,
    holding_index,
    is_holdem,
)
from railbird.plugins import DecisionBatch
from railbird.plugins.contract.readable import PastAction, past_actions

Rows = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
_SLASH = ord(ROUND_LETTER)
_RAISE_LETTER = ACTION_LETTERS[ActionKind.RAISE]
_RAISE, _CALL = ord(_RAISE_LETTER), ord(ACTION_LETTERS[ActionKind.CALL])
MOST_KEPT = 1 << 16


class View:
    """Decisions with hole cards that may be others than those held, and columns kept by name."""

    def __init__(
        self,
        decisions: DecisionBatch,
        hole_cards: npt.NDArray[np.uint8],
        memory: MatchMemory | None = None,
        *,
        match: npt.NDArray[np.integer] | None = None,
        of_rows: tuple["View", Rows] | None = None,
    ) -> None:
        """View ``decisions`` as if the hole cards were ``hole_cards`` uint8[n, h].

        ``match`` are the numbers of the matches in ``memory``, by default those of the decisions;
        ``of_rows`` are rows of another view whose hands these are, at an earlier decision.
        """
        self.decisions = decisions
        self.hole_cards = hole_cards
        self.memory = memory
        self.rows: Rows = np.arange(len(decisions))
        self._match = match
        self._of_rows = of_rows
        self._kept: dict[object, Any] = {}
        self._computed: dict[object, Bools] = {}

    @property
    def definition(self) -> GameDefinition:
        """The rules of the game."""
        return self.decisions.game.definition

    @property
    def match(self) -> npt.NDArray[np.integer]:
        """The number of each match among those that are remembered, int[n]."""
        if self._of_rows is not None:
            later, rows = self._of_rows
            return later.match[rows]
        return self.decisions.match if self._match is None else self._match

    def hand_draw(self, index: int) -> Floats:
        """Draw ``index`` of each hand, float64[n]."""
        return np.asarray(self.keep(("hand draw", index), lambda it: it._hand_draw(index)))

    def _hand_draw(self, index: int) -> Floats:
        if self._of_rows is None:
            return self.decisions.hand_random(index)
        later, rows = self._of_rows
        return later.hand_draw(index)[rows]

    def keep(self, key: object, make: Callable[["View"], Any]) -> Any:
        """Return what ``make(view)`` returns, a column of all rows, computed once."""
        if key not in self._kept:
            self._kept[key] = make(self)
        return self._kept[key]

    def keep_rows(
        self, key: object, rows: Rows, make: Callable[["View", Rows], npt.NDArray[Any]]
    ) -> npt.NDArray[Any]:
        """Return values of ``rows``, at least one, each computed once; for what is costly."""
        computed = self._computed.setdefault(key, np.zeros(len(self.rows), np.bool_))
        missing = rows[~computed[rows]]
        if len(missing):
            values = make(self, missing)
            if key not in self._kept:
                shape = (len(self.rows), *values.shape[1:])
                self._kept[key] = np.zeros(shape, values.dtype)
            self._kept[key][missing] = values
            computed[missing] = True
        kept: npt.NDArray[Any] = self._kept[key][rows]
        return kept

    def own(self, by_position: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The deciding player's values of a column [n, N] by position."""
        chosen: npt.NDArray[Any] = by_position[self.rows, self.decisions.position]
        return chosen


def dealt(view: View) -> Integers:
    """Players dealt in, int64[n]: in a freeze-out those who still have chips."""
    return np.asarray((view.decisions.starting_stacks > 0).sum(axis=1))


def positions_in_play(view: View) -> Integers:
    """Positions up to the last that somebody has, int64[n].

    They are the players dealt in, and where a blind falls on nobody one more.
    """
    has_chips = view.decisions.starting_stacks > 0
    return np.asarray(has_chips.shape[1] - np.argmax(has_chips[:, ::-1], axis=1))


def big_blinds(view: View) -> Integers:
    """The largest blind due in each hand, int64[n]; if it is the game's, its big blind."""
    definition, due = view.definition, view.decisions.blinds.max(axis=1)
    return np.where(due == max(definition.blinds), definition.big_blind, due)


def holdings(view: View) -> Integers:
    """The number of the hole cards among the 1,326 holdings, int64[n]."""
    return np.asarray(view.keep(holdings, lambda it: holding_index(it.hole_cards)))


def opponents(view: View) -> Integers:
    """Opponents who have not folded, int64[n]."""
    return np.asarray(
        view.keep(opponents, lambda it: (~it.decisions.has_folded).sum(axis=1) - 1), np.int64
    )


def pot_odds(view: View) -> Floats:
    """What a call costs over the pot after it, float64[n]."""
    to_call = view.decisions.to_call
    return np.asarray(to_call / np.maximum(view.decisions.pot + to_call, 1))


def round_numbers(view: View) -> Integers:
    """0 before the flop, 1 on it, 2 on the turn, 3 on the river, int64[n].

    In hold'em the board says it, so that a game may leave out rounds; elsewhere betting rounds
    count.
    """
    return np.asarray(view.keep(round_numbers, _round_numbers))


def _round_numbers(view: View) -> Integers:
    return np.array(names_of_rounds(view.definition))[view.decisions.round_index]


@lru_cache
def names_of_rounds(definition: GameDefinition) -> tuple[int, ...]:
    """The number of the round, 0 to 3, of each betting round of a game."""
    if not is_holdem(definition):
        return tuple(min(index, 3) for index in range(definition.round_count))
    sizes = np.cumsum(definition.board_card_counts).tolist()
    return tuple({0: 0, 3: 1, 4: 2, 5: 3}[size] for size in sizes)


def raises(view: View) -> Integers:
    """Bets and raises in this betting round, blinds not counted, int64[n]."""
    return np.asarray(view.keep(raises, _raises))


def _raises(view: View) -> Integers:
    made, (_, end) = view.keep(_raises_before, _raises_before), _ends(view)
    return np.asarray(made[end] - made[view.keep(_begin_of_round, _begin_of_round)])


def earlier_raises(view: View) -> Integers:
    """Bets and raises in the betting rounds before this one, int64[n]."""
    made, (begin, _) = view.keep(_raises_before, _raises_before), _ends(view)
    return np.asarray(made[view.keep(_begin_of_round, _begin_of_round)] - made[begin])


def callers(view: View) -> Integers:
    """Calls since the last bet or raise of this betting round, int64[n]; checks do not count."""
    return np.asarray(view.keep(callers, _callers))


def _callers(view: View) -> Integers:
    text, (_, end) = view.decisions.betting_texts[0], _ends(view)
    calls = _count_before(text, _CALL)
    since = np.maximum(view.keep(_begin_of_round, _begin_of_round), _after_last(text, _RAISE)[end])
    is_bet = raises(view) > 0
    if has_blinds(view.definition):
        is_bet |= view.decisions.round_index == 0
    return np.where(is_bet, calls[end] - calls[since], 0)


def _ends(view: View) -> tuple[Integers, Integers]:
    offsets = view.decisions.betting_texts[1]
    return offsets[:-1], offsets[1:]


def _begin_of_round(view: View) -> Integers:
    """Where in the texts this round's letters begin, int64[n]."""
    (begin, end), text = _ends(view), view.decisions.betting_texts[0]
    if not view.decisions.round_index.any():
        return begin
    return np.maximum(begin, _after_last(text, _SLASH)[end])


def _raises_before(view: View) -> npt.NDArray[np.int32]:
    return _count_before(view.decisions.betting_texts[0], _RAISE)


def _count_before(text: npt.NDArray[np.uint8], letter: int) -> npt.NDArray[np.int32]:
    """How many letters are before each place, int32[length + 1]."""
    counts = np.zeros(len(text) + 1, np.int32)
    np.cumsum(text == letter, out=counts[1:])
    return counts


def _after_last(text: npt.NDArray[np.uint8], letter: int) -> npt.NDArray[np.int32]:
    """The place after the last letter before each place, int32[length + 1]; 0 without one."""
    places = np.zeros(len(text) + 1, np.int32)
    found = np.flatnonzero(text == letter) + 1
    places[found] = found
    return np.maximum.accumulate(places)


def last_raisers(view: View, rows: Rows) -> npt.NDArray[np.int64]:
    """The position that made the last bet or raise of the hand, -1 for nobody, int64[rows].

    A raise in this round is an opponent's: its maker would not be asked again without another.
    Therefore only hands with a raise in an earlier round alone are followed action by action, and
    otherwise an opponent is answered with the number of players.
    """
    count = view.definition.player_count
    found = np.where(raises(view)[rows] > 0, count, -1)
    followed = np.flatnonzero((found == -1) & (earlier_raises(view)[rows] > 0))
    for place in followed.tolist():
        found[place] = _last_raiser(*hand_of(view, int(rows[place])))
    return found


def last_to_act(view: View, rows: Rows) -> npt.NDArray[np.int64]:
    """The opponent who acted last, by position, -1 for nobody, int64[rows]."""
    own = view.decisions.position
    return np.array([_last_other(*hand_of(view, row), own=int(own[row])) for row in rows.tolist()])


Hand = tuple[GameDefinition, tuple[int, ...], str, tuple[int, ...], int]
"""A game, stacks at the start of a hand, its betting so far, the blinds due and the ante."""


def hand_of(view: View, row: int) -> Hand:
    """The hand of a decision."""
    stacks, blinds = view.decisions.starting_stacks[row], view.decisions.blinds[row]
    betting = view.decisions.betting[row]
    ante = int(view.decisions.ante[row])
    return view.definition, tuple(stacks.tolist()), betting, tuple(blinds.tolist()), ante


@lru_cache(MOST_KEPT)
def _last_raiser(
    definition: GameDefinition,
    stacks: tuple[int, ...],
    betting: str,
    blinds: tuple[int, ...],
    ante: int,
) -> int:
    made = past_actions(definition, stacks, betting, blinds=blinds, ante=ante)
    return next((one.position for one in reversed(made) if one.kind == one.kind.RAISE), -1)


@lru_cache(MOST_KEPT)
def _last_other(  # noqa: PLR0913  (all that a hand starts from)
    definition: GameDefinition,
    stacks: tuple[int, ...],
    betting: str,
    blinds: tuple[int, ...],
    ante: int,
    *,
    own: int,
) -> int:
    made = past_actions(definition, stacks, betting, blinds=blinds, ante=ante)
    return next((one.position for one in reversed(made) if one.position != own), -1)


def round_starts(view: View) -> Integers:
    """What everybody who plays on had put in before this betting round, int64[n].

    The last raise-to of an earlier round, which bettings write as the chips of the whole hand, or
    else the largest blind with the ante; 0 in the first round.
    """
    return np.asarray(view.keep(round_starts, _round_starts))


def _round_starts(view: View) -> Integers:
    starts = np.zeros(len(view.rows), np.int64)
    later = np.flatnonzero(view.decisions.round_index > 0)
    for row in later.tolist():
        definition, stacks, betting, blinds, ante = hand_of(view, row)
        before, blind = betting.rpartition(ROUND_LETTER)[0], ante + max(blinds)
        made: tuple[PastAction, ...] = ()
        if _RAISE_LETTER in before:
            made = past_actions(definition, stacks, before, blinds=blinds, ante=ante)
        starts[row] = max((one.amount for one in made), default=blind) or blind
    return starts
