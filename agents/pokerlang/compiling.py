"""From syntax tree to program: names are looked up, and everything wrong is reported."""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from railbird.agents.pokerlang import conditions as played
from railbird.agents.pokerlang import syntax
from railbird.agents.pokerlang.cards import (
    board_is,
    is_drawing,
    is_in_range,
    made_category,
    strength_against,
)
from railbird.agents.pokerlang.formatting import format_condition
from railbird.agents.pokerlang.parsing import Fault, SourceError
from railbird.agents.pokerlang.program import (
    PlayedMix,
    PlayedMove,
    PlayedRule,
    PlayedTactic,
    Program,
    RoundMix,
)
from railbird.agents.pokerlang.quantities import (
    FLAGS,
    HEADS_UP,
    MISSING,
    QUANTITIES,
    Need,
    Quantity,
    lacks,
    position_quality,
)
from railbird.agents.pokerlang.view import Bools, Rows, View, last_raisers, round_numbers
from railbird.agents.pokerlang.words import (
    BOARDS,
    CATEGORIES,
    DRAWS,
    HARRINGTON,
    POSITIONS,
    RAISERS,
    ROUNDS,
    STYLES,
    ZONES,
)
from railbird.native import GameDefinition, RangeError, parse_range
from railbird.native.wording import most_alike
from railbird.plugins.errors import MOST_LISTED

VERSION = "1"
ALL_ROUNDS = frozenset(range(len(ROUNDS)))
TOLERANCE = 1e-9
WHOLE = 100.0
"""A whole in per cent."""
SUBJECTS = ("hand", "stack", "position", "round", "last-raiser")
OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
Rounds = frozenset[int]
Bound = float | None


def compile_strategy(
    source: syntax.Strategy,
    file: str = "strategy",
    *,
    style_rules: Callable[[str], syntax.Strategy] | None = None,
) -> Program:
    """Compile a strategy; raises SourceError with the places of the first 20 errors.

    ``style_rules`` returns the strategy that plays a style, for tactics that play one.
    """
    compiler = _Compiler(source, style_rules)
    program = compiler.compile()
    if compiler.faults:
        raise SourceError(compiler.faults, file)
    return program


def find_misfits(program: Program, definition: GameDefinition) -> list[Fault]:
    """Tests of a program that cannot be known in a game, and moves that it does not have."""
    faults = [
        Fault(one.line, one.column, f"{one.what} needs {MISSING[one.need]}, which this game lacks")
        for one in program.requirements
        if lacks(one.need, definition)
    ]
    if definition.has_card_rounds:
        faults.append(Fault(1, 1, "this game has rounds in which cards are exchanged or passed"))
    return sorted(set(faults))


