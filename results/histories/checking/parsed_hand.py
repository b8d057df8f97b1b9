"""What readers of histories hand on: hands as they stand in a file, and what is wrong there."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from railbird.native import ACPC_DEALS, DealSource
from railbird.results.errors import LogError
from railbird.results.histories.notation.payoff_text import shorten

MOST_CHIPS = 2**31 - 1
"""What a stack without bounds has."""


@dataclass(frozen=True, slots=True)
class Session:
    """Where hands were played one after the other: a log, or a table.

    It may say its deck seed, whose cards `deals` deal.
    """

    name: str
    deck_seed: int | None = None
    deals: DealSource = ACPC_DEALS


@dataclass(frozen=True, slots=True)
class ParsedHand:
    """One hand as a file tells it, everything by position; what it does not tell is None.

    `cards` are two letters a card, `??` where not told, the hole cards by position and then the
    board; `payoffs` in 1/2520 chip, `line` where the hand begins, from 1, `deal_index` which deal
    of the session's deck seed it is.
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


@dataclass(frozen=True, slots=True)
class HistoryFault:
    """What is wrong in a file, and in which line, from 1."""

    line: int
    text: str


HandOrFault = ParsedHand | HistoryFault


class Chips:
    """Reads amounts as whole chips: plain numbers, money with a sign, commas between thousands."""

    def __init__(self, chips_per_unit: int) -> None:
        """Take so many chips for 1, or for 1 of a currency."""
        self._per_unit = chips_per_unit
        self._known: dict[str, int] = {}

    def read(self, text: str) -> int:
        """Return the chips; raises LogError where they are no whole number."""
        chips = self._known.get(text)
        if chips is None:
            chips = self._known[text] = self._parse(text)
        return chips

    def _parse(self, text: str) -> int:
        try:
            exact = Decimal(text.lstrip("$€£").replace(",", "")) * self._per_unit
            chips = int(exact)
        except (InvalidOperation, ValueError, OverflowError):
            raise LogError(f"'{shorten(text)}' is not an amount") from None
        if chips != exact or chips < 0:
            raise LogError(
                f"'{shorten(text)}' is not a whole number of chips; for cents, --chips-per-unit 100"
            )
        if chips > MOST_CHIPS:
            raise LogError(f"'{shorten(text)}' is more chips than the most allowed, {MOST_CHIPS}")
        return chips
