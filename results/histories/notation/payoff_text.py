"""Payoffs as printed by the ACPC dealer: chips with at most six decimals."""

import re
from decimal import Decimal

from railbird.native import PAYOFF_UNIT
from railbird.results.errors import LogError

_SLACK = Decimal("0.002")  # the error of six decimals is at most 0.5e-6 * 2520 = 0.00126 units
_PRINTED = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,6})?")
_LONGEST_SHOWN = 60


def parse_payoff(text: str) -> int:
    """Read chips as printed by the dealer, with at most six decimals, into 1/2520 chip."""
    if _PRINTED.fullmatch(text) is None:
        raise LogError(f"payoff '{shorten(text)}' is not a number of chips")
    exact = Decimal(text) * PAYOFF_UNIT
    units = int(exact.to_integral_value())
    if abs(exact - units) > _SLACK:
        raise LogError(f"payoff '{shorten(text)}' is not a multiple of 1/{PAYOFF_UNIT} chip")
    return units


def format_payoff(payoff: int) -> str:
    """Format 1/2520 chip like the dealer: six decimals, without trailing zeros."""
    chips, rest = divmod(payoff, PAYOFF_UNIT)
    if rest == 0:
        return str(chips)
    return f"{Decimal(payoff) / PAYOFF_UNIT:.6f}".rstrip("0").rstrip(".")


def shorten(text: str) -> str:
    """Shorten a text from a file for use in a message."""
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."
