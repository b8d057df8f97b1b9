"""Ray nodes that share nothing: each has its own network, its own temporary files and no railbird.

A bridge joins network namespaces; in the mount namespace of a node empty file systems lie over the
temporary folder, the shared memory and the repository's code. The head, which plays nothing, sees
the disk as it is, for the driver that enters its namespaces.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
CODE = ("railbird", "native", "plugins", "agents", "harness", "results", "tournaments", "tests")
TOOLS = ("ip", "unshare", "nsenter", "mount", "hostname")
NETWORK = "10.91.7"
PORT = 6379
QUICK_TO_NOTICE = "--system-config=" + json.dumps(
    {
        "health_check_period_ms": 500,
        "health_check_timeout_ms": 1000,
        "health_check_failure_threshold": 2,
        "grpc_client_keepalive_time_ms": 1000,
        "grpc_client_keepalive_timeout_ms": 2000,
    }
)
"""Else it takes a minute until a machine whose network is gone counts as dead."""
RAY = (sys.executable, "-m", "ray.scripts.scripts")


def why_not() -> str:
    """Return why such nodes are not available here; "" if they are."""
    if sys.platform != "linux" or os.getuid() != 0:
        return "network and mount namespaces need Linux and root"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"missing: {', '.join(missing)} (iproute2, util-linux)"
    tried = subprocess.run(
        ["unshare", "--net", "--mount", "--uts", "mount", "-t", "tmpfs", "none", "/mnt"],
        check=False,
        capture_output=True,
    )
    return "" if tried.returncode == 0 else "this kernel or container allows no namespaces"


@dataclass
class Machine:
    """A node: its address, its network namespace, and the process in whose namespaces it lives."""

    address: str
    namespace: str
    process: "subprocess.Popen[bytes]"

    def inside(self, *command: object) -> list[str]:
        """Return a command as it is run on this machine."""
        target = str(self.process.pid)
        return ["nsenter", "-t", target, "--mount", "--net", "--uts", *map(str, command)]

    def await_start(self) -> None:
        """Wait until the node is part of the cluster."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == b"up\n", "the node did not start"

    def vanish(self) -> None:
        """End the machine as a power cut would: all of its processes at once, and its network."""
        run("ip", "netns", "exec", self.namespace, "ip", "link", "set", "eth0", "down")
        for _ in range(5):
            found = subprocess.run(
                ["ip", "netns", "pids", self.namespace], check=False, capture_output=True, text=True
            ).stdout.split()
            for process in found:
                with suppress(ProcessLookupError):
                    os.kill(int(process), 9)
            if not found:
                break
            time.sleep(0.1)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@dataclass
class Machines:
    """A head and the nodes that joined it."""

    name: str = field(default_factory=lambda: f"rb{secrets.token_hex(3)}")
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    nodes: list[Machine] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where the cluster answers."""
        return f"{NETWORK}.1:{PORT}"

    @property
    def head(self) -> Machine:
        """The machine of the driver."""
        return self.nodes[0]

    @property
    def environment(self) -> dict[str, str]:
        """What every process of the cluster needs: Ray asks for a token beyond the loopback."""
        ours = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": self.token}
        return {**os.environ, **ours, "RAY_USAGE_STATS_ENABLED": "0"}

    def start(self, *, processors: int) -> Machine:
        """Start a node, the head if it is the first; `Machine.await_start` waits until it is up."""
        number = len(self.nodes) + 1
        namespace, address = f"{self.name}-{number}", f"{NETWORK}.{number}"
        self._plug_in(namespace, f"{address}/24")
        as_head = ["--head", f"--port={PORT}", "--include-dashboard=false", QUICK_TO_NOTICE]
        role = as_head if number == 1 else [f"--address={self.address}"]
        start = (
            *RAY,
            "start",
            *role,
            f"--node-ip-address={address}",
            f"--num-cpus={processors}",
            "--object-store-memory=80000000",
            "--disable-usage-stats",
        )
        process = subprocess.Popen(
            [
                *("ip", "netns", "exec", namespace, "unshare", "--mount", "--uts"),
                *("sh", "-ec", _script(number, is_head=number == 1), "sh", *start),
            ],
            env=self.environment,
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        machine = Machine(address, namespace, process)
        self.nodes.append(machine)
        return machine

    def close(self) -> None:
        """End everything and remove the namespaces."""
        for machine in reversed(self.nodes):
            machine.vanish()
        for number in range(len(self.nodes) + 1):
            run("ip", "netns", "delete", f"{self.name}-{number}")

    def _plug_in(self, namespace: str, address: str) -> None:
        hub = f"{self.name}-0"
        if not self.nodes:
            run("ip", "netns", "add", hub)
            run("ip", "-n", hub, "link", "add", "bridge", "type", "bridge")
            run("ip", "-n", hub, "link", "set", "bridge", "up")
        port = f"port{len(self.nodes) + 1}"
        run("ip", "netns", "add", namespace)
        ends = ("eth0", "netns", namespace, "type", "veth", "peer", "name", port)
        run("ip", "link", "add", *ends, "netns", hub)
        run("ip", "-n", hub, "link", "set", port, "master", "bridge", "up")
        run("ip", "-n", namespace, "address", "add", address, "dev", "eth0")
        for device in ("lo", "eth0"):
            run("ip", "-n", namespace, "link", "set", device, "up")


@contextmanager
def machines(processors: Sequence[int]) -> Iterator[Machines]:
    """Give a cluster of a head and nodes with so many processors each."""
    with ExitStack() as stack:
        cluster = Machines()
        stack.callback(cluster.close)
        cluster.start(processors=0).await_start()
        for node in [cluster.start(processors=count) for count in processors]:
            node.await_start()
        yield cluster


def run(*command: str) -> None:
    """Run a command; raises CalledProcessError with what it said."""
    subprocess.run(command, check=True, capture_output=True, text=True)


def _script(number: int, *, is_head: bool) -> str:
    hidden = ("/dev/shm", "/tmp/ray") if is_head else ("/dev/shm", *(REPOSITORY / c for c in CODE))
    covers = "".join(f"mount -t tmpfs none '{path}'\n" for path in hidden)
    start = f'hostname machine-{number}\n"$@" >&2\necho up\nexec sleep infinity\n'
    tmp = "mkdir -p /tmp/ray\n" if is_head else _empty_tmp()
    return f"mount --make-rprivate /\n{tmp}{covers}{start}"


def _empty_tmp() -> str:
    """Hide the temporary folder, but not a repository in it: its Python is needed."""
    return (
        f"mount --bind '{REPOSITORY}' /mnt\nmount -t tmpfs none /tmp\nmkdir -p '{REPOSITORY}'\n"
        f"mount --bind /mnt '{REPOSITORY}'\numount /mnt\n"
    )
