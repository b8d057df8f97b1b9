"""The layout of C structs and the names of C enums, read from the headers that cffi compiled."""

from functools import cache
from typing import Any

import numpy as np

from railbird.native._native import ffi

_SIGNED, _UNSIGNED, _FLOATING = "i", "u", "f"


@cache
def struct_dtype(name: str, compiled: Any = ffi) -> np.dtype[Any]:
    """A numpy dtype with the fields, offsets and size of a C struct of numbers.

    ``compiled`` is the ``ffi`` of the extension that has it, by default the native one. Raises
    TypeError for a field that is not a number, such as a pointer.
    """
    struct = compiled.typeof(name)
    return np.dtype(
        {
            "names": [field for field, _ in struct.fields],
            "formats": [_number_dtype(name, field, at.type) for field, at in struct.fields],
            "offsets": [at.offset for _, at in struct.fields],
            "itemsize": ffi.sizeof(struct),
        }
    )


def enum_names(name: str) -> tuple[str, ...]:
    """The names of a C enum that counts from 0, in lower case and in order."""
    elements = ffi.typeof(name).elements
    return tuple(elements[value].lower() for value in range(len(elements)))


def _number_dtype(struct: str, field: str, c_type: Any) -> np.dtype[Any]:
    if c_type.kind != "primitive":
        raise TypeError(f"field {field} of {struct} is {c_type.cname}, which is not a number")
    if c_type.cname in ("float", "double"):
        kind = _FLOATING
    else:
        kind = _SIGNED if int(ffi.cast(c_type, -1)) < 0 else _UNSIGNED
    return np.dtype(f"{kind}{ffi.sizeof(c_type)}")
