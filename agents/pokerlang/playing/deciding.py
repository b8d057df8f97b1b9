"""How a program decides: rows leave as rules match, and what they do becomes probabilities."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.baselines import raise_by_pot
from railbird.agents.pokerlang.language.syntax import Size
from railbird.agents.pokerlang.playing.conditions import Test
from railbird.agents.pokerlang.playing.plans import (
    FOLD,
    NEVER,
    OVER,
    RAISE,
    Answer,
    Plan,
    Progress,
    answer,
)
from railbird.agents.pokerlang.playing.program import (
    PlayedMix,
    PlayedMove,
    PlayedRule,
    PlayedTactic,
    Program,
    RoundMix,
)
from railbird.agents.pokerlang.playing.replaying import own_decisions, view_before
from railbird.agents.pokerlang.situation.view import (
    Floats,
    Integers,
    Rows,
    View,
    big_blinds,
    round_numbers,
    round_starts,
)
from railbird.plugins import ActionKind, Distribution

FOLD_COLUMN, CALL_COLUMN, FIRST_RAISE = range(3)
WHOLE = 100
NO_RULE = PlayedMove("fold", WHOLE)
"""What is done where no rule matches: document 002, algorithm 1, which returns 0."""
Watcher = Callable[[PlayedTactic | None, PlayedRule | Plan | None, Rows], None]
"""Is called with the rule that matched and the rows, or the plan that goes on; without both it is
``otherwise``."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Probabilities as they come together: fold, call, and a column for each raise of a row."""

    view: View
    plans: Sequence[Plan]
    probability: list[Floats]
    amounts: list[Integers]
    raises_used: npt.NDArray[np.intp]
    begun: Integers
    """The number of the plan that begins in each row, NEVER for none."""

    @classmethod
    def of(cls, view: View, plans: Sequence[Plan], most_raises: int) -> "_Outcome":
        """Start with nothing, and room for so many raises of a row."""
        count = len(view.rows)
        probability = [np.zeros(count) for _ in range(FIRST_RAISE + most_raises)]
        amounts = [np.zeros(count, np.int64) for _ in range(most_raises)]
        used, begun = np.zeros(count, np.intp), np.full(count, NEVER, np.int64)
        return cls(view, plans, probability, amounts, used, begun)

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
            draws = self.view.hand_draw(0)[rows]
            chosen = np.minimum(np.searchsorted(bounds, draws, side="right"), len(bounds) - 1)
            for number, move in enumerate(mix.moves):
                places = np.flatnonzero(chosen == number)
                self.add_move(move, rows[places], weight[places])

    def add_move(self, move: PlayedMove, rows: Rows, weight: Floats) -> None:
        """Let rows do one thing; what is not legal is a call or, where that is free, a check."""
        if not len(rows):
            return
        decisions = self.view.decisions
        if move.kind == "plan":
            self._begin_plan(move.plan, rows, weight)
            return
        if move.kind == "fold":
            self._fold(rows, weight)
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

    def _fold(self, rows: Rows, weight: Floats) -> None:
        can_fold = self.view.decisions.can_fold[rows]
        self.probability[FOLD_COLUMN][rows] += np.where(can_fold, weight, 0.0)
        self.probability[CALL_COLUMN][rows] += np.where(can_fold, 0.0, weight)

    def _begin_plan(self, number: int, rows: Rows, weight: Floats) -> None:
        """Let rows begin a plan; where it is not possible, they call."""
        found = answer(self.plans[number], self.view, rows, progress=Progress.of(len(rows)))
        self.begun[rows[found.kinds != OVER]] = number
        self.add_answers(found, rows, weight)

    def add_answers(self, found: Answer, rows: Rows, weight: Floats) -> None:
        """Let rows do what plans answer; those that are over call."""
        folds, raising = found.kinds == FOLD, found.kinds == RAISE
        self._fold(rows[folds], weight[folds])
        calls = ~(folds | raising)
        self.probability[CALL_COLUMN][rows[calls]] += weight[calls]
        self._add_raises(rows[raising], weight[raising], found.raise_to[raising])

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
        return raise_by_pot(decisions, factor, rows=rows)
    blind = big_blinds(view)[rows]
    bet = decisions.contributions[rows].max(axis=1)
    if size.unit in ("pot", "bb"):
        after_call = view.own(decisions.contributions)[rows] + decisions.to_call[rows]
        step = decisions.pot[rows] if size.unit == "pot" else blind
        return np.asarray(after_call + (factor * step).astype(np.int64))
    starts = round_starts(view)[rows]
    if size.unit == "to":
        return np.asarray(starts + (factor * blind).astype(np.int64))
    last_bet = bet - starts
    times = starts + (factor * last_bet).astype(np.int64)
    return np.where(last_bet > 0, times, 0)


