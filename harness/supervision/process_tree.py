"""Processes and their descendants, from Linux's /proc."""

import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path


def children(parent: int) -> Iterator[int]:
    """The children of all tasks of a process."""
    try:
        tasks = list(Path(f"/proc/{parent}/task").iterdir())
    except OSError:
        return
    for task in tasks:
        try:
            yield from map(int, (task / "children").read_text().split())
        except OSError:  # it has ended meanwhile
            continue


def descendants(parent: int) -> Iterator[int]:
    """The descendants of a process that are still attached to it, at any depth."""
    to_visit = [parent]
    while to_visit:
        for child in children(to_visit.pop()):
            yield child
            to_visit.append(child)


def environment(process: int) -> list[str]:
    """The environment that a process was started with, `NAME=value` each."""
    try:
        text = Path(f"/proc/{process}/environ").read_bytes().decode("utf-8", "replace")
    except OSError:
        return []
    return text.split("\0")


def kill(processes: Iterable[int]) -> None:
    """Kill processes."""
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):  # ended, or now running as another user
            continue


def signal_name(number: int) -> str:
    """Return the name of a signal; real-time signals only have numbers."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def kill_group(leader: int) -> None:
    """Kill a process group."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def reap(kept: set[int], *, only: set[int] | None = None) -> None:
    """Reap children that have ended, other than the programs themselves."""
    for child in list(children(os.getpid())):
        if child in kept or (only is not None and child not in only):
            continue
        try:
            os.waitpid(child, os.WNOHANG)
        except ChildProcessError:
            continue
