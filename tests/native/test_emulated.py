"""The C core starts on other processors than this one and knows their paths, as qemu has them.

.ci/emulate runs whole tests and a tournament on two of them.
"""

import platform
import shutil
import subprocess
import sys

import pytest

PORTABLE, WITH_AVX2 = ["portable"], ["avx2", "portable"]
START = "from railbird.native.cards.ranks import rank_paths; print(*rank_paths())"

pytestmark = pytest.mark.skipif(
    shutil.which("qemu-x86_64") is None or platform.machine() != "x86_64",
    reason="qemu-x86_64 (Debian's qemu-user) is missing, or Python here is not for x86-64",
)


@pytest.mark.parametrize(
    ("processor", "paths"),
    [
        ("Nehalem", PORTABLE),
        ("Haswell", WITH_AVX2),
        ("Haswell,-avx2", PORTABLE),
        ("Haswell,-bmi2", PORTABLE),
    ],
)
def test_the_core_starts_and_takes_the_paths_that_a_processor_has(
    processor: str, paths: list[str]
) -> None:
    command = ["qemu-x86_64", "-cpu", processor, sys.executable, "-c", START]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == paths
