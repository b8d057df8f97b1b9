"""System calls that a confined program may not make: a filter by seccomp(2).

Landlock restricts files, TCP ports and signals. The filter covers the rest: other channels between
processes (other sockets, System V shared memory, queues, keys), what a process may change in
another of the same user (limits, priority, processors), what may be changed in any file of the user
by its path (mode, owner, times, extended attributes), notifications of file use, and memory that no
limit counts. The constants are those of linux/audit.h, linux/bpf_common.h and asm/unistd.h.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterator, Sequence

SET_SECCOMP, FILTER_MODE = 22, 2
LOAD, EQUAL, AT_LEAST, ANY_BIT, KEEP_BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
NUMBER_AT, MACHINE_AT, ARGUMENTS_AT, ARGUMENT_BYTES = 0, 4, 16, 8
FOREIGN_NUMBERS = 0x40000000  # of x32, another set of calls on the same machine
UNIX, INTERNET = 1, (2, 10)
STREAM, PACKETS_IN_ORDER, TYPE_BITS, TCP = 1, 5, 0xF, (0, 6)
LEASES = (1024, 1026)  # F_SETLEASE, F_NOTIFY
FILE_FLAGS = (  # FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_ENABLE_VERITY
    (0x40086602, 0x40046602, 0x401C5820, 0x40806685)
)
GET_SECCOMP = 21
FAST_OPEN = 0x20000000  # connects without a call of connect
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
IPC = {  # shm*, sem*, msg*, mq_open, keys
    "x86_64": (29, 30, 31, 64, 65, 66, 220, 68, 69, 70, 71, 240, 248, 249, 250),
    "aarch64": (194, 195, 196, 190, 191, 192, 193, 186, 187, 188, 189, 180, 217, 218, 219),
}
PRIVILEGED = {  # io_uring, bpf, perf_event_open, userfaultfd, setpriority, ioprio_set, *_pages
    "x86_64": (425, 426, 427, 321, 298, 323, 141, 251, 256, 279),
    "aarch64": (425, 426, 427, 280, 241, 282, 140, 30, 238, 239),
}
MODES = {  # chmod, chown, utime and variants
    "x86_64": (90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280),
    "aarch64": (52, 53, 452, 54, 55, 88),
}
ATTRIBUTES = {  # setxattr, removexattr and variants, file_setattr
    "x86_64": (188, 189, 190, 463, 197, 198, 199, 466, 469),
    "aarch64": (5, 6, 7, 463, 14, 15, 16, 466, 469),
}
NOTICES = {  # inotify_init, _init1, _add_watch, fanotify_init, _mark
    "x86_64": (253, 294, 254, 300, 301),
    "aarch64": (26, 27, 262, 263),
}
UNBOUNDED = {  # listen, which needs no bind; memfd_create, memfd_secret
    "x86_64": (50, 319, 447),
    "aarch64": (201, 279, 447),
}
OF_ITSELF = {  # prlimit64, sched_setparam, _setscheduler, _setaffinity, _setattr: process 0 alone
    "x86_64": (302, 142, 144, 203, 314),
    "aarch64": (261, 118, 119, 122, 274),
}
SOCKET = {"x86_64": 41, "aarch64": 198}
SOCKET_PAIR = {"x86_64": 53, "aarch64": 199}
CONTROLS = {  # fcntl, ioctl: values of the second argument that are refused
    "x86_64": ((72, LEASES), (16, FILE_FLAGS)),
    "aarch64": ((25, LEASES), (29, FILE_FLAGS)),
}
FLAGS = {  # of sendto, sendmsg, sendmmsg: the argument that holds them
    "x86_64": ((44, 3), (46, 2), (307, 3)),
    "aarch64": ((206, 3), (211, 2), (269, 3)),
}
Instruction = tuple[int, int, int, int]  # code, jumps if true and if false, value


def can_filter() -> bool:
    """Whether the calls of this architecture are known, and its kernel supports filters."""
    return platform.machine() in MACHINES and ctypes.CDLL(None).prctl(GET_SECCOMP, 0, 0, 0, 0) >= 0


def filter_system_calls(*, has_network: bool = True) -> None:
    """Make the kernel refuse such calls to this process and its children permanently.

    Without a network only socket pairs can be created. Capabilities must have been dropped. On
    other architectures nothing is filtered. Raises OSError if the kernel refuses the filter.
    """
    machine = platform.machine()
    if machine not in MACHINES:
        return
    program = list(_program(machine, has_network=has_network))
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *one) for one in program))
    head = struct.pack("@HP", len(program), ctypes.addressof(code))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(SET_SECCOMP, FILTER_MODE, head, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, f"its system calls cannot be filtered: {os.strerror(number)}")


def _program(machine: str, *, has_network: bool) -> Iterator[Instruction]:
    yield (LOAD, 0, 0, MACHINE_AT)
    yield from ((EQUAL, 1, 0, MACHINES[machine]), (RETURN, 0, 0, REFUSE))
    yield (LOAD, 0, 0, NUMBER_AT)
    yield from ((AT_LEAST, 0, 1, FOREIGN_NUMBERS), (RETURN, 0, 0, REFUSE))
    for number, argument in FLAGS[machine]:  # first, since an agent answers with one of them
        yield from _for_call(number, [_load(argument), (ANY_BIT, 1, 0, FAST_OPEN), *_verdicts()])
    for refused in (IPC, PRIVILEGED, MODES, ATTRIBUTES, NOTICES, UNBOUNDED):
        for number in refused[machine]:
            yield from _for_call(number, [(RETURN, 0, 0, REFUSE)])
    for number in OF_ITSELF[machine]:
        yield from _for_call(number, [_load(0), (EQUAL, 0, 1, 0), *_verdicts()])
    for number, values in CONTROLS[machine]:
        yield from _for_call(number, _refuse_values(values))
    judgement = _judge_socket() if has_network else [(RETURN, 0, 0, REFUSE)]
    yield from _for_call(SOCKET[machine], judgement)
    yield from _for_call(SOCKET_PAIR[machine], _judge_pair())
    yield (RETURN, 0, 0, ALLOW)


def _for_call(number: int, judgement: Sequence[Instruction]) -> list[Instruction]:
    """Check a call with this number; other calls continue after the block."""
    return [(EQUAL, 0, len(judgement), number), *judgement]


def _judge_socket() -> list[Instruction]:
    """Allow only TCP sockets: Unix domain sockets lead to other programs."""
    return [
        _load(0),
        (EQUAL, 1, 0, INTERNET[0]),
        (EQUAL, 0, 7, INTERNET[1]),
        _load(1),
        (KEEP_BITS, 0, 0, TYPE_BITS),
        (EQUAL, 0, 4, STREAM),
        _load(2),
        (EQUAL, 1, 0, TCP[0]),
        (EQUAL, 0, 1, TCP[1]),
        *_verdicts(),
    ]


def _judge_pair() -> list[Instruction]:
    """Allow only stream pairs: a datagram socket could be connected to another program's."""
    return [
        _load(0),
        (EQUAL, 0, 5, UNIX),
        _load(1),
        (KEEP_BITS, 0, 0, TYPE_BITS),
        (EQUAL, 1, 0, STREAM),
        (EQUAL, 0, 1, PACKETS_IN_ORDER),
        *_verdicts(),
    ]


def _refuse_values(values: Sequence[int]) -> list[Instruction]:
    """Refuse these values of the second argument."""
    count = len(values)
    tests = [(EQUAL, count - place, 0, value) for place, value in enumerate(values)]
    return [_load(1), *tests, *_verdicts()]


def _load(argument: int) -> Instruction:
    return (LOAD, 0, 0, ARGUMENTS_AT + ARGUMENT_BYTES * argument)


def _verdicts() -> list[Instruction]:
    return [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
