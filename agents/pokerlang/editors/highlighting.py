"""The parts of the language that editors colour, from the one table of its words."""

import json
import sys
from pathlib import Path
from typing import Any

from railbird.agents.pokerlang.language.words import (
    BEGINNERS,
    KEYWORDS,
    LOGIC,
    MOVES,
    PREDEFINED,
    ROUNDS,
)

END = r"(?![A-Za-z0-9_-])"
COMMENT, STRING = r"#[^\n]*", r'"[^"\n]*"'
NUMBER = r"\d+(?:\.\d+)?%?"
SIGNS = r"<=|>=|<|>|=|\.\.|[-+*/:,()]"
NAME = r"[A-Za-z][A-Za-z0-9_-]*"
HANDS = r"(?:[2-9TJQKA]{2}[so]?\+?(?:-[2-9TJQKA]{2}[so]?)?|\d+%)" + END


def _words(*words: str) -> str:
    """A pattern of whole words, the longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return rf"(?<![A-Za-z_-])(?:{'|'.join(ordered)}){END}"


WORDS = {
    "beginner": _words(*BEGINNERS, "pokerlang"),
    "move": _words(*MOVES, *PREDEFINED),
    "logic": _words(*LOGIC),
    "round": _words(*ROUNDS),
    "keyword": _words(*set(KEYWORDS) - {*BEGINNERS, *MOVES, *LOGIC, *ROUNDS, "pokerlang"}),
}
"""Patterns of words by their kind; a word is of one kind."""

_SCOPES = {
    "beginner": "keyword.control",
    "move": "support.function",
    "logic": "keyword.operator.logical",
    "round": "constant.language",
    "keyword": "keyword.other",
}


def textmate_grammar() -> dict[str, Any]:
    """The TextMate grammar, for editors that read such: VS Code, Sublime Text, TextMate."""
    words = [
        {"match": pattern, "name": f"{_SCOPES[kind]}.pokerlang"} for kind, pattern in WORDS.items()
    ]
    return {
        "name": "PokerLang",
        "scopeName": "source.pokerlang",
        "fileTypes": ["pokerlang"],
        "patterns": [
            {"match": COMMENT, "name": "comment.line.number-sign.pokerlang"},
            {"match": STRING, "name": "string.quoted.double.pokerlang"},
            {
                "match": rf"^\s*(hands)\s+({NAME})\s*(=)(.*)$",
                "captures": {
                    "1": {"name": f"{_SCOPES['beginner']}.pokerlang"},
                    "2": {"name": "entity.name.type.pokerlang"},
                    "3": {"name": "keyword.operator.pokerlang"},
                    "4": {"patterns": [{"match": HANDS, "name": "constant.other.pokerlang"}]},
                },
            },
            *words,
            {"match": rf"\b{NUMBER}", "name": "constant.numeric.pokerlang"},
            {"match": SIGNS, "name": "keyword.operator.pokerlang"},
            {"match": NAME, "name": "variable.other.pokerlang"},
        ],
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(textmate_grammar(), indent=2) + "\n", encoding="utf-8")
