"""What an editor asks about a strategy: faults, meanings of words, words to complete, layout."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from railbird.agents.pokerlang.compiling.files import compile_text
from railbird.agents.pokerlang.editors.highlighting import NAME
from railbird.agents.pokerlang.language import syntax
from railbird.agents.pokerlang.language.formatting import format_strategy
from railbird.agents.pokerlang.language.parsing import Fault, SourceError, parse
from railbird.agents.pokerlang.language.words import (
    BOARDS,
    CATEGORIES,
    DRAWS,
    HARRINGTON,
    HOLDINGS,
    KEYWORDS,
    PREDEFINED,
    STYLES,
)
from railbird.agents.pokerlang.situation.quantities import (
    FLAGS,
    OPPONENT_QUANTITIES,
    QUANTITIES,
)
from railbird.agents.pokerlang.tools.linting import lint

AFTER = {"board": BOARDS, "drawing": DRAWS, "have": HOLDINGS}
_DEFINED = re.compile(rf"^[ \t]*(?:hands|stack|position|action)[ \t]+({NAME}).*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Remark:
    """A fault or, with ``is_warning``, what is likely a mistake."""

    fault: Fault
    is_warning: bool = False


def remarks(text: str) -> list[Remark]:
    """What is wrong with a text or, if nothing is, what is likely a mistake."""
    try:
        program = compile_text(text, "strategy")
    except SourceError as error:
        return [Remark(fault) for fault in error.faults]
    return [Remark(fault, is_warning=True) for fault in lint(program)]


@cache
def meanings() -> dict[str, str]:
    """What the words mean that the language has by name."""
    return {
        **{name: one.meaning for name, one in QUANTITIES.items()},
        **{name: one.meaning for name, one in FLAGS.items()},
        **{name: one.meaning for name, one in PREDEFINED.items()},
        **{f"opponent {name}": one.meaning for name, one in OPPONENT_QUANTITIES.items()},
        **{f"{word} {name}": text for word, table in AFTER.items() for name, text in table.items()},
        **{name: f"hands {text}" for name, text in HARRINGTON.items()},
        **{name: f"plays as the archetype {archetype}" for name, archetype in STYLES.items()},
    }


def meaning_at(text: str, line: int, column: int) -> str | None:
    """The meaning of the word at a place (from 0), or its definition in the text."""
    lines = text.split("\n")
    if line >= len(lines):
        return None
    words = list(re.finditer(NAME, lines[line]))
    place = next((i for i, w in enumerate(words) if w.start() <= column < w.end()), None)
    if place is None:
        return None
    word = words[place][0]
    before = words[place - 1][0] if place else ""
    known = meanings().get(f"{before} {word}") or meanings().get(word)
    if known is not None:
        return f"{word}: {known}"
    defined = (found for found in _DEFINED.finditer(text) if found[1] == word)
    return next((found[0].strip() for found in defined), None)


def completions(text: str, line: int, column: int) -> Iterator[tuple[str, str]]:
    """Words that may be written at a place (from 0), with their meanings, if they have one."""
    lines = text.split("\n")
    head = lines[line][:column] if line < len(lines) else ""
    words = re.findall(NAME, head[: len(head) - len(re.search(rf"(?:{NAME})?$", head)[0])])  # type: ignore[index]
    last = words[-1] if words else ""
    if last in AFTER:
        yield from AFTER[last].items()
        return
    if last == "made":
        yield from ((name, "") for name in CATEGORIES)
        return
    yield from ((name, text) for name, text in meanings().items() if " " not in name)
    yield from ((word, "") for word in KEYWORDS)
    yield from ((found[1], found[0].strip()) for found in _DEFINED.finditer(text))


def formatted(text: str) -> str | None:
    """The text in the standard layout, None if it is not a strategy."""
    try:
        strategy: syntax.Strategy = parse(text)
    except SourceError:
        return None
    return format_strategy(strategy)
