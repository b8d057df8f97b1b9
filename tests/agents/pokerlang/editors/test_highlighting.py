"""One table of words colours strategies everywhere: each word has one kind, and no text is lost."""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from documents import PAGES, fenced, read
from pygments import token

from railbird.agents.pokerlang.compiling.files import shipped_path
from railbird.agents.pokerlang.editors.highlighting import WORDS, textmate_grammar
from railbird.agents.pokerlang.editors.pygments_lexer import PokerLangLexer
from railbird.agents.pokerlang.language.words import KEYWORDS, PREDEFINED, STYLES

REPOSITORY = Path(__file__).parents[4]


@pytest.mark.parametrize("word", [*KEYWORDS, *PREDEFINED])
def test_each_word_is_of_one_kind_and_is_coloured(word: str) -> None:
    assert sum(bool(re.fullmatch(pattern, word)) for pattern in WORDS.values()) == 1
    (first, *_) = PokerLangLexer().get_tokens(word)
    assert first[1] == word
    assert first[0] is not token.Name
    longer = next(iter(PokerLangLexer().get_tokens(f"{word}-ish")))
    assert longer == (token.Name, f"{word}-ish")


def test_strategies_are_coloured_without_errors_and_whole() -> None:
    texts = [read(shipped_path(name)) for name in [*STYLES.values(), "hansen", "pokertron"]]
    texts += fenced(read(PAGES / "pokerlang.md"), "text")
    for text in texts:
        found = list(PokerLangLexer().get_tokens(text))
        assert "".join(part for _, part in found) == text
        assert token.Error not in {kind for kind, _ in found}


def test_hands_and_sizes_are_coloured_as_such() -> None:
    found = dict(
        (part, kind)
        for kind, part in PokerLangLexer().get_tokens("hands h = QQ+, A5s-A2s\nrule: raise 3x 70%")
    )
    assert (found["QQ+"], found["A5s-A2s"]) == (token.Literal, token.Literal)
    assert (found["3"], found["x"], found["70%"]) == (token.Number, token.Keyword, token.Number)


def test_the_textmate_grammar_is_that_of_the_table() -> None:
    stored = json.loads((REPOSITORY / "docs/pokerlang.tmLanguage.json").read_text("utf-8"))
    assert stored == textmate_grammar()
    for pattern in stored["patterns"]:
        re.compile(pattern["match"])


def test_pygments_finds_the_lexer_by_its_entry_point() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["pokerlang"].partition(":")
    lexer = getattr(import_module(module), name)
    assert (lexer.aliases, lexer.filenames) == (["pokerlang"], ["*.pokerlang"])
