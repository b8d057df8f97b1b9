"""What is likely a mistake in a valid strategy: rules that nothing reaches, names nothing uses."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from railbird.agents.pokerlang.language import syntax
from railbird.agents.pokerlang.language.formatting import format_condition
from railbird.agents.pokerlang.language.parsing import Fault
from railbird.agents.pokerlang.language.words import (
    CATEGORIES,
    HARRINGTON,
    POSITIONS,
    ROUNDS,
    ZONES,
)
from railbird.agents.pokerlang.playing.program import Program
from railbird.agents.pokerlang.situation.quantities import HEADS_UP, buttons
from railbird.agents.pokerlang.situation.view import names_of_rounds
from railbird.native import GameDefinition, parse_range

MOST_BOXES = 64
"""A condition that is an alternative of more cases than these is not examined."""
WHOLE_NUMBERS = {
    *("players", "opponents", "raises", "callers", "position", "made", "place", "order"),
    *("my-raises", "my-calls", "my-checks", "their-raises", "their-calls", "round-players"),
    *("overcards", "higher-hands", "dealt"),
}
DOMAINS = {
    "players": (2, math.inf),
    "opponents": (1, math.inf),
    "M": (0, math.inf),
    "odds": (0, math.inf),
    "pot-odds": (0, 1),
    "to-call": (0, math.inf),
    "pot": (0, math.inf),
    "raises": (0, math.inf),
    "callers": (0, math.inf),
    "strength": (0, 1),
    "potential": (0, 1),
    "ehs": (0, 1),
    "steal-bet": (0, math.inf),
    "implied-odds": (0, math.inf),
    "made": (0, len(CATEGORIES) - 1),
}
"""The least and the greatest value of each quantity, in any game."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Numbers between two bounds."""

    low: float = -math.inf
    high: float = math.inf
    with_low: bool = True
    with_high: bool = True

    def is_empty(self) -> bool:
        """Whether there is no such number."""
        return self.low > self.high or (
            self.low == self.high and not (self.with_low and self.with_high)
        )

    def meet(self, other: "Interval") -> "Interval":
        """The numbers in both."""
        low, with_low = max((self.low, not self.with_low), (other.low, not other.with_low))
        high, with_high = min((self.high, self.with_high), (other.high, other.with_high))
        return Interval(low, high, not with_low, with_high)

    def contains(self, other: "Interval") -> bool:
        """Whether every number of the other is in this one."""
        return self.meet(other) == other


@dataclass(frozen=True, slots=True)
class Among:
    """One of several values: holdings, rounds, or true and false."""

    values: frozenset[object]

    def is_empty(self) -> bool:
        """Whether there is no value."""
        return not self.values

    def meet(self, other: "Among") -> "Among":
        """The values in both."""
        return Among(self.values & other.values)

    def contains(self, other: "Among") -> bool:
        """Whether every value of the other is in this one."""
        return other.values <= self.values


Limits = Interval | Among
Exact = frozenset[tuple[str, Limits]]
Box = Mapping[str, Limits]
"""Limits of what is tested, by name; all hold. A condition is an alternative of boxes."""


def lint(program: Program, definition: GameDefinition | None = None) -> list[Fault]:
    """Return what is likely a mistake; with a game, also what can never hold in it."""
    linter = _Linter(program.source, definition)
    found = [*linter.unreached(), *linter.unused(), *linter.same_hands(), *linter.positions()]
    return sorted(set(found))


def beyond_paper(source: syntax.Strategy) -> list[Fault]:
    """Return what the language of document 002 cannot say."""
    faults = []
    for node in walk(source):
        what = ""
        if isinstance(node, syntax.Not):
            what = "'not'"
        elif isinstance(node, syntax.Combined) and node.operator == "or":
            what = "'or'"
        elif isinstance(node, syntax.Mix) and node.per:
            what = f"'per {node.per}'"
        elif isinstance(node, syntax.Move) and node.name.text in ("call", "check"):
            what = f"'{node.name.text}'"
        elif isinstance(node, syntax.Size) and node.unit == "min":
            what = "'raise min'"
        if what:
            place = node.place  # type: ignore[attr-defined]
            faults.append(Fault(place.line, place.column, f"document 002 does not have {what}"))
    return sorted(faults)


