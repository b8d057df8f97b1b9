"""From text to syntax tree: the grammar, by lark (LALR(1), contextual lexer), and its errors."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from railbird.agents.pokerlang.language import syntax
from railbird.agents.pokerlang.language.syntax import Place, Word
from railbird.agents.pokerlang.language.words import KEYWORDS, ROUNDS
from railbird.native.wording import most_alike
from railbird.plugins import AgentError

MOST_FAULTS = 20
MOST_DEPTH = 200
LARGEST = 1e9
"""The largest number that a strategy may name."""
TOO_LARGE = f"this number is too large; numbers go up to {LARGEST:,.0f}"
_NUMBER = re.compile(r"(?<!\w)(?<!\w-)\d+(?:\.\d+)?")
_DEEP = "conditions are nested too deeply; define tactics instead"
_END = r"(?![A-Za-z0-9_-])"
_NAME = r"[A-Za-z][A-Za-z0-9_-]*"

GRAMMAR = r"""
file: header definition* tactic* otherwise?
rest: header? rule* definition* tactic* otherwise?
header: POKERLANG NUMBER STRATEGY STRING
?definition: hands | zone | action | tune
hands: HANDS NAME "=" RANGE ("," RANGE)*
zone: (STACK | POSITION) NAME "=" bound ".." bound
bound: "-"? NUMBER | "*"
tune: TUNE NAME (NAME "=" number)+
action: ACTION NAME (_round ":" mix)+
_round: PREFLOP | FLOP | TURN | RIVER
tactic: TACTIC NAME (WHEN _or)? (PLAYS NAME | rule*)
rule: RULE STRING? (WHEN _or)? ":" mix (OFTEN PERCENT)?
otherwise: OTHERWISE ":" mix
mix: choice ("," choice)* (PER (DECISION | HAND))?
choice: move PERCENT?
move: FOLD | CHECK | CALL | ALLIN | RAISE size | NAME
size: NUMBER (POT | BB | X) | PERCENT | TO NUMBER BB | MIN
_or: and_ | or_
or_: and_ (OR and_)+
?and_: _unit | all_
all_: _unit (AND _unit)+
_unit: not_ | bracket | flag | comparison | membership | card_test | can_have
not_: NOT _unit
bracket: "(" _or ")"
flag: NAME
comparison: _sum CMP _sum (CMP _sum)?
membership: _subject IN _value ("," _value)* | _subject IS _value
_subject: NAME | HAND | STACK | POSITION | OPPONENT
_value: NAME | STRING | _round | OPPONENT
card_test: BOARD NAME | MADE CMP? NAME | DRAWING NAME | HAVE NAME
can_have: OPPONENT CAN HAVE NAME (CMP number)?
_sum: product | sum_
sum_: _sum (PLUS | MINUS) product
?product: _operand | product_
product_: product STAR _operand | product SLASH number
of_pot: number POT
_operand: number | of_pot | quantity
number: NUMBER | PERCENT
quantity: NAME | POT | POSITION | NAME VS STRING | OPPONENT (NAME | HANDS)
CMP: "<=" | ">=" | "<" | ">" | "="
PLUS: "+"
MINUS: "-"
STAR: "*"
SLASH: "/"
PERCENT.3: /\d+(\.\d+)?%/
NUMBER.2: /\d+(\.\d+)?/
STRING: /"[^"\n]*"/
RANGE.1: /[2-9TJQKAtjqkar\d.][0-9A-Za-z+%.:]*([ \t]*-[ \t]*[2-9TJQKAtjqka][0-9A-Za-z]*)?/
COMMENT: /#[^\n]*/
%ignore COMMENT
%ignore /[ \t\r\n]+/
"""

_TERMINALS = {"all-in": "ALLIN"}
_SHOWN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "PERCENT": "a percentage",
    "STRING": 'a text in "quotes"',
    "RANGE": "hands such as AQs+",
    "CMP": "a comparison (< <= > >= =)",
    "$END": "the end of the file",
    **{"EQUAL": "'='", "COLON": "':'", "COMMA": "','", "LPAR": "'('", "RPAR": "')'"},
    **{"PLUS": "'+'", "MINUS": "'-'", "STAR": "'*'", "SLASH": "'/'", "__ANON_0": "'..'"},
}
_MASKED = re.compile(r'"[^"\n]*"|#[^\n]*')
_RESUME = re.compile(
    rf"(?<![\w-])(?:(?:hands|stack|position)\s+{_NAME}\s*=|action\s+{_NAME}\s+(?:{'|'.join(ROUNDS)})"
    rf"\s*:|tune\s+{_NAME}\s+{_NAME}\s*=|(?:tactic|rule|otherwise){_END})"
)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something wrong in a file, by line and column from 1."""

    line: int
    column: int
    message: str

    def describe(self, file: str) -> str:
        """Return ``file:line:column: message``."""
        return f"{file}:{self.line}:{self.column}: {self.message}"


