"""What a program may access, enforced by the kernel: Landlock, applied before the program runs.

A confined process can open only the files it is allowed, and connect only to its own port,
whichever user it runs as. It can trace only its own children, and so cannot read the memory of
other processes. See landlock(7); the constants are those of linux/landlock.h.
"""

import ctypes
import os
import struct
import sys
from functools import cache
from pathlib import Path
from stat import S_ISDIR

import msgspec

from railbird.harness.supervision.program_limits import set_process_option
from railbird.harness.supervision.system_calls import filter_system_calls

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ASK_VERSION = 1
PATH_RULE, PORT_RULE = 1, 2
EXECUTE, WRITE, READ, LIST = 1, 2, 4, 8
TRUNCATE, IOCTL = 1 << 14, 1 << 15
TO_READ = EXECUTE | READ | LIST
ON_FILES = EXECUTE | WRITE | READ | TRUNCATE | IOCTL
LISTEN, CONNECT = 1, 2
ABSTRACT_SOCKETS, SIGNALS = 1, 2
FIRST_WITH_TRUNCATION, FIRST_WITH_NETWORK, FIRST_WITH_SIGNALS = 3, 4, 6
RIGHTS_BY_VERSION = (0, 13, 14, 15, 15, 16)
NO_NEW_PRIVILEGES, DROP_CAPABILITY, MOST_CAPABILITIES = 38, 24, 64
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
OF_THE_MACHINE = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")


class Confinement(msgspec.Struct, frozen=True):
    """Files and folders that a program may read, and TCP ports that it may connect to.

    It may write only in its own temporary folder.
    """

    readable: list[str]
    ports: list[int]


@cache
def landlock_version() -> int:
    """Return the version of Landlock in this kernel; 0 or less if it has none."""
    return _call(CREATE_RULESET, None, 0, ASK_VERSION) if sys.platform == "linux" else 0


def confine(confinement: Confinement, home: str) -> None:
    """Confine this process and its children permanently. Raises OSError."""
    version = landlock_version()
    rights = (1 << RIGHTS_BY_VERSION[min(version, len(RIGHTS_BY_VERSION) - 1)]) - 1
    handled = [rights]
    if version >= FIRST_WITH_NETWORK:
        handled.append(LISTEN | CONNECT)
    if version >= FIRST_WITH_SIGNALS:
        handled.append(ABSTRACT_SOCKETS | SIGNALS)
    rules = _check(_call(CREATE_RULESET, struct.pack(f"={len(handled)}Q", *handled), None, 0))
    for path in (*confinement.readable, *OF_THE_MACHINE):
        _allow(rules, path, TO_READ & rights)
    for path in DEVICES:
        _allow(rules, path, (READ | WRITE) & rights)
    _allow(rules, home, rights)
    if version >= FIRST_WITH_NETWORK:
        for port in confinement.ports:
            _add(rules, PORT_RULE, struct.pack("=QQ", CONNECT, port))
    _give_up_privileges()
    _check(_call(RESTRICT_SELF, rules, 0))
    os.close(rules)
    filter_system_calls(has_network=bool(confinement.ports))


def _allow(rules: int, path: str, rights: int) -> None:
    if not Path(path).exists():
        return
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    if not S_ISDIR(os.fstat(descriptor).st_mode):
        rights &= ON_FILES
    _add(rules, PATH_RULE, struct.pack("=Qi", rights, descriptor))
    os.close(descriptor)


def _add(rules: int, kind: int, rule: bytes) -> None:
    _check(_call(ADD_RULE, rules, kind, rule, 0))


def _give_up_privileges() -> None:
    """Drop capabilities, also of root, and disable set-user-id programs."""
    for capability in range(MOST_CAPABILITIES):
        set_process_option(DROP_CAPABILITY, capability)
    set_process_option(NO_NEW_PRIVILEGES, 1)


def _call(number: int, *arguments: int | bytes | None) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    if arguments and isinstance(arguments[0], bytes):  # a structure, followed by its size
        arguments = (arguments[0], len(arguments[0]), *arguments[2:])
    words = [a if isinstance(a, bytes) or a is None else ctypes.c_long(a) for a in arguments]
    return int(library.syscall(ctypes.c_long(number), *words))


def _check(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"it cannot be confined: {os.strerror(code)}")
    return result
