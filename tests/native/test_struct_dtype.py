"""What Python knows of C structs and enums is what the compiler made of them."""

import ctypes
import re
from pathlib import Path

import numpy as np
import pytest

from railbird.native import STYLE_COUNTERS
from railbird.native._native import ffi, lib
from railbird.native.struct_dtype import struct_dtype

ROOT = Path(__file__).resolve().parents[2]
STRUCTS = {
    "rb_hand": "game/betting.h",
    "rb_turn": "matches/matches.h",
    "rb_line": "sockets/wire.h",
    "rb_call": "sockets/wire.h",
    "rb_event": "sockets/wire.h",
}


def read_struct(name: str) -> type[ctypes.Structure]:
    """The struct as its header declares it, laid out by ctypes by the platform's rules."""
    text = (ROOT / "native" / STRUCTS[name]).read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    bodies = re.findall(r"typedef struct \{(.*?)\} (\w+);", text, re.DOTALL)
    body = next(body for body, struct in bodies if struct == name)
    fields = re.findall(r"(u?int\d+)_t (\w+);", body)
    return type(
        name,
        (ctypes.Structure,),
        {"_fields_": [(field, getattr(ctypes, f"c_{kind}")) for kind, field in fields]},
    )


@pytest.mark.parametrize("name", STRUCTS)
def test_every_field_lies_where_the_header_puts_it(name: str) -> None:
    layout, expected = struct_dtype(name), read_struct(name)
    assert layout.itemsize == ctypes.sizeof(expected) == ffi.sizeof(name)
    assert layout.names == tuple(field for field, _ in expected._fields_)
    for field, kind in expected._fields_:
        dtype, offset = layout.fields[field][:2]
        assert (offset, dtype) == (getattr(expected, field).offset, np.dtype(kind)), field


def test_c_and_numpy_read_each_others_records() -> None:
    for name in STRUCTS:
        layout = struct_dtype(name)
        record = np.zeros(2, layout)
        for number, field in enumerate(layout.names):
            record[field] = number + 1
        seen = ffi.cast(f"{name} *", ffi.from_buffer(record.view(np.uint8)))
        for row in range(2):
            assert [getattr(seen[row], field) for field in layout.names] == [*record[row].tolist()]


def test_a_struct_with_a_pointer_is_refused() -> None:
    with pytest.raises(TypeError, match="field seats of rb_seat_order is uint8_t"):
        struct_dtype("rb_seat_order")


def test_the_counters_are_those_of_c() -> None:
    assert len(STYLE_COUNTERS) == lib.RB_STYLE_COUNTERS
    for place, name in enumerate(STYLE_COUNTERS):
        assert getattr(lib, name.upper()) == place
