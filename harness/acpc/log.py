"""Reads both kinds of ACPC dealer logs, line by line.

The match log has a ``STATE`` line for each hand and a ``SCORE`` line, read by
``railbird.results.histories.acpc``; the actions log (the dealer's standard error) has a ``TO`` line
for each message to a seat and a ``FROM`` line for each answer. Both begin with the header
``# name/game/hands/seed``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from railbird.harness.errors import StateError
from railbird.harness.table.remote.match_state import ClientState, parse_match_state
from railbird.results import LogError
from railbird.results.histories.acpc.log_lines import MatchLine, is_number, parse_match_line
from railbird.results.histories.notation.payoff_text import shorten


@dataclass(frozen=True, slots=True)
class SentLine:
    """A TO line: what the dealer sent to a seat."""

    seat: int
    state: ClientState


@dataclass(frozen=True, slots=True)
class ReceivedLine:
    """A FROM line: what a seat answered, unparsed, since the dealer accepts any text."""

    seat: int
    text: str


LogLine = MatchLine | SentLine | ReceivedLine


def read_log(path: Path) -> Iterator[tuple[int, LogLine | LogError]]:
    """Yield the number of each line with content, from 1, and its content or error.

    Raises LogError if the file cannot be read as text.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{path}: cannot be read as a log ({error})") from error
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            parsed = parse_log_line(line.rstrip("\r"))
        except LogError as error:
            yield number, error
        else:
            if parsed is not None:
                yield number, parsed


def parse_log_line(line: str) -> LogLine | None:
    """Return the content of a line; None for comments, empty lines and times."""
    if line.startswith("TO "):
        return _parse_sent(line)
    if line.startswith("FROM "):
        return ReceivedLine(*_split_message(line))
    return parse_match_line(line)


def _parse_sent(line: str) -> SentLine:
    seat, text = _split_message(line)
    try:
        return SentLine(seat, parse_match_state(text))
    except StateError as error:
        raise LogError(str(error)) from error


def _split_message(line: str) -> tuple[int, str]:
    """Read ``TO n at <time> <text>`` into the seat (n counts from 1) and the text."""
    words = line.split(" ", maxsplit=4)
    if len(words) != len(("TO", "n", "at", "time", "text")) or words[2] != "at":
        raise LogError(f"'{shorten(line)}' is not {words[0]} n at TIME TEXT")
    if not is_number(words[1]) or int(words[1]) < 1:
        raise LogError(f"'{shorten(words[1])}' is not a player number; players count from 1")
    return int(words[1]) - 1, words[4]
