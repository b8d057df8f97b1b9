"""Builds the C core with cffi: every file of csrc, one extension module."""

from glob import glob

from cffi import FFI

ffibuilder = FFI()
with open("native/railbird.h", encoding="utf-8") as header:
    ffibuilder.cdef(header.read())
ffibuilder.set_source(
    "railbird.native._native",
    '#include "railbird.h"',
    sources=sorted(glob("native/csrc/*.c")),
    include_dirs=["native"],
    depends=["native/railbird.h", *sorted(glob("native/csrc/*.h"))],
    extra_compile_args=["-O3", "-Wall", "-Wextra", "-std=c11"],
    py_limited_api=True,
)
