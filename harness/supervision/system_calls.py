"""What a confined program may not ask the kernel for: a filter of system calls, seccomp(2).

Landlock keeps files, TCP ports and signals. Left are channels between processes that it does not
know (other sockets, shared memory of System V, queues, keys), what one process may change of
another of the same user (limits, priority, processors), what may be changed of any file of the
user by its path (mode, owner, times, extended attributes), notices of what others do with files,
and memory that no limit counts. Numbers are those of linux/audit.h, linux/bpf_common.h and
asm/unistd.h.
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
FAST_OPEN = 0x20000000  # connects without asking to
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
IPC = {  # shm*, sem*, msg*, mq_open, keys
    "x86_64": (29, 30, 31, 64, 65, 66, 220, 68, 69, 70, 71, 240, 248, 249, 250),
    "aarch64": (194, 195, 196, 190, 191, 192, 193, 186, 187, 188, 189, 180, 217, 218, 219),
}
PRIVILEGED = {  # io_uring, bpf, perf_event_open, userfaultfd, setpriority, ioprio_set, *_pages
    "x86_64": (425, 426, 427, 321, 298, 323, 141, 251, 256, 279),
    "aarch64": (425, 426, 427, 280, 241, 282, 140, 30, 238, 239),
}
MODES = {  # chmod, chown, utime and their like
    "x86_64": (90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280),
    "aarch64": (52, 53, 452, 54, 55, 88),
}
ATTRIBUTES = {  # setxattr, removexattr and their like, file_setattr
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
Instruction = tuple[int, int, int, int]  # code, places to go on where true and where false, value


def can_filter() -> bool:
    """Whether this machine is one of those whose calls are known, and its kernel takes filters."""
    return platform.machine() in MACHINES and ctypes.CDLL(None).prctl(GET_SECCOMP, 0, 0, 0, 0) >= 0


def filter_system_calls(*, has_network: bool = True) -> None:
    """Have the kernel refuse such calls to this process and what it starts, for good.

    Without network no socket is made but pairs. Powers must have been given up. On other machines
    than these two nothing is filtered. Raises OSError where the kernel does not take the filter.
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
    for number, argument in FLAGS[machine]:  # first, since an agent answers by one of them
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
    """Judge a call of this number; others go on behind it."""
    return [(EQUAL, 0, len(judgement), number), *judgement]


def _judge_socket() -> list[Instruction]:
    """Sockets of TCP alone: those of the machine's own files lead to other programs."""
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
    """Pairs that stay pairs: a datagram's end could be connected to somebody else's."""
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
