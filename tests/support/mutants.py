"""Files with something in them changed, read in forked children so that a crash is only counted.

`fuzz` draws mutants of sound files, all from a seed and a number, has a reader of one kind of file
read each, and reports which of them ended with anything but a value or one of our errors.
"""

import faulthandler
import mmap
import os
import resource
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from railbird.native import RailbirdError

SECONDS_EACH = 20
PER_CHILD = 2_000
MOST_GROWTH = 400 * 2**20
"""Beyond what a child has of its parent, which may be a test process grown large."""
EXTREMES = (0, 1, -1, 2, 7, 8, 255, 256, 2**15, 2**16, 2**31 - 1, -(2**31), 2**31, 2**32 - 1)
LONG_EXTREMES = (*EXTREMES, 2**33, 2**40, 2**48, 2**62, 2**63 - 1, -(2**63))
TEXTS = (
    *(b"null", b"-1", b"0", b"1e9", b"1000000000", b"99999999999999999999", b"NaN", b'"x"', b"[]"),
    *(b"{}", b"true", b'"../../../x"', b'"/tmp/x"', b'"\\u0000"', b"\xff\xfe", b"[" * 900, b"2.5"),
)
Mutate = Callable[[np.random.Generator, bytes], bytes]
Read = Callable[[bytes, np.random.Generator, int], None]
"""Of the bytes, what the reader draws from, and the number of the sound file they come from."""


@dataclass(frozen=True)
class Reader:
    """How one kind of file is changed and read; `read` may raise RailbirdError alone."""

    sound: Sequence[bytes]
    read: Read
    mutations: Sequence[Mutate]


@dataclass
class Outcome:
    """How many mutants were tried and read, what failed, and the most memory of a child."""

    tried: int = 0
    read: int = 0
    failures: list[str] = field(default_factory=list)
    most_memory: int = 0


def fuzz(reader: Reader, numbers: range, *, seed: int, keep: Path) -> Outcome:
    """Read the mutants of these numbers; those that fail are written into `keep`."""
    outcome, number, end = Outcome(), numbers.start, numbers.stop
    board = mmap.mmap(-1, 32)  # number being read, tried, read, child's memory
    while number < end:
        stop = min(number + PER_CHILD, end)
        board[:] = struct.pack("<4q", number, 0, 0, 0)
        sys.stdout.flush()
        log = keep / "failures.txt"
        child = os.fork()
        if not child:
            _be_child(reader, range(number, stop), seed, board=board, log=log)
        _, status = os.waitpid(child, 0)
        at, tried, read, memory = struct.unpack("<4q", board[:])
        outcome.tried += tried
        outcome.read += read
        outcome.most_memory = max(outcome.most_memory, memory)
        number = stop
        if status:
            outcome.tried += 1
            number = at + 1
            how = os.waitstatus_to_exitcode(status)
            outcome.failures.append(f"mutant {at}: ended the process with {how}")
            (keep / f"mutant-{at}").write_bytes(mutant(reader, seed, at).data)
        if log.exists():
            outcome.failures += log.read_text(encoding="utf-8").split("\0")[:-1]
            log.unlink()
    board.close()
    return outcome


@dataclass(frozen=True)
class Mutant:
    """A changed file, the number of the sound one, and what its reader draws from."""

    data: bytes
    origin: int
    draw: np.random.Generator


def mutant(reader: Reader, seed: int, number: int) -> Mutant:
    """Return the mutant of a number."""
    draw = np.random.default_rng([seed, number])
    origin = int(draw.integers(len(reader.sound)))
    data = reader.sound[origin]
    for _ in range(int(draw.integers(1, 4))):
        if not data:  # nothing is left to change
            break
        data = reader.mutations[int(draw.integers(len(reader.mutations)))](draw, data)
    return Mutant(data, origin, draw)


