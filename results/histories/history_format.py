"""Formats of hand histories: how hands are written and read, and which games are supported.

A format is one file with one such object at its end, and a line in `format_list.py`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from railbird.native import GameDefinition, format_game
from railbird.results.errors import LogError
from railbird.results.histories.checking.hand_games import HandGames
from railbird.results.histories.checking.parsed_hand import Chips, ReadItem
from railbird.results.histories.storing.played import PlayedMatch, game_file_name, played_matches
from railbird.results.run.run_results import RunResults


@dataclass(frozen=True, slots=True)
class WrittenHands:
    """The numbers of files, matches and hands written."""

    files: int
    matches: int
    hands: int


MatchText = Callable[[PlayedMatch, GameDefinition, str], str]
"""Writes a match of a game as text; the last argument is the name of the game's file."""


def acpc_game(game: GameDefinition) -> None:
    """Refuse a game that the ACPC's logs cannot tell: LogError."""
    if game.variant is not None:
        raise LogError(
            "ACPC logs support only games that an ACPC definition can describe, not "
            f"{game.variant.name}; export csv or parquet"
        )


def no_session(_: GameDefinition) -> None:
    """Refuse tournaments and ring games, of which the ACPC's logs have no words: LogError."""
    raise LogError(
        "ACPC logs have no words for stacks and blinds that change from hand to hand, nor for "
        "players who are out; export phh, pokerstars, csv or parquet"
    )


def any_game(_: GameDefinition) -> None:
    """Accept every game."""


class ReadHistory(Protocol):
    """Yields the hands and faults of a file."""

    def __call__(
        self, text: str, path: Path, games: HandGames, /, *, chips: Chips
    ) -> Iterator[ReadItem]:
        """Read a file's text; ``path`` names sessions that have no name."""
        ...


@dataclass(frozen=True, slots=True)
class HistoryReader:
    """The reader of a format.

    ``read`` yields hands and faults, each hand with its game among those given to it, unless
    ``game_named(text)`` returns the name of the game of the whole file. With ``odd_chips`` a pot
    that does not divide evenly is split in whole chips.
    """

    suffixes: tuple[str, ...]
    read: ReadHistory
    game_named: Callable[[str], str] | None = None
    odd_chips: bool = True


@dataclass(frozen=True, slots=True)
class HistoryFormat:
    """A format, by its name on the command line.

    ``write(run, folder)`` writes all hands to an empty folder; ``require`` raises LogError for a
    game that the format does not support, ``require_session`` for one whose tournaments and ring
    games it cannot tell. Without a ``reader`` it is for export only.
    """

    name: str
    write: Callable[[RunResults, Path], WrittenHands]
    require: Callable[[GameDefinition], None] = any_game
    require_session: Callable[[GameDefinition], None] = any_game
    reader: HistoryReader | None = None


def match_files(suffix: str, text_of: MatchText) -> Callable[[RunResults, Path], WrittenHands]:
    """Return a `write` that creates a file per match, and one with the game's definition."""

    def write(run: RunResults, folder: Path) -> WrittenHands:
        matches = hands = 0
        game_file, played = game_file_name(run), played_matches(run)
        for match in played:
            text = text_of(match, run.game, game_file)
            (folder / f"{match.name}{suffix}").write_text(text, encoding="utf-8", newline="\n")
            matches += 1
            hands += len(match.bettings)
        (folder / game_file).write_text(format_game(run.game), encoding="utf-8", newline="\n")
        return WrittenHands(matches + 1, matches, hands)

    return write
