"""From conditions of the tree to tests: names are looked up, what is wrong is reported."""

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.pokerlang.language import syntax
from railbird.agents.pokerlang.language.formatting import format_condition
from railbird.agents.pokerlang.language.parsing import Fault
from railbird.agents.pokerlang.language.words import (
    BOARDS,
    CATEGORIES,
    DRAWS,
    HARRINGTON,
    HOLDINGS,
    POSITIONS,
    RAISERS,
    ROUNDS,
    ZONES,
)
from railbird.agents.pokerlang.playing import conditions as played
from railbird.agents.pokerlang.situation.cards import (
    board_is,
    holds,
    is_drawing,
    is_in_range,
    losing_against,
    made_category,
    strength_against,
)
from railbird.agents.pokerlang.situation.predictors import (
    STYLE_NUMBERS,
    UNKNOWN,
    category_shares,
    opponent_style,
    own_style,
)
from railbird.agents.pokerlang.situation.quantities import (
    FLAGS,
    HEADS_UP,
    OPPONENT_QUANTITIES,
    QUANTITIES,
    Need,
    Quantity,
    position_quality,
)
from railbird.agents.pokerlang.situation.view import (
    Bools,
    Rows,
    View,
    dealt,
    last_raisers,
    round_numbers,
)
from railbird.native import RangeError, parse_range
from railbird.native.wording import most_alike
from railbird.plugins.errors import MOST_LISTED

SUBJECTS = ("hand", "stack", "position", "round", "last-raiser", "opponent", "image")
OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
Rounds = frozenset[int]
Bound = float | None