class SourceError(AgentError):
    """A file that is not a valid strategy; ``faults`` are the first 20, in their order."""

    def __init__(self, faults: Sequence[Fault], file: str) -> None:
        """Describe the first fault, and count the others."""
        self.faults = tuple(sorted(set(faults)))[:MOST_FAULTS]
        more = len(self.faults) - 1
        rest = f" (and {more} more: railbird pokerlang check {file})" if more else ""
        super().__init__(self.faults[0].describe(file) + rest)


class _DeepError(Exception):
    """Ends the reading of a file with a sum or product that is too long, at a place."""

    def __init__(self, place: Place) -> None:
        self.place = place


def parse(text: str, file: str = "strategy") -> syntax.Strategy:
    """Parse a file's text; raises SourceError with the places of the first 20 syntax errors."""
    faults = list(islice(_too_large(text), MOST_FAULTS))
    deep = _too_deep(text)
    if deep is not None:
        raise SourceError([deep], file)
    start, rest = "file", text
    while len(faults) < MOST_FAULTS:
        try:
            tree: Any = _parser().parse(rest, start=start)
        except _DeepError as error:
            deep = Fault(error.place.line, error.place.column, _DEEP)
            raise SourceError([*faults, deep], file) from None
        except (UnexpectedToken, UnexpectedCharacters, UnexpectedEOF) as error:
            fault, offset = _describe(error, text)
            faults.append(fault)
            resumed = _RESUME.search(_MASKED.sub(_blank, text), offset + 1)
            if resumed is None:
                break
            start, rest = "rest", _blank(text[: resumed.start()]) + text[resumed.start() :]
            continue
        if not faults:
            whole: syntax.Strategy = replace(tree, comments=_comments(text))
            return whole
        break
    raise SourceError(faults, file)


def _too_deep(text: str) -> Fault | None:
    """A fault for brackets and negations nested so deeply that no reader could follow them."""
    depth = 0
    masked = _MASKED.sub(_blank, text)
    for found in re.finditer(rf"[()]|(?<![\w-])(?:not|rule|tactic){_END}", masked):
        token = found[0]
        depth = {"(": depth + 1, ")": depth - 1, "not": depth + 1}.get(token, 0)
        if depth > MOST_DEPTH:
            line, column = _position(text, found.start())
            return Fault(line, column, _DEEP)
    return None


def _too_large(text: str) -> Iterator[Fault]:
    for found in _NUMBER.finditer(_MASKED.sub(_blank, text)):
        if is_too_large(float(found[0])):
            yield Fault(*_position(text, found.start()), TOO_LARGE)


def is_too_large(number: float) -> bool:
    """Whether a number is above the largest, or below its negative."""
    return abs(number) > LARGEST


def _require_short(operand: syntax.Operand) -> None:
    """Raise _DeepError for a sum or product of so many terms that its nesting is too deep."""
    waiting, count = [operand], 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, syntax.Term):
            count += 1
            waiting += [one.left, one.right]
    if count > MOST_DEPTH:
        raise _DeepError(operand.place)


@cache
def _parser() -> Lark:
    terminals = [f"{_TERMINALS.get(word, word.upper())}.5: /{word}{_END}/" for word in KEYWORDS]
    terminals.append(f"NAME: /(?!(?:{'|'.join(KEYWORDS)}){_END}){_NAME}/")
    return Lark(
        GRAMMAR + "\n".join(terminals),
        parser="lalr",
        lexer="contextual",
        start=["file", "rest"],
        keep_all_tokens=True,
        transformer=_Builder(),
    )


