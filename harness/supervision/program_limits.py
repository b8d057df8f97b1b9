"""Limits of a program, applied in the new process before the program runs."""

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1
MEGABYTE = 1 << 20
PIDS_CGROUP = Path("/sys/fs/cgroup/pids")


def make_limiter(limits: dict[str, int], cgroup: Path | None) -> Callable[[], None]:
    """Return the function to run in the new process before the program."""
    amounts = {
        resource.RLIMIT_AS: limits.get("memory_mb", 0) * MEGABYTE,
        resource.RLIMIT_CPU: limits.get("cpu_seconds", 0),
        resource.RLIMIT_NOFILE: limits.get("files", 0),
        resource.RLIMIT_FSIZE: limits.get("file_mb", 0) * MEGABYTE,
        resource.RLIMIT_NPROC: limits.get("processes", 0) and _own_tasks() + limits["processes"],
    }

    def limit() -> None:
        set_process_option(PR_SET_PDEATHSIG, signal.SIGKILL)
        if cgroup is not None:
            (cgroup / "cgroup.procs").write_text(str(os.getpid()))
        for which, amount in amounts.items():
            if amount:
                hard = resource.getrlimit(which)[1]
                least = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
                resource.setrlimit(which, (least, least))
        if limits:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return limit


def can_count_processes() -> bool:
    """Whether a limit on processes can be enforced: for root it needs a cgroup."""
    if os.geteuid():
        return True
    probe = make_cgroup(f"{os.getpid()}-probe", 1)
    if probe is not None:
        probe.rmdir()
    return probe is not None


def make_cgroup(tag: str, processes: int | None) -> Path | None:
    """Create a cgroup that counts processes, for root, to whom user limits do not apply."""
    if not processes or os.geteuid():
        return None
    cgroup = PIDS_CGROUP / f"railbird-{tag}"
    try:
        cgroup.mkdir()
        (cgroup / "pids.max").write_text(str(processes))
    except OSError:
        return None
    return cgroup


def _own_tasks() -> int:
    """The current number of tasks of the user, all of which RLIMIT_NPROC counts."""
    count, user = 0, os.getuid()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and entry.stat().st_uid == user:
                count += sum(1 for _ in (entry / "task").iterdir())
        except OSError:  # it has ended meanwhile
            continue
    return count


def set_process_option(option: int, value: int) -> None:
    """Set an option of prctl, on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
