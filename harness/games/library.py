"""The games we ship, read from the definitions in ``railbird.tournaments``, and those of files."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from railbird.native import (
    FileError,
    GameDefinitionError,
    decode_text,
    did_you_mean,
    parse_game,
)
from railbird.plugins import Game, Registry

SUFFIX = ".game"


def load_house_games() -> list[Game]:
    """Read all definitions, in order of name; the first comment line of each is its summary."""
    folder = files("railbird.tournaments.games")
    found = [entry for entry in folder.iterdir() if entry.name.endswith(SUFFIX)]
    return sorted(map(_read_game, found), key=lambda game: game.name)


def _read_game(entry: Traversable) -> Game:
    text = entry.read_text(encoding="utf-8")
    summary = text.partition("\n")[0].removeprefix("# ")
    name = entry.name.removesuffix(SUFFIX)
    return Game(name, parse_game(text, source=entry.name), summary)


def find_game(name_or_path: str, registry: Registry) -> Game:
    """Return the game of this name, or the one whose definition stands in a file.

    Raises UnknownNameError for a name nobody has, GameDefinitionError for a file that cannot be
    read or is no sound definition.
    """
    if not is_game_file(name_or_path):
        return registry.game(name_or_path)
    return read_game_file(name_or_path)


def choose_games(registry: Registry, names: Sequence[str] | None) -> Mapping[str, Game]:
    """Return the games of these names or files, all games of the registry where there are none."""
    if not names:
        return registry.games
    return {name: find_game(name, registry) for name in names}


def read_game_file(file: str) -> Game:
    """Return the game whose definition stands in a file; raises GameDefinitionError."""
    path = Path(file)
    try:
        text = decode_text(path.read_bytes())
    except FileNotFoundError as error:
        near = did_you_mean(path, lambda one: one.suffix == SUFFIX)
        raise GameDefinitionError(f"there is no game file '{file}'{near}") from error
    except (OSError, ValueError, FileError) as error:
        raise GameDefinitionError(f"game file '{file}' cannot be read: {error}") from error
    return Game(path.stem, parse_game(text, source=file))


def is_game_file(name_or_path: str) -> bool:
    """Whether a game is named by a file: what ends in ``.game`` or holds a slash."""
    path = Path(name_or_path)
    return path.suffix == SUFFIX or len(path.parts) != 1
