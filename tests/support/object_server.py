"""A real S3 server on loopback, and in front of it a proxy that counts requests and fails some.

Everything goes through the proxy, whose faults are chosen by a function of the request. The server
is moto; buckets are created by each test that needs one.
"""

import random
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from uuid import uuid4

REFUSALS = {
    "503": b"<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>",
    "403": b"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>",
}
"""What Amazon's server says; moto itself leaves the answer empty where a policy denies."""
SECONDS_TO_START = 60
FAULTS = ("503", "slow", "reset before", "reset after", "cut")


class Request(NamedTuple):
    """A request as the proxy sees it; `path` has bucket, key and query."""

    method: str
    path: str


Fault = Callable[[Request], str]
"""Chooses one of FAULTS or REFUSALS for a request, or "" for none."""


def no_fault(_: Request) -> str:
    """Let every request through."""
    return ""


def some_faults(seed: int, share: float) -> Fault:
    """Fail a share of the requests, in every way; each path at most twice in a row."""
    draws = random.Random(seed)
    in_a_row: dict[Request, int] = {}

    def choose(request: Request) -> str:
        is_failed = draws.random() < share and in_a_row.get(request, 0) < 2
        in_a_row[request] = in_a_row.get(request, 0) + 1 if is_failed else 0
        return draws.choice(FAULTS) if is_failed else ""

    return choose


def kill_at(
    process: "subprocess.Popen[str]",
    count: int,
    *,
    is_counted: Callable[[Request], bool],
    is_lost: bool,
) -> Fault:
    """Kill a process at so many requests of a kind; the last one arrives, or is lost."""
    left = [count]

    def choose(request: Request) -> str:
        left[0] -= is_counted(request)
        if left[0] == 0:
            process.send_signal(signal.SIGKILL)
            return "reset before" if is_lost else ""
        return ""

    return choose


class ObjectServer:
    """The proxy, and what is behind it."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self.fault: Fault = no_fault
        self.requests: list[Request] = []
        self._proxy = _Proxy(self)
        threading.Thread(target=self._proxy.serve_forever, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """What a client of it needs."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self._proxy.server_port}",
            "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
            "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }

    def make_bucket(self) -> str:
        """Make a bucket and return its name."""
        name = f"bucket-{uuid4().hex}"
        self.ask("PUT", f"/{name}")
        return name

    def deny(self, bucket: str) -> None:
        """Forbid everybody everything in a bucket."""
        resources = f'["arn:aws:s3:::{bucket}", "arn:aws:s3:::{bucket}/*"]'
        policy = (
            '{"Version": "2012-10-17", "Statement": [{"Effect": "Deny", "Principal": "*", '
            f'"Action": "s3:*", "Resource": {resources}}}]}}'
        )
        self.ask("PUT", f"/{bucket}?policy", policy.encode())

    def ask(self, method: str, path: str, data: bytes = b"") -> bytes:
        """Ask the server itself, past the proxy."""
        status, _, answer = _forward(self.behind, Request(method, path), {}, data)
        assert status < 400, answer
        return answer

    def close(self) -> None:
        """Stop the proxy."""
        self._proxy.shutdown()
        self._proxy.server_close()


@contextmanager
def serve_objects() -> Iterator[ObjectServer]:
    """Start the server and the proxy."""
    port = _free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(process, port)
        server = ObjectServer(port)
        yield server
        server.close()
    finally:
        process.kill()
        process.wait()


def stored_objects(address: str) -> dict[str, bytes]:
    """What is compared of a run in object storage, as `small_runs.contents` does in a folder."""
    import fsspec  # noqa: PLC0415  (slow, and for few tests)

    storage = fsspec.filesystem("s3", use_listings_cache=False)
    path = address.removeprefix("s3://")
    found: Mapping[str, Any] = storage.find(path, detail=True, refresh=True)
    names = {name.removeprefix(f"{path}/"): name for name in found}
    return {
        short: storage.cat_file(name)
        for short, name in sorted(names.items())
        if not short.startswith("timings/")
    }


class _Proxy(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, server: ObjectServer) -> None:
        self.server = server
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients that are killed leave in the middle."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Proxy

    def log_message(self, format: str, *_: Any) -> None:
        """Say nothing."""

    def _handle(self) -> None:
        proxied = self.server.server
        request = Request(self.command, self.path)
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        proxied.requests.append(request)
        fault = proxied.fault(request)
        if fault in REFUSALS:
            self._answer(int(fault), {"Content-Type": "application/xml"}, REFUSALS[fault])
        elif fault == "reset before":
            self._reset()
        else:
            if fault == "slow":
                time.sleep(0.3)
            status, headers, answer = _forward(proxied.behind, request, self.headers, data)
            if fault == "reset after":
                self._reset()
            elif fault == "cut":
                self._answer(status, headers, answer, sent=len(answer) // 2)
                self._reset()
            else:
                self._answer(status, headers, answer)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _handle  # noqa: N815  (the library's names)

    def _answer(
        self, status: int, headers: Mapping[str, str], data: bytes, *, sent: int | None = None
    ) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            if name.lower() not in ("content-length", "connection", "transfer-encoding", "server"):
                self.send_header(name, value)
        length = headers.get("Content-Length") if self.command == "HEAD" else None
        self.send_header("Content-Length", length or str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data[:sent])
        self.wfile.flush()

    def _reset(self) -> None:
        """Close the connection so that the client sees it reset."""
        with suppress(OSError):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True


def _forward(
    port: int, request: Request, headers: Mapping[str, str], data: bytes
) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection("127.0.0.1", port)
    kept = {k: v for k, v in headers.items() if k.lower() not in ("connection", "expect")}
    connection.request(*request, body=data, headers=kept | {"Connection": "close"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, dict(answer.headers.items()), body


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(process: "subprocess.Popen[bytes]", port: int) -> None:
    for _ in range(20 * SECONDS_TO_START):
        assert process.poll() is None, "the S3 server has ended"
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
    raise AssertionError("the S3 server does not answer")
