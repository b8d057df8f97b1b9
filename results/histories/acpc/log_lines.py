"""Parses the lines of the ACPC dealer's match log: header, STATE and SCORE."""

from functools import lru_cache
from typing import NamedTuple

from railbird.native import DealSource
from railbird.results.errors import LogError
from railbird.results.histories.notation.deals_text import parse_deals
from railbird.results.histories.notation.payoff_text import parse_payoff, shorten

HEADER = "# name/game/hands/seed "
DEALS = "# deals "
"""The prefix of our line that says how cards are dealt, if not by the ACPC's generator."""
HIGHEST_SEED = 2**32 - 1
_TIMES = ("STARTED", "FINISHED")  # lines with only the time
_MESSAGES = ("TO ", "FROM ")
_DIGITS_OF_64_BITS = len(str(2**63))
_HAND_FIELDS = 1 + len(("hand", "betting", "cards", "payoffs", "names"))
_SCORE_FIELDS = 1 + len(("payoffs", "names"))


class Header(NamedTuple):
    """The match: its name, game file, number of hands and deck seed."""

    name: str
    game: str
    hand_count: int
    deck_seed: int


class DealsLine(NamedTuple):
    """How the cards of the header's deck seed are dealt."""

    source: DealSource


class HandLine(NamedTuple):
    """A STATE line; everything by position, payoffs in 1/2520 chip, cards as text."""

    hand_index: int
    betting: str
    cards: str
    payoffs: tuple[int, ...]
    names: tuple[str, ...]


class ScoreLine(NamedTuple):
    """The SCORE line: totals in 1/2520 chip and names, by seat."""

    payoffs: tuple[int, ...]
    names: tuple[str, ...]


MatchLine = Header | DealsLine | HandLine | ScoreLine


def is_number(text: str) -> bool:
    """Return whether the text is a non-negative integer in digits, short enough for 64 bits."""
    return text.isascii() and text.isdigit() and len(text) < _DIGITS_OF_64_BITS


def parse_match_line(line: str) -> MatchLine | None:
    """Return the content of a line of a match log; None for comments, empty lines and times.

    Raises LogError for every other line.
    """
    if line.startswith("STATE:"):
        return _parse_hand(line)
    if line.startswith(HEADER):
        return _parse_header(line)
    if line.startswith(DEALS):
        return DealsLine(parse_deals(line.removeprefix(DEALS)))
    if line.startswith("SCORE:"):
        return _parse_score(line)
    if not line or line.startswith("#") or line.split(" ", maxsplit=1)[0] in _TIMES:
        return None
    if line.startswith(_MESSAGES):
        raise LogError(f"'{shorten(line)}' is a line of an actions log; import the match log")
    raise LogError(f"'{shorten(line)}' is not a line of a dealer's log")


def _parse_header(line: str) -> Header:
    fields = line.removeprefix(HEADER).split(" ")
    if len(fields) != len(Header._fields) or not (is_number(fields[2]) and is_number(fields[3])):
        raise LogError(f"'{shorten(line)}' is not a header: it needs NAME GAME HANDS SEED")
    if int(fields[3]) > HIGHEST_SEED:
        raise LogError(f"deck seed {fields[3]} has more than 32 bits")
    return Header(fields[0], fields[1], int(fields[2]), int(fields[3]))


def _parse_hand(line: str) -> HandLine:
    fields = line.split(":")
    if len(fields) != _HAND_FIELDS:
        raise LogError(f"'{shorten(line)}' is not STATE:hand:betting:cards:payoffs:names")
    _, hand, betting, cards, payoffs, names = fields
    if not is_number(hand):
        raise LogError(f"hand '{shorten(hand)}' is not a number")
    return HandLine(int(hand), betting, cards, _parse_payoffs(payoffs), _split_names(names))


def _parse_score(line: str) -> ScoreLine:
    fields = line.split(":")
    if len(fields) != _SCORE_FIELDS:
        raise LogError(f"'{shorten(line)}' is not SCORE:totals:names")
    return ScoreLine(_parse_payoffs(fields[1]), _split_names(fields[2]))


@lru_cache(maxsize=2**16)
def _parse_payoffs(text: str) -> tuple[int, ...]:
    return tuple(parse_payoff(payoff) for payoff in text.split("|"))


@lru_cache(maxsize=2**10)
def _split_names(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))
