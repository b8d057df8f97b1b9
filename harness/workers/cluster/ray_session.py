"""A connection to a Ray cluster, an existing one or one started here."""

import logging
import os
import re
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# read when Ray is imported: it prints the deaths of workers, which we handle ourselves
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", "^A worker died or was killed while executing")

import ray
from ray.exceptions import RayError

from railbird.harness.errors import WorkerError
from railbird.harness.workers.cluster.shipping import lay_out_packages
from railbird.native.errors import in_one_line

SECONDS_TO_ANSWER = 5.0
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
CLIENT = "ray://"
HTTP2_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""The greeting of a gRPC client: the preface of HTTP/2 and an empty settings frame."""
FRAME_TYPE, SETTINGS = 3, 4
VERSIONS = re.compile(r"Ray: (\S+)\s+Python: (\S+)")


@contextmanager
def connected(
    address: str | None = None, *, worker_count: int | None = None, ship: bool = False
) -> Iterator[None]:
    """Connect to a cluster, unless this process is connected; raises WorkerError.

    Without an address, one with `worker_count` workers is started here. `ship` sends the packages
    of railbird and of installed plugins to its nodes.
    """
    _check_address(address)
    if ray.is_initialized():
        if ship:
            raise WorkerError("--ship needs a new connection; call ray.shutdown() first")
        yield
        return
    os.environ.update({name: os.environ.get(name, value) for name, value in QUIET.items()})
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address:
        options["address"] = address
    else:  # without "local" Ray would join a cluster that was started on this machine
        options |= {"address": "local", "num_cpus": worker_count, "include_dashboard": False}
    try:
        _connect(options, address, ship=ship)
        yield
    finally:
        ray.shutdown()


def _connect(options: dict[str, Any], address: str | None, *, ship: bool) -> None:
    with tempfile.TemporaryDirectory(prefix="railbird-ship-") as folder:
        if ship:
            sent = [str(path) for path in lay_out_packages(Path(folder))]
            options["runtime_env"] = {"py_modules": sent}
        try:
            ray.init(**options)
        except (ConnectionError, ImportError, RayError, ValueError, RuntimeError) as error:
            raise WorkerError(_explain(error, address)) from error


def _explain(error: Exception, address: str | None) -> str:
    versions = VERSIONS.findall(str(error))
    if len(versions) == len(("theirs", "ours")):
        theirs, ours = (f"Ray {ray_version} on Python {python}" for ray_version, python in versions)
        return (
            f"the Ray cluster at '{address}' runs {theirs} and this machine {ours}; "
            "use the same versions on both"
        )
    if not address:
        return f"Ray cannot be started on this machine ({in_one_line(error)}); leave out --ray"
    return (
        f"there is no Ray cluster at '{address}' ({in_one_line(error)}); start one, or leave out "
        "--ray-address"
    )


def _check_address(address: str | None) -> None:
    """Raise WorkerError if no gRPC server answers: Ray would retry for minutes."""
    host, _, port = (address or "").removeprefix(CLIENT).rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        _greet((host.strip("[]"), int(port)))
    except (OSError, OverflowError) as error:
        raise WorkerError(
            f"no Ray cluster answers at '{address}' ({error}); start one, or leave out "
            "--ray-address"
        ) from error


def _greet(address: tuple[str, int]) -> None:
    """Send a greeting to a gRPC server; raises OSError if there is no answer."""
    with socket.create_connection(address, SECONDS_TO_ANSWER) as line:
        if os.environ.get("RAY_USE_TLS", "0") not in ("", "0"):
            return
        line.sendall(HTTP2_GREETING)
        answer = line.recv(len(HTTP2_GREETING))
        if answer[FRAME_TYPE : FRAME_TYPE + 1] != bytes([SETTINGS]):
            raise ConnectionError("another kind of server is listening there")
