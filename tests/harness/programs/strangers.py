"""A plugin of agents that try what an isolated process must not be able to do."""

import ctypes
import errno
import fcntl
import os
import resource
import signal
import socket
import sys

from railbird.plugins import CALL, AgentEntry, hookimpl

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH = 16
FCHMODAT2, SETXATTRAT = 452, 463
SET_FLAGS, NO_DUMP = 0x40086602, 0x40
HERE = -100


def call(function, *arguments):
    """Raise what a C function says went wrong."""
    if function(*arguments) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def connect_unix(address, kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_UNIX, kind) as line:
        line.connect(address)
        line.send(b"hello")


def turn_pair(path):
    """Connect one end of a pair of datagram sockets to somebody else's."""
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ends[0].sendto(b"hello", path)


def set_flags(path):
    """Mark a file by what chattr calls, which takes no right but to be its owner."""
    with open(path, "rb") as file:
        fcntl.ioctl(file, SET_FLAGS, (NO_DUMP).to_bytes(8, sys.byteorder))


def set_mode(path, how):
    if how == "descriptor":
        with open(path, "rb") as file:
            os.chmod(file.fileno(), 0o4777)
    elif how == "link":
        os.chmod(f"/proc/self/fd/{os.open(path, os.O_PATH)}", 0o4777)
    else:
        call(LIBC.syscall, FCHMODAT2, HERE, path.encode(), 0o4777, 0)


def set_attribute(path):
    size = (ctypes.c_uint64 * 2)(ctypes.addressof(ctypes.create_string_buffer(b"x")), 1)
    arguments = HERE, path.encode(), 0, b"user.x", ctypes.byref(size), 16
    if LIBC.syscall(SETXATTRAT, *arguments) < 0 and ctypes.get_errno() != errno.ENOSYS:
        raise OSError(ctypes.get_errno(), "setxattrat")


CHANGES = {
    "chmod": lambda path: os.chmod(path, 0o4777),
    "chmod-by-descriptor": lambda path: set_mode(path, "descriptor"),
    "chmod-by-link": lambda path: set_mode(path, "link"),
    "chmod-by-number": lambda path: set_mode(path, "number"),
    "chown": lambda path: os.chown(path, os.getuid(), os.getgid()),
    "lchown": lambda path: os.lchown(path, os.getuid(), os.getgid()),
    "utime": lambda path: os.utime(path, (1, 1)),
    "utime-by-descriptor": lambda path: os.utime(os.open(path, os.O_RDONLY), (1, 1)),
    "setxattr": lambda path: os.setxattr(path, "user.x", b"x"),
    "setxattr-by-number": set_attribute,
    "chattr": set_flags,
    "lease": lambda path: fcntl.fcntl(os.open(path, os.O_RDONLY), 1024, fcntl.F_RDLCK),
    "watch": lambda path: call(LIBC.inotify_add_watch, LIBC.inotify_init1(0), path.encode(), 0xFFF),
    "watch-all": lambda path: call(LIBC.fanotify_init, 0x200, 0),
    "unix": connect_unix,
    "unix-datagram": lambda path: connect_unix(path, socket.SOCK_DGRAM),
    "abstract": lambda name: connect_unix("\0" + name),
    "turn-pair": turn_pair,
    "listen-anywhere": lambda _: socket.socket().listen(),
    "hoard-memory": lambda _: os.close(os.memfd_create("hoard")),
    "pair": lambda _: [end.close() for end in socket.socketpair()],
}


def make_many_files(agent):
    for number in range(10**9):
        os.makedirs(f"{number % 7}/{number}")


def nest_for_ever(agent):
    while True:
        os.mkdir("d")
        os.chdir("d")


def make_many_bytes(agent):
    for number in range(10**9):
        with open(str(number), "wb") as file:
            file.write(bytes(1 << 20))


def hide_bytes(agent):
    """Keep files that have no name any more."""
    agent.held = []
    while len(agent.held) < 40:
        agent.held.append(os.open("hidden", os.O_CREAT | os.O_WRONLY))
        os.unlink("hidden")
        os.write(agent.held[-1], bytes(1 << 20))
    signal.pause()


