"""How long ratings of a tournament for three take, and how far they are from OpenSpiel's.

Twelve made-up agents meet in all 220 line-ups on 200 deck seeds. The comparison needs OpenSpiel
(`pip install open_spiel matplotlib networkx pandas`) and is left out without it.
"""

from collections.abc import Iterator
from itertools import combinations
from time import process_time

import numpy as np
import numpy.typing as npt
from report import print_table
from rich.table import Table

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_means
from railbird.results.estimate.ranking.alpha_rank_populations import alpha_rank_profiles
from railbird.results.estimate.voting.order_margins import margins_of_orders
from railbird.results.estimate.voting.soft_condorcet import (
    HIGHEST,
    TEMPERATURES_APART,
    soft_condorcet,
)
from railbird.results.tables.rankings.line_up_ratings import line_up_ratings
from railbird.results.tables.rankings.order_ratings import order_ratings

AGENTS, PLAYERS, DECKS, HANDS = 12, 3, 200, 600
VOTES = ("ABC", "ACB", "CAB", "CAB", "BCA")


def make_sets() -> DuplicateSets:
    """Draw a tournament of agents that differ by less than a deck's luck."""
    random = np.random.default_rng(1)
    line_ups = np.array(list(combinations(range(AGENTS), PLAYERS)))
    skill = np.linspace(-0.1, 0.1, AGENTS)[line_ups]
    won = skill[:, None, :] + random.normal(size=(len(line_ups), DECKS, PLAYERS))
    payoffs = np.round((won - won.mean(axis=-1, keepdims=True)) * 1e6).astype(np.int64)
    payoffs[..., -1] -= payoffs.sum(axis=-1)
    return DuplicateSets(
        agents=tuple(f"agent-{number:02d}" for number in range(AGENTS)),
        line_ups=line_ups,
        line_up=np.repeat(np.arange(len(line_ups)), DECKS),
        deck=np.tile(np.arange(DECKS), len(line_ups)),
        hands=np.full(len(line_ups) * DECKS, HANDS),
        payoffs=payoffs.reshape(-1, PLAYERS),
        incomplete_count=0,
    )


def alpha_rank_difference() -> float:
    """Return how far alpha-rank of three roles with four agents each is from OpenSpiel's."""
    from open_spiel.python.egt import alpharank  # noqa: PLC0415  (an optional peer)

    payoffs = np.random.default_rng(2).normal(size=(3, 4, 4, 4))
    _, _, share, *_ = alpharank.compute(list(payoffs), m=50, alpha=1.0)
    return float(np.abs(alpha_rank_profiles(payoffs, alpha=1.0).reshape(-1) - share).max())


def soft_condorcet_difference() -> float:
    """Return how far ratings of the published votes are from OpenSpiel's gradient descent."""
    from open_spiel.python.voting import base  # noqa: PLC0415
    from open_spiel.python.voting import (  # noqa: PLC0415
        soft_condorcet_optimization as peer,
    )

    temperature = HIGHEST / TEMPERATURES_APART / 2
    profile = base.PreferenceProfile(votes=[list(vote) for vote in VOTES])
    solver = peer.SoftCondorcetOptimizer(
        profile, rating_lower_bound=0, rating_upper_bound=HIGHEST, temperature=temperature
    )
    for rate in (1e1, 1e3, 1e5):
        solver.run_solver(3000, learning_rate=rate)
    members = np.array([["ABC".index(agent) for agent in vote] for vote in VOTES])
    scores: npt.NDArray[np.int64] = np.tile([2, 1, 0], (len(VOTES), 1))
    ours = soft_condorcet(margins_of_orders(members, scores, 3))
    return float(np.abs(ours - solver.ratings).max())


def rows() -> Iterator[tuple[str, str]]:
    """Yield what was measured, and the result."""
    sets = make_sets()
    means = line_up_means(sets, 2)
    for name, work in (
        ("ratings by order, seconds of processor time", lambda: order_ratings(sets)),
        ("ratings over line-ups, seconds of processor time", lambda: line_up_ratings(means)),
    ):
        start = process_time()
        work()
        yield name, f"{process_time() - start:.2f}"
    for name, difference in (
        ("alpha-rank of three roles, greatest difference from OpenSpiel", alpha_rank_difference),
        ("soft Condorcet ratings, greatest difference from OpenSpiel", soft_condorcet_difference),
    ):
        try:
            yield name, f"{difference():.1e}"
        except ImportError:
            yield name, "not measured"


def main() -> None:
    """Print all of it."""
    table = Table("what", "result", title=f"{AGENTS} agents, {PLAYERS} players, {DECKS} deck seeds")
    for row in rows():
        table.add_row(*row)
    print_table(table)


if __name__ == "__main__":
    main()
