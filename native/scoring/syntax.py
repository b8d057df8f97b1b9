"""Reads the text of a scoring: hands of so many cards, names, and Scores with their formulas.

The formulas are those of PGDL (document 000, section 4.2.2.4 and appendix C.5), which gives no
grammar for them: operators and their order are those of C, numbers are whole.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from lark import Lark, Token, Tree, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from lark.visitors import Transformer_NonRecursive

from railbird.native.errors import RankerError, quoted
from railbird.native.rankers.hand_tables import MOST_TABLE_CARDS
from railbird.native.scoring.expressions import (
    CARD_ATTRIBUTES,
    CardValue,
    Choice,
    Expression,
    Name,
    Negation,
    Number,
    Operation,
    Place,
)

MOST_CHARACTERS = 100_000
MOST_DIGITS = 18
DEEPEST = 100
"""How deep the operations of a formula may be nested, those of the names in it included."""

GRAMMAR = r"""
file: "cards" NUMBER (let | score)*
let: "let" NAME "=" formula
score: SCORE TEXT NUMBER DEFAULT? when? subrank?
when: "when" formula
subrank: "subrank" formula

?formula: either | either ASK formula ":" formula -> choice
?either: both | either EITHER both                -> operation
?both: equal | both BOTH equal                    -> operation
?equal: order | equal EQUAL order                 -> operation
?order: sum | order ORDER sum                     -> operation
?sum: product | sum SIGN product                  -> operation
?product: unary | product TIMES unary             -> operation
?unary: atom | (SIGN | NOT) unary                 -> negation
?atom: NUMBER -> number | CARD -> card | NAME -> name | "(" formula ")"

