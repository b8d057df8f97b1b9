"""How agents of ours run in processes of their own: the program, its limits, the sandbox."""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from railbird.harness.errors import SpecError
from railbird.harness.players.outside_spec import Isolation, Limits
from railbird.harness.supervision.confinement import Confinement, landlock_version
from railbird.harness.supervision.program_limits import can_count_processes
from railbird.harness.supervision.programs import Program, find_bubblewrap
from railbird.harness.supervision.python_code import code_calling

SYSTEM_FOLDERS = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime")
FOR_COMMANDS = ("/etc", "/opt")
ONE_THREAD = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}


def isolate(isolation: Isolation, limits: Limits, *, hidden: Path | None) -> Program:
    """Return the program that runs `isolated.main`, its line's descriptor being `{socket}`.

    A sandbox does not show the folder `hidden`.
    """
    code = code_calling("railbird.harness.players.isolated_process", "main({socket})")
    command: tuple[str, ...] = (sys.executable, "-P", "-B", "-c", code)
    confinement: Confinement | None = Confinement(list(_needed()), [])
    if isolation == "sandbox":  # it takes mounts, which nobody confined may make
        command, confinement = (*_sandbox(hidden), *command), None
    return Program(
        command,
        environment=dict(ONE_THREAD),
        limits=limits.amounts,
        confinement=confinement,
    )


def confine_command(command: Sequence[str], folder: str, port: int) -> Confinement:
    """Return what an isolated command may touch: the system, its folder, and what it names."""
    named = [str(Path(folder, part)) for part in command if Path(folder, part).is_file()]
    program = shutil.which(command[0])
    own = [path for path in (folder, program, *named) if path]
    return Confinement([*_needed(), *FOR_COMMANDS, *own], [port])


def check_isolation(label: str, isolation: Isolation) -> None:
    """Raise SpecError where this machine cannot isolate as it is asked to."""
    if isolation == "none":
        return
    if sys.platform != "linux":
        raise SpecError(f"agent '{label}': isolation is for Linux; leave it out, or play there")
    if isolation == "process" and landlock_version() < 1:
        raise SpecError(
            f"agent '{label}': isolation = \"process\" takes Landlock, which is off here; "
            'say isolation = "sandbox", or play elsewhere'
        )
    if not can_count_processes():
        raise SpecError(
            f"agent '{label}': isolation cannot limit processes for root here; "
            "run as an ordinary user"
        )
    if isolation == "sandbox" and not find_bubblewrap():
        raise SpecError(
            f"agent '{label}': isolation = \"sandbox\" takes bubblewrap (bwrap), which is not "
            'installed; install it, or say isolation = "process"'
        )


def _sandbox(hidden: Path | None) -> Iterator[str]:
    """No network, no other process and no file in sight but those that Python runs from."""
    yield from (find_bubblewrap(), "--unshare-all", "--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp")
    for path in _needed():
        yield from ("--ro-bind", path, path)
    if hidden is not None and hidden.exists():
        yield from ("--tmpfs", str(hidden))
    yield from ("--bind", "{home}", "{home}", "--chdir", "{home}", "--")


@cache
def _needed() -> tuple[str, ...]:
    """The folders of the interpreter and of what it imports, the outer before the inner."""
    code = files("railbird.harness")
    roots = [Path(str(code)).parent] if isinstance(code, Path) else []
    paths = [*map(Path, SYSTEM_FOLDERS), Path(sys.prefix), Path(sys.base_prefix), *roots]
    paths += [Path(entry) for entry in sys.path if entry and os.path.exists(entry)]
    found = sorted({str(path) for path in paths if path.exists()})
    return tuple(found)
