"""Child processes: deaths are reported, errors passed on, and none outlives its parent."""

import operator
import os
import signal
import subprocess
import sys

import pytest

from railbird.harness.errors import SpecError
from railbird.harness.workers.child import start_child, stop_children
from railbird.harness.workers.failures import RemoteTraceback, describe_failure

WAIT = operator.methodcaller("recv")  # as a target: waits for a message that never comes


def test_a_child_that_ends_says_nothing_more() -> None:
    with start_child(operator.methodcaller("send", "hello")) as child:
        assert child.receive() == "hello"
        assert child.receive() is None
        assert child.bury() == "exited with code 0"


@pytest.mark.parametrize(
    ("number", "name"),
    [(signal.SIGKILL, "SIGKILL"), (signal.SIGRTMIN + 1, f"signal {signal.SIGRTMIN + 1}")],
)
def test_the_death_of_a_child_is_reported(number: int, name: str) -> None:
    with start_child(WAIT) as child:
        os.kill(child.process.pid, number)
        assert child.receive() is None
        child.send("to nobody")
        assert child.bury() == f"was killed by {name}"


def test_an_error_of_a_child_is_raised_here_with_its_traceback() -> None:
    with start_child(operator.methodcaller("send", "too", "many")) as child:
        with pytest.raises(TypeError, match="positional argument") as raised:
            child.receive()
        assert isinstance(raised.value.__cause__, RemoteTraceback)
        assert "in main" in str(raised.value.__cause__)


def test_a_child_ignores_ctrl_c_and_stops_on_request() -> None:
    with start_child(operator.methodcaller("send_bytes", b"ready")) as warm:
        warm.connection.recv_bytes()
    with start_child(WAIT) as child:
        child.process.send_signal(signal.SIGINT)
        child.send("still there")
        assert child.receive() is None
        assert child.bury() == "exited with code 0"
    stubborn = start_child(WAIT)
    stop_children([stubborn])
    assert stubborn.process.returncode == -signal.SIGTERM


def test_a_child_does_not_outlive_its_parent() -> None:
    """The read ends when nobody holds the pipe any more, the child included."""
    reader, writer = os.pipe()
    code = (
        "import operator, os, signal; from railbird.harness.workers.child import start_child; "
        f"start_child(operator.methodcaller('recv'), inherit=({writer},)); "
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], pass_fds=(writer,))
    os.close(writer)
    assert parent.wait() == -signal.SIGKILL
    assert os.read(reader, 1) == b""
    os.close(reader)


class _UnsendableError(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def test_an_error_that_cannot_be_sent_is_replaced_by_its_text() -> None:
    failure = describe_failure(_UnsendableError("not ", "sendable"))
    with pytest.raises(RuntimeError, match="a worker failed with _UnsendableError: not sendable"):
        failure.reraise()
    with pytest.raises(SpecError, match="as it was"):
        describe_failure(SpecError("as it was")).reraise()
