"""Reads the logs of the ACPC dealer, both kinds, line by line.

The match log has a ``STATE`` line for each hand and a ``SCORE`` line; the actions log (the
dealer's standard error) has a ``TO`` line for each message to a seat and a ``FROM`` line for each
answer. Both begin with the header ``# name/game/hands/seed``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from railbird.harness.errors import StateError
from railbird.harness.table.remote.match_state import MatchState, is_number, parse_match_state
from railbird.results import LogError
from railbird.results.histories import parse_payoff

SILENT = ("STARTED", "FINISHED")  # lines that tell the time alone
HEADER = "# name/game/hands/seed "
HIGHEST_SEED = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Header:
    """What the match was: its name, game file, number of hands and deck seed."""

    name: str
    game: str
    hand_count: int
    deck_seed: int


@dataclass(frozen=True, slots=True)
class HandLine:
    """A STATE line; everything by position, payoffs in 1/2520 chip, names in position order."""

    hand_index: int
    betting: str
    hole_cards: tuple[str, ...]
    boards: tuple[str, ...]  # by round from the second on, as far as the hand got
    payoffs: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The SCORE line: totals in 1/2520 chip and names, by seat."""

    payoffs: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SentLine:
    """A TO line: what the dealer told a seat."""

    seat: int
    state: MatchState


@dataclass(frozen=True, slots=True)
class ReceivedLine:
    """A FROM line: what a seat answered, unread, since the dealer takes any text."""

    seat: int
    text: str


LogLine = Header | HandLine | ScoreLine | SentLine | ReceivedLine


def read_log(path: Path) -> Iterator[tuple[int, LogLine | LogError]]:
    """Yield the number of each line that says something, from 1, and what it says or its error.

    Raises LogError where the file cannot be read as text.
    """
    try:
        text = path.read_text(encoding="utf-8")
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
    """Return what a line says; None for comments, empty lines and times."""
    if line.startswith(HEADER):
        return _parse_header(line)
    if not line or line.startswith("#") or line.split(" ", maxsplit=1)[0] in SILENT:
        return None
    for prefix, parse in _PARSERS.items():
        if line.startswith(prefix):
            return parse(line)
    raise LogError(f"'{_shorten(line)}' begins like no line of a dealer's log")


def _parse_header(line: str) -> Header:
    fields = line.removeprefix(HEADER).split(" ")
    if len(fields) != len(Header.__slots__) or not (is_number(fields[2]) and is_number(fields[3])):
        raise LogError(f"'{_shorten(line)}' is no header: NAME GAME HANDS SEED are wanted")
    if int(fields[3]) > HIGHEST_SEED:
        raise LogError(f"deck seed {fields[3]} has more than 32 bits")
    return Header(fields[0], fields[1], int(fields[2]), int(fields[3]))


def _parse_hand(line: str) -> HandLine:
    fields = line.split(":")
    if len(fields) != 1 + len(("hand", "betting", "cards", "payoffs", "names")):
        raise LogError(f"'{_shorten(line)}' is no STATE:hand:betting:cards:payoffs:names")
    _, hand, betting, cards, payoffs, names = fields
    if not is_number(hand):
        raise LogError(f"hand '{_shorten(hand)}' is no number")
    hole_cards, *boards = cards.split("/")
    return HandLine(
        int(hand),
        betting,
        tuple(hole_cards.split("|")),
        tuple(boards),
        tuple(parse_payoff(text) for text in payoffs.split("|")),
        tuple(names.split("|")),
    )


def _parse_score(line: str) -> ScoreLine:
    fields = line.split(":")
    if len(fields) != 1 + len(("payoffs", "names")):
        raise LogError(f"'{_shorten(line)}' is no SCORE:totals:names")
    return ScoreLine(
        tuple(parse_payoff(text) for text in fields[1].split("|")), tuple(fields[2].split("|"))
    )


def _parse_sent(line: str) -> SentLine:
    seat, text = _split_message(line)
    try:
        return SentLine(seat, parse_match_state(text))
    except StateError as error:
        raise LogError(str(error)) from error


def _parse_received(line: str) -> ReceivedLine:
    return ReceivedLine(*_split_message(line))


def _split_message(line: str) -> tuple[int, str]:
    """Read ``TO n at <time> <text>`` into the seat (n counts from 1) and the text."""
    words = line.split(" ", maxsplit=4)
    if len(words) != len(("TO", "n", "at", "time", "text")) or words[2] != "at":
        raise LogError(f"'{_shorten(line)}' is no {words[0]} n at TIME TEXT")
    if not is_number(words[1]) or int(words[1]) < 1:
        raise LogError(f"'{_shorten(words[1])}' is no number of a player; they count from 1")
    return int(words[1]) - 1, words[4]


def _shorten(text: str) -> str:
    longest = 60
    return text if len(text) <= longest else text[: longest - 3] + "..."


_PARSERS: dict[str, Callable[[str], LogLine]] = {
    "STATE:": _parse_hand,
    "SCORE:": _parse_score,
    "TO ": _parse_sent,
    "FROM ": _parse_received,
}
