"""The group of all commands, which imports a command's module when the command is called."""

from collections.abc import Callable
from typing import Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from railbird.harness.cli.command_list import COMMANDS, check_offer, find_function, find_help
from railbird.plugins.errors import PluginError

MARKUP: Literal["markdown"] = "markdown"


class CommandGroup(TyperGroup):
    """Our commands, and those of installed plugins, which are loaded where they are needed."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called; plugins are asked for those that are not ours."""
        name, *rest = args
        if name in COMMANDS:
            return name, make_command(name, find_function(name)), rest
        self._list_all()
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """List all commands; ours have their help, but no parameters."""
        self._list_all()
        return super().list_commands(ctx)

    def _list_all(self) -> None:
        if self.commands:
            return
        for name in COMMANDS:
            self.add_command(TyperCommand(name, help=find_help(name), rich_markup_mode=MARKUP))
        for name, function in plugin_commands().items():
            self.add_command(make_command(name, function))


def make_command(name: str, function: Callable[..., Any]) -> Any:
    """Return the command that a function's signature describes."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=MARKUP)
    app.command(name)(function)
    return typer.main.get_command(app)


def plugin_commands() -> dict[str, Callable[..., Any]]:
    """Return the functions of the commands that plugins offer, those of trainers included.

    Raises PluginError where two commands have the same name.
    """
    from railbird.plugins.finding.registry import load_commands  # noqa: PLC0415  (pluggy, agents)

    commands, trainers = load_commands()
    offered = {name: command.function for name, command in commands.items()}
    for trainer in trainers.values():
        if trainer.command in offered:
            raise PluginError(
                f"trainer '{trainer.name}' has the command '{trainer.command}', which a plugin "
                "offers as well; rename one of them"
            )
        if trainer.command:
            from railbird.harness.cli.solving.train import command_of  # noqa: PLC0415  (pyarrow)

            offered[trainer.command] = command_of(trainer)
    for name in offered:
        check_offer(name)
    return offered
