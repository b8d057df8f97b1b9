"""Strategies as files: read, compiled and kept; those that are shipped with railbird."""

from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from railbird.agents.pokerlang.compiling.strategy_compiler import compile_strategy
from railbird.agents.pokerlang.language.parsing import parse
from railbird.agents.pokerlang.language.syntax import Strategy
from railbird.agents.pokerlang.language.words import STYLES
from railbird.agents.pokerlang.playing.program import Program
from railbird.native import (
    FileError,
    MissingFileError,
    decode_text,
    did_you_mean,
    read_file,
)
from railbird.plugins import AgentError

SUFFIX = ".pokerlang"
MOST_BYTES = 4_000_000
FOLDER = "railbird.agents.pokerlang.strategies"


def read_program(path: Path) -> Program:
    """Read a strategy's file; raises SourceError for what is wrong in it, or AgentError."""
    return compile_text(read_text(path), str(path))


def read_text(path: Path) -> str:
    """Read the text of a strategy's file; raises AgentError, MissingFileError or FileError."""
    if path.is_dir():
        raise AgentError(f"{path} is a folder; give the path of a {SUFFIX} file")
    try:
        return decode_text(read_file(path, most_bytes=MOST_BYTES))
    except MissingFileError as error:
        raise AgentError(f"there is no file {path}{did_you_mean(path)}") from error
    except FileError as error:
        raise AgentError(f"{path} is not a strategy: {error}") from error


@lru_cache(maxsize=64)
def compile_text(text: str, file: str) -> Program:
    """Compile a text; kept, since an agent is made for every chunk."""
    return compile_strategy(parse(text, file), file, style_rules=_style_rules)


def shipped_path(name: str) -> Path:
    """The path of a strategy that is shipped with railbird."""
    with as_file(files(FOLDER) / f"{name}{SUFFIX}") as path:
        return path


def _style_rules(style: str) -> Strategy:
    name = STYLES[style]
    return parse(read_text(shipped_path(name)), name)
