"""Builds the C core with cffi: every header of native/ is its face, every file of csrc its body.

The headers hold declarations only (no preprocessor lines), since cffi reads them too.
"""

import os
from glob import glob
from pathlib import Path

from cffi import FFI

HEADERS = sorted(glob("native/*.h"))
OPTIMIZATION = os.environ.get("RAILBIRD_OPTIMIZATION", "-O3")  # sanitizers want less

ffibuilder = FFI()
for header in HEADERS:
    ffibuilder.cdef(Path(header).read_text(encoding="utf-8"))
ffibuilder.set_source(
    "railbird.native._native",
    "#include <stdint.h>\n" + "".join(f'#include "{Path(header).name}"\n' for header in HEADERS),
    sources=sorted(glob("native/csrc/*.c")),
    include_dirs=["native"],
    depends=[*HEADERS, *sorted(glob("native/csrc/*.h"))],
    extra_compile_args=[OPTIMIZATION, "-Wall", "-Wextra", "-std=c11", "-ffp-contract=off"],
    py_limited_api=True,
)