def walk(node: object) -> Iterator[object]:
    """Yield every node of a tree."""
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, tuple) and not isinstance(one, syntax.Place):
            left += reversed(one)
        elif hasattr(one, "__dataclass_fields__"):
            yield one
            left += [getattr(one, name) for name in reversed(one.__dataclass_fields__)]


class EarlierBoxes:
    """Boxes of the rules that are asked before, and which of them holds wherever another does.

    They are grouped by their exact limits: sets of values, and intervals of one number. Which
    groups fit the exact limits of a box is remembered, so that few boxes are compared.
    """

    def __init__(self) -> None:
        """Start without rules."""
        self._groups: dict[Exact, list[tuple[int, Box, str]]] = {}
        self._fitting: dict[Exact, tuple[int, list[Exact]]] = {}
        self._count = 0

    def add(self, boxes: Iterable[Box], name: str) -> None:
        """Add the cases of a rule by its name."""
        for box in boxes:
            exact = frozenset(one for one in box.items() if _is_exact(one[1]))
            others = {key: limits for key, limits in box.items() if not _is_exact(limits)}
            self._groups.setdefault(exact, []).append((self._count, others, name))
            self._count += 1

    def cover(self, box: Box) -> str | None:
        """The name of the first rule that matches wherever a box holds, None without one."""
        found: tuple[int, str] | None = None
        for exact in self._groups_of(box):
            for number, others, name in self._groups[exact]:
                if found is not None and number > found[0]:
                    break
                if _contains(others.items(), box):
                    found = number, name
                    break
        return None if found is None else found[1]

    def _groups_of(self, box: Box) -> list[Exact]:
        exact = frozenset(one for one in box.items() if _is_exact(one[1]))
        asked, fitting = self._fitting.get(exact, (0, []))
        if asked < len(self._groups):
            limits = dict(exact)
            fitting += [g for g in islice(self._groups, asked, None) if _contains(g, limits)]
            self._fitting[exact] = len(self._groups), fitting
        return fitting


def _is_exact(limits: Limits) -> bool:
    return isinstance(limits, Among) or limits.low == limits.high


def _contains(outer: Iterable[tuple[str, Limits]], box: Box) -> bool:
    """Whether limits hold wherever a box does."""
    return all(name in box and limits.contains(box[name]) for name, limits in outer)  # type: ignore[arg-type]


