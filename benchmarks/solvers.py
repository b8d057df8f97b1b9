"""The equilibrium workshop against OpenSpiel's C++ solvers.

Times are of the process, so that neighbours on the machine count little; where OpenSpiel can be
imported (``pip install open_spiel``), its solvers run in turns with ours and a ratio is given.

    python benchmarks/solvers.py [--seconds 1.0]
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

from railbird.native import parse_game
from railbird.native.solver import (
    GameTree,
    VectorSolver,
    build_tree,
    find_equilibria,
    nash_conv,
)

GAMES = Path(__file__).parents[1] / "tournaments" / "games"
TURNS = 3
PEERS = {
    "kuhn-2p": "kuhn_poker",
    "kuhn-3p": "kuhn_poker(players=3)",
    "leduc": "leduc_poker",
}
BARS = {"kuhn-2p": 30, "kuhn-3p": 200, "leduc": 2_000}


@dataclass
class Rates:
    """The best rate of each side, a second of processor time."""

    ours: float = 0.0
    peer: float = 0.0


def shipped_tree(game: str) -> GameTree:
    """The tree of a shipped game."""
    return build_tree(parse_game((GAMES / f"{game}.game").read_text(encoding="utf-8")))


def rate_of(step: Callable[[int], object], seconds: float) -> float:
    """Steps a second, where ``step`` takes how many to do at once."""
    count = 1
    while True:
        start = process_time()
        step(count)
        taken = process_time() - start
        if taken >= seconds:
            return count / taken
        count = max(count + 1, int(count * min(10.0, 1.2 * seconds / max(taken, 1e-6))))


def repeat(action: Callable[[], object]) -> Callable[[int], None]:
    """An action as a step for ``rate_of``."""

    def step(count: int) -> None:
        for _ in range(count):
            action()

    return step


def peer_steps(game: str) -> tuple[Callable[[int], object], Callable[[int], object]] | None:
    """OpenSpiel's iterations of CFR+ and its NashConv, where it is installed."""
    if not find_spec("pyspiel"):
        return None
    spiel: Any = __import__("pyspiel")
    loaded = spiel.load_game(PEERS[game])
    solver = spiel.CFRPlusSolver(loaded)
    solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    return (
        repeat(solver.evaluate_and_update_policy),
        repeat(lambda: spiel.nash_conv(loaded, policy, True)),
    )


def compare(game: str, seconds: float) -> None:
    """CFR+ iterations and NashConv of one game, ours and OpenSpiel's in turns."""
    tree = shipped_tree(game)
    solver = VectorSolver(tree)
    solver.run(500)
    strategy = solver.average()
    peers = peer_steps(game)
    iterations, distances = Rates(), Rates()
    for _ in range(TURNS):
        iterations.ours = max(iterations.ours, rate_of(solver.run, seconds))
        ours = rate_of(repeat(lambda: nash_conv(tree, strategy)), seconds)
        distances.ours = max(distances.ours, ours)
        if peers:
            iterations.peer = max(iterations.peer, rate_of(peers[0], seconds))
            distances.peer = max(distances.peer, rate_of(peers[1], seconds))
    print(f"{game:8} CFR+ iterations/s {ratio(iterations)}   (bar: {BARS[game]:,}x)")
    print(f"{game:8} NashConv/s        {ratio(distances)}")


def ratio(rates: Rates) -> str:
    """Both rates and what they come to."""
    if not rates.peer:
        return f"{rates.ours:11,.0f}   OpenSpiel is not installed"
    return f"{rates.ours:11,.0f}   OpenSpiel {rates.peer:9,.1f}   {rates.ours / rates.peer:9,.0f}x"


def time_to(game: str, distance: float) -> None:
    """From nothing to a NashConv."""
    tree = shipped_tree(game)
    start = process_time()
    found = find_equilibria(VectorSolver(tree), until_nash_conv=distance, most_iterations=100_000)
    taken = 1e3 * (process_time() - start)
    print(f"{game:8} NashConv {distance:g} in {taken:.1f} ms, {found.iterations[0]:,} iterations")


def many_equilibria(count: int) -> None:
    """Equilibria of three-player Kuhn from random starts."""
    tree = shipped_tree("kuhn-3p")
    start = process_time()
    solver = VectorSolver(tree, "dcfr", start_count=count, seed=1)
    found = find_equilibria(solver, until_nash_conv=1e-4, most_iterations=50_000)
    taken = process_time() - start
    worst = found.nash_conv.max()
    print(
        f"kuhn-3p  {count:,} equilibria, NashConv {worst:.1e} at most, in {taken:.2f} s (bar: 4 s)"
    )


def main() -> None:
    """Print every comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="a measurement, at least")
    arguments = parser.parse_args()
    for game in PEERS:
        compare(game, arguments.seconds)
    time_to("leduc", 2e-4)
    many_equilibria(1_000)


if __name__ == "__main__":
    main()
