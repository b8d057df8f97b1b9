"""Handles what agents' code prints and raises while a command runs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

import typer

from railbird.harness.table.agent_environment import agent_output
from railbird.harness.table.judging.incident_text import describe_exception
from railbird.plugins.finding.agent_frames import own_traceback

STANDARD_OUTPUT, STANDARD_ERROR = 1, 2
FAILED = 1
MOST_LINES = 20


@contextmanager
def agents_called(label: str = "", *, raise_agent_errors: bool = False) -> Iterator[None]:
    """Redirect what agents print away from standard output, which is for the command's results.

    It goes to standard error; with `label` each line starts with the name of that agent, and only
    the first lines are shown, since such commands call an agent thousands of times. Output that
    bypasses Python goes there too. With `raise_agent_errors` an exception of an agent ends the
    command with the traceback of the agent's own code.
    """
    try:
        of_agent = agent_output(label, most_lines=MOST_LINES)
        with _output_is_error(), of_agent if label else redirect_stdout(sys.stderr):
            yield
    except (Exception, SystemExit) as error:
        if not raise_agent_errors or not show_agent_error(error):
            raise
        raise typer.Exit(FAILED) from None


def show_agent_error(error: BaseException) -> bool:
    """Print the traceback of an exception of an agent's code; False for any other exception."""
    text, traceback = describe_exception(error), own_traceback(error)
    if traceback:
        typer.echo(f"{traceback}railbird: {text}", err=True)
    return bool(traceback)


@contextmanager
def _output_is_error() -> Iterator[None]:
    """Redirect the descriptor of standard output to standard error."""
    try:
        kept = os.dup(STANDARD_OUTPUT)
    except OSError:  # the caller closed it
        yield
        return
    try:
        _flush()
        with suppress(OSError):  # standard error is closed
            os.dup2(STANDARD_ERROR, STANDARD_OUTPUT)
        yield
    finally:
        _flush()
        os.dup2(kept, STANDARD_OUTPUT)
        os.close(kept)


def _flush() -> None:
    for stream in (sys.stdout, sys.__stdout__):
        if stream is not None:
            stream.flush()
