"""Builds the C core with cffi, from all folders of subjects in native/.

A face is a header that Python sees: declarations only (no preprocessor lines), since cffi reads
them too. All other headers are internal to C.
"""

import os
from glob import glob
from pathlib import Path

from cffi import FFI

FACES = (
    "native/kernels/path_names.h",
    "native/kernels/philox.h",
    "native/rankers/rankers.h",
    "native/game/betting.h",
    "native/game/action_walk.h",
    "native/told/told_hands.h",
    "native/game/actors.h",
    "native/game/round_ends.h",
    "native/game/columns.h",
    "native/draws/deals.h",
    "native/draws/draws.h",
    "native/odds/shares_against.h",
    "native/odds/equity.h",
    "native/sockets/follow.h",
    "native/matches/matches.h",
    "native/odds/next_card.h",
    "native/cards/ranks.h",
    "native/odds/showdown_strength.h",
    "native/prizes/prizes.h",
    "native/solver/solver.h",
    "native/odds/strength.h",
    "native/style/style.h",
    "native/sockets/wire.h",
)
SOURCES = sorted(glob("native/*/*.c"))
HEADERS = sorted(glob("native/*/*.h"))
OPTIMIZATION = os.environ.get("RAILBIRD_OPTIMIZATION", "-O3")  # sanitizers need less optimisation

ffibuilder = FFI()
for face in FACES:
    ffibuilder.cdef(Path(face).read_text(encoding="utf-8"))
ffibuilder.set_source(
    "railbird.native._native",
    "#include <stdint.h>\n" + "".join(f'#include "{Path(face).name}"\n' for face in FACES),
    sources=SOURCES,
    include_dirs=sorted({str(Path(header).parent) for header in HEADERS}),
    depends=HEADERS,
    extra_compile_args=[OPTIMIZATION, "-Wall", "-Wextra", "-std=c11", "-ffp-contract=off"],
    py_limited_api=True,
)
