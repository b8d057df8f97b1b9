"""From an OpenPPL profile to a strategy in PokerLang that plays the same."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from typing import NoReturn

from railbird.agents.pokerlang.language.formatting import format_strategy
from railbird.agents.pokerlang.language.parsing import (
    MOST_FAULTS,
    TOO_LARGE,
    Fault,
    SourceError,
    is_too_large,
    parse,
)
from railbird.agents.pokerlang.openppl.logic import (
    FALSE,
    TRUE,
    Condition,
    Sum,
    Test,
    all_of,
    any_of,
    compare_with_zero,
    count_tests,
    no,
    plain,
    write,
)
from railbird.agents.pokerlang.openppl.reading import (
    AMOUNTS,
    TOO_DEEP,
    Expression,
    Function,
    Name,
    Number,
    Operation,
    Profile,
    When,
    hand_range,
    read_profile,
)
from railbird.agents.pokerlang.openppl.symbols import (
    ACTIONS,
    ALIASES,
    BUTTONS,
    FLAGS,
    NUMBERS,
    ROUND_NUMBERS,
)
from railbird.agents.pokerlang.openppl.tokens import At
from railbird.native.wording import most_alike

MOST_DEPTH = 100
"""How many expressions may be inside each other, those of called functions included."""
MOST_CASES = 1_000
MOST_TESTS = 20_000
_TOO_LONG = "written out, this is too long; divide it into several WHENs, or write it shorter"
RANKS = "23456789TJQKA"
_HAND = re.compile(r"hand\$([2-9tjqka])([2-9tjqka])?(s|o|suited|offsuited|unsuited)?")
_VERSUS = re.compile(r"vs\$(list\w*)\$(\w+)")
Cases = list[tuple[Condition, Sum]]
"""The values of an expression, each with the condition in which it is the value."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A strategy in PokerLang, and what its reader should know, by line."""

    text: str
    notes: tuple[Fault, ...]


def translate(text: str, file: str, title: str) -> Translation:
    """Translate a profile; raises SourceError with what is wrong or not known in it.

    A symbol that is not known is an error and never taken as false.
    """
    profile = read_profile(text, file)
    translator = _Translator(profile)
    lines = list(translator.lines(title))
    if translator.faults:
        raise SourceError(sorted(set(translator.faults))[:MOST_FAULTS], file)
    strategy = parse("\n".join(lines) + "\n", file)
    return Translation(format_strategy(strategy), tuple(sorted(set(translator.notes))))


class _UnknownError(Exception):
    """Ends the translation of one WHEN."""


