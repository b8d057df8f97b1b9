"""The group of all commands, which imports a command's module when the command is called."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from railbird.harness.cli.command_list import (
    COMMANDS,
    SOLVE_AND_TRAIN,
    check_offer,
    describe_learning,
    find_function,
    find_help,
    in_panels,
)
from railbird.harness.supervision.pandas_later import import_pandas_later
from railbird.plugins.errors import PluginError

if TYPE_CHECKING:
    from railbird.plugins import CommandTools, StoredPlay, Trainer

MARKUP: Literal["markdown"] = "markdown"
FROM_PLUGINS = "From plugins"


class CommandGroup(TyperGroup):
    """Our commands, and those of installed plugins, which are loaded when needed."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the called command; plugins are searched for those that are not ours."""
        name, *rest = args
        if name in COMMANDS:
            function = find_function(name)
            import_pandas_later()
            return name, make_command(name, function), rest
        offered = plugin_commands()
        if name in offered:
            ctx.obj = _tools()
            return name, make_command(name, offered[name].find()), rest
        self._list_all()
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """List all commands with their help, but without parameters."""
        self._list_all()
        return super().list_commands(ctx)

    def _list_all(self) -> None:
        if self.commands:
            return
        offered = plugin_commands()
        listed = {name: (find_help(name), panel) for name, panel in in_panels().items()}
        listed |= {name: (offer.help, offer.panel) for name, offer in offered.items()}
        for name, (text, panel) in listed.items():
            self.add_command(
                TyperCommand(name, help=text, rich_markup_mode=MARKUP, rich_help_panel=panel)
            )


@dataclass(frozen=True, slots=True)
class OfferedCommand:
    """A plugin's command: its help, how to load its function, and its panel in the help."""

    help: str
    find: Callable[[], Callable[..., Any]]
    panel: str = FROM_PLUGINS


def make_command(name: str, function: Callable[..., Any]) -> Any:
    """Return the command that a function's signature describes."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=MARKUP)
    app.command(name)(function)
    return typer.main.get_command(app)


def plugin_commands() -> dict[str, OfferedCommand]:
    """Return the commands that plugins offer, those of trainers included.

    Raises PluginError if two commands have the same name.
    """
    from railbird.plugins.finding.registry import load_commands  # noqa: PLC0415  (pluggy, agents)

    commands, trainers = load_commands()
    offered = {name: _offered(command.function) for name, command in commands.items()}
    for trainer in trainers.values():
        if trainer.command in offered:
            raise PluginError(
                f"trainer '{trainer.name}' has the command '{trainer.command}', which a plugin "
                "also offers; rename one of them"
            )
        if trainer.command:
            text = describe_learning(trainer)
            find = partial(_training_command, trainer)
            offered[trainer.command] = OfferedCommand(text, find, SOLVE_AND_TRAIN)
    for name in offered:
        check_offer(name)
    return offered


def _tools() -> "CommandTools":
    """What commands of plugins may ask for, imported when they ask."""
    from railbird.plugins import CommandTools  # noqa: PLC0415  (numpy)

    return CommandTools(stored_play=_stored_play)


def _stored_play(folder: Path, label: str) -> "StoredPlay":
    from railbird.harness.analysis.stored_play import read_play  # noqa: PLC0415  (pyarrow)

    return read_play(folder, label)


def _offered(function: Callable[..., Any]) -> OfferedCommand:
    return OfferedCommand(getdoc(function) or "", lambda: function)


def _training_command(trainer: "Trainer") -> Callable[..., Any]:
    from railbird.harness.cli.solving.train import command_of  # noqa: PLC0415  (pyarrow)

    return command_of(trainer)
