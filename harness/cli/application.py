"""The command line: ``railbird COMMAND``. Here are its frame and its errors; commands live beside.

Whatever railbird refuses is one sentence on standard error and exit code 2, broken options and
output that finds no room included; other exceptions are bugs and show their traceback.
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Annotated, Any, TextIO

import typer

from railbird.harness.cli.check import check
from railbird.harness.cli.connect import connect
from railbird.harness.cli.deal import deal
from railbird.harness.cli.exploit import exploit
from railbird.harness.cli.histories import export, import_hands
from railbird.harness.cli.lists import agents, games
from railbird.harness.cli.match import match
from railbird.harness.cli.new_agent import new_agent
from railbird.harness.cli.odds import odds, rank_hand
from railbird.harness.cli.replay import replay
from railbird.harness.cli.report import report
from railbird.harness.cli.results import hands, rank, table, transfer
from railbird.harness.cli.rollout import rollout
from railbird.harness.cli.run import run
from railbird.harness.cli.show_strategy import show_strategy
from railbird.harness.cli.solve import solve
from railbird.harness.cli.styles import bankrolls, indicators, opponents
from railbird.harness.cli.train import command_of, train
from railbird.native import RailbirdError
from railbird.plugins import PluginError, load_registry

COMMANDS: dict[str, Callable[..., Any]] = {
    "run": run,
    "match": match,
    "table": table,
    "rank": rank,
    "transfer": transfer,
    "indicators": indicators,
    "opponents": opponents,
    "bankrolls": bankrolls,
    "hands": hands,
    "report": report,
    "export": export,
    "import": import_hands,
    "agents": agents,
    "games": games,
    "odds": odds,
    "rank-hand": rank_hand,
    "solve": solve,
    "show-strategy": show_strategy,
    "exploit": exploit,
    "rollout": rollout,
    "deal": deal,
    "connect": connect,
    "train": train,
    "replay": replay,
    "check": check,
    "new-agent": new_agent,
}
READER_LEFT = 1
REFUSED = 2
INTERRUPTED = 130
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

# typer brings its own copy of click, or not, as its version goes; this is the root of its errors
UsageProblem: type[Any] = typer.BadParameter.__mro__[2]


def main() -> None:
    """Run the command that the program was called with, and exit."""
    code = run_command(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        _let_go(stream)
    sys.exit(code)


def run_command(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    try:
        code = build_app()(args=list(arguments), prog_name="railbird", standalone_mode=False)
        if sys.stdout is not None:  # as where the caller closed it
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except RailbirdError as error:
        return _refuse(str(error))
    except UsageProblem as error:
        return _refuse(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return READER_LEFT
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        place = error.filename or "the output"
        return _refuse(f"cannot write {place}: {error.strerror}; make room or send it elsewhere")


def build_app() -> typer.Typer:
    """Put the command line together: our commands, and those of installed plugins."""
    app = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        help="Duplicate tournaments of computer-poker agents.",
    )
    app.callback()(_about)
    for name, function in COMMANDS.items():
        app.command(name)(function)
    registry = load_registry()
    offered = {name: command.function for name, command in registry.commands().items()}
    for trainer in registry.trainers().values():
        if trainer.command in offered:
            raise PluginError(
                f"trainer '{trainer.name}' has the command '{trainer.command}', which a plugin "
                "offers as well; rename one of them"
            )
        if trainer.command:
            offered[trainer.command] = command_of(trainer)
    for name, function in offered.items():
        if name in COMMANDS:
            raise PluginError(
                f"a plugin offers the command '{name}', which railbird has; rename it"
            )
        app.command(name)(function)
    return app


def _show_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"railbird {version('railbird')}")
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
    if sentence:  # there is none where the help was shown instead
        try:
            print(f"railbird: {' '.join(sentence.split())}", file=sys.stderr)
        except OSError:  # nobody can be told: the exit code alone says it
            return REFUSED
    return REFUSED


def _let_go(stream: TextIO | None) -> None:
    """Have a stream written, or what is left of it dropped, lest the interpreter try again."""
    if stream is None:  # closed by the caller
        return
    try:
        stream.flush()
    except OSError:  # told by now
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
