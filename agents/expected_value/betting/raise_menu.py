"""The sizes of raises that a player of a game without limits chooses from and tells apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import nan
from typing import Any

import numpy as np

from railbird.agents.raise_chips import RaiseChips, nearest_in_ratio
from railbird.plugins import AgentError

BETWEEN, MOST_SIZES, MOST_SHARE = "+", 8, 1000.0


@dataclass(frozen=True, slots=True)
class RaiseMenu:
    """Raises by shares of the pot after the call, in rising order, and then the highest raise.

    Where shares come to the same raise-to, only the last is in the menu. Without shares it is the
    highest raise alone, which in limit games is the only one.
    """

    shares: tuple[float, ...] = ()

    @property
    def size(self) -> int:
        """How many raises it has."""
        return len(self.shares) + 1

    def raise_to(self, chips: RaiseChips) -> list[int]:
        """The raise-to of each place for one player, 0 where it is not in the menu."""
        most = int(chips.most[0])
        every = [*chips.raise_to(np.array(self.shares)).tolist(), most] if self.shares else [most]
        return [*(a if a < b else 0 for a, b in pairwise(every)), most]

    def nearest(self, menu: Sequence[int], raise_to: int, *, price: int) -> int:
        """The place in ``menu`` nearest in ratio of chips above the call.

        ``menu`` is as `raise_to` returns it, ``price`` are the chips that a call would come to.
        """
        places = [place for place, size in enumerate(menu) if size]
        found = nearest_in_ratio([menu[place] - price for place in places], raise_to - price)
        return places[found]


def read_sizes(sizes: Any) -> tuple[float, ...]:
    """Read shares of the pot, a number or several joined by +; raises AgentError."""
    parts = sizes.split(BETWEEN) if isinstance(sizes, str) else sizes
    every = parts if isinstance(parts, list | tuple) else [parts]
    try:
        found = sorted({nan if isinstance(one, bool) else float(one) for one in every})
    except (TypeError, ValueError):
        found = []
    if not 1 <= len(found) <= MOST_SIZES or not all(0.0 < one <= MOST_SHARE for one in found):
        raise AgentError(
            f"sizes is {sizes!r}; give 1 to {MOST_SIZES} shares of the pot above 0, "
            "joined by +, such as 0.5+1; all-in is always one more"
        )
    return tuple(found)
