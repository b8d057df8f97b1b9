"""The shipped games, read from definitions in ``railbird.tournaments``, and games in files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from railbird.native import (
    FORMULA_SUFFIX,
    FileError,
    GameDefinition,
    GameDefinitionError,
    GameFile,
    MissingFileError,
    RankerError,
    decode_text,
    did_you_mean,
    game_of_file,
    is_game_toml,
    parse_game,
    read_file,
    read_game_toml,
    require_players,
)
from railbird.plugins import Game, Registry

SUFFIX = ".game"
STEP_SUFFIX = ".toml"
PGDL_SUFFIX = ".xml"
SUFFIXES = (SUFFIX, STEP_SUFFIX, PGDL_SUFFIX)
MOST_FORMULA_BYTES = 1_000_000
_SPEC_KEYS = ("agents", "hands_per_match")


@cache
def load_house_games() -> tuple[Game, ...]:
    """Read all definitions, in order of name, each with its summary; once a process.

    The summary of an ACPC definition is its first comment line.
    """
    folder = files("railbird.tournaments.games")
    found = [entry for entry in folder.iterdir() if entry.name.endswith(SUFFIXES)]
    return tuple(sorted(map(_read_shipped, found), key=lambda game: game.name))


def _read_shipped(entry: Traversable) -> Game:
    text = entry.read_text(encoding="utf-8")
    if is_game_toml(text):
        folder = files("railbird.tournaments.games")
        file = read_game_toml(text)
        return _of_family(_with_formulas(file, lambda name: (folder / name).read_text("utf-8")))
    summary = text.partition("\n")[0].removeprefix("# ")
    return Game(Path(entry.name).stem, parse_game(text, source=entry.name), summary)


def find_game(name_or_path: str, registry: Registry, players: int | None = None) -> Game:
    """Return the game with this name, or the one whose definition is in a file.

    ``players`` is one of its numbers of players, by default the smallest. Raises UnknownNameError
    for an unknown name, GameDefinitionError for a file that cannot be read or is not a valid
    definition, and for a number of players that the game does not support.
    """
    if is_game_file(name_or_path):
        return with_players(read_game_file(name_or_path), players)
    return with_players(registry.game(name_or_path), players)


def with_players(game: Game, players: int | None) -> Game:
    """Return a game for so many players, by default as it is; raises GameDefinitionError."""
    if players is None or players == game.definition.player_count:
        return game
    require_players(game.name, game.player_counts, players)
    assert game.family is not None
    try:
        return replace(game, definition=game_of_file(game.family, players))
    except GameDefinitionError as error:
        raise GameDefinitionError(f"{game.name}, {players} players: {error}") from None


def list_definitions(game: Game) -> list[GameDefinition]:
    """Return a game's definition for each number of players; raises GameDefinitionError."""
    fewest, most = game.player_counts
    return [with_players(game, count).definition for count in range(fewest, most + 1)]


def choose_games(
    registry: Registry, names: Sequence[str] | None, players: int | None = None
) -> Mapping[str, Game]:
    """Return the games with these names or files; without any, all games of the registry.

    ``players`` is as for ``find_game``; of the registry it leaves those that are for so many.
    """
    if names:
        return {name: find_game(name, registry, players) for name in names}
    if players is None:
        return registry.games
    chosen = {
        name: with_players(game, players)
        for name, game in registry.games.items()
        if game.player_counts[0] <= players <= game.player_counts[1]
    }
    if not chosen:
        raise GameDefinitionError(f"no game is for {players} players; give another number")
    return chosen


def read_game_file(file: str) -> Game:
    """Return the game whose definition is in a file; raises GameDefinitionError.

    A file that ends in ``.xml`` is read as PGDL (document 000, section 4.2).
    """
    path = Path(file)
    try:
        data = path.read_bytes()
        text = None if path.suffix == PGDL_SUFFIX else decode_text(data)
    except FileNotFoundError as error:
        near = did_you_mean(path, lambda one: one.suffix in SUFFIXES)
        raise GameDefinitionError(f"there is no game file '{file}'{near}") from error
    except (OSError, ValueError, FileError) as error:
        raise GameDefinitionError(f"game file '{file}' cannot be read: {error}") from error
    try:
        if text is None:
            return _of_file(_read_pgdl(data), path.parent)
        if is_game_toml(text):
            return _of_file(read_game_toml(text), path.parent)
        if path.suffix == STEP_SUFFIX:
            raise GameDefinitionError(_explain_no_steps(text))
    except GameDefinitionError as error:
        raise GameDefinitionError(f"{file}: {error}") from None
    return Game(path.stem, parse_game(text, source=file))


def _read_pgdl(data: bytes) -> GameFile:
    from railbird.harness.games.pgdl.reading import read_pgdl  # noqa: PLC0415  (xml)

    return read_pgdl(data)


def _explain_no_steps(text: str) -> str:
    if any(line.startswith(_SPEC_KEYS) for line in text.splitlines()):
        return "this is a tournament spec, not a game; play it with `railbird run`"
    return "a game needs [[steps]]; add them, such as `deal = { down = 2 }` and `bet = {}`"


def _of_file(file: GameFile, folder: Path) -> Game:
    """The game of a file in a folder; its formulas are evaluated once, so that they are sound."""
    game = _of_family(_with_formulas(file, lambda name: read_formula(folder / name)))
    variant = game.definition.variant
    for best, ranking in zip(file.best, variant.best if variant else (), strict=False):
        name = best.formula if best.formula.endswith(FORMULA_SUFFIX) else "formula"
        try:
            if ranking.table is not None:
                _ = ranking.table.ranks
        except RankerError as error:
            raise GameDefinitionError(f"{name}: {error}") from None
    return game


def _with_formulas(file: GameFile, read: Callable[[str], str]) -> GameFile:
    """The game with the texts of its formulas in place of the names of their files."""
    best = tuple(
        msgspec.structs.replace(one, formula=read(one.formula))
        if one.formula.endswith(FORMULA_SUFFIX)
        else one
        for one in file.best
    )
    return msgspec.structs.replace(file, best=best)


def read_formula(path: Path) -> str:
    """Return the text of a formula's file; raises GameDefinitionError where it cannot be read."""
    try:
        text = decode_text(read_file(path, most_bytes=MOST_FORMULA_BYTES))
    except MissingFileError as error:
        near = did_you_mean(path, lambda one: one.suffix == FORMULA_SUFFIX)
        raise GameDefinitionError(f"there is no formula '{path}'{near}") from error
    except FileError as error:
        raise GameDefinitionError(f"the formula '{path}' cannot be read: {error}") from error
    return text.replace("\r\n", "\n")


def _of_family(family: GameFile) -> Game:
    return Game(family.name, game_of_file(family), family.summary, family)


def is_game_file(name_or_path: str) -> bool:
    """Whether a game is given as a file: a suffix of game files, or a slash in the name."""
    path = Path(name_or_path)
    return path.suffix in SUFFIXES or len(path.parts) != 1
