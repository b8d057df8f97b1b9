"""The syntax tree of a strategy; every node keeps its place, which equality ignores."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple


class Place(NamedTuple):
    """Where a node is written: lines and columns from 1, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Place(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Word:
    """A name or a value as written, without its quotes."""

    text: str
    is_quoted: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number; ``text`` is how it is written, with ``%`` if it is a percentage."""

    text: str
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def value(self) -> float:
        """The number; of a percentage the share."""
        is_share = self.text.endswith("%")
        return float(self.text[:-1]) / 100 if is_share else float(self.text)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity of the situation by name; against a range, ``strength vs "TT+"``.

    ``of_opponent``: of the opponent who acted last, ``opponent vpip``.
    """

    name: Word
    against: Word | None = None
    of_opponent: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Term:
    """Two operands and ``+``, ``-`` or ``*``; or a division by a number."""

    operator: str
    left: "Operand"
    right: "Operand"
    place: Place = field(default=NOWHERE, compare=False)


Operand = Number | Quantity | Term


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left < right``, or two comparisons with one operand in common: ``5 < M <= 20``."""

    operands: tuple[Operand, ...]
    operators: tuple[str, ...]
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Flag:
    """A test that is a name alone: ``unopened``."""

    name: Word
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Membership:
    """``subject in VALUE, VALUE`` or ``subject is VALUE``, such as ``hand in A, B``."""

    subject: Word
    values: tuple[Word, ...]
    relation: Literal["in", "is"] = "in"
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CardTest:
    """``board paired``, ``made two-pair``, ``made >= pair``, ``drawing flush``."""

    subject: Word
    value: Word
    operator: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CanHave:
    """``opponent can have CATEGORY``, at all or with a share, ``>= 20%``."""

    category: Word
    operator: str = ""
    share: Number | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """A condition negated."""

    of: "Condition"
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Combined:
    """Conditions of which all hold (``and``), or at least one (``or``)."""

    operator: Literal["and", "or"]
    parts: tuple["Condition", ...]
    place: Place = field(default=NOWHERE, compare=False)


Condition = Comparison | Flag | Membership | CardTest | CanHave | Not | Combined


@dataclass(frozen=True, slots=True)
class Size:
    """How far to raise: ``pot`` and ``%`` of the pot, ``bb``, ``x``, ``to`` big blinds, ``min``."""

    unit: Literal["pot", "%", "bb", "x", "to", "min"]
    number: Number | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """What to do: fold, check, call, all-in, raise, or the name of a defined action."""

    name: Word
    size: Size | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its share, if it is given."""

    move: Move
    share: Number | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Mix:
    """Moves with shares; picked once a decision or once a hand."""

    choices: tuple[Choice, ...]
    per: Literal["", "decision", "hand"] = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Hands:
    """``hands NAME = RANGE, RANGE``."""

    name: Word
    ranges: tuple[Word, ...]
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """``stack NAME = BOUND .. BOUND`` or ``position ...``; None is no bound."""

    subject: Literal["stack", "position"]
    name: Word
    low: Number | None
    high: Number | None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ActionDefinition:
    """``action NAME preflop: MIX flop: MIX``."""

    name: Word
    rounds: tuple[tuple[Word, Mix], ...]
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Tune:
    """``tune PREDEFINED key = NUMBER key = NUMBER``."""

    name: Word
    numbers: tuple[tuple[Word, Number], ...]
    place: Place = field(default=NOWHERE, compare=False)


Definition = Hands | Zone | ActionDefinition | Tune


@dataclass(frozen=True, slots=True)
class Rule:
    """``rule "title" when CONDITION: MIX often SHARE``."""

    mix: Mix
    title: Word | None = None
    when: Condition | None = None
    often: Number | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Tactic:
    """``tactic NAME when CONDITION`` with its rules, or with the style that it plays."""

    name: Word
    when: Condition | None = None
    style: Word | None = None
    rules: tuple[Rule, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its sign, outside the tree."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Strategy:
    """A whole file."""

    version: Number
    title: Word
    definitions: tuple[Definition, ...] = ()
    tactics: tuple[Tactic, ...] = ()
    otherwise: Mix | None = None
    place: Place = field(default=NOWHERE, compare=False)
    comments: tuple[Comment, ...] = field(default=(), compare=False)
