"""Profiles of OpenPPL's old style: ``custom``, ``New List``, ``New Symbol`` and betting rounds.

Their tokens are written as those of the new style, then read in the same way: ``hand = AK suited``
is ``hand$AKs``, ``In Button`` is ``InButton``, ``34% PotSize`` is a product, ``Raise 50%`` is
``RaiseBy 50%``, and a list's ``KA`` is ``AKo``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from railbird.agents.pokerlang.openppl.tokens import At, Token

HEADERS = ("preflop", "flop", "turn", "river")
SUITS = {"suited": "s", "offsuit": "o", "offsuited": "o", "unsuited": "o"}
COMPARISONS = ("=", "!=", "<>", "<", "<=", ">", ">=", "==")
FLAG = "user_"
_LINE = re.compile(r"^[ \t]*(\S[^\n]*?)?[ \t\r]*$", re.MULTILINE)
_START = re.compile(r"\s*custom\b", re.IGNORECASE)
_NEW = re.compile(r"new[ \t]+(list|symbol)[ \t]+(\w+)", re.IGNORECASE)
_END = re.compile(r"end[ \t]+(?:list|symbol)", re.IGNORECASE)
_IGNORED = ("custom", "lists", "symbols")


@dataclass(frozen=True, slots=True)
class OldSection:
    """A list, a symbol or a betting round: where its body is in the text, and where its name."""

    name: str
    named: int
    start: int
    end: int


def is_old_style(text: str) -> bool:
    """Whether a profile without comments begins with ``custom``, and has no ``##f$name##``."""
    return _START.match(text) is not None and "##" not in text


def old_sections(text: str) -> Iterator[OldSection]:
    """Yield the sections of a text without comments, by the names that the new style gives them.

    What is in none of them is a section without a name.
    """
    name, named, start = "", 0, 0
    for line in _LINE.finditer(text):
        said = (line[1] or "").lower()
        new = _NEW.fullmatch(said)
        is_end = _END.fullmatch(said) is not None
        if new is None and not is_end and said not in (*HEADERS, *_IGNORED):
            continue
        yield OldSection(name, named, start, line.start())
        name, named, start = _name_of(said, new), line.start(1), line.end()
    yield OldSection(name, named, start, len(text))


def _name_of(said: str, new: re.Match[str] | None) -> str:
    if new is not None:
        return f"list{new[2]}" if new[1] == "list" else f"f${new[2]}"
    return f"f${said}" if said in HEADERS else ""


def as_new_hand(text: str) -> str:
    """A hand of a list as the new style has it: the lower rank first means that suits differ."""
    first, second = ("23456789TJQKA".find(rank) for rank in text[:2].upper())
    return f"{text[1]}{text[0]}o" if len(text) == 2 and first < second else text  # noqa: PLR2004


def as_new_tokens(tokens: list[Token], symbols: frozenset[str]) -> list[Token]:
    """The tokens of a function in the new style; ``symbols`` are the profile's own."""
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        taken, new = _rewrite(tokens, place, found)
        found += [one._replace(text=f"f${one.text}") if one.text in symbols else one for one in new]
        place += taken
    return found


def _rewrite(tokens: list[Token], place: int, before: list[Token]) -> tuple[int, list[Token]]:
    """How many tokens are read at a place, and what they are in the new style."""
    token = tokens[place]
    following = [one.text for one in tokens[place + 1 : place + 3]]
    is_named = bool(following) and tokens[place + 1].kind == "name"
    last = before[-1].text if before else ""
    if token.text in ("hand", "board") and following[:1] == ["="]:
        return _cards(tokens, place)
    new = [token]
    if token.text == "in" and is_named:
        return 2, [Token("name", f"in{following[0]}", token.at)]
    if token.text == "%" and is_named:
        signs = (("sign", "/"), ("number", "100"), ("sign", "*"))
        new = [Token(kind, text, token.at) for kind, text in signs]
    elif token.text.startswith("islist"):
        new = [token._replace(text=token.text.removeprefix("is"))]
    elif token.text in ("raise", "bet") and last not in COMPARISONS:
        has_amount = following[:1] == ["("] or (
            bool(following) and tokens[place + 1].kind == "number"
        )
        new = [token._replace(text=f"{token.text}by") if has_amount else token]
    elif token.text.startswith(FLAG) and following[:1] in ([], ["when"]):
        is_set = last not in ("and", "or", "not", "when", "(", *COMPARISONS)
        new = [token, Token("word", "force", token.at)] if is_set else new
    return 1, new


def _cards(tokens: list[Token], place: int) -> tuple[int, list[Token]]:
    """``hand = 9T suited``, whose ranks may be several tokens that touch each other."""
    taken, text = 2, ""
    line, column = tokens[place + 2].at if place + 2 < len(tokens) else (0, 0)
    while place + taken < len(tokens):
        token = tokens[place + taken]
        if token.at != At(line, column + len(text)) or token.kind not in ("name", "number"):
            break
        text, taken = text + token.text, taken + 1
    suits = SUITS.get(tokens[place + taken].text, "") if place + taken < len(tokens) else ""
    name = f"{tokens[place].text}${text}{suits}"
    return taken + bool(suits), [Token("name", name, tokens[place].at)]
