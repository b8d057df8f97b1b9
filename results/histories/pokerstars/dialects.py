"""How programs write the text of card rooms, beside PokerStars' own way: one list, with sources.

A way of writing is read wherever it stands; a file may mix them.
"""

from dataclasses import dataclass
from typing import Literal

PostKind = Literal["small", "big", "both", "ante", "straddle", "dead"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """A program's way: its name, where it is to be seen, and what differs."""

    name: str
    source: str
    ways: tuple[str, ...]


DIALECTS: tuple[Dialect, ...] = (
    Dialect(
        "PokerStars",
        "hand histories saved by its program",
        (
            "antes (`posts the ante 5`), a dead blind beside the big one (`posts small & big "
            "blinds 150`), straddles",
            "two boards (`*** FIRST FLOP ***`, `FIRST Board [...]`)",
            "`*** TURN *** [flop] [turn]`, `*** RIVER *** [flop turn] [river]`",
        ),
    ),
    Dialect(
        "pluribus-hand-parser",
        "github.com/VitamintK/pluribus-hand-parser, folder out, 10,000 hands",
        (
            "`*** RIVER *** [flop] [turn] [river]`",
            "`*** SHOWDOWN ***`",
            "summaries that list only the seats that show",
            "amounts with a decimal point (`collected 520.0`)",
        ),
    ),
    Dialect(
        "texts that went through mail, forums or editors",
        "lines as people keep them",
        (
            "spaces before and after lines, separators in lower case (`*** flop ***`)",
            "lines between hands, chat, footers",
        ),
    ),
)

POSTS: dict[str, PostKind] = {
    "small blind": "small",
    "big blind": "big",
    "small & big blinds": "both",
    "small & big blind": "both",
    "big & small blinds": "both",
    "the ante": "ante",
    "ante": "ante",
    "the big blind ante": "ante",
    "big blind ante": "ante",
    "straddle": "straddle",
    "the straddle": "straddle",
    "a straddle": "straddle",
    "a straddle of": "straddle",
    "button straddle": "straddle",
    "button blind": "straddle",
    "the button blind": "straddle",
    "dead blind": "dead",
    "a dead blind": "dead",
    "dead small blind": "dead",
    "a dead small blind": "dead",
}
"""What is posted, in the words between `posts` and the amount, in lower case."""
SUMMARY = "*** SUMMARY ***"
QUIET = ("*** HOLE CARDS ***", "*** SHOW DOWN ***", "*** SHOWDOWN ***")
QUIET_OF_TWO_BOARDS = ("*** FIRST SHOW DOWN ***", "*** SECOND SHOW DOWN ***")
"""Separators that tell nothing else, in capitals."""
BRIEF = "*** SHOWDOWN ***"
"""The separator of those whose summaries list only the seats that show."""
