"""A program that runs for the keeper, and its end with all that descends from it."""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator

import msgspec

from railbird.harness.supervision.confinement import Confinement, confine
from railbird.harness.supervision.process_tree import (
    children,
    descendants,
    environment,
    kill,
    kill_group,
    reap,
    signal_name,
)
from railbird.harness.supervision.program_limits import make_cgroup, make_limiter

MOST_SWEEPS = 1000
TAG = "RAILBIRD_PROGRAM"


class StartProgram(msgspec.Struct, frozen=True, tag="start"):
    """Start a program; `{home}` in its arguments is its own temporary folder.

    `limits` are memory_mb, cpu_seconds, files, file_mb and processes, none where there is none. A
    socket that comes with the message is left open in the program; its number is `{socket}`.
    """

    number: int
    command: list[str]
    folder: str
    environment: dict[str, str]
    limits: dict[str, int]
    confinement: Confinement | None = None


class KeptProgram:
    """One program, in a session, a temporary folder and where need be a cgroup of its own."""

    def __init__(self, wanted: StartProgram, descriptors: list[int]) -> None:
        """Start it; raises OSError where it cannot be."""
        self.number = wanted.number
        self.tag = f"{os.getpid()}-{wanted.number}"
        self._home = tempfile.TemporaryDirectory(prefix="railbird-", ignore_cleanup_errors=True)
        self._cgroup = make_cgroup(self.tag, wanted.limits.get("processes"))
        words = {"home": self._home.name, "socket": str(descriptors[0]) if descriptors else ""}
        command = [_fill(part, words) for part in wanted.command]
        own = {key: _fill(value, words) for key, value in wanted.environment.items()}
        try:
            self.process = subprocess.Popen(
                command,
                cwd=wanted.folder or self._home.name,
                env={**own, TAG: self.tag},
                stdin=subprocess.DEVNULL,
                stdout=2,
                pass_fds=descriptors,
                start_new_session=True,
                preexec_fn=self._prepare(wanted),  # noqa: PLW1509  (one thread)
            )
        except BaseException:
            self._clean()
            raise

    def _prepare(self, wanted: StartProgram) -> Callable[[], None]:
        """Return what is done in the new process before the program runs."""
        limit, home = make_limiter(wanted.limits, self._cgroup), self._home.name

        def prepare() -> None:
            limit()
            if wanted.confinement is not None:
                confine(wanted.confinement, home)

        return prepare

    def end(self, others: frozenset[int] = frozenset()) -> None:
        """Kill it with its group, and whatever still descends from it or bears its tag or none.

        ``others`` are known to be programs that go on, and not looked at.
        """
        for _ in range(MOST_SWEEPS):
            family = set(descendants(self.process.pid)) | set(self._adopted(others))
            if self.process.returncode is None:
                kill_group(self.process.pid)
            kill(family)
            if self.process.returncode is None:
                self.process.wait()
            reap(set(), only=family)
            if not family:
                break
        self._clean()

    def _adopted(self, others: frozenset[int]) -> Iterator[int]:
        """What the keeper has adopted and nobody else's tag claims; who hid the tag is not kept."""
        for child in children(os.getpid()):
            if child == self.process.pid or child in others:
                continue
            tags = [entry for entry in environment(child) if entry.startswith(f"{TAG}=")]
            if tags in ([], [f"{TAG}={self.tag}"]):
                yield child
                yield from descendants(child)

    def _clean(self) -> None:
        self._home.cleanup()
        if self._cgroup is not None and self._cgroup.exists():
            try:
                self._cgroup.rmdir()
            except OSError:  # a process that is about to be gone is still counted
                return


def describe_code(code: int) -> str:
    """Say how a program ended."""
    if code < 0:
        return f"the program died of {signal_name(-code)}"
    return f"the program left with code {code}"


def _fill(text: str, words: dict[str, str]) -> str:
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text
