"""Checks of labels, teams and names, which must be printable in every table."""

from railbird.harness.errors import SpecError
from railbird.results.store.labels import FORBIDDEN_IN_LABELS, LONGEST_LABEL


def check_label(text: str, *, what: str) -> None:
    """Raise SpecError if a label, team or name cannot be written in every table."""
    wrong = [sign for sign in text if sign in FORBIDDEN_IN_LABELS or sign.isspace()]
    if not 1 <= len(text) <= LONGEST_LABEL or not text.isprintable() or wrong:
        raise SpecError(
            f"{what}: {text!r} is not valid; use 1 to {LONGEST_LABEL} printable characters, no "
            f"white space and none of {' '.join(FORBIDDEN_IN_LABELS)}"
        )
