"""How a program decides: rows leave as rules match, and what they do becomes probabilities."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.baselines import raise_by_pot
from railbird.agents.pokerlang.language.syntax import Size
from railbird.agents.pokerlang.playing.conditions import Test
from railbird.agents.pokerlang.playing.program import (
    PlayedMix,
    PlayedMove,
    PlayedRule,
    PlayedTactic,
    Program,
    RoundMix,
)
from railbird.agents.pokerlang.playing.view import (
    Floats,
    Integers,
    Rows,
    View,
    round_numbers,
    round_starts,
)
from railbird.plugins import ActionKind, Distribution

FOLD_COLUMN, CALL_COLUMN, FIRST_RAISE = range(3)
WHOLE = 100
NO_RULE = PlayedMove("fold", WHOLE)
"""What is done where no rule matches: document 002, algorithm 1, which returns 0."""
Watcher = Callable[[PlayedTactic | None, PlayedRule | None, Rows], None]
"""Is called with the rule that matched and the rows; without a rule it is ``otherwise``."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Probabilities as they come together: fold, call, and a column for each raise of a row."""

    view: View
    probability: list[Floats]
    amounts: list[Integers]
    raises_used: npt.NDArray[np.intp]

    @classmethod
    def of(cls, view: View, most_raises: int) -> "_Outcome":
        """Start with nothing, and room for so many raises of a row."""
        count = len(view.rows)
        probability = [np.zeros(count) for _ in range(FIRST_RAISE + most_raises)]
        amounts = [np.zeros(count, np.int64) for _ in range(most_raises)]
        return cls(view, probability, amounts, np.zeros(count, np.intp))

    def add(self, mix: PlayedMix, rows: Rows, weight: Floats) -> None:
        """Let rows play a mix with a weight each."""
        if mix.is_uniform:
            self._add_round(mix.by_round[0], rows, weight)
            return
        numbers = round_numbers(self.view)[rows]
        for number in np.unique(numbers).tolist():
            of_round = numbers == number
            self._add_round(mix.by_round[number], rows[of_round], weight[of_round])

    def _add_round(self, mix: RoundMix, rows: Rows, weight: Floats) -> None:
        if len(mix.moves) == 1:
            self.add_move(mix.moves[0], rows, weight)
        elif not mix.is_per_hand:
            for move in mix.moves:
                self.add_move(move, rows, weight * (move.per_cent / WHOLE))
        else:
            bounds = np.cumsum([move.per_cent for move in mix.moves]) / WHOLE
            draws = self.view.keep("hand draw", lambda it: it.decisions.hand_random())[rows]
            chosen = np.minimum(np.searchsorted(bounds, draws, side="right"), len(bounds) - 1)
            for number, move in enumerate(mix.moves):
                places = np.flatnonzero(chosen == number)
                self.add_move(move, rows[places], weight[places])

    def add_move(self, move: PlayedMove, rows: Rows, weight: Floats) -> None:
        """Let rows do one thing; what is not legal is a call or, where that is free, a check."""
        if not len(rows):
            return
        decisions = self.view.decisions
        if move.kind == "fold":
            can_fold = decisions.can_fold[rows]
            self.probability[FOLD_COLUMN][rows] += np.where(can_fold, weight, 0.0)
            self.probability[CALL_COLUMN][rows] += np.where(can_fold, 0.0, weight)
            return
        is_sized = decisions.game.definition.raises_are_sized
        if move.kind == "call" or (move.kind == "all-in" and not is_sized):
            self.probability[CALL_COLUMN][rows] += weight
            return
        can_raise = decisions.can_raise[rows]
        amounts = np.zeros(len(rows), np.int64)
        if is_sized:
            wanted = decisions.max_raise_to[rows]
            if move.size is not None and move.kind == "raise":
                wanted = raise_to(self.view, rows, move.size)
            can_raise = can_raise & (wanted > 0)
            bounds = decisions.min_raise_to[rows], decisions.max_raise_to[rows]
            amounts = np.clip(wanted, *bounds)
        self.probability[CALL_COLUMN][rows[~can_raise]] += weight[~can_raise]
        self._add_raises(rows[can_raise], weight[can_raise], amounts[can_raise])

    def _add_raises(self, rows: Rows, weight: Floats, amounts: Integers) -> None:
        used = self.raises_used[rows]
        for number in range(int(used.max(initial=-1)) + 1):
            places = used == number
            self.probability[FIRST_RAISE + number][rows[places]] = weight[places]
            self.amounts[number][rows[places]] = amounts[places]
        self.raises_used[rows] += 1

    def finish(self) -> Distribution:
        """Return what was added up."""
        kinds = [ActionKind.FOLD, ActionKind.CALL] + [ActionKind.RAISE] * len(self.amounts)
        probability = np.column_stack(self.probability)
        numbers = np.array([kind.value for kind in kinds], np.uint8)
        if not self.view.decisions.game.definition.raises_are_sized:
            return Distribution(probability, numbers)
        nothing = np.zeros(len(probability), np.int64)
        amounts = np.column_stack([nothing, nothing, *self.amounts])
        return Distribution(probability, numbers, amounts, amounts)


