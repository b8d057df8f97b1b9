"""The shipped games, read from definitions in ``railbird.tournaments``, and games in files."""

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
    """Return the game with this name, or the one whose definition is in a file.

    Raises UnknownNameError for an unknown name, GameDefinitionError for a file that cannot be read
    or is not a valid definition.
    """
    if not is_game_file(name_or_path):
        return registry.game(name_or_path)
    return read_game_file(name_or_path)


def choose_games(registry: Registry, names: Sequence[str] | None) -> Mapping[str, Game]:
    """Return the games with these names or files; without any, all games of the registry."""
    if not names:
        return registry.games
    return {name: find_game(name, registry) for name in names}


def read_game_file(file: str) -> Game:
    """Return the game whose definition is in a file; raises GameDefinitionError."""
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
    """Whether a game is given as a file: the name ends in ``.game`` or contains a slash."""
    path = Path(name_or_path)
    return path.suffix == SUFFIX or len(path.parts) != 1
