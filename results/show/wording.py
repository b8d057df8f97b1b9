"""Short lists for use in sentences."""

from collections.abc import Sequence

FEW = 3


def listed(items: Sequence[str], *, most: int = FEW) -> str:
    """Return ``a, b and c``, or ``a, b, c and 27 others`` if there are many more than `most`.

    One more is also named, since counting it would not be shorter.
    """
    named = list(items)
    if len(items) > most + 1:
        named[most:] = [f"{len(items) - most:,} others"]
    return " and ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else "".join(named)
