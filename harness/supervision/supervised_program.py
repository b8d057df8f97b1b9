"""A program that runs under the supervisor, and its end with all its descendants."""

import os
import subprocess
from collections.abc import Callable, Iterator
from secrets import token_hex

import msgspec

from railbird.harness.supervision.agent_output import AgentOutput, Screen
from railbird.harness.supervision.confinement import Confinement, confine
from railbird.harness.supervision.home import FolderMovedError, Home, hidden_bytes
from railbird.harness.supervision.process_tree import (
    children,
    descendants,
    environment,
    kill,
    kill_group,
    reap,
    signal_name,
)
from railbird.harness.supervision.program_limits import MEGABYTE, make_cgroup, make_limiter

MOST_SWEEPS = 1000
MOST_RESTLESS = 5
TAG = "RAILBIRD_PROGRAM"


class StartProgram(msgspec.Struct, frozen=True, tag="start"):
    """Start a program; `{home}` in its arguments is its own temporary folder.

    `limits` are memory_mb, cpu_seconds, files, file_mb, processes, disk_mb and disk_files, each
    optional. A socket sent with the message is left open in the program; its number is `{socket}`.
    Its output to the standard streams is shown under its `label`.
    """

    number: int
    command: list[str]
    folder: str
    environment: dict[str, str]
    limits: dict[str, int]
    confinement: Confinement | None = None
    label: str = ""


class KeptProgram:
    """One program, in its own session, temporary folder and, if necessary, cgroup."""

    def __init__(self, wanted: StartProgram, descriptors: list[int], screen: Screen) -> None:
        """Start it; raises OSError."""
        self.number = wanted.number
        self.tag = token_hex(16)  # that no other program can guess
        self._limits = wanted.limits
        self._is_confined = wanted.confinement is not None
        self._restless = 0
        self._home = Home()
        self._cgroup = make_cgroup(f"{os.getpid()}-{wanted.number}", wanted.limits.get("processes"))
        try:
            self.output = AgentOutput(wanted.label, screen)
            self.process = self._start(wanted, descriptors)
        except BaseException:
            for _ in self.remove():
                pass
            raise

    def _start(self, wanted: StartProgram, descriptors: list[int]) -> "subprocess.Popen[bytes]":
        words = {"home": self._home.path, "socket": str(descriptors[0]) if descriptors else ""}
        command = [_fill(part, words) for part in wanted.command]
        own = {key: _fill(value, words) for key, value in wanted.environment.items()}
        try:
            return subprocess.Popen(
                command,
                cwd=wanted.folder or self._home.path,
                env={**own, TAG: self.tag},
                stdin=subprocess.DEVNULL,
                stdout=self.output.writer,
                stderr=self.output.writer,
                pass_fds=descriptors,
                start_new_session=True,
                preexec_fn=self._prepare(wanted),  # noqa: PLW1509  (one thread)
            )
        except BaseException:
            self.output.close()
            raise
        finally:
            os.close(self.output.writer)

    def _prepare(self, wanted: StartProgram) -> Callable[[], None]:
        """Return the function to run in the new process before the program."""
        limit, home = make_limiter(wanted.limits, self._cgroup), self._home.path

        def prepare() -> None:
            limit()
            if wanted.confinement is not None:
                confine(wanted.confinement, home)

        return prepare

    @property
    def is_bounded(self) -> bool:
        """Whether its use of disk space is limited."""
        return "disk_mb" in self._limits

    def find_excess(self) -> str:
        """Return how it exceeds its disk limits; "" if it does not."""
        most_bytes = self._limits["disk_mb"] * MEGABYTE
        most_files = self._limits["disk_files"]
        try:
            use = self._home.measure(most_files=most_files)
        except FolderMovedError:
            self._restless += 1
            still = "moves its folders while they are measured"
            return still if self._restless >= MOST_RESTLESS else ""
        self._restless = 0
        if use.files > most_files:
            return f"kept more than {most_files} files and folders (limits: disk_files)"
        if use.bytes + self._hidden_bytes() > most_bytes:
            return f"kept more than {self._limits['disk_mb']} MB on disk (limits: disk_mb)"
        return ""

    def _hidden_bytes(self) -> int:
        family = [self.process.pid, *descendants(self.process.pid)]
        most = self._limits["file_mb"] * MEGABYTE
        try:
            return hidden_bytes(family, self._home.device, most_a_file=most)
        except PermissionError:  # of a sandbox, the sandbox process itself is not accessible
            return self._limits["disk_mb"] * MEGABYTE + 1 if self._is_confined else 0

    def end(self, others: frozenset[int], tags: frozenset[str]) -> None:
        """Kill it with its group, its descendants, and processes without another program's tag.

        ``others`` are running programs, with their ``tags``, and are skipped.
        """
        for _ in range(MOST_SWEEPS):
            family = set(descendants(self.process.pid)) | set(self._adopted(others, tags))
            if self.process.returncode is None:
                kill_group(self.process.pid)
            kill(family)
            if self.process.returncode is None:
                self.process.wait()
            reap(set(), only=family)
            if not family:
                break
        self.output.close()

    def remove(self) -> Iterator[None]:
        """Remove what it left on disk, in steps; raises OSError."""
        try:
            yield from self._home.remove()
        finally:
            self._remove_cgroup()

    def _adopted(self, others: frozenset[int], tags: frozenset[str]) -> Iterator[int]:
        """Processes that the supervisor adopted and that have no other program's tag."""
        for child in children(os.getpid()):
            if child == self.process.pid or child in others:
                continue
            if not any(entry.removeprefix(f"{TAG}=") in tags for entry in environment(child)):
                yield child
                yield from descendants(child)

    def _remove_cgroup(self) -> None:
        if self._cgroup is not None and self._cgroup.exists():
            try:
                self._cgroup.rmdir()
            except OSError:  # a process that is about to end is still counted
                return


def describe_code(code: int) -> str:
    """Describe how a program ended."""
    if code < 0:
        return f"the program was killed by {signal_name(-code)}"
    return f"the program exited with code {code}"


def _fill(text: str, words: dict[str, str]) -> str:
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text
