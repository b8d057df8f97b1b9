"""What the tables of whole matches give out: decisions that wait, what a step did, the record."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Pending(NamedTuple):
    """The decisions that wait for an action, grouped by controller and in table order within.

    ``table`` int32[R] (also the match), ``seat``, ``position`` and ``legal_kinds`` (bits
    ``1 << kind``) uint8[R], ``hand_index`` int32[R], ``decision`` uint16[R] (actions taken before
    in the hand), ``hole_cards`` uint8[R, hole cards] of who decides; the rows of controller ``c``
    are ``offsets[c]:offsets[c + 1]`` (int64[C + 1]). All are read-only, and stay as they are.
    """

    table: npt.NDArray[np.int32]
    seat: npt.NDArray[np.uint8]
    position: npt.NDArray[np.uint8]
    legal_kinds: npt.NDArray[np.uint8]
    hand_index: npt.NDArray[np.int32]
    decision: npt.NDArray[np.uint16]
    hole_cards: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]


class Applied(NamedTuple):
    """What a step did: ``faults`` uint8[R] of Fault by row of the Pending, and hands that ended.

    ``fault_count`` rows are at fault; ``ended_match`` and ``ended_hand`` are int32[E], hands of one
    match in order of play.
    """

    faults: npt.NDArray[np.uint8]
    fault_count: int
    ended_match: npt.NDArray[np.int32]
    ended_hand: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class RoundColumns:
    """Where hands that were played in rounds took place, K hands by round and table within a group.

    ``rounds`` and ``tables`` int32[K] are from 0 in each group; ``players`` int32[K, N] by seat
    number the group's players from 0, NO_PLAYER is an empty seat. A group counts as a match.
    """

    rounds: npt.NDArray[np.int32]
    tables: npt.NDArray[np.int32]
    players: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class SessionColumns:
    """What the hands of a session started from, K hands of M matches one after the other.

    ``hand_counts`` int32[M]; of hand k ``levels`` int32[K] from 0, ``positions`` uint8[K, N],
    ``stacks`` and ``blinds`` int64[K, N] in chips, all by seat; ``antes`` int64[K] of everybody.
    ``rounds`` only where several tables play in step.
    """

    hand_counts: npt.NDArray[np.int32]
    levels: npt.NDArray[np.int32]
    positions: npt.NDArray[np.uint8]
    stacks: npt.NDArray[np.int64]
    blinds: npt.NDArray[np.int64]
    antes: npt.NDArray[np.int64]
    rounds: RoundColumns | None = None


def join_sessions(parts: Sequence[SessionColumns]) -> SessionColumns:
    """Return the columns of matches one after the other as those of all."""
    names = [field.name for field in fields(SessionColumns) if field.name != "rounds"]
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    rounds = [part.rounds for part in parts if part.rounds is not None]
    return SessionColumns(**columns, rounds=_join_rounds(rounds) if rounds else None)


def _join_rounds(parts: Sequence[RoundColumns]) -> RoundColumns:
    return RoundColumns(
        *[
            np.concatenate([getattr(part, one.name) for part in parts])
            for one in fields(RoundColumns)
        ]
    )


@dataclass(frozen=True, slots=True)
class HandColumns:
    """All hands of all matches.

    ``payoffs`` int64[M, H, N] by seat in 1/2520 chip; ``showdown`` bool[M, H]; the betting of hand
    ``h`` of match ``m`` is ``betting[offsets[k]:offsets[k + 1]]`` (uint8, ASCII) with
    ``k = m * H + h`` and ``offsets = betting_offsets`` (int64[M * H + 1]). With ``session``
    columns M and H are one axis, K hands.
    """

    payoffs: npt.NDArray[np.int64]
    showdown: npt.NDArray[np.bool_]
    betting: npt.NDArray[np.uint8]
    betting_offsets: npt.NDArray[np.int64]
    session: SessionColumns | None = None

    @property
    def match_count(self) -> int:
        """M."""
        return len(self.payoffs if self.session is None else self.session.hand_counts)
