"""Builds the kernel that walks trees, with cffi."""

import os
from pathlib import Path

from cffi import FFI

FOLDER = Path("agents/clone/model")
OPTIMIZATION = os.environ.get("RAILBIRD_OPTIMIZATION", "-O3")  # sanitizers need less optimisation

ffibuilder = FFI()
ffibuilder.cdef((FOLDER / "walk.h").read_text("utf-8"))
ffibuilder.set_source(
    "railbird.agents.clone.model._clone",
    '#include <stdint.h>\n#include "walk.h"\n',
    sources=[str(FOLDER / "walk.c")],
    include_dirs=[str(FOLDER)],
    depends=[str(FOLDER / "walk.h")],
    extra_compile_args=[OPTIMIZATION, "-Wall", "-Wextra", "-std=c11", "-ffp-contract=off"],
    py_limited_api=True,
)
