"""What came of matches, as columns."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Incidents:
    """Misbehaviour in order of match, hand, decision and seat; ``match`` is a row of the results.

    ``kind`` is an IncidentKind.
    """

    match: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    decision: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class MatchResults:
    """The hands of M matches of H hands for N seats, in the order of their plans.

    ``payoffs`` int64[M, H, N] by seat in 1/2520 chip; ``showdown`` bool[M, H]; the betting of hand
    ``h`` of match ``m`` is ``betting[offsets[k]:offsets[k + 1]]`` (uint8, ASCII) with
    ``k = m * H + h`` and ``offsets = betting_offsets`` (int64[M * H + 1]).
    """

    payoffs: npt.NDArray[np.int64]
    showdown: npt.NDArray[np.bool_]
    betting: npt.NDArray[np.uint8]
    betting_offsets: npt.NDArray[np.int64]
    incidents: Incidents