SCORE: "score"
DEFAULT: "default"
ASK: "?"
EITHER: "||"
BOTH: "&&"
EQUAL: "==" | "!="
ORDER: "<=" | ">=" | "<" | ">"
SIGN: "+" | "-"
TIMES: "*" | "/" | "%"
NOT: "!"
NUMBER: /[0-9]+/
CARD: /\$[A-Za-z0-9_]*(\.[A-Za-z0-9_]*)?/
NAME: /[A-Za-z_][A-Za-z0-9_]*/
TEXT: /"[^"\n]*"/
COMMENT: /#[^\n]*/
%ignore COMMENT
%ignore /[ \t\n]+/
"""
_WORDS = {
    "NUMBER": "a number",
    "CARD": "a card such as $c1.rank",
    "NAME": "a name",
    "TEXT": 'a name such as "pair"',
    "LPAR": "(",
    "RPAR": ")",
    "COLON": ":",
    "$END": "the end",
    **dict.fromkeys(("ASK", "EITHER", "BOTH", "EQUAL", "ORDER", "TIMES"), "an operator"),
    "SIGN": "+ or -",
    "NOT": "!",
}


@dataclass(frozen=True, slots=True)
class Score:
    """A category: hands for which ``when`` is not 0, or all others with ``is_default``.

    ``rank`` orders the Scores, ``subrank`` the hands of one, which tie without it.
    """

    place: Place
    name: str
    rank: int
    is_default: bool
    when: Expression | None
    subrank: Expression | None


@dataclass(frozen=True, slots=True)
class Scoring:
    """A whole text; names are in the order in which they are given."""

    hand_size: int
    names: dict[str, Expression]
    scores: tuple[Score, ...]


def parse_scoring(text: str) -> Scoring:
    """Read the text of a scoring; RankerError, with line and column, for what is no such text."""
    found = _parse(text, "file")
    assert isinstance(found, Scoring)
    return found


def parse_formula(text: str, hand_size: int) -> Expression:
    """Read a formula by itself; raises as ``parse_scoring``."""
    found: Expression = _parse(text, "formula", hand_size)
    return found


def _parse(text: str, start: Literal["file", "formula"], hand_size: int | None = None) -> Any:
    if len(text) > MOST_CHARACTERS:
        raise RankerError(f"it has {len(text):,} characters; give {MOST_CHARACTERS:,} at most")
    try:
        tree = _grammar().parse(text, start=start)
    except UnexpectedInput as error:
        raise _explain(error) from None
    if not isinstance(tree, Tree):  # a formula of a single token
        tree = Tree("formula", [tree])
    _check_depth(tree)
    size = _hand_size(_first_token(tree)) if hand_size is None else hand_size
    try:
        return _Reader(size).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None


@cache
def _grammar() -> Lark:
    return Lark(GRAMMAR, parser="lalr", start=["file", "formula"], maybe_placeholders=False)


def _explain(error: UnexpectedInput) -> RankerError:
    """Say what stands where something else has to."""
    if isinstance(error, UnexpectedCharacters):
        place = Place(error.line, error.column)
        return place.wrong(f"{error.char!r} is not part of a formula; remove it")
    if not isinstance(error, UnexpectedToken):
        return RankerError("it is not a scoring; begin it with `cards 5`")
    wanted = sorted({_WORDS.get(name, name.lower()) for name in error.accepts or error.expected})
    what = "the text ends" if error.token.type == "$END" else f"{quoted(str(error.token))} stands"
    place = Place(max(error.line, 1), max(error.column, 1))
    return place.wrong(f"{what} where there may be {', '.join(wanted)}")


def _place(token: Token) -> Place:
    return Place(token.line or 1, token.column or 1)


def _first_token(tree: Tree[Any]) -> Token:
    first: Token = next(tree.scan_values(lambda value: isinstance(value, Token)))
    return first


def _check_depth(tree: Tree[Any]) -> None:
    """Refuse what is nested so deep that no function can follow it."""
    depths: dict[int, int] = {}
    for part in tree.iter_subtrees():  # the inner ones first
        inner = (depths[id(child)] for child in part.children if isinstance(child, Tree))
        depths[id(part)] = 1 + max(inner, default=0)
        if depths[id(part)] > DEEPEST:
            raise _place(_first_token(part)).wrong(
                f"the formula is nested deeper than {DEEPEST} operations; split it by `let`"
            )


def _number(token: Token) -> int:
    if len(token) > MOST_DIGITS:
        raise _place(token).wrong(f"the number has {len(token)} digits; give {MOST_DIGITS} at most")
    return int(token)


def _hand_size(token: Token) -> int:
    size = _number(token)
    if not 1 <= size <= MOST_TABLE_CARDS:
        raise _place(token).wrong(f"hands of {size} cards; give 1 to {MOST_TABLE_CARDS}")
    return size


@v_args(inline=True)
class _Reader(Transformer_NonRecursive):  # type: ignore[type-arg]
    """Makes our trees of lark's, from the leaves up."""

    def __init__(self, hand_size: int) -> None:
        super().__init__()
        self.hand_size = hand_size

    def number(self, token: Token) -> Number:
        return Number(_place(token), _number(token))

    def name(self, token: Token) -> Name:
        return Name(_place(token), str(token))

    def card(self, token: Token) -> CardValue:
        place = _place(token)
        card, _, attribute = token.removeprefix("$").partition(".")
        cards = [f"c{index}" for index in range(1, self.hand_size + 1)]
        if card not in cards:
            raise place.wrong(f"{quoted(str(token))} is none of the cards $c1 to ${cards[-1]}")
        if attribute not in CARD_ATTRIBUTES:
            raise place.wrong(f"{quoted(str(token))} is not a value; write ${card}.rank or .suit")
        return CardValue(place, cards.index(card), attribute == "suit")

    def negation(self, sign: Token, operand: Expression) -> Expression:
        return operand if sign == "+" else Negation(_place(sign), str(sign), operand)

    def operation(self, left: Expression, sign: Token, right: Expression) -> Operation:
        return Operation(_place(sign), str(sign), left, right)

    def choice(self, condition: Expression, ask: Token, *ways: Expression) -> Choice:
        yes, no = ways
        return Choice(_place(ask), condition, yes, no)

    def formula(self, expression: Expression) -> Expression:
        return expression

    def when(self, formula: Expression) -> tuple[str, Expression]:
        return "when", formula

    def subrank(self, formula: Expression) -> tuple[str, Expression]:
        return "subrank", formula

    def let(self, name: Token, formula: Expression) -> tuple[Token, Expression]:
        return name, formula

    def score(self, begin: Token, name: Token, rank: Token, *rest: Any) -> Score:
        formulas: dict[str, Expression] = dict(part for part in rest if isinstance(part, tuple))
        return Score(
            _place(begin),
            name[1:-1],
            _number(rank),
            is_default=any(isinstance(part, Token) for part in rest),
            when=formulas.get("when"),
            subrank=formulas.get("subrank"),
        )

    def file(self, _size: Token, *parts: Any) -> Scoring:
        names: dict[str, Expression] = {}
        for name, formula in (part for part in parts if isinstance(part, tuple)):
            if name in names:
                raise _place(name).wrong(f"the name {str(name)!r} is given again; use another")
            names[str(name)] = formula
        scores = tuple(part for part in parts if isinstance(part, Score))
        return Scoring(self.hand_size, names, scores)
