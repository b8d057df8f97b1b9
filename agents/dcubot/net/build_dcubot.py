"""Builds dcubot's C kernels with cffi; they read native's headers of the betting rules."""

import os
import re
from glob import glob
from pathlib import Path

from cffi import FFI

FACES = (Path("native/rankers/rankers.h"), Path("native/game/betting.h"))
FOLDER = Path("agents/dcubot/net")
PARTS = ("cards", "model", "kernels")
OPTIMIZATION = os.environ.get("RAILBIRD_OPTIMIZATION", "-O3")  # sanitizers need less optimisation

ffibuilder = FFI()
for face in FACES:
    for struct in re.findall(r"typedef struct \{.*?\} \w+;", face.read_text("utf-8"), re.DOTALL):
        ffibuilder.cdef(struct)  # native's types, not its functions, which are in its own module
ffibuilder.cdef((FOLDER / "dcubot.h").read_text("utf-8"))
ffibuilder.set_source(
    "railbird.agents.dcubot.net._dcubot",
    '#include <stdint.h>\n#include "rankers.h"\n#include "betting.h"\n#include "dcubot.h"\n',
    sources=sorted(glob(f"{FOLDER}/*/*.c")),
    include_dirs=[
        str(FOLDER),
        *(f"{FOLDER}/{part}" for part in PARTS),
        "native/game",
        "native/rankers",
    ],
    depends=[*sorted(glob("native/game/*.h")), *sorted(glob(f"{FOLDER}/**/*.h", recursive=True))],
    extra_compile_args=[
        OPTIMIZATION,
        "-Wall",
        "-Wextra",
        "-std=c11",
        "-ffp-contract=off",
        "-Wno-psabi",
    ],
    py_limited_api=True,
)
