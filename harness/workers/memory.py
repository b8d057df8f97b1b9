"""The memory of this process, as the progress of a run shows it."""

import os
import resource
import sys
from pathlib import Path

RESIDENT_PAGES = Path("/proc/self/statm")


def memory_in_use() -> int:
    """Return the bytes that this process holds in memory; where that is not told, held at most."""
    try:
        return int(RESIDENT_PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # no Linux
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
