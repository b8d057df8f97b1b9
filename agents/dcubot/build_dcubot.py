"""Builds dcubot's C kernels with cffi; they read native's header of the betting rules."""

import os
import re
from glob import glob
from pathlib import Path

from cffi import FFI

BETTING = Path("native/game/betting.h")
FACE = Path("agents/dcubot/dcubot.h")
OPTIMIZATION = os.environ.get("RAILBIRD_OPTIMIZATION", "-O3")  # sanitizers want less

ffibuilder = FFI()
for struct in re.findall(r"typedef struct \{.*?\} \w+;", BETTING.read_text("utf-8"), re.DOTALL):
    ffibuilder.cdef(struct)  # native's types, not its functions, which are in its own module
ffibuilder.cdef(FACE.read_text("utf-8"))
ffibuilder.set_source(
    "railbird.agents.dcubot._dcubot",
    '#include <stdint.h>\n#include "betting.h"\n#include "dcubot.h"\n',
    sources=sorted(glob("agents/dcubot/csrc/*.c")),
    include_dirs=["native/game", "agents/dcubot"],
    depends=[
        str(BETTING),
        str(FACE),
        *sorted(glob("agents/dcubot/csrc/*.h")),
        "native/game/hand.h",
    ],
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
