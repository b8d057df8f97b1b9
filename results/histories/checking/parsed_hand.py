"""The results of readers of histories: hands as in a file, and its faults."""

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from railbird.native import ACPC_DEALS, DealSource, GameDefinition, RailbirdError
from railbird.results.errors import LogError
from railbird.results.histories.notation.payoff_text import shorten

MOST_CHIPS = 2**31 - 1
"""The chips of an unlimited stack."""


@dataclass(frozen=True, slots=True)
class Session:
    """A sequence of hands: a log, or a table.

    It may have a deck seed, whose cards `deals` deal.
    """

    name: str
    deck_seed: int | None = None
    deals: DealSource = ACPC_DEALS


@dataclass(frozen=True, slots=True)
class ParsedHand:
    """One hand as described in a file, everything by position; None for missing data.

    `cards` are two letters per card, `??` if unknown, the hole cards by position and then the
    board; `payoffs` in 1/2520 chip, `line` is the first line of the hand, from 1, `deal_index` the
    number of the deal from the session's deck seed. `mucked` are the positions that threw their
    hands away at the showdown and win nothing; `rake` are the chips that the house took, which
    `payoffs` have been given back; `open_folds` are folds where checking was free;
    `game` is that of the import's hands like it, None where there is but one; `number` is the
    hand's as its room has it, empty where it has none. With `has_two_boards` the rest of the board
    was dealt twice, and `payoffs` are what was won on both.
    """

    line: int
    session: Session
    names: tuple[str, ...]
    betting: str
    cards: str
    payoffs: tuple[int, ...] | None = None
    stacks: tuple[int, ...] | None = None
    blinds: tuple[int, ...] | None = None
    deal_index: int | None = None
    mucked: tuple[int, ...] = ()
    rake: int = 0
    open_folds: int = 0
    game: GameDefinition | None = None
    number: str = ""
    has_two_boards: bool = False


@dataclass(frozen=True, slots=True)
class HistoryFault:
    """A fault in a file, its line, from 1, and the number of its hand, empty if not known."""

    line: int
    text: str
    hand: str = ""


@dataclass(frozen=True, slots=True)
class OtherTable:
    """A hand of a table whose number of players was not asked for."""


def fault_of(line: int, error: Exception, hand: str = "") -> HistoryFault:
    """Return the fault of a hand that cannot be read.

    An error that is not railbird's own is named by its class, so that it ends no import.
    """
    is_own = isinstance(error, RailbirdError)
    text = str(error) if is_own else f"it cannot be read ({type(error).__name__}: {error})"
    return HistoryFault(line, text, hand)


@dataclass(frozen=True, slots=True)
class SkippedLines:
    """A number of lines of a file that belong to no hand."""

    count: int


HandOrFault = ParsedHand | HistoryFault
ReadItem = HandOrFault | SkippedLines | OtherTable


_COMMAS_BETWEEN_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
_POINTS_BETWEEN_THOUSANDS = re.compile(r"\d{1,3}(\.\d{3}){2,}")
_DECIMAL_COMMA = re.compile(r"(\d+|\d{1,3}(\.\d{3})+),\d{1,2}")
_ONE_POINT = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_THREE_DECIMALS = 1000


class Chips:
    """Reads amounts as whole chips: plain numbers, and money with a sign.

    A comma or a point may stand between thousands, and a comma before one or two decimals. What may
    be read either way is refused.
    """

    def __init__(self, chips_per_unit: int) -> None:
        """Use this many chips per unit of the amounts."""
        self._per_unit = chips_per_unit
        self._known: dict[str, int] = {}

    @property
    def per_unit(self) -> int:
        """The chips per unit of the amounts."""
        return self._per_unit

    def read(self, text: str) -> int:
        """Return the chips; raises LogError if they are not an integer."""
        chips = self._known.get(text)
        if chips is None:
            chips = self._known[text] = self._parse(text)
        return chips

    def _parse(self, text: str) -> int:
        try:
            exact = Decimal(self._english(text.lstrip("$€£"))) * self._per_unit
            chips = int(exact)
        except (InvalidOperation, ValueError, OverflowError):
            raise LogError(f"'{shorten(text)}' is not an amount") from None
        if chips != exact or chips < 0:
            raise LogError(
                f"'{shorten(text)}' is not a whole number of chips; for cents, --chips-per-unit 100"
            )
        if chips > MOST_CHIPS:
            raise LogError(f"'{shorten(text)}' is more than the maximum of {MOST_CHIPS} chips")
        return chips

    def _english(self, text: str) -> str:
        """Return a number with a decimal point and nothing between thousands."""
        if _DECIMAL_COMMA.fullmatch(text):
            return text.replace(".", "").replace(",", ".")
        if _POINTS_BETWEEN_THOUSANDS.fullmatch(text):
            return text.replace(".", "")
        if _COMMAS_BETWEEN_THOUSANDS.fullmatch(text):
            return text.replace(",", "")
        if _ONE_POINT.fullmatch(text) and self._per_unit < _THREE_DECIMALS:
            raise LogError(
                f"'{shorten(text)}' may be {text.replace('.', '')} or {text.rstrip('0')}0: write "
                "it without a point between thousands, or with two decimals"
            )
        return text
