"""Messages, help texts and docstrings use standard technical English, without unusual words."""

import ast
import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
NATIVE = ("cards", "draws", "odds", "sockets", "solver", "style")
ROOMS = ("plugins", "harness", "results", "agents", *(f"native/{name}" for name in NATIVE))
UNUSUAL = {
    r"afar": "remote",
    r"be had": "be obtained, or is available",
    r"by turns": "alternately",
    r"comes twice": "is used twice",
    r"mend(s|ed|ing)?": "fix or correct",
    r"(mis)?deeds?": "violation or action",
    r"reckon(s|ed|ing)?": "compute",
    r"told": "reported",
    r"wants": "needs",
    r"whoever": "any agent that",
}
WORDS = re.compile(rf"\b({'|'.join(UNUSUAL)})\b", re.IGNORECASE)
SOURCES = sorted(path for room in ROOMS for path in (REPOSITORY / room).rglob("*.py"))


def texts(source: str) -> list[tuple[int, str]]:
    """Return the strings of a module, docstrings and the parts of f-strings included, by line."""
    return [
        (node.lineno, node.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def unusual_words(source: str) -> list[tuple[int, str]]:
    """Return the lines and the unusual words of a module."""
    return sorted(
        (line, match[0].lower()) for line, text in texts(source) for match in WORDS.finditer(text)
    )


def test_unusual_words_are_found_in_docstrings_and_parts_of_messages() -> None:
    source = '"""Whoever wins."""\nf"the file {name} cannot be had; mend it"\n"mended"\n"amend"\n'
    found = [(1, "whoever"), (2, "be had"), (2, "mend"), (3, "mended")]
    assert unusual_words(source) == found


def test_no_text_has_an_unusual_word() -> None:
    found = [
        f"{path.relative_to(REPOSITORY)}, line {line}: {word!r}; write {usual}"
        for path in SOURCES
        for line, word in unusual_words(path.read_text(encoding="utf-8"))
        for pattern, usual in UNUSUAL.items()
        if re.fullmatch(pattern, word)
    ]
    assert len(SOURCES) > 400
    assert not found, "\n".join(found)
