"""What a program may touch, kept to by the kernel: Landlock, laid on before the program runs.

A confined process opens no file but those it is allowed and connects to no port but its own,
whoever's user it runs as. It traces no process but its own children, and so reads nobody's memory.
See landlock(7); the numbers are those of linux/landlock.h.
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

    It may write in its own temporary folder alone.
    """

    readable: list[str]
    ports: list[int]


@cache
def landlock_version() -> int:
    """Return the version of Landlock that this kernel has; 0 or less where it has none."""
    return _call(CREATE_RULESET, None, 0, ASK_VERSION) if sys.platform == "linux" else 0


def confine(confinement: Confinement, home: str) -> None:
    """Confine this process and what it starts, for good. Raises OSError where that fails."""
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
    """Leave root without its powers too; a set-user-id program gives nobody any."""
    for capability in range(MOST_CAPABILITIES):
        set_process_option(DROP_CAPABILITY, capability)
    set_process_option(NO_NEW_PRIVILEGES, 1)


def _call(number: int, *arguments: int | bytes | None) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    if arguments and isinstance(arguments[0], bytes):  # a structure, whose size comes next
        arguments = (arguments[0], len(arguments[0]), *arguments[2:])
    words = [a if isinstance(a, bytes) or a is None else ctypes.c_long(a) for a in arguments]
    return int(library.syscall(ctypes.c_long(number), *words))


def _check(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"it cannot be confined: {os.strerror(code)}")
    return result
