"""From the text of an OpenPPL profile to its lists and functions, with lines and columns.

The subset: sections ``##list...##`` and ``##f$...##``; functions of WHEN with FORCE, open or not,
or of one expression; NOT, AND, XOR, OR in this priority, comparisons, arithmetic, ``? :``. The old
style is rewritten as this one, token by token.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from railbird.agents.pokerlang.language.parsing import (
    MOST_FAULTS,
    TOO_LARGE,
    Fault,
    SourceError,
    is_too_large,
)
from railbird.agents.pokerlang.openppl.old_style import (
    HEADERS,
    as_new_hand,
    as_new_tokens,
    is_old_style,
    old_sections,
)
from railbird.agents.pokerlang.openppl.tokens import At, Token

LONGEST_NAME = 255
MOST_NESTED = 50
"""How many brackets, NOTs, signs and ``?`` may be inside each other."""
MOST_XOR = 6
"""The most operands of XOR in a row: each of them doubles the condition."""
TOO_DEEP = "this is nested too deeply; divide it into several WHENs or functions"
IGNORED = ("notes", "dll")
AMOUNTS = ("raiseto", "raiseby", "betto", "betby")
"""Actions that are followed by an amount."""
WORDS = ("when", "force", "return", "others", "and", "or", "xor", "not", "delay", "in")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_HEADER = re.compile(r"^[ \t]*##([^#\n]*)##", re.MULTILINE)
_TOKEN = re.compile(
    r"[ \t\r\n]+|(?P<number>\d+\.?\d*|\.\d+)|(?P<name>[A-Za-z_$][\w$]*)"
    r"|(?P<sign>==|!=|<>|<=|>=|&&|\|\||\*\*|[-+*/%?:!<>=()\[\]{}])"
)
_HAND = re.compile(r"(?:([2-9TJQKA])\1|([2-9TJQKA])([2-9TJQKA])[so]?)", re.IGNORECASE)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_LOGIC = {"&&": "and", "||": "or", "!": "not"}
_COMPARE = {"==": "=", "=": "=", "!=": "!=", "<>": "!="} | {c: c for c in ("<", ">", "<=", ">=")}


@dataclass(frozen=True, slots=True)
class Number:
    """A number."""

    value: float
    at: At


@dataclass(frozen=True, slots=True)
class Name:
    """A symbol, a function or a list."""

    text: str
    at: At


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator and its operands: ``not``, ``and``, ``+``, ``<=``, ``?`` and so on."""

    operator: str
    operands: tuple["Expression", ...]
    at: At


Expression = Number | Name | Operation


