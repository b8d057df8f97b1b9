"""The source's tables 30 and 31: figure 57 as printed, a flat recursion, and level by level.

One sampled deal an iteration, 10,000 iterations. `figure57.c` is compiled with the C compiler that
Python was built with, at -O3 as the C core is. The three walk the same deals in turns, and the best
of several turns counts, in time of the process; memory is that of the arrays, or of the map with
its nodes. Before anything is timed, their regrets are held against each other.

    python benchmarks/level_by_level.py [--turns 5]
"""

import argparse
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from ctypes import CDLL, POINTER, c_char_p, c_double, c_int32, c_int64, c_uint8, c_void_p
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition, deal_cards, parse_game
from railbird.native.solver import GameTree, build_tree

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))

from native_tools import WalkSolver, sample_deals

SOURCE = Path(__file__).with_name("figure57.c")
ITERATIONS = 10_000
FEWEST_SECONDS = 0.1
KINDS = "fcr"
CARDS_OF_A_RANK = 4
KUHN = """GAMEDEF
limit
numPlayers = {0}
numRounds = 1
stack = {3}
blind = {4}
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = {1}
numRanks = {2}
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""


@dataclass(frozen=True)
class Row:
    """A row of the source's tables: players, suits, ranks; what it saved, in per cent."""

    name: str
    players: int
    suits: int
    ranks: int
    saved_there: float


ROWS = (
    Row("2 players, 3 cards", 2, 1, 3, -212.5),
    Row("2 players, 52 cards", 2, 4, 13, -90.9),
    Row("5 players, 26 cards", 5, 2, 13, 52.7),
    Row("8 players, 13 cards", 8, 1, 13, 65.9),
)


class Figure57:
    """The solver of figure57.c on one game."""

    def __init__(self, library: Any, definition: GameDefinition, *, product: bool) -> None:
        """Build its map."""
        deck = np.ascontiguousarray(definition.deck)
        self.library = library
        self.players = definition.player_count
        self.solver = library.figure57_new(self.players, product, _bytes(deck), len(deck))

    def run(self, cards: npt.NDArray[np.uint8]) -> None:
        """Iterate over deals uint8[n, players]."""
        self.library.figure57_run(self.solver, _bytes(cards), len(cards))

    def regrets(self, player: int, card: int, betting: str) -> list[float]:
        """Regrets of fold, call and raise."""
        found = (c_double * 3)()
        key = f"{card}:{betting}".encode()
        assert self.library.figure57_regrets(self.solver, player, key, found) == 0
        return list(found)

    def bytes(self, depth: int) -> int:
        """Memory."""
        return int(self.library.figure57_bytes(self.solver, depth))

    def close(self) -> None:
        """Free the map."""
        self.library.figure57_free(self.solver)


def load_library(folder: Path) -> Any:
    """Compile figure57.c."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    target = folder / "figure57.so"
    flags = ["-O3", "-Wall", "-Wextra", "-std=c11", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(SOURCE), "-o", str(target)], check=True)
    library = CDLL(str(target))
    library.figure57_new.restype = c_void_p
    library.figure57_new.argtypes = [c_int32, c_int32, POINTER(c_uint8), c_int32]
    library.figure57_run.argtypes = [c_void_p, POINTER(c_uint8), c_int64]
    library.figure57_regrets.argtypes = [c_void_p, c_int32, c_char_p, POINTER(c_double)]
    library.figure57_bytes.restype = c_int64
    library.figure57_bytes.argtypes = [c_void_p, c_int32]
    library.figure57_free.argtypes = [c_void_p]
    return library


def _bytes(array: npt.NDArray[np.uint8]) -> Any:
    return array.ctypes.data_as(POINTER(c_uint8))


def definition_of(row: Row) -> GameDefinition:
    """The game of a row."""
    chips = [" ".join([chip] * row.players) for chip in ("2147483647", "1")]
    return parse_game(KUHN.format(row.players, row.suits, row.ranks, *chips))


def compare(library: Any, row: Row, turns: int) -> None:
    """Hold the three against each other, and print a row."""
    definition = definition_of(row)
    tree = build_tree(definition, merges_suits=False, lists_deals=False)
    deals = sample_deals(tree, 1, ITERATIONS)
    cards = np.ascontiguousarray(deal_cards(definition, 1, ITERATIONS))
    printed = Figure57(library, definition, product=False)
    require_equal(library, tree, cards)
    steps: list[Callable[[], object]] = [
        lambda: printed.run(cards),
        lambda: WalkSolver(tree, by_level=False).run_deals(deals),
        lambda: WalkSolver(tree, by_level=True).run_deals(deals),
    ]
    seconds = [float("inf")] * 3
    for _ in range(turns):
        for i, step in enumerate(steps):
            seconds[i] = min(seconds[i], time_of(step))
    memory = [printed.bytes(2 * row.players), *walk_memory(tree)]
    printed.close()
    saved = [100.0 * (1.0 - seconds[2] / other) for other in seconds[:2]]
    print(
        f"{row.name:20}  {tree.information_set_count:6,} sets   "
        + "  ".join(f"{1e3 * s:9.2f}" for s in seconds)
        + f"   saved {saved[0]:5.1f}% (source {row.saved_there:6.1f}%), of flat {saved[1]:5.1f}%   "
        + "  ".join(f"{m / 1e6:6.2f}" for m in memory)
        + f"   {memory[2] / memory[1]:.2f} times"
    )


def require_equal(library: Any, tree: GameTree, cards: npt.NDArray[np.uint8]) -> None:
    """The same regrets after 200 deals, figure 57's with the reach of all opponents."""
    count = 200
    deals = sample_deals(tree, 1, count)
    meant = Figure57(library, tree.definition, product=True)
    meant.run(np.ascontiguousarray(cards[:count]))
    solvers = [WalkSolver(tree, by_level=by_level) for by_level in (False, True)]
    for solver in solvers:
        solver.run_deals(deals)
    members = tree.classes.members(0)[:, 0].tolist()
    for node, betting in enumerate(tree.betting.node_betting):
        kinds = tree.betting.edge_kind[tree.betting.actions(node)].tolist()
        for place in range(0, len(members), 5):
            player = int(tree.betting.node_player[node])
            theirs = np.array(meant.regrets(player, members[place], betting))[kinds]
            for solver in solvers:
                ours = tree.table(solver.regret, node)[:, place]
                np.testing.assert_allclose(ours, theirs, atol=1e-9)
    meant.close()


def time_of(step: Callable[[], object]) -> float:
    """Seconds of the process for one call, over as many as fill a tenth of a second."""
    count, start = 0, process_time()
    while process_time() - start < FEWEST_SECONDS:
        step()
        count += 1
    return (process_time() - start) / count


def walk_memory(tree: GameTree) -> tuple[int, int]:
    """Bytes of the tree, the sums and the room of a walk, recursive and by level."""
    nodes, edges = tree.betting.node_count, len(tree.betting.edge_child)
    players = tree.definition.player_count
    kept = 16 * tree.entry_count + sum(array.nbytes for array in tree.arrays.values())
    room = nodes * (2 * players + 1) + edges + tree.betting.end_count * (players + 1)
    return kept + 16 * edges, kept + 8 * room


def main() -> None:
    """Print the four rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5, help="measurements of each")
    turns = parser.parse_args().turns
    print("ms for 10,000 iterations: figure 57 as printed, flat recursion, level by level; then MB")
    with TemporaryDirectory() as folder:
        library = load_library(Path(folder))
        for row in ROWS:
            compare(library, row, turns)


if __name__ == "__main__":
    main()