def decide(program: Program, view: View, watch: Watcher | None = None) -> Distribution:
    """Return what a program does, as probabilities.

    Mixes per hand and, in a file with plans, ``often`` are decided by draws of the hand, so that
    the plan that governs a decision follows from the draws and the betting.
    """
    outcome = _Outcome.of(view, program.plans, program.most_raises)
    rows = _go_on(program, outcome, watch) if program.plans else view.rows
    _follow_rules(program, outcome, rows, watch)
    return outcome.finish()


def _follow_rules(
    program: Program, outcome: _Outcome, rows: Rows, watch: Watcher | None = None
) -> None:
    view, weight = outcome.view, np.ones(len(outcome.view.rows))
    for tactic in program.tactics:
        if not len(rows):
            break
        inside, outside = _split(tactic.when, view, rows)
        for rule in tactic.rules:
            if not len(inside):
                break
            matched, missed = _split(rule.when, view, inside)
            if program.plans and rule.often < 1:
                is_followed = view.hand_draw(rule.often_draw)[matched] < rule.often
                missed = np.concatenate([missed, matched[~is_followed]])
                matched = matched[is_followed]
            if watch is not None and len(matched):
                watch(tactic, rule, matched)
            if rule.often < 1 and not program.plans:
                outcome.add(rule.mix, matched, weight[matched] * rule.often)
                weight[matched] *= 1 - rule.often
            else:
                outcome.add(rule.mix, matched, weight[matched])
                inside = missed
        rows = np.concatenate([outside, inside]) if len(outside) else inside
    if len(rows):
        if watch is not None:
            watch(None, None, rows)
        if program.otherwise is None:
            outcome.add_move(NO_RULE, rows, weight[rows])
        else:
            outcome.add(program.otherwise, rows, weight[rows])


def _go_on(program: Program, outcome: _Outcome, watch: Watcher | None) -> Rows:
    """Let rows whose plans go on do what they say, and return those that the rules decide."""
    view = outcome.view
    progress = _progress(program, view)
    rows = np.flatnonzero(progress.plan != NEVER)
    is_over = np.ones(len(view.rows), np.bool_)
    for number, plan in enumerate(program.plans):
        chosen = rows[progress.plan[rows] == number]
        if not len(chosen):
            continue
        found = answer(plan, view, chosen, progress=progress.take(chosen))
        goes_on = found.kinds != OVER
        is_over[chosen[goes_on]] = False
        outcome.add_answers(found.take(goes_on), chosen[goes_on], np.ones(int(goes_on.sum())))
        if watch is not None and goes_on.any():
            watch(None, plan, chosen[goes_on])
    return np.flatnonzero(is_over)


def _progress(program: Program, view: View) -> Progress:
    """How far the plans are that earlier decisions of these hands began, and that are not over."""
    progress = Progress.of(len(view.rows))
    made = [own_decisions(view, row) for row in view.rows.tolist()]
    for index in range(max(map(len, made), default=0)):
        rows = np.array([row for row, own in enumerate(made) if len(own) > index])
        own = [made[row][index] for row in rows.tolist()]
        before = view_before(view, rows, [one.betting for one in own])
        rounds = round_numbers(before)
        running = progress.take(rows)
        for number, plan in enumerate(program.plans):
            places = np.flatnonzero(running.plan == number)
            if len(places):
                found = answer(plan, before, places, progress=running.take(places))
                over = rows[places[found.kinds == OVER]]
                progress.begin(over, np.full(len(over), NEVER), np.full(len(over), NEVER))
        free = np.flatnonzero(progress.plan[rows] == NEVER)
        outcome = _Outcome.of(before, program.plans, program.most_raises)
        _follow_rules(program, outcome, free)
        begin = free[outcome.begun[free] != NEVER]
        progress.begin(rows[begin], outcome.begun[begin], rounds[begin])
        raised = np.flatnonzero([one.has_raised for one in own])
        progress.note_raises(rows[raised], rounds[raised])
    return progress


def _split(test: Test | None, view: View, rows: Rows) -> tuple[Rows, Rows]:
    """The rows where a condition holds, and the others."""
    if test is None:
        return rows, rows[:0]
    held = test.holds(view, rows)
    return rows[held], rows[~held]
