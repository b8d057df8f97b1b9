"""``railbird solve``, ``railbird show-strategy`` and ``railbird exploit``."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from railbird.harness.cli_options import OutputFormat, PluginPaths, print_either
from railbird.harness.declared_strategy import declared_strategy
from railbird.harness.errors import SpecError
from railbird.harness.game_library import find_game
from railbird.harness.match_spec import read_agents
from railbird.native.solver import (
    Progress,
    StoredStrategy,
    StrategySource,
    VectorSolver,
    action_texts,
    build_tree,
    find_equilibria,
    measure_exploitability,
    prune_dominated,
    read_strategy,
    write_strategy,
)
from railbird.plugins import check_parameters, load_registry, read_plugin


def solve(  # noqa: PLR0913  (a command's options)
    game: Annotated[str, typer.Argument(help="A game by name, or the file of its definition.")],
    *,
    out: Annotated[Path, typer.Option("--out", "-o", help="The strategy file to write.")],
    algorithm: Annotated[str, typer.Option(help="cfr, cfr+ or dcfr.")] = "cfr+",
    until_nash_conv: Annotated[
        float, typer.Option(min=0.0, help="Stop at this NashConv, in chips a hand.")
    ] = 1e-4,
    most_iterations: Annotated[int, typer.Option(min=1, help="Stop here in any case.")] = 100_000,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Start from random regrets. [default: from none]")
    ] = None,
    prune: Annotated[
        tuple[float, float] | None,
        typer.Option(help="Least and most chance to win, beyond which a hand calls or folds."),
    ] = None,
    plugin: PluginPaths = None,
) -> None:
    """Solve a game that is small enough, and write the strategy to a file."""
    registry = load_registry(map(read_plugin, plugin or ()))
    tree = build_tree(find_game(game, registry).definition)
    fallback = None
    if prune is not None:
        pruning = prune_dominated(tree, least_win=prune[0], most_win=prune[1])
        fallback = pruning.fallback
        typer.echo(
            f"pruned {pruning.pruned_share:.1%} of the actions, "
            f"which leaves {1.0 - pruning.unreachable_share:.1%} within reach",
            err=True,
        )
    solver = VectorSolver(tree, algorithm, seed=seed, fallback=fallback)
    found = find_equilibria(
        solver,
        until_nash_conv=until_nash_conv,
        most_iterations=most_iterations,
        report=_say_progress,
    )
    source = StrategySource(
        algorithm=algorithm,
        iterations=int(found.iterations[0]),
        nash_conv=float(found.nash_conv[0]),
        seed=seed,
        version=version("railbird"),
    )
    write_strategy(out, StoredStrategy(tree, found.strategies[0], source))
    typer.echo(f"{out}: NashConv {source.nash_conv:.3g} after {source.iterations:,} iterations")


def _say_progress(progress: Progress) -> None:
    typer.echo(
        f"{progress.iteration:>9,} iterations   NashConv {progress.worst_nash_conv:.3g}", err=True
    )


def show_strategy(
    file: Annotated[Path, typer.Argument(help="A strategy file.")],
    *,
    output_format: OutputFormat = "text",
) -> None:
    """Show a strategy file: how it was found, and what it does at every information set."""
    stored = read_strategy(file)
    rows = list(_strategy_rows(stored))
    source = asdict(stored.source)
    lines = [", ".join(f"{name} {value}" for name, value in source.items())]
    lines += [
        f"position {row.position}  {row.betting or '-':12}  {row.cards:8}  "
        + "  ".join(f"{action} {p:.4f}" for action, p in row.actions.items())
        for row in rows
    ]
    record = {"source": source, "rows": [asdict(row) for row in rows]}
    print_either(output_format, text="\n".join(lines), record=record)


@dataclass(frozen=True, slots=True)
class _Row:
    position: int
    betting: str
    cards: str
    actions: dict[str, float]


def _strategy_rows(stored: StoredStrategy) -> Iterator[_Row]:
    betting = stored.tree.betting
    for node, text in enumerate(betting.node_betting):
        table = stored.tree.table(stored.probability, node)
        names = stored.tree.classes.describe(int(betting.node_round[node]))
        actions = action_texts(stored.tree, node)
        for cards, column in zip(names, table.T.tolist(), strict=True):
            played = dict(zip(actions, column, strict=True))
            yield _Row(int(betting.node_player[node]), text, cards, played)


def exploit(
    agent: Annotated[str, typer.Argument(help="NAME or NAME:PARAMETER=VALUE,...")],
    *,
    game: Annotated[str, typer.Option(help="A game by name, or the file of its definition.")],
    plugin: PluginPaths = None,
    output_format: OutputFormat = "text",
) -> None:
    """Measure exactly how far an agent that declares its play is from an equilibrium.

    All positions are played by the agent; a gain is what one position would win more by its best
    response. NashConv, in chips a hand, is the sum of the gains.
    """
    registry = load_registry(map(read_plugin, plugin or ()))
    played = find_game(game, registry)
    (spec,) = read_agents([agent])
    entry = registry.agent(spec.agent)
    check_parameters(entry, spec.parameters)
    if not entry.plays(played):
        raise SpecError(f"agent '{spec.agent}' does not play {played.name}; choose another game")
    tree = build_tree(played.definition)
    make = partial(entry.factory, **spec.parameters)
    found = measure_exploitability(tree, declared_strategy(played, tree, make))
    gains = "  ".join(f"{gain:.6g}" for gain in np.round(found.gains, 12))
    print_either(
        output_format,
        text=f"NashConv {found.nash_conv:.6g} chips a hand; gain by position: {gains}",
        record={"nash_conv": found.nash_conv, "gain": found.gains, "value": found.values},
    )