def _blank(text: str | re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", text if isinstance(text, str) else text[0])


def _comments(text: str) -> tuple[syntax.Comment, ...]:
    found = []
    for match in _MASKED.finditer(text):
        if match[0].startswith("#"):
            line, _ = _position(text, match.start())
            found.append(syntax.Comment(match[0].rstrip(), line))
    return tuple(found)


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _describe(
    error: UnexpectedToken | UnexpectedCharacters | UnexpectedEOF, text: str
) -> tuple[Fault, int]:
    """A fault for an error of the parser, and where in the text it is."""
    if isinstance(error, UnexpectedCharacters):
        expected, offset = set(error.allowed or ()), error.pos_in_stream or 0
        found = re.match(rf'"[^"\n]*"?|{_NAME}|.', text[offset:])
        word = found[0] if found else ""
    else:
        token = error.token if isinstance(error, UnexpectedToken) else Token("$END", "")
        expected = set(error.expected)
        is_end = token.type == "$END" or token.start_pos is None
        offset = len(text.rstrip()) if is_end else int(token.start_pos or 0)
        word = "" if is_end else str(token)
        if token.type == "RANGE":  # whatever begins like one
            named = re.match(_NAME, word)
            word = named[0] if named else word
    line, column = _position(text, offset)
    return Fault(line, column, _complain(word, expected)), offset


def _complain(word: str, expected: set[str]) -> str:
    if word.startswith('"') and not word.endswith('"', 1):
        return "a text without its closing quote; texts end on the line on which they begin"
    if not word:
        return f"the file ends too early; expected {_list(expected)}"
    if word in KEYWORDS and "NAME" in expected and len(expected - {"STRING"}) == 1:
        return f"'{word}' is a word of the language and cannot be a name; choose another"
    words = {term: word for word in KEYWORDS for term in [_TERMINALS.get(word, word.upper())]}
    near = most_alike(word, [words[term] for term in expected if term in words])
    if near is not None and near != word:
        return f"'{word}' is not expected here; nearest is '{near}'"
    return f"'{word}' is not expected here; expected {_list(expected)}"


def _list(expected: set[str]) -> str:
    words = {term: word for word in KEYWORDS for term in [_TERMINALS.get(word, word.upper())]}
    names = sorted(_SHOWN.get(term) or f"'{words.get(term, term)}'" for term in expected)
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _place(children: Sequence[Any]) -> Place:
    first, last = (_place_of(children[index]) for index in (0, -1))
    return Place(first.line, first.column, last.end_line, last.end_column)


def _place_of(node: Any) -> Place:
    if isinstance(node, Token):
        return Place(
            *(int(n or 0) for n in (node.line, node.column, node.end_line, node.end_column))
        )
    place: Place = node.place
    return place


def _word(token: Token) -> Word:
    is_quoted = token.type == "STRING"
    return Word(token[1:-1] if is_quoted else str(token), is_quoted, _place_of(token))


def _number(token: Token) -> syntax.Number:
    return syntax.Number(str(token), _place_of(token))


def _of_type(children: Sequence[Any], *kinds: Any) -> list[Any]:
    names = tuple(kind for kind in kinds if isinstance(kind, str))
    types = tuple(kind for kind in kinds if not isinstance(kind, str))
    return [
        child
        for child in children
        if (isinstance(child, Token) and child.type in names) or isinstance(child, types)
    ]


def _after(children: Sequence[Any], kind: str) -> Any:
    """The child after a keyword, None without it."""
    for index, child in enumerate(children):
        if isinstance(child, Token) and child.type == kind:
            return children[index + 1]
    return None


_DEFINITIONS = (syntax.Hands, syntax.Zone, syntax.ActionDefinition, syntax.Tune)


class _Builder(Transformer[Token, Any]):
    """Makes the nodes of the tree, each with its place."""

    def file(self, children: list[Any]) -> syntax.Strategy:
        version, title = children[0]
        otherwise = _of_type(children, syntax.Mix)
        last = children[-1] if len(children) > 1 else title
        return syntax.Strategy(
            version,
            title,
            tuple(_of_type(children, *_DEFINITIONS)),
            tuple(_of_type(children, syntax.Tactic)),
            otherwise[0] if otherwise else None,
            place=Place(1, 1, *_place_of(last)[2:]),
        )

    def rest(self, children: list[Any]) -> None:
        """What follows an error is read for its errors alone."""

    def header(self, children: list[Any]) -> tuple[syntax.Number, Word]:
        return _number(children[1]), _word(children[3])

    def hands(self, children: list[Any]) -> syntax.Hands:
        ranges = tuple(map(_word, _of_type(children, "RANGE")))
        return syntax.Hands(_word(children[1]), ranges, _place(children))

    def bound(self, children: list[Any]) -> syntax.Number | Token:
        if children[0] == "*":
            return Token.new_borrow_pos("FREE", "*", children[0])
        sign = str(children[0]) if len(children) > 1 else ""
        return syntax.Number(sign + str(children[-1]), _place(children))

    def zone(self, children: list[Any]) -> syntax.Zone:
        low, high = (None if isinstance(b, Token) else b for b in (children[3], children[5]))
        subject: Any = str(children[0])
        return syntax.Zone(subject, _word(children[1]), low, high, _place(children))

    def action(self, children: list[Any]) -> syntax.ActionDefinition:
        names = [_word(token) for token in children[2::3]]
        rounds = tuple(zip(names, children[4::3], strict=True))
        return syntax.ActionDefinition(_word(children[1]), rounds, _place(children))

    def tune(self, children: list[Any]) -> syntax.Tune:
        keys = [_word(token) for token in children[2::3]]
        numbers = tuple(zip(keys, children[4::3], strict=True))
        return syntax.Tune(_word(children[1]), numbers, _place(children))

    def tactic(self, children: list[Any]) -> syntax.Tactic:
        style = _after(children, "PLAYS")
        return syntax.Tactic(
            _word(children[1]),
            _after(children, "WHEN"),
            None if style is None else _word(style),
            tuple(_of_type(children, syntax.Rule)),
            _place(children),
        )

    def rule(self, children: list[Any]) -> syntax.Rule:
        title, often = _of_type(children, "STRING"), _after(children, "OFTEN")
        return syntax.Rule(
            _of_type(children, syntax.Mix)[0],
            _word(title[0]) if title else None,
            _after(children, "WHEN"),
            None if often is None else _number(often),
            _place(children),
        )

    def otherwise(self, children: list[Any]) -> syntax.Mix:
        mix: syntax.Mix = replace(children[2], place=_place(children))
        return mix

    def mix(self, children: list[Any]) -> syntax.Mix:
        per = _of_type(children, "DECISION", "HAND")
        choices = tuple(_of_type(children, syntax.Choice))
        word: Any = str(per[0]) if per else ""
        return syntax.Mix(choices, word, _place(children))

    def choice(self, children: list[Any]) -> syntax.Choice:
        share = _number(children[1]) if len(children) > 1 else None
        return syntax.Choice(children[0], share, _place(children))

    def move(self, children: list[Any]) -> syntax.Move:
        size = children[1] if len(children) > 1 else None
        return syntax.Move(_word(children[0]), size, _place(children))

    def size(self, children: list[Any]) -> syntax.Size:
        numbers = _of_type(children, "NUMBER", "PERCENT")
        units = _of_type(children, "TO", "MIN") or _of_type(children, "POT", "BB", "X")
        unit: Any = str(units[0]) if units else "%"
        return syntax.Size(unit, _number(numbers[0]) if numbers else None, _place(children))

    def or_(self, children: list[Any]) -> syntax.Combined:
        return syntax.Combined("or", tuple(children[::2]), _place(children))

    def all_(self, children: list[Any]) -> syntax.Combined:
        return syntax.Combined("and", tuple(children[::2]), _place(children))

    def not_(self, children: list[Any]) -> syntax.Not:
        return syntax.Not(children[1], _place(children))

    def bracket(self, children: list[Any]) -> syntax.Condition:
        inner: syntax.Condition = children[1]
        return inner

    def flag(self, children: list[Any]) -> syntax.Flag:
        return syntax.Flag(_word(children[0]), _place(children))

    def comparison(self, children: list[Any]) -> syntax.Comparison:
        operators = tuple(map(str, children[1::2]))
        for operand in children[::2]:
            _require_short(operand)
        return syntax.Comparison(tuple(children[::2]), operators, _place(children))

    def membership(self, children: list[Any]) -> syntax.Membership:
        relation: Any = str(children[1])
        values = tuple(map(_word, children[2::2]))
        return syntax.Membership(_word(children[0]), values, relation, _place(children))

    def card_test(self, children: list[Any]) -> syntax.CardTest:
        compare = _of_type(children, "CMP")
        operator = str(compare[0]) if compare else ""
        return syntax.CardTest(_word(children[0]), _word(children[-1]), operator, _place(children))

    def sum_(self, children: list[Any]) -> syntax.Term:
        return syntax.Term(str(children[1]), children[0], children[2], _place(children))

    product_ = sum_

    def number(self, children: list[Any]) -> syntax.Number:
        return _number(children[0])

    def of_pot(self, children: list[Any]) -> syntax.Term:
        pot = syntax.Quantity(_word(children[1]), place=_place_of(children[1]))
        return syntax.Term("*", children[0], pot, _place(children))

    def quantity(self, children: list[Any]) -> syntax.Quantity:
        if children[0].type == "OPPONENT":
            return syntax.Quantity(_word(children[1]), of_opponent=True, place=_place(children))
        against = _word(children[2]) if len(children) > 1 else None
        return syntax.Quantity(_word(children[0]), against, place=_place(children))

    def can_have(self, children: list[Any]) -> syntax.CanHave:
        operator = str(children[4]) if len(children) > 4 else ""  # noqa: PLR2004
        share = children[5] if operator else None
        return syntax.CanHave(_word(children[3]), operator, share, _place(children))
