"""Arrays as the C kernels read them; shapes are checked here."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net._dcubot import ffi
from railbird.agents.dcubot.net.batches import Texts, TypedPlayers
from railbird.agents.dcubot.net.shape import NO_TYPE, PLAYER_TYPES, NetShape, Parameters


def as_rows(array: npt.NDArray[np.uint8], count: int, width: int) -> Any:
    """A pointer to bytes [count, width], such as cards; ValueError for another shape."""
    if array.shape != (count, width):
        raise ValueError(f"cards must have shape {(count, width)}, not {array.shape}")
    return as_bytes(array)


def as_boards(shape: NetShape, boards: npt.NDArray[np.uint8], count: int) -> Any:
    """A pointer to whole boards."""
    return as_rows(boards, count, sum(shape.definition.board_card_counts))


def as_holdings(shape: NetShape, hole_cards: npt.NDArray[np.uint8], count: int) -> Any:
    """A pointer to the hole cards of one player a row."""
    return as_rows(hole_cards, count, shape.definition.hole_card_count)


def as_bytes(array: npt.NDArray[np.uint8]) -> Any:
    """A pointer to bytes."""
    return ffi.from_buffer("uint8_t[]", np.ascontiguousarray(array, np.uint8))


def as_offsets(array: npt.NDArray[np.integer]) -> Any:
    """A pointer to offsets."""
    return ffi.from_buffer("int64_t[]", np.ascontiguousarray(array, np.int64))


def as_bits(array: npt.NDArray[np.integer]) -> Any:
    """A pointer to bits of positions."""
    return ffi.from_buffer("uint16_t[]", np.ascontiguousarray(array, np.uint16))


def as_floats(array: npt.NDArray[np.float32], shape: tuple[int, ...]) -> Any:
    """A pointer to float32 of a shape; ValueError for another."""
    if array.shape != shape:
        raise ValueError(f"expected float32 of shape {shape}, not {array.shape}")
    return ffi.from_buffer("float[]", np.ascontiguousarray(array, np.float32))


def as_parameters(shape: NetShape, parameters: Parameters) -> Any:
    """A pointer to a net's parameters."""
    return as_floats(parameters, (shape.parameter_count,))


def as_nets(
    shape: NetShape, parameters: Parameters, observer: Parameters | None
) -> tuple[Any, Any]:
    """The net that plays and the net that believes; the same pointer where they are one."""
    plays = as_parameters(shape, parameters)
    return plays, plays if observer is None else as_parameters(shape, observer)


def text_fields(texts: Texts, count: int) -> dict[str, Any]:
    """Texts and their offsets as fields of a batch; ValueError where they do not fit."""
    betting, offsets = texts
    if len(offsets) != count + 1 or offsets[0] < 0 or (np.diff(offsets) < 0).any():
        raise ValueError(f"the texts of {count} rows need {count + 1} rising offsets")
    if offsets[-1] > len(betting):
        raise ValueError("the betting texts are shorter than their offsets say")
    return {"betting": as_bytes(betting), "betting_offsets": as_offsets(offsets)}


def typed_fields(
    shape: NetShape, typed: TypedPlayers | None, count: int, *, types: tuple[int, ...]
) -> dict[str, Any]:
    """Return priors and player-types as fields of a batch, none for a net without player-types.

    ``types`` is the shape of the player-types. Raises ValueError if they do not fit the net.
    """
    if (typed is None) != (shape.player_types == 0):
        raise ValueError(
            "beliefs over player-types are required by nets with player-types, and only by them"
        )
    if typed is None:
        return {}
    if typed.types.shape != types:
        raise ValueError(f"player-types must have shape {types}, not {typed.types.shape}")
    if ((typed.types >= shape.player_types) & (typed.types != NO_TYPE)).any():
        raise ValueError(f"player-types are 0 to {shape.player_types - 1}, or {NO_TYPE}")
    priors = (count, shape.definition.player_count, PLAYER_TYPES)
    return {"priors": as_floats(typed.priors, priors), "types": as_bytes(typed.types)}