def _be_child(reader: Reader, numbers: range, seed: int, *, board: mmap.mmap, log: Path) -> None:
    """Read mutants, and leave without what a process does at its end."""
    code = 1
    try:
        faulthandler.disable()
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        before = _memory()
        for tried, number in enumerate(numbers):
            struct.pack_into("<2q", board, 0, number, tried)
            signal.setitimer(signal.ITIMER_REAL, SECONDS_EACH)  # ends the process where it hangs
            try:
                is_read = _is_read(reader, seed, number, log=log)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            memory = _memory()
            struct.pack_into("<q", board, 24, memory)
            (reads,) = struct.unpack_from("<q", board, 16)
            struct.pack_into("<q", board, 16, reads + is_read)
            if memory > before + MOST_GROWTH:
                _note(log, f"mutant {number}: takes {(memory - before) / 2**20:.0f} MiB")
                before = memory
        struct.pack_into("<2q", board, 0, numbers.stop, len(numbers))
        code = 0
    finally:
        os._exit(code)


def _is_read(reader: Reader, seed: int, number: int, *, log: Path) -> bool:
    made = mutant(reader, seed, number)
    try:
        reader.read(made.data, made.draw, made.origin)
    except RailbirdError as error:
        text = str(error)
        if not text or "\n" in text:
            _note(log, f"mutant {number}: the error is not one line: {text!r}")
        return False
    except BaseException:
        _note(log, f"mutant {number}: {traceback.format_exc()}")
        (log.parent / f"mutant-{number}").write_bytes(made.data)
        return False
    return True


def _note(log: Path, text: str) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(text + "\0")


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def flip(draw: np.random.Generator, data: bytes) -> bytes:
    """Change one byte anywhere."""
    return _with(data, _place(draw, data), bytes([int(draw.integers(256))]))


def flip_late(draw: np.random.Generator, data: bytes) -> bytes:
    """Change one byte of the end, where files of Arrow and archives say what they hold."""
    place = len(data) - 1 - int(draw.integers(min(2_000, len(data))))
    return _with(data, place, bytes([int(draw.integers(256))]))


def set_number(draw: np.random.Generator, data: bytes) -> bytes:
    """Put an extreme number where one may be."""
    is_long = bool(draw.integers(2))
    number = int(draw.choice(np.array(LONG_EXTREMES if is_long else EXTREMES, object)))
    size = 8 if is_long else 4
    place = _place(draw, data) // 4 * 4
    return _with(data, place, (number % 2 ** (8 * size)).to_bytes(size, "little"))


def nudge(draw: np.random.Generator, data: bytes) -> bytes:
    """Add a little to a byte: offsets and lengths that are almost right."""
    place = _place(draw, data)
    change = int(draw.choice([-8, -4, -1, 1, 4, 8]))
    return _with(data, place, bytes([(data[place] + change) % 256]) if data else b"")


def cut(draw: np.random.Generator, data: bytes) -> bytes:
    """Cut the end off, or something out of the middle."""
    place = _place(draw, data)
    return data[:place] + (data[place + int(draw.integers(1, 64)) :] if draw.integers(2) else b"")


def copy_part(draw: np.random.Generator, data: bytes) -> bytes:
    """Lay a part of a file over another."""
    length, source = int(draw.integers(1, 64)), _place(draw, data)
    return _with(data, _place(draw, data), data[source : source + length])


def put_text(draw: np.random.Generator, data: bytes) -> bytes:
    """Put text in, where something is between signs of JSON."""
    marks = [i for i, byte in enumerate(data) if byte in b':,[]{}"']
    if len(marks) < 2:
        return data
    place = int(draw.integers(len(marks) - 1))
    text = TEXTS[int(draw.integers(len(TEXTS)))]
    start, end = marks[place] + 1, marks[place + 1]
    return data[:start] + text + data[end:]


BYTES = (flip, flip, flip_late, set_number, nudge, cut, copy_part)


def _place(draw: np.random.Generator, data: bytes) -> int:
    return int(draw.integers(max(len(data), 1)))


def _with(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :] if data else data


def report(name: str, outcome: Outcome, *, began: float) -> None:
    """Print what came of one kind of file."""
    print(
        f"{name}: {outcome.tried:,} mutants, {outcome.read:,} of them read, "
        f"{len(outcome.failures)} failures, most memory {outcome.most_memory / 2**20:.0f} MiB, "
        f"{time.monotonic() - began:.0f} s",
        file=sys.stderr,
        flush=True,
    )
