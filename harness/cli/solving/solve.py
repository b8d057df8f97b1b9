"""``railbird solve``: equilibria of games that are small enough, into a strategy file."""

from importlib.metadata import version
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.analysis.raise_menu import RaiseMenu, build_listed_tree
from railbird.harness.cli.options import PlayerCount, PluginPaths, read_plugins
from railbird.harness.errors import SpecError
from railbird.harness.games.library import find_game
from railbird.native import check_writable
from railbird.native.solver import (
    ALGORITHMS,
    MOST_SEED,
    Equilibria,
    GameTree,
    Progress,
    Pruning,
    SetSource,
    StoredStrategy,
    StrategySet,
    StrategySource,
    find_equilibria,
    make_solver,
    measure_exploitability,
    prune_dominated,
    resume_equilibria,
    write_strategy,
    write_strategy_set,
)
from railbird.native.wording import counted

INSTEAD = (
    "solve a smaller game, such as leduc or holdem-preflop-limit-2p, or train an agent (limit "
    "games) with railbird train"
)


def solve(  # noqa: PLR0913  (a command's options)
    game: Annotated[str, typer.Argument(help="Name of a game, or file of its definition.")],
    *,
    players: PlayerCount = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The strategy file to write.")],
    algorithm: Annotated[str, typer.Option(help=f"One of {', '.join(ALGORITHMS)}.")] = "cfr+",
    until_nash_conv: Annotated[
        float, typer.Option(min=0.0, help="Stop at this NashConv, in chips per hand.")
    ] = 1e-4,
    most_iterations: Annotated[
        int, typer.Option(min=1, help="Maximum number of iterations.")
    ] = 100_000,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_SEED,
            help=(
                "Seed of random initial regrets [default: none]; for mccfr, of its samples "
                "[default: 0]."
            ),
        ),
    ] = None,
    starts: Annotated[
        int, typer.Option(min=1, help="Number of random starts, all written to one file.")
    ] = 1,
    raise_menu: RaiseMenu = None,
    prune: Annotated[
        str | None,
        typer.Option(
            help=(
                "Lowest and highest winning probability, such as 0.05,0.95; hands below fold, "
                "hands above call."
            )
        ),
    ] = None,
    agent_range: Annotated[
        float,
        typer.Option(
            help=(
                "With --prune: hands whose winning probability is at most 1 minus this number only "
                "fold or check."
            )
        ),
    ] = 1.0,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Checkpoint file; the same command continues from it.")
    ] = None,
    plugin: PluginPaths = None,
) -> None:
    """Solve a game that is small enough, and write the strategy to a file.

    Example: `railbird solve kuhn-2p --out kuhn.arrow`
    """
    if starts > 1 and seed is None:
        raise SpecError("several starts need --seed, or they would all be the same; add --seed")
    if not isfinite(until_nash_conv):
        raise SpecError(
            f"--until-nash-conv {until_nash_conv} is not valid; give a number of chips per hand"
        )
    if agent_range != 1.0 and prune is None:
        raise SpecError("--agent-range goes with --prune; add --prune 0.05,0.95")
    _check_places(out, checkpoint)
    registry = read_plugins(plugin)
    bounds = None if prune is None else _read_bounds(prune)
    tree = build_listed_tree(find_game(game, registry, players), raise_menu, instead=INSTEAD)
    pruning = None if bounds is None else _prune(tree, bounds, agent_range)
    fallback = None if pruning is None else pruning.fallback
    solver = make_solver(tree, algorithm, start_count=starts, seed=seed, fallback=fallback)
    aim = {"until_nash_conv": until_nash_conv, "most_iterations": most_iterations}
    if checkpoint is None:
        found = find_equilibria(solver, **aim, report=_say_progress)  # type: ignore[arg-type]
    else:
        found = resume_equilibria(solver, checkpoint, **aim, report=_say_progress)  # type: ignore[arg-type]
    _write(tree, found, out, algorithm=algorithm, seed=solver.seed)
    if pruning is not None:
        _say_lost(tree, found, pruning)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)


def _check_places(out: Path, checkpoint: Path | None) -> None:
    check_writable(out)
    if checkpoint is None:
        return
    check_writable(checkpoint)
    if checkpoint.resolve() == out.resolve():
        raise SpecError(
            "--checkpoint and --out are the same file; choose another, since the "
            "checkpoint is removed at the end"
        )


def _read_bounds(text: str) -> tuple[float, float]:
    try:
        least, most = (float(bound) for bound in text.split(","))
    except ValueError as error:
        raise SpecError(f"--prune {text!r} is not two probabilities; write 0.05,0.95") from error
    return least, most


def _prune(tree: GameTree, bounds: tuple[float, float], agent_range: float) -> Pruning:
    least, most = bounds
    pruning = prune_dominated(tree, least_win=least, most_win=most, agent_range=agent_range)
    typer.echo(
        f"pruned {pruning.pruned_share:.1%} of the actions, "
        f"{1.0 - pruning.unreachable_share:.1%} remain reachable",
        err=True,
    )
    return pruning


def _say_progress(progress: Progress) -> None:
    done = counted(progress.iteration, "iteration")
    typer.echo(f"{done:>20}   NashConv {progress.worst_nash_conv:.3g}", err=True)


def _write(
    tree: GameTree, found: Equilibria, out: Path, *, algorithm: str, seed: int | None
) -> None:
    ours, worst = version("railbird"), float(found.nash_conv.max())
    iterations, distances = found.iterations.tolist(), found.nash_conv.tolist()
    if len(found.strategies) == 1:
        source = StrategySource(algorithm, iterations[0], distances[0], seed, ours)
        write_strategy(out, StoredStrategy(tree, found.strategies[0], source))
        typer.echo(f"{out}: NashConv {worst:.3g} after {counted(iterations[0], 'iteration')}")
        return
    sources = SetSource(algorithm, seed, ours, tuple(iterations), tuple(distances))
    write_strategy_set(out, StrategySet(tree, found.strategies, sources))
    typer.echo(
        f"{out}: {len(iterations):,} strategies, NashConv {worst:.3g} at most, "
        f"after {counted(max(iterations), 'iteration')} at most"
    )


def _say_lost(tree: GameTree, found: Equilibria, pruning: Pruning) -> None:
    whole = float(found.nash_conv[0])
    left = measure_exploitability(tree, found.strategies[0], open_actions=pruning.fallback)
    typer.echo(
        f"pruning costs {whole - left.nash_conv:.3g} chips per hand: NashConv "
        f"{left.nash_conv:.3g} with the remaining actions, {whole:.3g} in the whole game"
    )
