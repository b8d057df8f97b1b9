"""Arrays as the C kernels read them; shapes are checked here."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot._dcubot import ffi
from railbird.agents.dcubot.lessons import Texts


def as_rows(array: npt.NDArray[np.uint8], count: int, width: int) -> npt.NDArray[np.uint8]:
    """Cards as C reads them, uint8[count, width]; ValueError for another shape."""
    if array.shape != (count, width):
        raise ValueError(f"cards must have shape {(count, width)}, not {array.shape}")
    return np.ascontiguousarray(array, np.uint8)


def as_bytes(array: npt.NDArray[np.uint8]) -> Any:
    """A pointer to bytes."""
    return ffi.from_buffer("uint8_t[]", array)


def as_floats(array: npt.NDArray[np.float32], shape: tuple[int, ...]) -> Any:
    """A pointer to float32 of a shape; ValueError for another."""
    if array.shape != shape:
        raise ValueError(f"expected float32 of shape {shape}, not {array.shape}")
    return ffi.from_buffer("float[]", np.ascontiguousarray(array, np.float32))


def as_texts(texts: Texts, count: int) -> tuple[Any, Any]:
    """Pointers to texts and their offsets; ValueError where they do not fit."""
    betting, offsets = texts
    if len(offsets) != count + 1 or offsets[0] < 0 or (np.diff(offsets) < 0).any():
        raise ValueError(f"the texts of {count} rows need {count + 1} rising offsets")
    if offsets[-1] > len(betting):
        raise ValueError("the betting texts are shorter than their offsets say")
    return as_bytes(np.ascontiguousarray(betting, np.uint8)), ffi.from_buffer(
        "int64_t[]", np.ascontiguousarray(offsets, np.int64)
    )
