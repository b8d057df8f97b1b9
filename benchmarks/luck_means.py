"""Whether means with luck taken out are those as played, over millions of hands of hold'em.

    python benchmarks/luck_means.py                       # 10 million hands a pair, "chance"
    python benchmarks/luck_means.py --luck aivat --hands 20000 --pairs call:uniform

Both means are of the first agent, in thousandths of a big blind a hand, with standard errors over
duplicate sets; their difference is taken set by set. Pairs are played side by side (`--workers`).
"""

import argparse
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from report import print_table, processor, versions
from rich.table import Table

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.analysis.declared_luck import make_planned_luck
from railbird.native import PAYOFF_UNIT
from railbird.results import open_run
from railbird.results.luck.choice import Luck

PAIRS = ("call:uniform", "uniform:fox", "maniac:fox", "rock:calling-station", "gambler:fish")
HANDS_PER_MATCH, SEATINGS = 50, 2


def measure(pair: str, *, game: str, luck: Luck, hands: int) -> tuple[str, ...]:
    """Play a pair, and return its row."""
    agents = pair.split(":")
    spec = Spec(
        name="means",
        game=game,
        agents=tuple(AgentSpec(agent=agent) for agent in agents),
        hands_per_match=HANDS_PER_MATCH,
        decks=max(2, hands // (HANDS_PER_MATCH * SEATINGS)),
        seed=21,
    )
    with tempfile.TemporaryDirectory() as folder:
        run(spec, folder=Path(folder) / "run", with_tables=False)
        means = [set_means(Path(folder) / "run", which, agents[0]) for which in ("raw", luck)]
    shown = [f"{1000 * v.mean():+.2f} ± {1000 * error(v):.2f}" for v in means]
    apart = means[1] - means[0]
    in_errors = apart.mean() / error(apart)
    difference = f"{1000 * apart.mean():+.2f} ± {1000 * error(apart):.2f}"
    count = len(apart) * HANDS_PER_MATCH * SEATINGS
    return pair, f"{count:,}", *shown, difference, f"{in_errors:+.1f}"


def set_means(folder: Path, luck: Luck, agent: str) -> np.ndarray:
    """What an agent won a hand in each duplicate set, in big blinds."""
    results = make_planned_luck(open_run(folder, luck=luck))
    number = results.labels.index(agent)
    blind = max(results.game.blinds) * PAYOFF_UNIT
    sums: dict[int, float] = {}
    for part in results.played_hands():
        own = (part.payoffs * (part.members == number)).sum(axis=1) / blind
        seeds, place = np.unique(part.deck_seed, return_inverse=True)
        for seed, won in zip(seeds.tolist(), np.bincount(place.ravel(), own), strict=True):
            sums[seed] = sums.get(seed, 0.0) + won
    found = np.array([sums[seed] for seed in sorted(sums)])
    return found / (HANDS_PER_MATCH * SEATINGS)


def error(values: np.ndarray) -> float:
    """The standard error of a mean."""
    return float(values.std(ddof=1) / len(values) ** 0.5)


def main() -> None:
    """Play all pairs, and print how far apart the means are."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=10_000_000, help="of each pair")
    parser.add_argument("--game", default="holdem-limit-2p")
    parser.add_argument("--luck", default="chance", choices=["all-in", "chance", "aivat"])
    parser.add_argument("--pairs", nargs="*", default=PAIRS)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    print(processor(), versions(), sep="\n")
    names = ("pair", "hands", "raw", options.luck, "difference", "in its errors")
    table = Table(*names, title=f"{options.game}, mbb a hand of the first")
    job = partial(measure, game=options.game, luck=options.luck, hands=options.hands)
    with ProcessPoolExecutor(options.workers) as pool:
        for row in pool.map(job, options.pairs):
            table.add_row(*row)
            print(*row, sep="  ", flush=True)
    print_table(table)


if __name__ == "__main__":
    main()
