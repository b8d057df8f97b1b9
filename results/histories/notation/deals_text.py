"""How the cards of deck seeds are dealt, as text in histories: kind of deals and secret."""

import re

from railbird.native import SECRET_BYTES, SECRET_DEALS, DealSource
from railbird.results.errors import LogError
from railbird.results.histories.notation.payoff_text import shorten

DEALS_TEXT = rf"{re.escape(SECRET_DEALS)} [0-9a-f]{{{2 * SECRET_BYTES}}}"
"""A pattern of it."""


def format_deals(secret: bytes) -> str:
    """Return the text for the deals under a secret."""
    return f"{SECRET_DEALS} {secret.hex()}"


def parse_deals(text: str) -> DealSource:
    """Return the deals; raises LogError for any other text."""
    if not re.fullmatch(DEALS_TEXT, text):
        raise LogError(
            f"'{shorten(text)}' does not say how cards are dealt: {SECRET_DEALS} and "
            f"{2 * SECRET_BYTES} hex digits are expected"
        )
    return DealSource(bytes.fromhex(text.split(" ")[1]))
