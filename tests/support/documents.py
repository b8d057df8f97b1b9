"""What the documents show: their fenced blocks, the commands and the files in them."""

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PAGES = REPOSITORY / "docs"
GUIDES = sorted([*PAGES.glob("tutorial/*.md"), *PAGES.glob("howto/*.md")])
"""The pages whose commands the tests run."""


def read(path: Path) -> str:
    """Return the text of a page."""
    return path.read_text(encoding="utf-8")


def fenced(text: str, language: str = "") -> list[str]:
    """Return the fenced blocks of a language; those without one are commands and output."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for tag, block in blocks if tag == language]


def commands(text: str, *programs: str, language: str = "") -> list[str]:
    """Return the lines of fenced blocks that call one of the programs, without their comments."""
    lines = [
        line.partition("  #")[0].strip()
        for block in fenced(text, language)
        for line in block.splitlines()
    ]
    return [line for line in lines if line.startswith(tuple(f"{name} " for name in programs))]


def files(text: str) -> dict[str, str]:
    """Return the files that a page tells its reader to save, by name."""
    saved = re.findall(r"[Ss]ave this as `([^`]+)`[^\n]*\n\n```\w+\n(.*?)^```$", text, re.M | re.S)
    return dict(saved)


def typed(text: str) -> list[str]:
    """Return the commands that a page has its reader type, in their order."""
    return commands(text, ".", "make", "railbird")
