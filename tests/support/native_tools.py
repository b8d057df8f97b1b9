"""Faces of the C in tests/native_tools, for tests and benchmarks.

It reads the core's internal headers and calls its functions, so the library it becomes is loaded
after the core, whose symbols it finds there.
"""

import ctypes
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from compiled_tool import REPOSITORY, CompiledTool, compiled_tool

from railbird.native import CATEGORY_NAMES, GameDefinition, LimitError, deal_cards
from railbird.native import _native as core
from railbird.native.cards.ranks import CATEGORY_SHIFT, path_number
from railbird.native.solver import Deals, GameTree, every_deal
from railbird.native.solver.regret.deal_solvers import c_deals
from railbird.native.solver.trees.joint_deals import deal_paths, showdown_orders
from railbird.native.solver.workspace import Strategy, normalised

SOURCES = REPOSITORY / "tests" / "native_tools"
SMALLEST, LARGEST = 5, 7


@cache
def load_tools() -> CompiledTool:
    """The compiled tools."""
    ctypes.CDLL(core.__file__, mode=ctypes.RTLD_GLOBAL)  # type: ignore[attr-defined]
    headers = {header.parent for header in (REPOSITORY / "native").glob("*/*.h")}
    return compiled_tool(
        (SOURCES / "tools.h").read_text(encoding="utf-8"),
        sources=tuple(sorted(map(str, SOURCES.glob("*.c")))),
        include=tuple(sorted(map(str, {SOURCES, *headers}))),
        optimization="-O3",
    )


def count_categories(card_count: int, *, path: str | None = None) -> npt.NDArray[np.int64]:
    """How many hands of 5, 6 or 7 cards of the 52 are of each category, by ranking every one."""
    return _count("tool_count_categories", card_count, path, len(CATEGORY_NAMES))


def count_ranks(card_count: int, *, path: str | None = None) -> npt.NDArray[np.int64]:
    """How many hands of 5, 6 or 7 cards of the 52 have each rank: ``int64[9 << 12]``."""
    return _count("tool_count_ranks", card_count, path, len(CATEGORY_NAMES) << CATEGORY_SHIFT)


def _count(tool: str, card_count: int, path: str | None, width: int) -> npt.NDArray[np.int64]:
    if not SMALLEST <= card_count <= LARGEST:
        raise ValueError(f"card_count must be 5, 6 or 7, not {card_count}")
    counts = np.zeros(width, np.int64)
    tools = load_tools()
    numbers = tools.ffi.from_buffer("int64_t[]", counts)
    getattr(tools.lib, tool)(card_count, path_number(path), numbers)
    return counts


def count_each(ranking: Any, card_count: int) -> npt.NDArray[np.int64]:
    """How many hands of the ranker's deck have each rank by an ``rb_ranking``: ``int64[65536]``."""
    counts = np.zeros(1 << 16, np.int64)
    tools = load_tools()
    numbers = tools.ffi.from_buffer("int64_t[]", counts)
    tools.lib.tool_count_each(tools.ffi.cast("void *", ranking), card_count, numbers)
    return counts


def sample_deals(tree: GameTree, deck_seed: int, count: int) -> Deals:
    """Deals of the ACPC stream of a deck seed, each of weight one."""
    definition: GameDefinition = tree.definition
    cards = deal_cards(definition, deck_seed, count)
    paths = deal_paths(definition, tree.classes, cards)
    return Deals(paths, showdown_orders(definition, cards), np.ones(count))


class WalkSolver:
    """Plain CFR that walks the betting once for each deal, all players at once.

    ``by_level`` takes the betting's nodes level by level (figure 60 of the source: reach and
    average strategies down, values and regrets up); without it the walk is recursive (figure 57,
    with the reach of *all* opponents, where the source prints the previous player's, which is right
    for two players only). Figure 60's index arithmetic is for full trees; here each level is
    contiguous. The average is over the strategies before each update, as printed.
    """

    def __init__(self, tree: GameTree, *, by_level: bool) -> None:
        """Start with no regrets."""
        self.tree = tree
        self.by_level = by_level
        self.regret = np.zeros(tree.entry_count)
        self.sums = np.zeros(tree.entry_count)

    def run(self, iterations: int) -> None:
        """Iterate; every iteration sees all deals by their probabilities."""
        deals = every_deal(self.tree)
        gained = np.zeros(self.tree.entry_count)
        self._walk(deals, (iterations, len(deals.weight)), gained)

    def run_deals(self, deals: Deals) -> None:
        """One iteration for each of the deals, as in the source's tables 30 and 31."""
        self._walk(deals, (len(deals.weight), 1), self.regret)

    def average(self) -> Strategy:
        """The average strategy, float64[entries]."""
        return normalised(self.tree, self.sums, otherwise=self.tree.uniform)

    def _walk(self, deals: Deals, counts: tuple[int, int], gained: npt.NDArray[np.float64]) -> None:
        listed = c_deals(deals)
        tools = load_tools()
        order = tools.ffi.new("tool_walk_order *")
        order.tree, order.deals = self.tree.c, listed
        order.iterations, order.deals_per_iteration = counts
        order.by_level = self.by_level
        arrays = [
            tools.ffi.from_buffer("double[]", one) for one in (self.regret, gained, self.sums)
        ]
        if tools.lib.tool_walk(order, *arrays):
            raise LimitError("there is not enough memory for a walk; use a smaller game")
