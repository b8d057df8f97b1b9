"""Reads match logs of the ACPC dealer for import, one hand per line."""

from collections.abc import Iterator
from pathlib import Path

from railbird.results.errors import LogError
from railbird.results.histories.acpc.log_checker import LogChecker
from railbird.results.histories.acpc.log_lines import HEADER, Header, parse_match_line
from railbird.results.histories.checking.hand_games import HandGames
from railbird.results.histories.checking.parsed_hand import Chips, HandOrFault, HistoryFault

_HEADER_LINES = 8
"""The number of first lines in which to look for a header with the game."""


def game_named_in(text: str) -> str:
    """Return the game file that the header names; raises LogError without a header."""
    for line in text.split("\n", _HEADER_LINES)[:_HEADER_LINES]:
        if line.startswith(HEADER):
            header = parse_match_line(line.rstrip("\r"))
            assert isinstance(header, Header)
            return header.game
    raise LogError("it has no header with the game; give --game")


def read_acpc(text: str, path: Path, games: HandGames, *, chips: Chips) -> Iterator[HandOrFault]:
    """Yield the hands and faults of a log, including its score and number of hands."""
    assert games.only is not None, "a log without a game is refused before"
    checker = LogChecker(games.only, path.stem)
    number = 0
    for number, raw in enumerate(text.split("\n"), start=1):
        try:
            line = parse_match_line(raw.rstrip("\r"))
        except LogError as error:
            yield HistoryFault(number, str(error))
        else:
            if line is not None:
                yield from checker.take(line, number)
    missing = checker.missing_hands()
    if missing is not None:
        yield HistoryFault(number, missing)