class _Linter:
    """Looks through one file."""

    def __init__(self, source: syntax.Strategy, definition: GameDefinition | None) -> None:
        self._source = source
        self._definition = definition
        self._hands = dict(HARRINGTON)
        self._zones = dict(ZONES)
        for one in source.definitions:
            if isinstance(one, syntax.Hands):
                self._hands[one.name.text] = ", ".join(item.text for item in one.ranges)
            elif isinstance(one, syntax.Zone) and one.subject == "stack":
                bounds = one.low, one.high
                low, high = (None if bound is None else bound.value for bound in bounds)
                self._zones[one.name.text] = low, high

    # what nothing reaches

    def unreached(self) -> Iterator[Fault]:
        earlier = EarlierBoxes()
        for tactic in self._source.tactics:
            inside = self._boxes(tactic.when)
            name = f"tactic '{tactic.name.text}'"
            if inside == []:
                yield self._fault(tactic, f"{name} can never be active")
                continue
            if tactic.style is not None:
                earlier.add(inside or (), name)
                continue
            faults = self._rules(tactic, inside, earlier)
            if len(faults) == len(tactic.rules) > 1:
                yield self._fault(tactic, f"no rule of {name} can be reached")
            yield from faults

    def _rules(
        self, tactic: syntax.Tactic, inside: list[Box] | None, earlier: EarlierBoxes
    ) -> list[Fault]:
        """What is wrong with the rules of a tactic; they are added to the earlier ones."""
        faults = []
        for number, rule in enumerate(tactic.rules, start=1):
            title = f"rule {number}" if rule.title is None else f"rule '{rule.title.text}'"
            own = self._boxes(rule.when)
            boxes = None if inside is None or own is None else self._meet_all(inside, own)
            if boxes is None:
                continue
            if not boxes:
                faults.append(self._fault(rule, f"{title} can never match"))
                continue
            covers = [earlier.cover(box) for box in boxes]
            if all(cover is not None for cover in covers):
                names = ", ".join(sorted({str(cover) for cover in covers}))
                faults.append(self._fault(rule, f"{title} is never reached: {names} matches first"))
            elif rule.often is None or rule.often.value == 1:
                where = f"{title} (line {rule.place.line})"
                earlier.add(boxes, where)
        return faults

    def _fault(self, node: syntax.Tactic | syntax.Rule, message: str) -> Fault:
        return Fault(node.place.line, node.place.column, message)

    # conditions as boxes

    def _boxes(self, condition: syntax.Condition | None) -> list[Box] | None:
        """The cases in which a condition holds, None for too many to examine."""
        return [{}] if condition is None else self._cases(condition, is_wanted=True)

    def _cases(self, condition: syntax.Condition, *, is_wanted: bool) -> list[Box] | None:
        if isinstance(condition, syntax.Not):
            return self._cases(condition.of, is_wanted=not is_wanted)
        if isinstance(condition, syntax.Combined):
            parts = [self._cases(part, is_wanted=is_wanted) for part in condition.parts]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            if (condition.operator == "or") == is_wanted:
                return [box for part in known for box in part][: MOST_BOXES + 1]
            cases: list[Box] | None = [{}]
            for part in known:
                cases = None if cases is None else self._meet_all(cases, part)
            return cases
        found = self._literal(condition)
        if found is None:
            key = format_condition(condition)
            return self._meet_all([{}], [{key: Among(frozenset([is_wanted]))}])
        name, wanted = found
        limits = [wanted] if is_wanted else _complement(name, wanted)
        return self._meet_all([{}], [{name: limit} for limit in limits])

    def _literal(self, condition: syntax.Condition) -> tuple[str, Limits] | None:
        """What one test says of one name; None where it is examined by its text alone."""
        match condition:
            case syntax.Membership(subject, values) if subject.text == "hand":
                texts = [v.text if v.is_quoted else self._hands[v.text] for v in values]
                return "hand", _among_hands(", ".join(texts))
            case syntax.Membership(subject, values) if subject.text == "round":
                return "round", Among(frozenset(ROUNDS.index(value.text) for value in values))
            case syntax.Membership(subject, (value,)) if subject.text == "stack":
                low, high = self._zones[value.text]
                return "M", Interval(
                    -math.inf if low is None else low,
                    math.inf if high is None else high,
                    with_low=low is None,
                )
            case syntax.CardTest(subject, value, operator) if subject.text == "made":
                return "made", _interval("made", operator or "=", CATEGORIES.index(value.text))
            case syntax.Comparison(operands, operators):
                return _compared(operands, operators)
        return None

    def _meet_all(self, one: list[Box], other: list[Box]) -> list[Box] | None:
        met = [self._meet(*pair) for pair in product(one, other)]
        boxes = [box for box in met if box is not None]
        return None if len(boxes) > MOST_BOXES else boxes

    def _meet(self, one: Box, other: Box) -> Box | None:
        """The box in both, None for an empty one."""
        together = dict(one)
        for name, limits in other.items():
            known = together.get(name, self._domain(name))
            together[name] = limits if known is None else known.meet(limits)  # type: ignore[arg-type]
            if together[name].is_empty():
                return None
        return together

    def _domain(self, name: str) -> Limits | None:
        definition = self._definition
        if name == "round":
            rounds = range(len(ROUNDS)) if definition is None else names_of_rounds(definition)
            return Among(frozenset(rounds))
        if definition is not None:
            places = buttons(definition)
            if name in ("cut-off", "button", "small-blind") and places is not None:
                is_there = name.replace("small-blind", "small blind") in places
                return Among(frozenset([True, False] if is_there else [False]))
        if name not in DOMAINS:
            return None
        low, high = DOMAINS[name]
        if definition is not None and name in ("players", "opponents"):
            high = definition.player_count - (name == "opponents")
        return Interval(low, high)

    # names

    def unused(self) -> Iterator[Fault]:
        used = set()
        for node in walk(self._source):
            if isinstance(node, syntax.Membership):
                used |= {(node.subject.text, value.text) for value in node.values}
            elif isinstance(node, syntax.Move):
                used.add(("action", node.name.text))
        for one in self._source.definitions:
            what = {syntax.Hands: "hand", syntax.Zone: ""}.get(type(one), "action")
            kind = what or one.subject  # type: ignore[union-attr]
            if (kind, one.name.text) not in used:
                place = one.name.place
                yield Fault(place.line, place.column, f"'{one.name.text}' is never used")

    def same_hands(self) -> Iterator[Fault]:
        seen = {parse_range(text).tobytes(): name for name, text in HARRINGTON.items()}
        for one in self._source.definitions:
            if not isinstance(one, syntax.Hands):
                continue
            text = self._hands[one.name.text]
            named = seen.setdefault(parse_range(text).tobytes(), one.name.text)
            place = one.name.place
            if named != one.name.text:
                yield Fault(
                    place.line, place.column, f"'{one.name.text}' has the hands of '{named}'"
                )
            listed: set[int] = set()
            for item in one.ranges:
                held = set(parse_range(item.text).nonzero()[0].tolist())
                if held <= listed:
                    where = item.place
                    yield Fault(where.line, where.column, f"'{item.text}' is listed already")
                listed |= held

    def positions(self) -> Iterator[Fault]:
        if self._definition is None or self._definition.player_count != HEADS_UP:
            return
        for node in walk(self._source):
            if not isinstance(node, syntax.Membership) or node.subject.text != "position":
                continue
            if any(value.text in POSITIONS for value in node.values):
                message = (
                    "with two players bad, normal and good are the same position; "
                    "use 'button' or 'in-position'"
                )
                yield Fault(node.place.line, node.place.column, message)


