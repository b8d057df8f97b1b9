"""What hands start from, an array over tables each: stacks, blinds and seats."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.arrays import as_array
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import GameDefinition

FEWEST_IN_A_HAND = 2


@dataclass(frozen=True, slots=True)
class HandSetup:
    """Chips int64[n, N] and the seat that plays each position, uint8[n, N], all by position.

    ``antes`` int64[n] are what everybody posts beside the blinds.
    """

    stacks: npt.NDArray[np.int64]
    blinds: npt.NDArray[np.int64]
    seats: npt.NDArray[np.uint8]
    antes: npt.NDArray[np.int64]


def reset(definition: GameDefinition, count: int) -> HandSetup:
    """The session rule under which every hand starts as the definition says, seat = position."""
    return set_up_hands(definition, count)


def set_up_hands(  # noqa: PLR0913  (all that hands start from)
    definition: GameDefinition,
    count: int,
    *,
    stacks: npt.ArrayLike | None = None,
    blinds: npt.ArrayLike | None = None,
    seats: npt.ArrayLike | None = None,
    antes: npt.ArrayLike | None = None,
) -> HandSetup:
    """Check what a caller wants ``count`` hands to start from; the definition fills in the rest.

    An ante is paid before a blind. What is above its stack is all-in for less, and calls cost all
    of it. Raises ValueError for stacks, blinds and antes out of range, fewer than two players in a
    hand, and seats that are not a permutation.
    """
    players = definition.player_count
    shape = (count, players)
    setup = HandSetup(
        stacks=_matrix(stacks, "stacks", default=definition.stacks, shape=shape),
        blinds=_matrix(blinds, "blinds", default=definition.blinds, shape=shape),
        seats=_seats(seats, shape),
        antes=_antes(definition, antes, count),
    )
    _check_chips(setup)
    return setup


def _matrix(
    value: npt.ArrayLike | None, name: str, *, default: Sequence[int], shape: tuple[int, int]
) -> npt.NDArray[np.int64]:
    if value is None:
        return np.broadcast_to(np.array(default, np.int64), shape)
    matrix: npt.NDArray[np.int64] = as_array(value, name, dtype=np.int64)
    if matrix.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, not {matrix.shape}")
    return matrix


def _antes(
    definition: GameDefinition, value: npt.ArrayLike | None, count: int
) -> npt.NDArray[np.int64]:
    if value is None:
        return np.full(count, definition.ante, np.int64)
    antes: npt.NDArray[np.int64] = as_array(value, "antes", dtype=np.int64)
    if antes.shape != (count,):
        raise ValueError(f"antes must have shape ({count},), not {antes.shape}")
    return antes


def _seats(value: npt.ArrayLike | None, shape: tuple[int, int]) -> npt.NDArray[np.uint8]:
    every = np.arange(shape[1])
    seats = _matrix(value, "seats", default=every.tolist(), shape=shape)
    if (np.sort(seats, axis=1) != every).any():
        raise ValueError(f"seats must hold each of 0 to {shape[1] - 1} once in every row")
    return seats.astype(np.uint8)


def _check_chips(setup: HandSetup) -> None:
    if ((setup.stacks < 0) | (setup.stacks > UNLIMITED_STACK)).any():
        raise ValueError(f"stacks must lie between 0 and {UNLIMITED_STACK}")
    if ((setup.blinds < 0) | (setup.blinds > UNLIMITED_STACK)).any():
        raise ValueError(f"blinds must lie between 0 and {UNLIMITED_STACK}")
    if ((setup.antes < 0) | (setup.antes > UNLIMITED_STACK)).any():
        raise ValueError(f"antes must lie between 0 and {UNLIMITED_STACK}")
    if ((setup.stacks > 0).sum(axis=1) < FEWEST_IN_A_HAND).any():
        raise ValueError(f"in every hand {FEWEST_IN_A_HAND} players or more need a stack above 0")
