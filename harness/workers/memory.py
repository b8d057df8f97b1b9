"""The memory of this process, for the progress display of a run."""

import os
import resource
import sys
from pathlib import Path

RESIDENT_PAGES = Path("/proc/self/statm")


def memory_in_use() -> int:
    """Return the bytes of memory that this process uses; if unavailable, its peak."""
    try:
        return int(RESIDENT_PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
