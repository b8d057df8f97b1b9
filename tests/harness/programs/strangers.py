"""A plugin of agents that try what an isolated process must not be able to do."""

import ctypes
import os
import resource
import signal
import socket

from railbird.plugins import CALL, AgentEntry, hookimpl

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH = 16


def call(function, *arguments):
    """Raise what a C function says went wrong."""
    if function(*arguments) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


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
