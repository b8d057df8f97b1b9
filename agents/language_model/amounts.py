"""The units in which a model says how much it bets: one a player, in the prompt and in the answer.

- ``raise-to``: the chips put in during the whole hand, as everywhere in railbird;
- ``round-raise-to``: the chips put in during the betting round, as poker rooms write them;
- ``raise-by``: the chips on top of a call;
- ``pot``: the chips on top of a call as a multiple of the pot after that call;
- ``bb``: the chips put in during the whole hand, in big blinds.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Literal, get_args

Unit = Literal["raise-to", "round-raise-to", "raise-by", "pot", "bb"]
UNITS: tuple[str, ...] = get_args(Unit)

MEANINGS: dict[str, str] = {
    "raise-to": "the total number of chips that you will have put in during the whole hand",
    "round-raise-to": (
        "the total number of chips that you will have put in during this betting round"
    ),
    "raise-by": "the number of chips that you put in on top of a call",
    "pot": (
        "the chips that you put in on top of a call, as a multiple of the pot after your call "
        "(0.5 is half the pot)"
    ),
    "bb": "the total that you will have put in during the whole hand, in big blinds",
}
"""What a number means, as a prompt says it."""

WORDS: dict[str, str] = {
    "raise-to": "to {}",
    "round-raise-to": "to {}",
    "raise-by": "by {}",
    "pot": "by {} pots",
    "bb": "to {} bb",
}
"""How a raise of another player is written."""

PLACES = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Stakes:
    """What an amount is counted from, at one decision; chips.

    ``called`` is what a call makes of the player's chips in the hand, ``pot`` the pot after that
    call, ``round_start`` what he had put in before the round.
    """

    called: int
    pot: int
    round_start: int
    big_blind: int

    def to_unit(self, raise_to: int, unit: str) -> Decimal:
        """Return a raise-to in a unit, exactly."""
        if unit == "raise-to":
            return Decimal(raise_to)
        if unit == "round-raise-to":
            return Decimal(raise_to - self.round_start)
        if unit == "raise-by":
            return Decimal(raise_to - self.called)
        if unit == "pot":
            return Decimal(raise_to - self.called) / max(self.pot, 1)
        return Decimal(raise_to) / max(self.big_blind, 1)

    def from_unit(self, amount: Decimal, unit: str) -> int:
        """Return the raise-to of an amount in a unit, rounded to whole chips, half to even."""
        if unit == "raise-to":
            chips = amount
        elif unit == "round-raise-to":
            chips = amount + self.round_start
        elif unit == "raise-by":
            chips = amount + self.called
        elif unit == "pot":
            chips = amount * max(self.pot, 1) + self.called
        else:
            chips = amount * max(self.big_blind, 1)
        return int(chips.to_integral_value(ROUND_HALF_EVEN))


def shown(amount: Decimal) -> str:
    """Return an amount with at most two decimals, none if it is whole."""
    text = f"{amount.quantize(PLACES):f}"
    return text.rstrip("0").rstrip(".")
