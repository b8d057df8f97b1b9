"""How isolated agents run in processes of their own: the program, its limits, the sandbox."""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from railbird.harness.errors import SpecError
from railbird.harness.players.outside_spec import Isolation, Limits
from railbird.harness.supervision.confinement import (
    FIRST_WITH_NETWORK,
    FIRST_WITH_SIGNALS,
    FIRST_WITH_TRUNCATION,
    Confinement,
    landlock_version,
)
from railbird.harness.supervision.program_limits import can_count_processes
from railbird.harness.supervision.programs import Program, find_bubblewrap
from railbird.harness.supervision.python_code import code_calling
from railbird.harness.supervision.system_calls import can_filter

SYSTEM_FOLDERS = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime")
FOR_COMMANDS = ("/etc", "/opt")
ONE_THREAD = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}


def isolate(isolation: Isolation, limits: Limits, *, hidden: Path | None) -> Program:
    """Return the program that runs `isolated.main`, its line's descriptor being `{socket}`.

    In a sandbox the folder `hidden` is not visible.
    """
    code = code_calling("railbird.harness.players.isolated_process", "main({socket})")
    command: tuple[str, ...] = (sys.executable, "-P", "-B", "-c", code)
    confinement: Confinement | None = Confinement(list(_needed()), [])
    if isolation == "sandbox":  # it needs mounts, which a confined process may not make
        command, confinement = (*_sandbox(hidden), *command), None
    return Program(
        command,
        environment=dict(ONE_THREAD),
        limits=limits.amounts,
        confinement=confinement,
    )


def confine_command(command: Sequence[str], folder: str, port: int) -> Confinement:
    """Return the files an isolated command may use: the system, its folder, and what it names."""
    named = [str(Path(folder, part)) for part in command if Path(folder, part).is_file()]
    program = shutil.which(command[0])
    own = [path for path in (folder, program, *named) if path]
    return Confinement([*_needed(), *FOR_COMMANDS, *own], [port])


def check_isolation(label: str, isolation: Isolation) -> None:
    """Raise SpecError if this machine does not support the isolation requested."""
    if isolation == "none":
        return
    if sys.platform != "linux":
        raise SpecError(f"agent '{label}': isolation needs Linux; leave it out, or play on Linux")
    if isolation == "process" and landlock_version() < 1:
        raise SpecError(
            f"agent '{label}': isolation = \"process\" needs Landlock, which is disabled on this "
            "machine; "
            'use isolation = "sandbox", or another machine'
        )
    if not can_filter():
        raise SpecError(
            f"agent '{label}': isolation needs system call filters (seccomp), which are supported "
            "on x86-64 and 64-bit ARM and can be disabled in the kernel; play on another machine"
        )
    if not can_count_processes():
        raise SpecError(
            f"agent '{label}': isolation cannot limit the processes of root on this machine; run "
            "as an ordinary user"
        )
    if isolation == "sandbox" and not find_bubblewrap():
        raise SpecError(
            f"agent '{label}': isolation = \"sandbox\" needs bubblewrap (bwrap), which is not "
            'installed; install it, or use isolation = "process"'
        )


def describe_asynchronous(label: str) -> str:
    """Return why an asynchronous agent is not isolated, and what to do instead."""
    return (
        f"agent '{label}' is asynchronous, and the process of an isolated agent has no network and "
        "answers one decision at a time; run the agent behind an address of its own (service = "
        '"http://..."), confined as you like, or leave out isolation'
    )


def find_gaps(version: int, *, has_commands: bool) -> tuple[str, ...]:
    """Return the gaps in isolation = "process" on a kernel with this version of Landlock."""
    gaps = (
        (FIRST_WITH_TRUNCATION, True, "readable files can be truncated"),
        (FIRST_WITH_NETWORK, has_commands, "a command can connect to any port"),
        (FIRST_WITH_SIGNALS, True, "other processes of the same user can be killed"),
    )
    return tuple(gap for first, concerns, gap in gaps if concerns and version < first)


def describe_gaps(version: int, *, has_commands: bool) -> str:
    """Return a warning about gaps in isolation = "process" here; "" if there are none."""
    gaps = find_gaps(version, has_commands=has_commands)
    if not gaps:
        return ""
    return (
        f'warning: isolation = "process" is incomplete on this kernel (Landlock ABI {version}, '
        f'needed: {FIRST_WITH_SIGNALS}): {"; ".join(gaps)}; use isolation = "sandbox", or a newer '
        "kernel"
    )


def _sandbox(hidden: Path | None) -> Iterator[str]:
    """The sandbox: no network, no other processes, and only the files that Python runs from."""
    yield from (find_bubblewrap(), "--unshare-all", "--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp")
    for path in _needed():
        yield from ("--ro-bind", path, path)
    if hidden is not None and hidden.exists():
        yield from ("--tmpfs", str(hidden), "--remount-ro", str(hidden))
    yield from ("--bind", "{home}", "{home}", "--chdir", "{home}")
    for path in ("/tmp", "/dev", "/"):  # in memory, which is not counted
        yield from ("--remount-ro", path)
    yield "--"


@cache
def _needed() -> tuple[str, ...]:
    """The folders of the interpreter and of what it imports, the outer before the inner."""
    code = files("railbird.harness")
    roots = [Path(str(code)).parent] if isinstance(code, Path) else []
    paths = [*map(Path, SYSTEM_FOLDERS), Path(sys.prefix), Path(sys.base_prefix), *roots]
    paths += [Path(entry) for entry in sys.path if entry and os.path.exists(entry)]
    found = sorted({str(path) for path in paths if path.exists()})
    return tuple(found)