class _Translator:
    """Translates one profile."""

    def __init__(self, profile: Profile) -> None:
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []
        self._profile = profile
        self._round = "preflop"
        self._calling: list[str] = []
        self._called: dict[tuple[str, str], Cases] = {}
        self._depth = 0
        self._used: set[str] = set()

    def lines(self, title: str) -> Iterator[str]:
        functions = self._profile.functions
        rounds = [name for name in ROUND_NUMBERS if f"f${name}" in functions]
        if not rounds:
            self.faults.append(Fault(1, 1, "there is no f$preflop, f$flop, f$turn or f$river"))
        tactics = []
        for name in rounds:
            self._round = name
            tactics += self._tactic(functions[f"f${name}"])
        name = title.replace('"', "")
        yield f'pokerlang 1 strategy "{name}"'
        for key in sorted(self._used):
            yield f"hands {key} = {', '.join(self._profile.lists[key])}"
        yield from tactics

    def _tactic(self, function: Function) -> list[str]:
        rules = []
        outer: Condition = TRUE
        body = function.body
        if not isinstance(body, tuple):
            message = f"'{function.name}' is a betting round; it needs WHENs with actions"
            self.faults.append(Fault(*function.at, message))
            return []
        for place, when in enumerate(body):
            try:
                if not when.action:
                    self._refuse_double(body, place)
                    outer = self._condition(when.condition)
                    continue
                condition = all_of(outer, self._condition(when.condition))
                rules += self._rule(condition, when)
            except _UnknownError:
                continue
        head = f"tactic openppl-{self._round} when round is {self._round}"
        return [head, *rules] if rules else []

    def _refuse_double(self, body: tuple[When, ...], place: int) -> None:
        if not body[place + 1].action:
            message = "an open WHEN is followed by another, and has no effect; join them by AND"
            self._fault(body[place].at, message)

    def _rule(self, condition: Condition, when: When) -> list[str]:
        move = self._move(when)
        if condition == FALSE:
            return []
        text = "" if condition == TRUE else f" when {write(condition)}"
        return [f'rule "line {when.at.line}"{text}: {move}']

    def _move(self, when: When) -> str:
        if when.action in ACTIONS:
            return ACTIONS[when.action]
        if when.action not in AMOUNTS:
            self._unknown("action", when.action, when.at)
        if when.amount is None:
            self._fault(when.at, f"'{when.action}' needs an amount")
        cases = self._cases(when.amount)
        amount = cases[0][1].constant
        if len(cases) > 1 or not cases[0][1].is_constant or amount <= 0:
            self._fault(when.at, f"'{when.action}' needs a number above 0, without symbols")
        if when.action.endswith("to"):
            if when.is_share:
                self._fault(when.at, f"'{when.action}' needs big blinds, not a percentage")
            return f"raise to {plain(amount)} bb"
        return f"raise {plain(amount)}%" if when.is_share else f"raise {plain(amount)} bb"

    # conditions

    @contextmanager
    def _nested(self, at: At) -> Iterator[None]:
        if self._depth == MOST_DEPTH:
            self._fault(at, TOO_DEEP)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def _condition(self, expression: Expression) -> Condition:
        with self._nested(expression.at):
            found = self._condition_of(expression)
        if count_tests(found) > MOST_TESTS:
            self._fault(expression.at, _TOO_LONG)
        return found

    def _condition_of(self, expression: Expression) -> Condition:
        if isinstance(expression, Operation):
            operator, operands = expression.operator, expression.operands
            if operator == "not":
                return no(self._condition(operands[0]))
            if operator in ("and", "or", "xor"):
                parts = [self._condition(operand) for operand in operands]
                if operator == "xor":
                    return reduce(_either, parts)
                return all_of(*parts) if operator == "and" else any_of(*parts)
            if operator in ("=", "!=", "<", "<=", ">", ">="):
                return self._compare(expression)
        if isinstance(expression, Name):
            flag = self._flag(expression)
            if flag is not None:
                return flag
        cases = self._cases(expression)
        return any_of(*(all_of(c, self._against_zero(v, "!=", expression.at)) for c, v in cases))

    def _compare(self, comparison: Operation) -> Condition:
        left, right = self._both_cases(comparison)
        return any_of(
            *(
                all_of(
                    one,
                    other,
                    self._against_zero(
                        value.plus(subtracted, -1.0), comparison.operator, comparison.at
                    ),
                )
                for one, value in left
                for other, subtracted in right
            )
        )

    def _against_zero(self, difference: Sum, operator: str, at: At) -> Condition:
        if difference.needs_more_than_a_sign():
            self._fault(at, "nbetstocall is known here only as 0 or above; compare it with 0")
        return compare_with_zero(difference, operator)

    # values

    def _both_cases(self, operation: Operation) -> tuple[Cases, Cases]:
        left, right = map(self._cases, operation.operands)
        if len(left) * len(right) > MOST_CASES:
            self._fault(operation.at, _TOO_LONG)
        return left, right

    def _cases(self, expression: Expression) -> Cases:
        with self._nested(expression.at):
            found = self._cases_of(expression)
        if len(found) > MOST_CASES or sum(count_tests(one) for one, _ in found) > MOST_TESTS:
            self._fault(expression.at, _TOO_LONG)
        return found

    def _cases_of(self, expression: Expression) -> Cases:
        if isinstance(expression, Number):
            return [(TRUE, Sum(expression.value))]
        if isinstance(expression, Name):
            return self._cases_of_name(expression)
        operator, operands = expression.operator, expression.operands
        if operator == "?":
            condition = self._condition(operands[0])
            return [
                (all_of(side, when), value)
                for side, operand in ((condition, operands[1]), (no(condition), operands[2]))
                for when, value in self._cases(operand)
                if all_of(side, when) != FALSE
            ]
        if operator not in ("+", "-", "*", "/"):
            return _as_number(self._condition(expression))
        left, right = self._both_cases(expression)
        return [
            (all_of(one, other), self._arithmetic(expression, first, second))
            for one, first in left
            for other, second in right
        ]

    def _arithmetic(self, expression: Operation, left: Sum, right: Sum) -> Sum:
        found = self._combined(expression.operator, (left, right), expression.at)
        if any(map(is_too_large, (found.constant, *found.factors.values()))):
            self._fault(expression.at, TOO_LARGE)
        return found

    def _combined(self, operator: str, operands: tuple[Sum, Sum], at: At) -> Sum:
        left, right = operands
        if operator in ("+", "-"):
            return left.plus(right, 1.0 if operator == "+" else -1.0)
        if operator == "*" and left.is_constant:
            left, right = right, left
        if not right.is_constant:
            self._fault(at, "symbols are multiplied and divided by numbers only")
        if operator == "/" and right.constant == 0:
            self._fault(at, "nothing can be divided by 0")
        return left.times(right.constant if operator == "*" else 1 / right.constant)

    def _cases_of_name(self, name: Name) -> Cases:
        flag = self._flag(name)
        if flag is not None:
            return _as_number(flag)
        key = name.text
        if key in self._profile.functions:
            return self._call(name)
        if key == "betround":
            return [(TRUE, Sum(float(ROUND_NUMBERS[self._round])))]
        if key in ROUND_NUMBERS:
            return [(TRUE, Sum(float(ROUND_NUMBERS[key])))]
        if key in NUMBERS:
            symbol = NUMBERS[key]
            self._require_board(name, symbol.needs_board)
            more = symbol.more_preflop if self._round == "preflop" else 0.0
            known = frozenset(symbol.quantities) if symbol.is_sign_only else frozenset[str]()
            return [(TRUE, Sum(more, dict.fromkeys(symbol.quantities, 1.0), known))]
        return self._versus(name)

    def _versus(self, name: Name) -> Cases:
        found = _VERSUS.fullmatch(name.text)
        if found is None:
            known = [*FLAGS, *ALIASES, *NUMBERS, *self._profile.functions, *self._profile.lists]
            self._unknown("symbol", name.text, name.at, known)
        key, what = found.groups()
        if what != "prlos":
            self._unknown("symbol", name.text, name.at, [f"vs${key}$prlos"])
        self._require_board(name, needs_board=True)
        text = f'losing vs "{", ".join(self._list(key, name.at))}"'
        return [(TRUE, Sum(0.0, {text: 1.0}))]

    def _call(self, name: Name) -> Cases:
        """The values of a function; one that returns nothing is 0."""
        function = self._profile.functions[name.text]
        if name.text in self._calling:
            self._fault(name.at, f"'{name.text}' calls itself")
        key = self._round, name.text
        if key not in self._called:
            self._calling.append(name.text)
            body = function.body
            try:
                found = self._returned(body) if isinstance(body, tuple) else self._cases(body)
            finally:
                self._calling.pop()
            self._called[key] = found
        return self._called[key]

    def _returned(self, body: tuple[When, ...]) -> Cases:
        outer: Condition = TRUE
        open_yet: Condition = TRUE
        cases: Cases = []
        for place, when in enumerate(body):
            if not when.action:
                self._refuse_double(body, place)
                outer = self._condition(when.condition)
                continue
            if when.action != "return" or when.amount is None:
                self._fault(when.at, "a function that is asked for its value needs RETURN")
            here = all_of(outer, self._condition(when.condition))
            for condition, value in self._cases(when.amount):
                cases.append((all_of(open_yet, here, condition), value))
            open_yet = all_of(open_yet, no(here))
        cases.append((open_yet, Sum(0.0)))
        return [case for case in cases if case[0] != FALSE]

    # names

    def _flag(self, name: Name) -> Condition | None:
        key = ALIASES.get(name.text, name.text)
        if key in ("others", "true", f"is{self._round}"):
            return TRUE
        if key == "false" or key in (f"is{one}" for one in ROUND_NUMBERS):
            return FALSE
        if key in FLAGS:
            self._require_board(name, FLAGS[key].needs_board)
            return Test(FLAGS[key].condition)
        if key in BUTTONS:
            message = f"'{key}' is a button of OpenHoldem's window; it is taken as not pressed"
            self.notes.append(Fault(*name.at, message))
            return FALSE
        return self._hands(name)

    def _hands(self, name: Name) -> Condition | None:
        key = name.text
        if key.startswith("list"):
            self._list(key, name.at)
            self._used.add(key)
            return Test(f"hand in {key}")
        return self._hand(name) if key.startswith("hand$") else None

    def _hand(self, name: Name) -> Condition:
        found = _HAND.fullmatch(name.text)
        if found is None:
            self._unknown("hand", name.text, name.at)
        first, second, suits = found.groups()
        if second is None:
            rank = first.upper()
            others = (f"{rank}{other}" for other in RANKS)
            return Test(f'hand in "{", ".join(_sorted(text) for text in others)}"')
        is_suited = {"s": "s", "suited": "s", None: ""}.get(suits, "o")
        return Test(f'hand in "{_sorted(hand_range(first + second))}{is_suited}"')

    def _list(self, key: str, at: At) -> list[str]:
        if key not in self._profile.lists:
            self._unknown("list", key, at, list(self._profile.lists))
        return self._profile.lists[key]

    def _require_board(self, name: Name, needs_board: bool) -> None:
        if needs_board and self._round == "preflop":
            self._fault(name.at, f"'{name.text}' is not known before the flop")

    def _unknown(self, what: str, text: str, at: At, known: list[str] | None = None) -> NoReturn:
        near = most_alike(text, known or [])
        rest = f"; nearest is '{near}'" if near is not None else "; it is not imported"
        self._fault(at, f"there is no {what} '{text}' here{rest}")

    def _fault(self, at: At, message: str) -> NoReturn:
        self.faults.append(Fault(*at, message))
        raise _UnknownError


def _either(left: Condition, right: Condition) -> Condition:
    return any_of(all_of(left, no(right)), all_of(no(left), right))


def _as_number(condition: Condition) -> Cases:
    cases = [(condition, Sum(1.0)), (no(condition), Sum(0.0))]
    return [case for case in cases if case[0] != FALSE]


def _sorted(hand: str) -> str:
    """A hand with its higher rank first, as ranges are written."""
    first, second = sorted(hand[:2], key=RANKS.index, reverse=True)
    return first + second + hand[2:]
