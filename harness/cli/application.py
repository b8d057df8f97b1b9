"""The command line: ``railbird COMMAND``. Its application and error handling.

Each error is one sentence on standard error and exit code 2, invalid options and failed output
included, or 3 for a run that waits for a service; other exceptions are bugs and show their
traceback, limited to the plugin's own frames for a bug in a plugin.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated, Any, TextIO

import typer

import railbird
from railbird.harness.cli.command_group import MARKUP, CommandGroup
from railbird.harness.cli.usage_words import describe_usage
from railbird.native.errors import RailbirdError
from railbird.plugins.errors import DEPRECATED, PausedError

READER_LEFT = 1
PLUGIN_FAILED = 1
REFUSED = 2
PAUSED = 3
INTERRUPTED = 130

# some versions of typer bundle click, others import it; this is the root of its errors
UsageProblem: type[Any] = typer.BadParameter.__mro__[2]


def main() -> None:
    """Run the command given on the command line, and exit."""
    if not sys.warnoptions:  # otherwise the user has chosen which warnings to show
        warnings.filterwarnings("default", f".* {DEPRECATED}", DeprecationWarning)
    code = run_command(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        _let_go(stream)
    sys.exit(code)


def run_command(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    try:
        code = build_app()(args=list(arguments), prog_name="railbird", standalone_mode=False)
        if sys.stdout is not None:  # as when the caller closed it
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except RailbirdError as error:
        refused = _refuse(str(error))
        return PAUSED if isinstance(error, PausedError) else refused
    except UsageProblem as error:
        return _refuse(describe_usage(error, arguments))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return READER_LEFT
    except Exception as error:
        return _end_by(error)


def _end_by(error: Exception) -> int:
    """Show an exception of a plugin's code without our frames; raise a bug of ours again."""
    from railbird.harness.cli.agent_code import show_agent_error  # noqa: PLC0415  (numpy)
    from railbird.native.atomic_files import (  # noqa: PLC0415  (numpy)
        NO_ROOM,
        describe_failed_write,
    )
    from railbird.plugins.finding.agent_frames import arose_in_plugin  # noqa: PLC0415  (pluggy)

    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return _refuse(describe_failed_write(error.filename or "the output", error))
    if arose_in_plugin(error) and show_agent_error(error):
        return PLUGIN_FAILED
    raise error


def build_app() -> typer.Typer:
    """Assemble the command line."""
    app = typer.Typer(
        cls=CommandGroup,
        context_settings={"help_option_names": ["-h", "--help"]},
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=MARKUP,
        help="Duplicate tournaments of computer-poker agents.",
    )
    app.callback()(_about)
    return app


def _show_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"railbird {railbird.__version__}")
        raise typer.Exit


def _about(
    *,
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Run before every command."""


def _refuse(sentence: str) -> int:
    if sentence:  # None if the help was shown instead
        try:
            print(f"railbird: {' '.join(sentence.split())}", file=sys.stderr)
        except OSError:  # the error cannot be shown; only the exit code reports it
            return REFUSED
    return REFUSED


def _let_go(stream: TextIO | None) -> None:
    """Flush a stream, or drop the rest, so that the interpreter does not try again."""
    if stream is None:  # closed by the caller
        return
    try:
        stream.flush()
    except OSError:  # reported by now
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