class ConditionCompiler:
    """Compiles the conditions of one file, and collects what is wrong in the file.

    ``hands`` (ranges), ``zones`` of M and ``positions`` are what is defined so far; a region of
    positions that the language has is None. In the file of a ``style``, ``tests`` are those of the
    file that plays it, and the names of its own tests end with the style's.
    """

    def __init__(self, style: str = "", tests: dict[str, played.Test] | None = None) -> None:
        """Start with what the language defines."""
        self.faults: list[Fault] = []
        self.requirements: list[played.Requirement] = []
        self.tests: dict[str, played.Test] = {} if tests is None else tests
        self._suffix = f" ({style})" if style else ""
        self.remembers = False
        self.remembers_bets = False
        self.hands: dict[str, str] = dict(HARRINGTON)
        self.zones: dict[str, tuple[Bound, Bound]] = dict(ZONES)
        self.positions: dict[str, tuple[Bound, Bound] | None] = dict.fromkeys(POSITIONS)

    def fault(self, node: Any, message: str) -> None:
        """Report something wrong at a node."""
        self.faults.append(Fault(node.place.line, node.place.column, message))

    def unknown(self, node: syntax.Word, what: str, valid: Iterable[str]) -> None:
        """Report a name that is none of the valid ones, with the nearest."""
        names = list(valid)
        near = most_alike(node.text, names)
        listed = ", ".join(names[:MOST_LISTED]) + (", ..." if len(names) > MOST_LISTED else "")
        rest = f"nearest is '{near}'" if near is not None else f"there are {listed}"
        self.fault(node, f"there is no {what} '{node.text}'; {rest}")

    def require(self, node: Any, what: str, needs: Iterable[Need]) -> None:
        """Note what a game must have."""
        for need in needs:
            place = node.place
            self.requirements.append(played.Requirement(need, what, place.line, place.column))

    def range_of(self, items: Iterable[syntax.Word]) -> str:
        """Check ranges of hands, and join them."""
        for item in items:
            if ":" in item.text:
                self.fault(item, f"'{item.text}' has a weight; list hands without weights")
                continue
            try:
                parse_range(item.text)
            except RangeError as error:
                self.fault(item, str(error))
        return ", ".join(item.text for item in items)

    def condition_or_true(
        self, condition: syntax.Condition | None, rounds: Rounds
    ) -> tuple[played.Test | None, Rounds, Rounds]:
        """Compile a condition that is asked in ``rounds``, and return where it may hold, or not."""
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
                return (None if test is None else played.negate(test)), false, true
            case syntax.Membership(subject) if subject.text == "round":
                return self._of_round(condition, rounds)
        test = self._test(condition, rounds)
        if test is None:
            return None, rounds, rounds
        key = format_condition(condition) + self._suffix
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
                self.unknown(value, "round", ROUNDS)
        numbers = sorted(meant)
        test = played.Column(lambda view: np.isin(round_numbers(view), numbers))
        key = format_condition(condition) + self._suffix
        kept = self.tests.setdefault(key, played.Once(key, test))
        return kept, rounds & meant, rounds - meant

    def _test(self, condition: Any, rounds: Rounds) -> played.Test | None:
        match condition:
            case syntax.Flag(name):
                return self._flag(name)
            case syntax.Comparison():
                return self._compared(condition, rounds)
            case syntax.CanHave():
                return self._can_have(condition, rounds)
            case syntax.CardTest():
                return self._card_test(condition, rounds)
        return self._membership(condition)

    def _compared(self, condition: syntax.Comparison, rounds: Rounds) -> played.Test | None:
        numbers = [self._number(operand, rounds) for operand in condition.operands]
        known = tuple(number for number in numbers if number is not None)
        if len(known) < len(numbers):
            return None
        if any(number.may_be_unknown for number in known):
            return played.Uncertain(played.KnownComparison(known, condition.operators))
        return played.Compared(known, condition.operators)

    def _flag(self, name: syntax.Word) -> played.Test | None:
        if name.text not in FLAGS:
            if name.text in QUANTITIES:
                self.fault(name, f"'{name.text}' is a number; compare it, such as {name.text} > 1")
            elif name.text in SUBJECTS:
                self.fault(name, f"'{name.text}' needs a value: {name.text} in ...")
            else:
                self.unknown(name, "test", (*FLAGS, *QUANTITIES, *SUBJECTS))
            return None
        flag = FLAGS[name.text]
        self.require(name, f"'{name.text}'", flag.needs)
        return played.Column(flag.compute)

    def _number(self, operand: syntax.Operand, rounds: Rounds) -> played.Number | None:
        if isinstance(operand, syntax.Number):
            return played.Constant(operand.value)
        if isinstance(operand, syntax.Term):
            left, right = (self._number(one, rounds) for one in (operand.left, operand.right))
            if operand.operator == "/" and operand.right == syntax.Number("0"):
                self.fault(operand.right, "nothing can be divided by 0")
            if left is None or right is None:
                return None
            return played.Arithmetic(OPERATIONS[operand.operator], left, right)
        return self._quantity(operand, rounds)

    def _quantity(self, operand: syntax.Quantity, rounds: Rounds) -> played.Number | None:
        name, against = operand.name, operand.against
        if operand.of_opponent:
            return self._of_opponent(name)
        if against is not None:
            return self._against(name, against, rounds)
        if name.text not in QUANTITIES:
            if name.text in FLAGS:
                self.fault(name, f"'{name.text}' is true or false; it cannot be compared")
            else:
                self.unknown(name, "test", (*QUANTITIES, *FLAGS, *SUBJECTS))
            return None
        quantity = QUANTITIES[name.text]
        if quantity.needs_board:
            self._require_board(name, f"'{name.text}'", rounds)
        return self._named(name, name.text, quantity)

    def _named(self, node: syntax.Word, name: str, quantity: Quantity) -> played.Number:
        self.require(node, f"'{name}'", quantity.needs)
        self.remembers |= quantity.remembers
        self.remembers_bets |= quantity.remembers_bets
        return played.Named(name, quantity)

    def _of_opponent(self, name: syntax.Word) -> played.Number | None:
        if name.text not in OPPONENT_QUANTITIES:
            self.unknown(name, "indicator of an opponent", OPPONENT_QUANTITIES)
            return None
        return self._named(name, f"opponent {name.text}", OPPONENT_QUANTITIES[name.text])

    def _require_board(self, node: Any, what: str, rounds: Rounds) -> None:
        if 0 in rounds:
            message = (
                f"{what} is not known before the flop; write 'not round is preflop and' before it"
            )
            self.fault(node, message)

    def _against(
        self, name: syntax.Word, against: syntax.Word, rounds: Rounds
    ) -> played.Number | None:
        if name.text not in ("strength", "losing"):
            message = f"'{name.text} vs' is no test; only strength and losing are against a range"
            self.fault(name, message)
            return None
        text = self.range_of([against])
        self.require(name, f"'{name.text}'", ("holdem",))
        if name.text == "losing":
            self._require_board(name, "'losing'", rounds)
        find = {"strength": strength_against, "losing": losing_against}[name.text]
        quantity = Quantity("", of_rows=lambda view, rows: find(view, rows, text))
        return played.Named(f"{name.text} vs {text}", quantity)

    def _card_test(self, test: syntax.CardTest, rounds: Rounds) -> played.Test | None:
        subject, value = test.subject.text, test.value.text
        valid: Iterable[str] = {
            "board": BOARDS,
            "drawing": DRAWS,
            "made": CATEGORIES,
            "have": HOLDINGS,
        }[subject]
        self.require(test, f"'{subject}'", ("holdem",))
        self._require_board(test, f"'{subject}'", rounds)
        if value not in valid:
            words = {"board": "board", "drawing": "draw", "made": "category of hands"}
            self.unknown(test.value, words.get(subject, "holding"), valid)
            return None
        if subject == "board":
            return played.Column(partial(board_is, quality=value))
        if subject == "drawing":
            return played.Column(partial(is_drawing, draw=value))
        if subject == "have":
            return played.Column(partial(holds, holding=value))
        compare, wanted = played.COMPARE[test.operator or "="], CATEGORIES.index(value)

        def compute(view: View) -> Bools:
            return np.asarray(compare(view.keep("made", made_category), wanted))

        return played.Column(compute)

    def _membership(self, condition: syntax.Membership) -> played.Test | None:
        subject = condition.subject
        find = {
            "hand": self._in_hands,
            "stack": self._in_zone,
            "position": self._in_position,
            "last-raiser": self._last_raiser,
            "opponent": self._style,
            "image": self._style,
        }.get(subject.text)
        if find is None:
            self.unknown(subject, "test", (*SUBJECTS, *QUANTITIES, *FLAGS))
            return None
        return find(condition)

    def _in_hands(self, condition: syntax.Membership) -> played.Test | None:
        self.require(condition.subject, "'hand'", ("holdem",))
        texts = [self._hand_list(value) for value in condition.values]
        if None in texts:
            return None
        return played.Column(partial(is_in_range, text=", ".join(map(str, texts))))

    def _hand_list(self, value: syntax.Word) -> str | None:
        if value.is_quoted:
            return self.range_of([value])
        if value.text not in self.hands:
            self.unknown(value, "list of hands", self.hands)
            return None
        return self.hands[value.text]

    def _in_zone(self, condition: syntax.Membership) -> played.Test | None:
        self.require(condition.subject, "'stack'", QUANTITIES["M"].needs)
        bounds = self._bounds(condition, self.zones, "stack")
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
                self.unknown(value, what, zones)
        found = [zones[value.text] for value in condition.values if value.text in zones]
        return found if len(found) == len(condition.values) else None

    def _in_position(self, condition: syntax.Membership) -> played.Test | None:
        self.require(condition.subject, "'position'", QUANTITIES["position"].needs)
        self.remembers = True
        if self._bounds(condition, self.positions, "position") is None:
            return None
        zones = [(one.text, self.positions[one.text]) for one in condition.values]

        def is_inside(view: View) -> Bools:
            quality, players = view.keep("position", position_quality), dealt(view)
            found = [
                _in_third(name, quality, players)
                if bounds is None
                else _is_between(quality, *bounds)
                for name, bounds in zones
            ]
            return _any(found)

        return played.Column(is_inside)

    def _style(self, condition: syntax.Membership) -> played.Test | None:
        subject = condition.subject.text
        self.require(condition.subject, f"'{subject}'", ("seats",))
        self.remembers = True
        if self._bounds(condition, STYLE_NUMBERS, "style") is None:
            return None
        wanted = [STYLE_NUMBERS[value.text] for value in condition.values]
        find = own_style if subject == "image" else opponent_style

        def truth(view: View, rows: Rows) -> npt.NDArray[np.int8]:
            styles = view.keep_rows(subject, rows, find)
            answer = np.where(styles == STYLE_NUMBERS[UNKNOWN], played.UNKNOWN, played.NO)
            return np.where(np.isin(styles, wanted), played.YES, answer).astype(np.int8)

        return played.Uncertain(truth)

    def _can_have(self, condition: syntax.CanHave, rounds: Rounds) -> played.Test | None:
        self.require(condition, "'opponent can have'", ("holdem",))
        self._require_board(condition, "'opponent can have'", rounds)
        category, share = condition.category, condition.share
        if share is not None and not share.text.endswith("%"):
            self.fault(share, f"{share.text} is not a percentage; write it with %, such as 20%")
        if category.text not in CATEGORIES:
            self.unknown(category, "category of hands", CATEGORIES)
            return None
        number = CATEGORIES.index(category.text)
        compare = played.COMPARE[condition.operator or ">"]
        least = 0.0 if share is None else share.value

        def compute(view: View, rows: Rows) -> Bools:
            shares = view.keep_rows("categories", rows, category_shares)[:, number]
            return np.asarray(compare(shares, least))

        return played.OfRows(compute)

    def _last_raiser(self, condition: syntax.Membership) -> played.Test | None:
        self.require(condition.subject, "'last-raiser'", ("seats",))
        for value in condition.values:
            if value.text not in RAISERS:
                self.unknown(value, "last raiser", RAISERS)
                return None
        names = {value.text for value in condition.values}

        def compute(view: View, rows: Rows) -> Bools:
            found = last_raisers(view, rows)
            is_me = found == view.decisions.position[rows]
            answers = {"me": is_me, "nobody": found == -1, "opponent": (found != -1) & ~is_me}
            return _any(answers[name] for name in sorted(names))

        return played.OfRows(compute)


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


def _in_third(name: str, quality: Any, players: Any) -> Bools:
    """Whether qualities [n] are in a region, by the players dealt in [n]."""
    low, high = np.array([third_of(name, count) for count in players.tolist()]).reshape(-1, 2).T
    is_open = (name != "good") & (players > HEADS_UP)
    return np.asarray((quality >= low) & np.where(is_open, quality < high, quality <= high))


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
