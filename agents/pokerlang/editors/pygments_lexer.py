"""PokerLang for Pygments, which finds this lexer by its entry point."""

from typing import ClassVar

from pygments import token
from pygments.lexer import RegexLexer, bygroups

from railbird.agents.pokerlang.editors.highlighting import (
    COMMENT,
    HANDS,
    NAME,
    NUMBER,
    SIGNS,
    STRING,
    WORDS,
)

_KINDS = {
    "beginner": token.Keyword.Declaration,
    "move": token.Name.Builtin,
    "logic": token.Operator.Word,
    "round": token.Keyword.Constant,
    "keyword": token.Keyword,
}


class PokerLangLexer(RegexLexer):  # type: ignore[misc]  # pygments has no types
    """Colours strategies in PokerLang."""

    name = "PokerLang"
    aliases: ClassVar = ["pokerlang"]
    filenames: ClassVar = ["*.pokerlang"]
    url = ""
    tokens: ClassVar = {
        "root": [
            (r"\s+", token.Whitespace),
            (COMMENT, token.Comment.Single),
            (STRING, token.String.Double),
            (
                rf"(hands)(\s+)({NAME})(\s*)(=)",
                bygroups(
                    token.Keyword.Declaration,
                    token.Whitespace,
                    token.Name.Constant,
                    token.Whitespace,
                    token.Operator,
                ),
                "hands",
            ),
            *((pattern, _KINDS[kind]) for kind, pattern in WORDS.items()),
            (NUMBER, token.Number),
            (SIGNS, token.Punctuation),
            (NAME, token.Name),
        ],
        "hands": [
            (r"[ \t]+", token.Whitespace),
            (HANDS, token.Literal),
            (r"[-,]", token.Punctuation),
            (r"\n", token.Whitespace, "#pop"),
            (COMMENT, token.Comment.Single),
            (r"[^\s,#]+", token.Literal),
        ],
    }
