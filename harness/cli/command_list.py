"""The commands by name: where ours are defined, and checks of those that plugins offer.

A command's module is imported only when the command is called, which keeps the start fast; until
then its help is read from its source.
"""

import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.plugins.errors import PluginError

if TYPE_CHECKING:
    from railbird.plugins import Trainer

COMMANDS = {
    "run": "railbird.harness.cli.play.run:run",
    "match": "railbird.harness.cli.play.match:match",
    "table": "railbird.harness.cli.results.results:table",
    "rank": "railbird.harness.cli.results.results:rank",
    "finishes": "railbird.harness.cli.results.finishes:finishes",
    "transfer": "railbird.harness.cli.results.results:transfer",
    "luck": "railbird.harness.cli.results.luck:luck",
    "fit-values": "railbird.harness.cli.results.fit_values:fit_values",
    "indicators": "railbird.harness.cli.results.styles:indicators",
    "opponents": "railbird.harness.cli.results.styles:opponents",
    "bankrolls": "railbird.harness.cli.results.styles:bankrolls",
    "incidents": "railbird.harness.cli.results.incidents:incidents",
    "generations": "railbird.harness.cli.results.generations:generations",
    "costs": "railbird.harness.cli.results.costs:costs",
    "calls": "railbird.harness.cli.results.costs:calls",
    "hands": "railbird.harness.cli.results.results:hands",
    "report": "railbird.harness.cli.results.report:report",
    "export": "railbird.harness.cli.results.histories:export",
    "import": "railbird.harness.cli.results.histories:import_hands",
    "agents": "railbird.harness.cli.tools.lists:agents",
    "games": "railbird.harness.cli.tools.lists:games",
    "show-game": "railbird.harness.cli.tools.game_files:show_game",
    "check-game": "railbird.harness.cli.tools.game_files:check_game",
    "convert-game": "railbird.harness.cli.tools.game_files:convert_game",
    "odds": "railbird.harness.cli.tools.odds:odds",
    "icm": "railbird.harness.cli.tools.icm:icm",
    "rank-hand": "railbird.harness.cli.tools.odds:rank_hand",
    "solve": "railbird.harness.cli.solving.solve:solve",
    "show-strategy": "railbird.harness.cli.solving.show_strategy:show_strategy",
    "exploit": "railbird.harness.cli.solving.exploit:exploit",
    "rollout": "railbird.harness.cli.solving.rollout:rollout",
    "deal": "railbird.harness.cli.programs.deal:deal",
    "connect": "railbird.harness.cli.programs.connect:connect",
    "train": "railbird.harness.cli.solving.train:train",
    "replay": "railbird.harness.cli.programs.replay:replay",
    "check": "railbird.harness.cli.tools.check:check",
    "schema": "railbird.harness.cli.tools.schema:schema",
    "new-agent": "railbird.harness.cli.tools.new_agent:new_agent",
}
"""Module and function of each command, in the order in which its panel of the help lists it."""

SOLVE_AND_TRAIN = "Solve and train"
PANELS = {
    "play": "Play",
    "results": "Results",
    "solving": SOLVE_AND_TRAIN,
    "programs": "Other programs",
    "tools": "Tools",
}
"""The panel of the help for each package of commands, in the order in which they are shown."""

_DOCSTRING = r'^def {}\(.*?\) -> None:\n    """(.*?)"""'
"""The docstring of a function; parsing all files for them would take a tenth of the start."""


def in_panels() -> dict[str, str]:
    """Return the panel of each of our commands, panel by panel."""
    order = list(PANELS)
    package = {name: place.split(".")[-2] for name, place in COMMANDS.items()}
    names = sorted(COMMANDS, key=lambda name: order.index(package[name]))
    return {name: PANELS[package[name]] for name in names}


def find_function(name: str) -> Callable[..., Any]:
    """Import one of our commands."""
    module, _, function = COMMANDS[name].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


def find_help(name: str) -> str:
    """Return the docstring of one of our commands, whose module is not imported."""
    module, _, function = COMMANDS[name].partition(":")
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{module} is missing; install railbird again")
    text = Path(spec.origin).read_text(encoding="utf-8")
    found = re.search(_DOCSTRING.format(function), text, re.DOTALL | re.MULTILINE)
    return "" if found is None else cleandoc(found[1])


def check_offer(name: str) -> None:
    """Raise PluginError if a plugin's command has the name of one of ours."""
    if name in COMMANDS:
        raise PluginError(
            f"a plugin offers the command '{name}', which railbird already has; rename it"
        )


def describe_learning(trainer: "Trainer") -> str:
    """The help of a trainer's own command."""
    example = trainer.example or f"--out {trainer.name}.arrow"
    return (
        f"Learn from the hands of a run: {trainer.summary} (`train {trainer.name}`).\n\n"
        f"Example: `railbird {trainer.command} runs/my-run {example}`"
    )