def leave_behind(agent):
    os.makedirs("a/b/c")
    for path in ("a/b/c", "a/b", "a"):
        os.symlink("/", f"{path}/link")
        os.mkfifo(f"{path}/pipe")
    os.mkdir("closed", 0)
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")


def shout(agent):
    said = b"\x1b[2J\x1b]0;owned\x07\0\xff\xc2\x9b31m\xe2\x80\xaehello\r\nsecond\tline\n"
    os.write(1, said)
    os.write(2, b"unfinished")


def scream(agent):
    for _ in range(int(agent.path)):
        os.write(2, b"\x1b" * 99 + b"\n")


DEEDS = {
    "many files": make_many_files,
    "nest": nest_for_ever,
    "many bytes": make_many_bytes,
    "hidden bytes": hide_bytes,
    "leave": leave_behind,
    "shout": shout,
    "scream": scream,
}


class Stranger:
    """Calls; at its fourth decision it does one thing."""

    def __init__(self, deed: str = "", path: str = "") -> None:
        self.deed, self.path, self.count = deed, path, 0

    def act(self, observation):
        self.count += 1
        if self.count == 4:
            self.misbehave()
        return CALL

    def misbehave(self):
        if self.deed == "memory":
            self.hoard = [bytearray(1 << 26) for _ in range(1000)]
        if self.deed == "fork":
            while True:
                if os.fork() == 0:
                    while True:
                        os.fork()
        if self.deed == "files":
            self.open = [os.open("/dev/null", os.O_RDONLY) for _ in range(1000)]
        if self.deed == "fill":
            with open(self.path or "big", "wb") as file:
                while True:
                    file.write(bytes(1 << 20))
        if self.deed in DEEDS:
            DEEDS[self.deed](self)
        if self.deed == "explore":
            raise RuntimeError(" ".join(map(self.explore, self.path.split(","))))
        if self.deed == "reach":
            reached = [what for what in self.path.split(",") if self.explore(what).endswith("done")]
            raise RuntimeError(f"in reach: {', '.join(reached)}")
        if self.deed == "look around":
            fds = sorted(os.listdir("/proc/self/fd"))
            secrets = [name for name in os.environ if "SECRET" in name]
            try:
                others = str(len([name for name in os.listdir("/proc") if name.isdigit()]))
            except PermissionError:
                others = "hidden"
            raise RuntimeError(f"{len(fds)} descriptors, secrets {secrets}, {others} others")
        if self.deed == "exit":
            os._exit(5)
        if self.deed == "close streams":
            for descriptor in (0, 1, 2):
                os.close(descriptor)

    def explore(self, what):
        """Do something to a file, a port or a process, and say how it went."""
        how, _, path = what.partition(" ")
        try:
            if how == "connect":
                socket.create_connection(("127.0.0.1", int(path))).close()
            elif how == "listen":
                socket.create_server(("127.0.0.1", int(path))).close()
            elif how == "talk":
                socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
            elif how == "dial":
                socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()
            elif how == "hurry":
                line = socket.socket()
                line.sendto(b"x", socket.MSG_FASTOPEN, ("127.0.0.1", int(path)))
            elif how == "share":
                call(LIBC.shmget, 8, 4096, 0o1600)
            elif how == "limit":
                process, which = int(path) or os.getppid(), resource.RLIMIT_NOFILE
                resource.prlimit(process, which, (64, resource.prlimit(process, which)[1]))
            elif how == "move":
                os.sched_setaffinity(int(path) or os.getppid(), os.sched_getaffinity(0))
            elif how == "sniff":
                socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0x0300).close()
            elif how == "kill":
                os.kill(int(path) or os.getppid(), signal.SIGKILL)
            elif how == "trace":
                call(LIBC.ptrace, PTRACE_ATTACH, int(path) or os.getppid(), None, None)
            elif how == "peek":
                place = (ctypes.c_size_t * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 8)
                call(LIBC.process_vm_readv, int(path) or os.getppid(), place, 1, place, 1, 0)
            elif how in CHANGES:
                CHANGES[how](path)
            elif how == "list":
                os.listdir(path)
            else:
                with open(path, "rb" if how == "read" else "wb"):
                    pass
        except OSError as error:
            return f"{how}: {type(error).__name__}"
        return f"{how}: done"


@hookimpl
def railbird_agents():
    return [AgentEntry("stranger", Stranger)]