def raise_to(view: View, rows: Rows, size: Size) -> Integers:
    """The raise-to of a size, chips of the whole hand, int64[rows]; rounded down, 0 if impossible.

    ``N pot`` calls and raises by N times the pot as it is before the call (document 002, 4.3);
    ``N%`` by a share of the pot after the call, as players count it; ``N bb`` by big blinds;
    ``to N bb`` is the bet of the whole round; ``N x`` is N times the bet to call, impossible
    without one. Not made legal.
    """
    decisions = view.decisions
    if size.unit == "min":
        return np.asarray(decisions.min_raise_to[rows])
    assert size.number is not None
    factor = size.number.value
    if size.unit == "%":
        sized = view.keep(("raise", factor), lambda it: raise_by_pot(it.decisions, factor))
        return np.asarray(sized[rows])
    blind = view.definition.big_blind
    bet = decisions.contributions[rows].max(axis=1)
    if size.unit in ("pot", "bb"):
        after_call = view.own(decisions.contributions)[rows] + decisions.to_call[rows]
        step = decisions.pot[rows] if size.unit == "pot" else np.full(len(rows), blind)
        return np.asarray(after_call + (factor * step).astype(np.int64))
    starts = round_starts(view)[rows]
    if size.unit == "to":
        return np.asarray(starts + int(factor * blind))
    last_bet = bet - starts
    times = starts + (factor * last_bet).astype(np.int64)
    return np.where(last_bet > 0, times, 0)


def decide(program: Program, view: View, watch: Watcher | None = None) -> Distribution:
    """Return what a program does, as probabilities; mixes per hand are decided by their draw."""
    outcome = _Outcome.of(view, program.most_raises)
    weight = np.ones(len(view.rows))
    rows = view.rows
    for tactic in program.tactics:
        if not len(rows):
            break
        inside, outside = _split(tactic.when, view, rows)
        for rule in tactic.rules:
            if not len(inside):
                break
            matched, missed = _split(rule.when, view, inside)
            if watch is not None and len(matched):
                watch(tactic, rule, matched)
            outcome.add(rule.mix, matched, weight[matched] * rule.often)
            if rule.often < 1:
                weight[matched] *= 1 - rule.often
            else:
                inside = missed
        rows = np.concatenate([outside, inside]) if len(outside) else inside
    if len(rows):
        if watch is not None:
            watch(None, None, rows)
        if program.otherwise is None:
            outcome.add_move(NO_RULE, rows, weight[rows])
        else:
            outcome.add(program.otherwise, rows, weight[rows])
    return outcome.finish()


def _split(test: Test | None, view: View, rows: Rows) -> tuple[Rows, Rows]:
    """The rows where a condition holds, and the others."""
    if test is None:
        return rows, rows[:0]
    held = test.holds(view, rows)
    return rows[held], rows[~held]