def _compared(
    operands: tuple[syntax.Operand, ...], operators: tuple[str, ...]
) -> tuple[str, Interval] | None:
    """The interval of the one quantity in a comparison with numbers."""
    names = [(place, one) for place, one in enumerate(operands) if isinstance(one, syntax.Quantity)]
    numbers = [one for one in operands if isinstance(one, syntax.Number)]
    if len(names) != 1 or len(numbers) != len(operands) - 1:
        return None
    place, quantity = names[0]
    if quantity.against is not None or (len(operands) > HEADS_UP and place != 1):
        return None
    name, found = f"opponent {quantity.name.text}" * quantity.of_opponent, Interval()
    name = name or quantity.name.text
    for index, operator in enumerate(operators):
        number = operands[index + 1] if place == index else operands[index]
        assert isinstance(number, syntax.Number)
        turned = operator if place == index else _TURNED[operator]
        found = found.meet(_interval(name, turned, number.value))
    return name, found


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


def _interval(name: str, operator: str, value: float) -> Interval:
    if operator == "=":
        return Interval(value, value)
    is_whole = name in WHOLE_NUMBERS
    if operator in ("<", "<="):
        if is_whole:
            return Interval(high=math.ceil(value) - 1 if operator == "<" else math.floor(value))
        return Interval(high=value, with_high=operator == "<=")
    if is_whole:
        return Interval(low=math.floor(value) + 1 if operator == ">" else math.ceil(value))
    return Interval(low=value, with_low=operator == ">=")


def _complement(name: str, limits: Limits) -> list[Limits]:
    """What is outside of limits."""
    if isinstance(limits, Among):
        whole = range(len(ROUNDS)) if name == "round" else range(_HOLDINGS)
        return [Among(frozenset(whole) - limits.values)]
    below = Interval(high=limits.low, with_high=not limits.with_low)
    above = Interval(low=limits.high, with_low=not limits.with_high)
    if name in WHOLE_NUMBERS:
        below = _interval(name, "<", limits.low) if limits.low > -math.inf else below
        above = _interval(name, ">", limits.high) if limits.high < math.inf else above
    return [one for one in (below, above) if not one.is_empty()]


_HOLDINGS = len(parse_range("random"))


@lru_cache(maxsize=1 << 12)
def _among_hands(text: str) -> Among:
    return Among(frozenset(parse_range(text).nonzero()[0].tolist()))