class _Compiler:
    """Compiles one file, and collects what is wrong with it."""

    def __init__(
        self,
        source: syntax.Strategy,
        style_rules: Callable[[str], syntax.Strategy] | None,
    ) -> None:
        self.source = source
        self.faults: list[Fault] = []
        self.requirements: list[played.Requirement] = []
        self.tests: dict[str, played.Test] = {}
        self.remembers = self.is_per_hand = False
        self._style_rules = style_rules
        self._hands: dict[str, str] = dict(HARRINGTON)
        self._zones: dict[str, tuple[Bound, Bound]] = dict(ZONES)
        self._positions: dict[str, tuple[Bound, Bound] | None] = dict.fromkeys(POSITIONS)
        self._actions: dict[str, PlayedMix] = {}

    def compile(self) -> Program:
        source = self.source
        if source.version.text != VERSION:
            self._fault(source.version, f"there is no version {source.version.text}; write 1")
        for definition in source.definitions:
            self._define(definition)
        tactics, rounds, names = [], ALL_ROUNDS, set[str]()
        for tactic in source.tactics:
            if tactic.name.text in names:
                self._fault(tactic.name, f"tactic '{tactic.name.text}' is defined twice")
            names.add(tactic.name.text)
            made, rounds = self._tactic(tactic, rounds)
            tactics.append(made)
        otherwise = None if source.otherwise is None else self._mix(source.otherwise)
        return Program(
            source.title.text,
            tuple(tactics),
            otherwise,
            tuple(self.requirements),
            self.remembers,
            self.is_per_hand,
            self.tests,
            source,
        )

    def _fault(self, node: Any, message: str) -> None:
        self.faults.append(Fault(node.place.line, node.place.column, message))

    def _unknown(self, node: syntax.Word, what: str, valid: Iterable[str]) -> None:
        names = list(valid)
        near = most_alike(node.text, names)
        listed = ", ".join(names[:MOST_LISTED]) + (", ..." if len(names) > MOST_LISTED else "")
        rest = f"nearest is '{near}'" if near is not None else f"there are {listed}"
        self._fault(node, f"there is no {what} '{node.text}'; {rest}")

    def _require(self, node: Any, what: str, needs: Iterable[Need]) -> None:
        for need in needs:
            place = node.place
            self.requirements.append(played.Requirement(need, what, place.line, place.column))

    # definitions

    def _define(self, definition: syntax.Definition) -> None:
        name = definition.name
        if isinstance(definition, syntax.Hands):
            if self._is_free(name, self._hands, "hands"):
                self._hands[name.text] = self._range(definition.ranges)
        elif isinstance(definition, syntax.ActionDefinition):
            if self._is_free(name, self._actions, "action"):
                self._actions[name.text] = self._action(definition)
        else:
            zones: Any = self._zones if definition.subject == "stack" else self._positions
            if self._is_free(name, zones, definition.subject):
                bounds = definition.low, definition.high
                low, high = (None if b is None else b.value for b in bounds)
                if low is not None and high is not None and low > high:
                    self._fault(definition, f"'{name.text}' is empty: {low:g} is above {high:g}")
                zones[name.text] = low, high

    def _is_free(self, name: syntax.Word, taken: Iterable[str], what: str) -> bool:
        if name.text in taken:
            self._fault(name, f"{what} '{name.text}' is defined already; choose another name")
        return name.text not in taken

    def _range(self, items: Iterable[syntax.Word]) -> str:
        for item in items:
            if ":" in item.text:
                self._fault(item, f"'{item.text}' has a weight; list hands without weights")
                continue
            try:
                parse_range(item.text)
            except RangeError as error:
                self._fault(item, str(error))
        return ", ".join(item.text for item in items)

    def _action(self, definition: syntax.ActionDefinition) -> PlayedMix:
        call = RoundMix((PlayedMove("call", WHOLE),))
        by_round = [call] * len(ROUNDS)
        seen = set()
        for word, mix in definition.rounds:
            if word.text in seen:
                self._fault(word, f"round '{word.text}' is written twice")
            seen.add(word.text)
            by_round[ROUNDS.index(word.text)] = self._mix(mix, may_name=False).by_round[0]
        return PlayedMix((by_round[0], by_round[1], by_round[2], by_round[3]))

    # mixes

    def _mix(self, mix: syntax.Mix, *, may_name: bool = True) -> PlayedMix:
        shares = self._shares(mix)
        chosen = [self._move(choice.move, may_name=may_name) for choice in mix.choices]
        is_per_hand = mix.per == "hand"
        named = [one for one in chosen if isinstance(one, PlayedMix)]
        if not named:
            only = self._flatten(chosen, shares, 0, is_per_hand=is_per_hand)
            return PlayedMix((only, only, only, only))
        rounds = [
            self._flatten(chosen, shares, index, is_per_hand=is_per_hand)
            for index in range(len(ROUNDS))
        ]
        return PlayedMix((rounds[0], rounds[1], rounds[2], rounds[3]))

    def _shares(self, mix: syntax.Mix) -> list[float]:
        """The share of each choice in per cent; those not given divide what is left equally."""
        given = [None if c.share is None else float(c.share.text[:-1]) for c in mix.choices]
        for choice, share in zip(mix.choices, given, strict=True):
            if choice.share is not None and share is not None and share > WHOLE:
                self._fault(choice.share, f"{choice.share.text} is more than 100%")
        total = sum(share for share in given if share is not None)
        if total > WHOLE + TOLERANCE and all(share is None or share <= WHOLE for share in given):
            self._fault(mix, f"the shares come to {total:g}%; they may come to 100% at most")
        blanks = given.count(None)
        left = max(0.0, WHOLE - total) / max(blanks, 1)
        return [left if share is None else share for share in given]

    def _move(self, move: syntax.Move, *, may_name: bool) -> PlayedMix | PlayedMove | None:
        name = move.name.text
        if name in ("fold", "call", "all-in"):
            kind: Any = name
            return PlayedMove(kind, WHOLE)
        if name == "check":
            return PlayedMove("call", WHOLE)
        if name == "raise":
            size = move.size
            if size is not None and size.number is not None and size.number.value <= 0:
                self._fault(size, "a raise needs a size above 0")
            return PlayedMove("raise", WHOLE, size)
        if name not in self._actions:
            self._unknown(move.name, "action", (*self._actions, "fold", "check", "call", "all-in"))
            return None
        if not may_name:
            self._fault(move.name, "an action cannot name another action; write its moves here")
            return None
        return self._actions[name]

    def _flatten(
        self,
        chosen: list[PlayedMix | PlayedMove | None],
        shares: list[float],
        round_index: int,
        *,
        is_per_hand: bool,
    ) -> RoundMix:
        moves = []
        for one, share in zip(chosen, shares, strict=True):
            if isinstance(one, PlayedMove):
                moves.append(replace(one, per_cent=share))
            elif one is not None:
                inner = one.by_round[round_index]
                is_per_hand |= inner.is_per_hand
                moves += [replace(m, per_cent=m.per_cent * share / WHOLE) for m in inner.moves]
        left = WHOLE - sum(move.per_cent for move in moves)
        if left > TOLERANCE:
            moves.append(PlayedMove("call", left))
        self.is_per_hand |= is_per_hand
        return RoundMix(tuple(move for move in moves if move.per_cent > 0), is_per_hand)

    # tactics

    def _tactic(self, tactic: syntax.Tactic, rounds: Rounds) -> tuple[PlayedTactic, Rounds]:
        """Compile a tactic that is asked in ``rounds``; also where what follows is asked."""
        when, inside, outside = self._condition_or_true(tactic.when, rounds)
        if tactic.style is not None:
            rules, left = self._style(tactic.style), frozenset[int]()
        else:
            rules, left = self._rules(tactic, inside)
        return PlayedTactic(tactic.name.text, when, rules, tactic), outside | left

    def _rules(
        self, tactic: syntax.Tactic, rounds: Rounds
    ) -> tuple[tuple[PlayedRule, ...], Rounds]:
        rules = []
        if not tactic.rules:
            self._fault(
                tactic.name,
                f"tactic '{tactic.name.text}' has no rules; write one, or what it plays",
            )
        for number, rule in enumerate(tactic.rules, start=1):
            when, inside, outside = self._condition_or_true(rule.when, rounds)
            often = 1.0 if rule.often is None else rule.often.value
            if rule.often is not None and not 0 < often <= 1:
                self._fault(
                    rule.often, f"often {rule.often.text}: give more than 0% and at most 100%"
                )
            label = f"rule {number}" if rule.title is None else rule.title.text
            rules.append(PlayedRule(label, when, self._mix(rule.mix), often, rule))
            rounds = outside if often == 1.0 else inside | outside
        return tuple(rules), rounds

    def _style(self, style: syntax.Word) -> tuple[PlayedRule, ...]:
        if style.text not in STYLES:
            self._unknown(style, "style", STYLES)
            return ()
        assert self._style_rules is not None, "the styles are files beside this module"
        inner = _Compiler(self._style_rules(style.text), None)
        program = inner.compile()
        assert not inner.faults, inner.faults
        self._require(style, f"'{style.text}'", sorted({one.need for one in inner.requirements}))
        self.is_per_hand |= inner.is_per_hand
        return tuple(
            replace(rule, when=_both(tactic.when, rule.when))
            for tactic in program.tactics
            for rule in tactic.rules
        )

    # conditions

    def _condition_or_true(
        self, condition: syntax.Condition | None, rounds: Rounds
    ) -> tuple[played.Test | None, Rounds, Rounds]:
        if condition is None:
            return None, rounds, frozenset()
        return self._condition(condition, rounds)

    def _condition(
        self, condition: syntax.Condition, rounds: Rounds
    ) -> tuple[played.Test | None, Rounds, Rounds]:
        """Compile a condition that is asked in ``rounds``; also those where it may hold, or not."""
        match condition:
            case syntax.Combined(joined, parts):
                return self._combined(joined == "or", parts, rounds)
            case syntax.Not(inner):
                test, true, false = self._condition(inner, rounds)
                return (None if test is None else played.Negated(test)), false, true
            case syntax.Membership(subject) if subject.text == "round":
                return self._of_round(condition, rounds)
        test = self._test(condition, rounds)
        if test is None:
            return None, rounds, rounds
        key = format_condition(condition)
        kept = self.tests.setdefault(key, played.Once(key, test) if test.is_cheap else test)
        return kept, rounds, rounds

    def _combined(
        self, is_any: bool, parts: Iterable[syntax.Condition], rounds: Rounds
    ) -> tuple[played.Test | None, Rounds, Rounds]:
        tests, decided, asked = [], frozenset[int](), rounds
        for part in parts:
            test, true, false = self._condition(part, asked)
            tests.append(test)
            decided |= true if is_any else false
            asked = false if is_any else true
        known = tuple(test for test in tests if test is not None)
        made = played.Several(known, is_any) if len(known) == len(tests) else None
        return (made, decided, asked) if is_any else (made, asked, decided)

    def _of_round(
        self, condition: syntax.Membership, rounds: Rounds
    ) -> tuple[played.Test | None, Rounds, Rounds]:
        meant = set()
        for value in condition.values:
            if value.text in ROUNDS:
                meant.add(ROUNDS.index(value.text))
            else:
                self._unknown(value, "round", ROUNDS)
        numbers = sorted(meant)
        test = played.Column(lambda view: np.isin(round_numbers(view), numbers))
        key = format_condition(condition)
        kept = self.tests.setdefault(key, played.Once(key, test))
        return kept, rounds & meant, rounds - meant

    def _test(self, condition: Any, rounds: Rounds) -> played.Test | None:
        match condition:
            case syntax.Flag(name):
                return self._flag(name)
            case syntax.Comparison(operands, operators):
                numbers = [self._number(operand, rounds) for operand in operands]
                known = tuple(number for number in numbers if number is not None)
                return played.Compared(known, operators) if len(known) == len(numbers) else None
            case syntax.CardTest():
                return self._card_test(condition, rounds)
        return self._membership(condition)

    def _flag(self, name: syntax.Word) -> played.Test | None:
        if name.text not in FLAGS:
            if name.text in QUANTITIES:
                self._fault(name, f"'{name.text}' is a number; compare it, such as {name.text} > 1")
            elif name.text in SUBJECTS:
                self._fault(name, f"'{name.text}' needs a value: {name.text} in ...")
            else:
                self._unknown(name, "test", (*FLAGS, *QUANTITIES, *SUBJECTS))
            return None
        flag = FLAGS[name.text]
        self._require(name, f"'{name.text}'", flag.needs)
        return played.Column(flag.compute)

    def _number(self, operand: syntax.Operand, rounds: Rounds) -> played.Number | None:
        if isinstance(operand, syntax.Number):
            return played.Constant(operand.value)
        if isinstance(operand, syntax.Term):
            left, right = (self._number(one, rounds) for one in (operand.left, operand.right))
            if operand.operator == "/" and operand.right == syntax.Number("0"):
                self._fault(operand.right, "nothing can be divided by 0")
            if left is None or right is None:
                return None
            return played.Arithmetic(OPERATIONS[operand.operator], left, right)
        name, against = operand.name, operand.against
        if against is not None:
            return self._strength_against(name, against)
        if name.text not in QUANTITIES:
            if name.text in FLAGS:
                self._fault(name, f"'{name.text}' is true or false; it cannot be compared")
            else:
                self._unknown(name, "test", (*QUANTITIES, *FLAGS, *SUBJECTS))
            return None
        quantity = QUANTITIES[name.text]
        self._require(name, f"'{name.text}'", quantity.needs)
        self.remembers |= quantity.remembers
        if quantity.needs_board:
            self._require_board(name, f"'{name.text}'", rounds)
        return played.Named(name.text, quantity)

    def _require_board(self, node: Any, what: str, rounds: Rounds) -> None:
        if 0 in rounds:
            message = (
                f"{what} is not known before the flop; write 'not round is preflop and' before it"
            )
            self._fault(node, message)

    def _strength_against(self, name: syntax.Word, against: syntax.Word) -> played.Number | None:
        if name.text != "strength":
            self._fault(name, f"'{name.text} vs' is no test; only strength is against a range")
            return None
        text = self._range([against])
        self._require(name, "'strength'", ("holdem",))
        return played.Named(
            f"strength vs {text}",
            Quantity("", of_rows=lambda view, rows: strength_against(view, rows, text)),
        )

    def _card_test(self, test: syntax.CardTest, rounds: Rounds) -> played.Test | None:
        subject, value = test.subject.text, test.value.text
        valid: Iterable[str] = {"board": BOARDS, "drawing": DRAWS, "made": CATEGORIES}[subject]
        self._require(test, f"'{subject}'", ("holdem",))
        self._require_board(test, f"'{subject}'", rounds)
        if value not in valid:
            what = {"board": "board", "drawing": "draw", "made": "category of hands"}[subject]
            self._unknown(test.value, what, valid)
            return None
        if subject == "board":
            return played.Column(partial(board_is, quality=value))
        if subject == "drawing":
            return played.Column(partial(is_drawing, draw=value))
        compare, wanted = played.COMPARE[test.operator or "="], CATEGORIES.index(value)

        def compute(view: View) -> Bools:
            return np.asarray(compare(view.keep("made", made_category), wanted))

        return played.Column(compute)

    def _membership(self, condition: syntax.Membership) -> played.Test | None:
        subject = condition.subject
        if subject.text == "hand":
            self._require(subject, "'hand'", ("holdem",))
            texts = [self._hand_list(value) for value in condition.values]
            if None in texts:
                return None
            return played.Column(partial(is_in_range, text=", ".join(map(str, texts))))
        if subject.text == "stack":
            return self._in_zone(condition)
        if subject.text == "position":
            return self._in_position(condition)
        if subject.text == "last-raiser":
            return self._last_raiser(condition)
        self._unknown(subject, "test", (*SUBJECTS, *QUANTITIES, *FLAGS))
        return None

    def _hand_list(self, value: syntax.Word) -> str | None:
        if value.is_quoted:
            return self._range([value])
        if value.text not in self._hands:
            self._unknown(value, "list of hands", self._hands)
            return None
        return self._hands[value.text]

    def _in_zone(self, condition: syntax.Membership) -> played.Test | None:
        self._require(condition.subject, "'stack'", QUANTITIES["M"].needs)
        bounds = self._bounds(condition, self._zones, "stack")
        if bounds is None:
            return None
        compute = QUANTITIES["M"].compute
        assert compute is not None

        def is_inside(view: View) -> Bools:
            m = view.keep("M", compute)
            return _any(_is_between(m, low, high, with_low=False) for low, high in bounds)

        return played.Column(is_inside)

    def _bounds(
        self, condition: syntax.Membership, zones: Mapping[str, Any], what: str
    ) -> list[Any] | None:
        for value in condition.values:
            if value.text not in zones:
                self._unknown(value, what, zones)
        found = [zones[value.text] for value in condition.values if value.text in zones]
        return found if len(found) == len(condition.values) else None

    def _in_position(self, condition: syntax.Membership) -> played.Test | None:
        self._require(condition.subject, "'position'", QUANTITIES["position"].needs)
        self.remembers = True
        if self._bounds(condition, self._positions, "position") is None:
            return None
        zones = [(one.text, self._positions[one.text]) for one in condition.values]

        def is_inside(view: View) -> Bools:
            quality = view.keep("position", position_quality)
            players = view.definition.player_count
            found = []
            for name, bounds in zones:
                low, high = third_of(name, players) if bounds is None else bounds
                is_open = bounds is None and name != "good" and players > HEADS_UP
                found.append(_is_between(quality, low, high, with_high=not is_open))
            return _any(found)

        return played.Column(is_inside)

    def _last_raiser(self, condition: syntax.Membership) -> played.Test | None:
        for value in condition.values:
            if value.text not in RAISERS:
                self._unknown(value, "last raiser", RAISERS)
                return None
        names = {value.text for value in condition.values}

        def compute(view: View, rows: Rows) -> Bools:
            found = last_raisers(view, rows)
            is_me = found == view.decisions.position[rows]
            answers = {"me": is_me, "nobody": found == -1, "opponent": (found != -1) & ~is_me}
            return _any(answers[name] for name in sorted(names))

        return played.OfRows(compute)


def _both(first: played.Test | None, second: played.Test | None) -> played.Test | None:
    if first is None or second is None:
        return first or second
    return played.Several((first, second), is_any=False)


def third_of(name: str, players: int) -> tuple[float, float]:
    """Bounds of a region of position qualities: document 002, equations 12 to 15.

    Half-open, the last one closed, so that each quality is in one region; with two players all
    three are the quality 0.
    """
    least, most = float(2 - players), float(players - 2)
    third = (most - least) / 3
    return {
        "bad": (least, least + third),
        "normal": (least + third, most - third),
        "good": (most - third, most),
    }[name]


def _is_between(
    values: Any, low: Bound, high: Bound, *, with_low: bool = True, with_high: bool = True
) -> Bools:
    found = np.ones(len(values), np.bool_)
    if low is not None:
        found &= values >= low if with_low else values > low
    if high is not None:
        found &= values <= high if with_high else values < high
    return found


def _any(columns: Iterable[Bools]) -> Bools:
    return np.asarray(np.logical_or.reduce(list(columns)))
