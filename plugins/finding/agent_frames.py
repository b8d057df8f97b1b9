"""Finds where in an agent's own code an exception was raised, from its traceback.

An agent's own code is the code of plugins: modules of plugins by path, and of the packages of
installed plugins; railbird's own agents count only if no other plugin's code was called. If no
plugin's code was called (an agent of a notebook or a test), it is the package of the first code
that is neither railbird's nor Python's. Libraries that it calls, such as numpy, are not its own.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from traceback import format_exception, walk_tb
from types import FrameType, TracebackType
from typing import Any

from railbird.native.errors import RailbirdError
from railbird.plugins.finding.hookspecs import PROJECT

OUR_AGENTS = f"{PROJECT}.agents"
GENERATED = ("<string>", "<frozen")
"""File names of generated code."""

Frames = list[tuple[FrameType, int]]
_installed: set[str] = set()
"""The top-level packages of installed plugins in this process. They are recorded when plugins are
loaded, because the agent may have used up all file descriptors when an exception is examined."""


def note_installed(modules: Iterable[str]) -> None:
    """Record the modules of installed plugins."""
    _installed.update(module.partition(".")[0] for module in modules)
    _installed.discard(PROJECT)


def place_of(error: BaseException) -> str:
    """Return where in an agent's own code an exception was raised: `(bot.py, line 5, in act)`.

    It is "" if none of that code was called, and where an agent of railbird's own refuses its
    parameters. For infinite recursion it is the first function that called itself, since the depth
    depends on the process.
    """
    frames = _own_frames(error)
    is_refusal = isinstance(error, RailbirdError) and all(_is_of_our_agents(f) for f, _ in frames)
    if not frames or is_refusal:
        return ""
    frame, line = _first_recursion(frames) if isinstance(error, RecursionError) else frames[-1]
    function = frame.f_code.co_name
    where = "" if function == "<module>" else f", in {function}"
    return f"({Path(frame.f_code.co_filename).name}, line {line}{where})"


def own_traceback(error: BaseException) -> str:
    """Return the traceback of an exception with only the frames of the agent's own code.

    It is "" if none of that code was called. The other frames are removed from the exception.
    """
    if not _own_frames(error):
        return ""
    for one in _chain(error):
        one.__traceback__ = _join(_own_frames(one), one.__traceback__)
    return "".join(format_exception(error))


def arose_in_plugin(error: BaseException) -> bool:
    """Whether code of a plugin other than railbird's own was called during an exception."""
    return any(_is_plugins(frame) for frame, _ in _frames(error))


def _own_frames(error: BaseException) -> Frames:
    """Return the frames of the agent's own code with their lines, the innermost last."""
    frames = _frames(error)
    found = _those(frames, _is_plugins) or _those(frames, _is_of_our_agents)
    if found:
        return found
    others = _those(frames, _is_others)
    return _those(others, lambda frame: _package(frame) == _package(others[0][0]))


def _frames(error: BaseException) -> Frames:
    return [
        (frame, line)
        for frame, line in walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith(GENERATED)
    ]


def _those(frames: Frames, is_it: Callable[[FrameType], bool]) -> Frames:
    return [(frame, line) for frame, line in frames if is_it(frame)]


def _is_plugins(frame: FrameType) -> bool:
    is_by_path = getattr(frame.f_globals.get("__loader__"), "is_of_plugin", False)
    return is_by_path or _package(frame) in _installed


def _is_of_our_agents(frame: FrameType) -> bool:
    return _module(frame.f_globals).startswith(f"{OUR_AGENTS}.")


def _is_others(frame: FrameType) -> bool:
    package = _package(frame)
    return package not in ("", PROJECT) and package not in sys.stdlib_module_names


def _package(frame: FrameType) -> str:
    return _module(frame.f_globals).partition(".")[0]


def _module(variables: Mapping[str, Any]) -> str:
    return str(variables.get("__name__", ""))


def _first_recursion(frames: Frames) -> tuple[FrameType, int]:
    calls = Counter(frame.f_code for frame, _ in frames)
    return next((one for one in frames if calls[one[0].f_code] > 1), frames[-1])


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and its causes, each once."""
    seen, waiting = set[int](), [error]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting += [before for before in (one.__cause__, one.__context__) if before is not None]


def _join(frames: Frames, traceback: TracebackType | None) -> TracebackType | None:
    """Return the entries of a traceback with these frames."""
    kept = {id(frame) for frame, _ in frames}
    links = []
    while traceback is not None:
        if id(traceback.tb_frame) in kept:
            links.append(traceback)
        traceback = traceback.tb_next
    joined = None
    for link in reversed(links):
        joined = TracebackType(joined, link.tb_frame, link.tb_lasti, link.tb_lineno)
    return joined
