"""Counts in words."""


def counted(number: int, noun: str) -> str:
    """Return a number with what it counts: ``1 fault``, ``2,000 faults``, ``2 matches``."""
    plural = noun + ("es" if noun.endswith(("s", "ch", "sh", "x")) else "s")
    return f"{number:,} {noun if number == 1 else plural}"
