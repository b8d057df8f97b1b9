"""The group of all commands, which imports a command's module when the command is called."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from inspect import getdoc
from typing import TYPE_CHECKING, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from railbird.harness.cli.command_list import (
    COMMANDS,
    check_offer,
    describe_trainer,
    find_function,
    find_help,
)
from railbird.plugins.errors import PluginError

if TYPE_CHECKING:
    from railbird.plugins import Command, Trainer

MARKUP: Literal["markdown"] = "markdown"


class CommandGroup(TyperGroup):
    """Our commands, and those of installed plugins, which are loaded where they are needed."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called; plugins are asked for those that are not ours."""
        name, *rest = args
        if name in COMMANDS:
            return name, make_command(name, find_function(name)), rest
        if name in self._offers:
            return name, make_command(name, self._offers[name].load()), rest
        self._list_all()
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """List all commands, which have their help but no parameters."""
        self._list_all()
        return super().list_commands(ctx)

    @cached_property
    def _offers(self) -> "dict[str, PluginCommand]":
        return plugin_commands()

    def _list_all(self) -> None:
        helps = {name: find_help(name) for name in COMMANDS}
        helps |= {name: offer.help for name, offer in self._offers.items()}
        for name, text in helps.items():
            self.add_command(TyperCommand(name, help=text, rich_markup_mode=MARKUP))


@dataclass(frozen=True, slots=True)
class PluginCommand:
    """A command that a plugin offers: its help, and what gives its function."""

    help: str
    load: Callable[[], Callable[..., Any]]


def make_command(name: str, function: Callable[..., Any]) -> Any:
    """Return the command that a function's signature describes."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=MARKUP)
    app.command(name)(function)
    return typer.main.get_command(app)


def plugin_commands() -> dict[str, PluginCommand]:
    """Return the commands that plugins offer, those of trainers included.

    Raises PluginError where two commands have the same name.
    """
    from railbird.plugins.finding.registry import load_commands  # noqa: PLC0415  (pluggy, agents)

    commands, trainers = load_commands()
    offered = {name: _offer_of(command) for name, command in commands.items()}
    for trainer in trainers.values():
        if trainer.command in offered:
            raise PluginError(
                f"trainer '{trainer.name}' has the command '{trainer.command}', which a plugin "
                "offers as well; rename one of them"
            )
        if trainer.command:
            offered[trainer.command] = PluginCommand(
                describe_trainer(trainer), partial(_load_trainer_command, trainer)
            )
    for name in offered:
        check_offer(name)
    return offered


def _offer_of(command: "Command") -> PluginCommand:
    return PluginCommand(getdoc(command.function) or "", lambda: command.function)


def _load_trainer_command(trainer: "Trainer") -> Callable[..., Any]:
    from railbird.harness.cli.solving.train import command_of  # noqa: PLC0415  (pyarrow)

    return command_of(trainer)