@dataclass(frozen=True, slots=True)
class When:
    """A WHEN; without an action it is open, and holds for those that follow.

    ``amount`` is what RaiseTo, RaiseBy or RETURN is followed by, per cent if ``is_share``.
    """

    condition: Expression
    at: At
    action: str = ""
    amount: Expression | None = None
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A function by its name: WHENs, or one expression."""

    name: str
    at: At
    body: tuple[When, ...] | Expression


@dataclass(frozen=True, slots=True)
class Profile:
    """Lists of hands and functions by their names in lower case."""

    lists: dict[str, list[str]]
    functions: dict[str, Function]


class _SectionError(Exception):
    """Ends the reading of one section."""


_Read = Callable[[], Expression]


def read_profile(text: str, file: str) -> Profile:
    """Read a profile; raises SourceError with the first fault of each section.

    Of a profile in the old style, with the faults of all its WHENs.
    """
    faults: list[Fault] = []
    profile = Profile({}, {})
    clean = _COMMENT.sub(lambda found: _blank_comment(found, text, faults), text)
    if is_old_style(clean):
        _read_old(profile, clean, faults)
        if faults:
            raise SourceError(sorted(faults)[:MOST_FAULTS], file)
        return profile
    for start, name, body in _sections(clean, faults):
        try:
            _read_section(profile, clean, (start, name, body), faults)
        except _SectionError:
            continue
    if faults:
        raise SourceError(sorted(faults)[:MOST_FAULTS], file)
    return profile


def _read_old(profile: Profile, text: str, faults: list[Fault]) -> None:
    sections = list(old_sections(text))
    symbols = frozenset(
        one.name.removeprefix("f$")
        for one in sections
        if one.name.startswith("f$") and one.name.removeprefix("f$") not in HEADERS
    )
    for section in sections:
        at = _place(text, section.named)
        if not section.name:
            word = re.search(r"\S+", text[section.start : section.end])
            if word is not None:
                place = _place(text, section.start + word.start())
                message = f"'{word[0][:20]}' is outside of a list, a symbol and a betting round"
                faults.append(Fault(*place, message))
            continue
        if section.name in (*profile.lists, *profile.functions):
            faults.append(Fault(*at, f"there are two sections '{section.name}'; remove one"))
            continue
        body, places = text[section.start : section.end], _Places(text, section.start)
        try:
            if section.name.startswith("list"):
                profile.lists[section.name] = _hands(body, places, faults, is_old=True)
                continue
            tokens = as_new_tokens(_tokens(body, places, faults), symbols)
            reader = _Reader(tokens, places, faults)
            profile.functions[section.name] = reader.whens(section.name, at)
        except _SectionError:
            continue


def _blank_comment(found: re.Match[str], text: str, faults: list[Fault]) -> str:
    if found[0].startswith("/*"):
        at = _place(text, found.start())
        if not found[0].endswith("*/"):
            faults.append(Fault(*at, "this comment has no end; close it with */"))
        elif _HEADER.search(found[0]):
            faults.append(Fault(*at, "this comment ends in another section; close it with */"))
    return re.sub(r"[^\n]", " ", found[0])


def _place(text: str, offset: int) -> At:
    return At(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _sections(text: str, faults: list[Fault]) -> Iterator[tuple[int, str, str]]:
    """Where each section begins, its name, and its body as a text of its own."""
    headers = list(_HEADER.finditer(text))
    first = text[: headers[0].start() if headers else len(text)]
    word = re.search(r"\S+", first)
    if word is not None:
        what = word[0] if len(word[0]) <= LONGEST_NAME else word[0][:20] + "..."
        message = f"'{what}' is outside of a section; a profile consists of sections ##f$name##"
        faults.append(Fault(*_place(text, word.start()), message))
    elif not headers:
        faults.append(Fault(1, 1, "there is no section such as ##f$preflop##"))
    ends = [*(header.start() for header in headers[1:]), len(text)][: len(headers)]
    for header, end in zip(headers, ends, strict=True):
        yield header.start(1), header[1].strip(), text[header.end() : end]


def _read_section(
    profile: Profile, text: str, section: tuple[int, str, str], faults: list[Fault]
) -> None:
    start, name, body = section
    at, key = _place(text, start), name.lower()
    offset = start + len(text[start:].split("##", maxsplit=1)[0]) + 2
    place = _Places(text, offset)
    known = {**profile.lists, **profile.functions}
    if not name:
        faults.append(Fault(*at, "a section needs a name, such as ##f$preflop##"))
    elif len(name) > LONGEST_NAME:
        faults.append(Fault(*at, f"a name has at most {LONGEST_NAME} characters"))
    elif key in known:
        faults.append(Fault(*at, f"there are two sections '{name}'; remove one"))
    elif key in IGNORED:
        return
    elif key.startswith("list"):
        profile.lists[key] = _hands(body, place, faults)
    elif key.startswith("f$"):
        reader = _Reader(_tokens(body, place, faults), place, faults)
        profile.functions[key] = reader.function(name, at)
    else:
        message = f"there is no section '{name}'; functions are ##f$name##, lists ##listname##"
        faults.append(Fault(*at, message))


@dataclass(frozen=True, slots=True)
class _Places:
    """Finds lines and columns of a section."""

    text: str
    offset: int

    def at(self, inside: int) -> At:
        return _place(self.text, self.offset + inside)


def _hands(body: str, places: _Places, faults: list[Fault], *, is_old: bool = False) -> list[str]:
    hands = []
    for word in re.finditer(r"\S+", body):
        if _HAND.fullmatch(word[0]) is None:
            message = f"'{word[0]}' is not a hand such as AA, AKs or AKo"
            faults.append(Fault(*places.at(word.start()), message))
            raise _SectionError
        hands.append(hand_range(as_new_hand(word[0]) if is_old else word[0]))
    return hands


def hand_range(text: str) -> str:
    """The range of a hand as OpenPPL writes it: AKs, AKo, or AK for both."""
    return text[:2].upper() + text[2:].lower()


def _tokens(body: str, places: _Places, faults: list[Fault]) -> list[Token]:
    found, index = [], 0
    while index < len(body):
        match = _TOKEN.match(body, index)
        at = places.at(index)
        if match is None:
            faults.append(Fault(*at, f"'{body[index]}' is not expected here"))
            raise _SectionError
        if match.lastgroup is not None:
            if len(match[0]) > LONGEST_NAME:
                faults.append(Fault(*at, f"a name has at most {LONGEST_NAME} characters"))
                raise _SectionError
            text = match[0].lower()
            word = "word" if text in WORDS else match.lastgroup
            found.append(Token(word, _LOGIC.get(text, text), at))
        index = match.end()
    return found


class _Reader:
    """Reads the tokens of one function."""

    def __init__(self, tokens: list[Token], places: _Places, faults: list[Fault]) -> None:
        self._tokens = tokens
        self._places = places
        self._faults = faults
        self._next = 0
        self._depth = 0

    def function(self, name: str, at: At) -> Function:
        if not self._tokens:
            self._fault(at, f"function '{name}' is empty; write a WHEN or an expression")
        if self._peek() != "when":
            expression = self._ternary()
            self._expect_end()
            return Function(name, at, expression)
        whens = []
        while self._next < len(self._tokens):
            whens.append(self._when())
        if not whens[-1].action:
            self._fault(whens[-1].at, "this WHEN has no action, and none follows it")
        return Function(name, at, tuple(whens))

    def whens(self, name: str, at: At) -> Function:
        """Read WHENs; one with a fault is left out, and those that follow are read."""
        found = []
        while self._next < len(self._tokens):
            try:
                found.append(self._when())
            except _SectionError:
                self._depth = 0
                while self._next < len(self._tokens) and self._peek() != "when":
                    self._next += 1
        if found and not found[-1].action:
            self._faults.append(
                Fault(*found[-1].at, "this WHEN has no action, and none follows it")
            )
        return Function(name, at, tuple(found))

    def _when(self) -> When:
        at = self._here()
        self._take("when")
        condition = self._ternary()
        if self._peek() in ("when", ""):
            return When(condition, at)
        token = self._tokens[self._next]
        if token.kind not in ("name", "word") or token.text in ("force", "delay"):
            self._fault(token.at, f"'{token.text}' is not expected here; write an action")
        self._next += 1
        amount, is_share = None, False
        if self._peek() not in ("force", "delay") and token.text in ("return", *AMOUNTS):
            amount = self._sum() if token.text in AMOUNTS else self._ternary()
            is_share = self._accept("%")
        if self._peek() == "delay":
            self._fault(self._here(), "DELAY is not known here; remove it")
        if not self._accept("force"):
            self._fault(self._here(), f"'{self._shown()}' is not expected here; write FORCE")
        if self._peek() == "delay":
            self._fault(self._here(), "DELAY is not known here; remove it")
        return When(condition, at, token.text, amount, is_share)

    # expressions

    def _nested(self, read: _Read) -> Expression:
        """Read what is inside something else, unless too much is around it."""
        if self._depth == MOST_NESTED:
            self._fault(self._here(), TOO_DEEP)
        self._depth += 1
        found = read()
        self._depth -= 1
        return found

    def _ternary(self) -> Expression:
        condition = self._logic("or")
        at = self._here()
        if not self._accept("?"):
            return condition
        first = self._nested(self._ternary)
        if not self._accept(":"):
            self._fault(self._here(), f"'{self._shown()}' is not expected here; write ':'")
        return Operation("?", (condition, first, self._nested(self._ternary)), at)

    def _logic(self, operator: str) -> Expression:
        inner = {"or": "xor", "xor": "and"}.get(operator)
        at = self._here()
        operands = [self._logic(inner) if inner else self._comparison()]
        while self._peek() == operator:
            if operator == "xor" and len(operands) == MOST_XOR:
                self._fault(self._here(), f"XOR joins at most {MOST_XOR} conditions")
            self._next += 1
            operands.append(self._logic(inner) if inner else self._comparison())
        return operands[0] if len(operands) == 1 else Operation(operator, tuple(operands), at)

    def _comparison(self) -> Expression:
        at = self._here()
        if self._accept("not"):
            operand = self._nested(self._unit)
            if self._peek() in _COMPARE:
                self._fault(at, "NOT before a comparison; put the comparison in brackets")
            return Operation("not", (operand,), at)
        left = self._sum()
        sign = _COMPARE.get(self._peek())
        if sign is None:
            return left
        at = self._here()
        self._next += 1
        right = self._sum()
        if self._peek() in _COMPARE:
            self._fault(self._here(), "two comparisons in a row; join them by AND")
        return Operation(sign, (left, right), at)

    def _sum(self) -> Expression:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> Expression:
        return self._chain(("*", "/"), self._unit)

    def _chain(self, signs: tuple[str, ...], read: _Read) -> Expression:
        found = read()
        while self._peek() in signs:
            token = self._tokens[self._next]
            self._next += 1
            found = Operation(token.text, (found, read()), token.at)
        return found

    def _unit(self) -> Expression:
        at = self._here()
        if self._accept("not"):
            return Operation("not", (self._nested(self._unit),), at)
        if self._accept("-"):
            return Operation("-", (Number(0.0, at), self._nested(self._unit)), at)
        token = self._tokens[self._next] if self._next < len(self._tokens) else None
        if token is None:
            self._fault(at, "the function ends here; write an expression")
        self._next += 1
        if token.text in _CLOSING:
            inner = self._nested(self._ternary)
            closing = _CLOSING[token.text]
            if not self._accept(closing):
                self._fault(self._here(), f"'{self._shown()}' is not expected here; '{closing}' is")
            return inner
        if token.kind == "number":
            if is_too_large(float(token.text)):
                self._fault(token.at, TOO_LARGE)
            return Number(float(token.text), token.at)
        if token.kind == "name" or token.text == "others":
            return Name(token.text, token.at)
        self._fault(token.at, f"'{token.text}' is not expected here; write an expression")

    # tokens

    def _peek(self) -> str:
        return self._tokens[self._next].text if self._next < len(self._tokens) else ""

    def _shown(self) -> str:
        return self._peek() or "the end of the function"

    def _here(self) -> At:
        token = self._tokens[min(self._next, len(self._tokens) - 1)]
        return token.at

    def _accept(self, text: str) -> bool:
        is_there = self._peek() == text
        self._next += is_there
        return is_there

    def _take(self, text: str) -> None:
        if not self._accept(text):
            self._fault(
                self._here(), f"'{self._shown()}' is not expected here; write {text.upper()}"
            )

    def _expect_end(self) -> None:
        if self._next < len(self._tokens):
            self._fault(self._here(), f"'{self._peek()}' is not expected here; the function ends")

    def _fault(self, at: At, message: str) -> NoReturn:
        self._faults.append(Fault(*at, message))
        raise _SectionError
