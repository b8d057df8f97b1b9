"""What ``chains`` and ``chains-search`` win, how soon, and how fast they play.

Two players, both seatings of every deck; an interval is over decks. What is won is in small bets a
hand by window of hands within a match; in Leduc also as the share of the best response's gain.

    python benchmarks/expected_value.py chains call --hands 6000 --decks 5
    python benchmarks/expected_value.py chains-search uniform --game leduc --windows 1000 20000
    python benchmarks/expected_value.py chains:formula=printed fish
"""

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from time import process_time

import numpy as np
from scipy.stats import t

from railbird.harness import PlayRules, play_matches
from railbird.harness.plan.keys import match_key
from railbird.harness.table.play_rules import PlannedMatch
from railbird.native import PAYOFF_UNIT
from railbird.native.solver import build_tree, measure_exploitability
from railbird.plugins import Game, load_registry

LABELS = ("hero", "opponent")


def plan(deck_seed: int, agents: tuple[str, ...]) -> PlannedMatch:
    """One seating on one deck."""
    return PlannedMatch(deck_seed, agents, match_key(1, deck_seed, agents))


def factory_of(text: str) -> partial[object]:
    """Read an agent with parameters, as ``name:key=value,key=value``."""
    name, _, rest = text.partition(":")
    parameters: dict[str, object] = {}
    for pair in filter(None, rest.split(",")):
        key, value = pair.split("=")
        try:
            parameters[key] = float(value) if "." in value else int(value)
        except ValueError:
            parameters[key] = value
    return partial(load_registry().agent(name).factory, **parameters)


def best_gain(game: Game) -> float:
    """Return what the best response wins of ``uniform``, chips a hand, mean of both positions."""
    tree = build_tree(game.definition)
    found = measure_exploitability(tree, tree.uniform)
    return (sum(found.gains) + sum(found.values)) / 2


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print a row per window."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs=2)
    parser.add_argument("--game", default="holdem-limit-2p")
    parser.add_argument("--decks", type=int, default=10)
    parser.add_argument("--hands", type=int, default=6000)
    parser.add_argument("--windows", type=int, nargs="*", default=[], help="ends of windows")
    arguments = parser.parse_args(argv)
    game = load_registry().game(arguments.game)
    plans = [plan(d, agents) for d in range(arguments.decks) for agents in (LABELS, LABELS[::-1])]
    factories = dict(zip(LABELS, map(factory_of, arguments.agents), strict=True))
    start = process_time()
    rules = PlayRules(arguments.hands, raise_agent_errors=True)
    results = play_matches(game, plans, factories, rules=rules)
    seconds = process_time() - start
    payoffs = results.payoffs.reshape(arguments.decks, 2, arguments.hands, 2) / PAYOFF_UNIT
    won = (payoffs[:, 0, :, 0] + payoffs[:, 1, :, 1]) / 2
    unit = 1.0 if arguments.game == "leduc" else game.definition.raise_sizes[0]
    ends = [0, *arguments.windows] if arguments.windows else [0, arguments.hands]
    for first, last in [*pairwise(ends), (0, arguments.hands)]:
        mean = won[:, first:last].mean(axis=1) / unit
        error = mean.std(ddof=1) / np.sqrt(len(mean)) * t.ppf(0.975, len(mean) - 1)
        row = f"| {' | '.join(arguments.agents)} | {first} to {last} | "
        row += f"{mean.mean():+.3f} ± {error:.3f} |"
        if arguments.game == "leduc":
            gain = best_gain(game)
            row += f" {mean.mean() / gain:.1%} ± {error / gain:.1%} |"
        print(row, flush=True)
    print(f"{len(plans) * arguments.hands / seconds:,.0f} hands/s of processor time", flush=True)


if __name__ == "__main__":
    main()
