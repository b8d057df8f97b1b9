"""Texts of incidents: short, printable, and the same on every machine."""

import re
from decimal import Decimal
from numbers import Real

from railbird.plugins.finding.agent_frames import place_of

LONGEST_TEXT = 200
LONGEST_PLACE = 100
MOST_READ = 2_000
"""Of a longer text the rest is not read: paths would take the square of its length to find."""
TOO_DEEP = "maximum recursion depth exceeded"
"""The rest of the message depends on the call depth of the process."""
LONGEST_NUMBER = 40

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")
_ROOT = r"(?:file:|~|[A-Za-z]:|\.{1,2})?[/\\]"
_QUOTED_PATH = re.compile(rf"(['\"])(?:{_ROOT})[^'\"\n]*\1")
_BARE_PATH = re.compile(rf"(?<![\w)\]}}.<]){_ROOT}[^\s'\",;:()\[\]{{}}<>]+")
_RELATIVE_PATH = re.compile(r"(?<![\w.\-])[\w.\-]+(?:[/\\][\w.\-]+)*[/\\][\w\-]+\.\w{1,8}\b")


def normalise_text(text: str, *, longest: int = LONGEST_TEXT) -> str:
    """Remove paths and addresses, collapse white space and cut to 200 characters."""
    text = _QUOTED_PATH.sub("'<path>'", text[:MOST_READ])
    text = _RELATIVE_PATH.sub("<path>", _BARE_PATH.sub("<path>", text))
    text = " ".join(_ADDRESS.sub("<address>", text).split())
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= longest else text[: longest - 3] + "..."


def describe_exception(error: BaseException) -> str:
    """Return the text for an exception of an agent, and where it was raised.

    The place is the innermost frame of the agent's own code: see `plugins.finding.agent_frames`.
    """
    try:
        said = str(error)
    except Exception:
        said = "(no text: its __str__ fails)"
    if isinstance(error, RecursionError) and said.startswith(TOO_DEEP):
        said = TOO_DEEP
    name, place = type(error).__name__, place_of(error)
    place = f" {normalise_text(place, longest=LONGEST_PLACE)}" if place else ""
    text = f"{name}: {said}" if said else name
    return normalise_text(text, longest=LONGEST_TEXT - len(place)) + place


def describe_value(value: object) -> str:
    """Return the text for a value: numbers and short strings as they are, others by type."""
    if value is None or isinstance(value, (bool, float)):
        return f"{value!r}"
    if isinstance(value, (Real, Decimal)):
        return _number(value)
    if isinstance(value, str):
        return f"the string {value[:40]!r}"
    return f"a {type(value).__name__}"


def _number(value: Real | Decimal) -> str:
    try:
        digits = str(value)
    except ValueError:  # Python writes no more than 4300 digits
        digits = "." * (LONGEST_NUMBER + 1)
    return digits if len(digits) <= LONGEST_NUMBER else f"a {type(value).__name__} of many digits"
