"""Turns arguments into arrays of a fixed dtype and shape, and arrays into C pointers."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi


def as_array(value: npt.ArrayLike, name: str, *, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """A C-contiguous array of ``dtype``; a copy only where one is needed.

    Integers of another dtype are taken if they all fit; anything else raises ``TypeError``
    (not integral, not a number) or ``ValueError`` (out of range).
    """
    if type(value) is np.ndarray and value.dtype == dtype and value.flags.c_contiguous:
        return value
    array = np.asarray(value)
    if array.dtype == dtype:
        return np.asarray(array, order="C")
    wanted = np.dtype(dtype)
    if wanted.kind == "f" and array.dtype.kind in "fiu":
        return np.asarray(array, dtype=dtype, order="C")
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"{name} must be {wanted.name}, not {array.dtype.name}")
    is_narrower = np.can_cast(array.dtype, wanted)
    limits = np.iinfo(wanted)
    if not is_narrower and array.size and (array.min() < limits.min or array.max() > limits.max):
        raise ValueError(f"{name} must fit {wanted.name}; it holds {array.min()} to {array.max()}")
    return np.asarray(array, dtype=dtype, order="C")


def as_column(
    value: npt.ArrayLike, name: str, *, dtype: type[np.generic], length: int
) -> npt.NDArray[Any]:
    """A column of ``length`` values of ``dtype``; a single value stands for all rows."""
    array = as_array(value, name, dtype=dtype)
    if array.ndim == 0:
        return np.full(length, array, dtype=dtype)
    if array.shape != (length,):
        raise ValueError(f"{name} must have shape ({length},), not {array.shape}")
    return array


C_TYPES = {
    np.dtype(dtype): "double" if dtype is np.float64 else f"{dtype.__name__}_t"
    for dtype in (np.uint8, np.uint16, np.uint32, np.uint64, np.int32, np.int64, np.float64)
}


def c_type_of(array: npt.NDArray[Any]) -> str:
    """The C type of the elements of an array."""
    return C_TYPES[array.dtype]


ARRAY_TYPES: dict[str, Any] = {}
"""The types of arrays by that of their elements: finding one by its name takes longer than the rest
of what ``pointer`` does."""


def pointer(array: npt.NDArray[Any], c_type: str) -> Any:
    """The array's memory as ``c_type *``; the array must be contiguous and outlive the call."""
    array_type = ARRAY_TYPES.get(c_type)
    if array_type is None:
        array_type = ARRAY_TYPES[c_type] = ffi.typeof(f"{c_type}[]")
    return ffi.from_buffer(array_type, array)


def writable(array: npt.NDArray[Any], c_type: str) -> Any:
    """Like ``pointer``, for C to write to; raises ``ValueError`` for a read-only array."""
    if not array.flags.writeable:
        raise ValueError("the array to write to is read-only")
    return ffi.from_buffer(f"{c_type}[]", array, require_writable=True)
