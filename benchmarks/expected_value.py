"""What ``chains`` and ``chains-search`` win, how soon, and how fast they play.

Two players, both seatings of every deck; an interval is over decks. What is won is in small bets a
hand by window of hands within a match; in Leduc in chips, and as the share of what the best
response wins of ``uniform``. All matches are played in step, since many tables share the strengths
of a board: opponents cost less together than one after the other.

    python benchmarks/expected_value.py chains call fish rock --hands 6000 --decks 5
    python benchmarks/expected_value.py chains+chains:formula=printed fish maniac
    python benchmarks/expected_value.py chains-search uniform --game leduc --windows 1000 20000
"""

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np
import numpy.typing as npt
from scipy.stats import t

from railbird.harness import PlayRules, play_matches
from railbird.harness.table.play_rules import PlannedMatch
from railbird.native import PAYOFF_UNIT
from railbird.native.solver import build_tree, measure_exploitability
from railbird.plugins import Game, load_registry
from railbird.results.store.match_keys import match_key

LEDUC = "leduc"
Floats = npt.NDArray[np.float64]


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


def bet_of(game: Game) -> int:
    """Return the small bet of a limit game, or the big blind without limits, in chips."""
    definition = game.definition
    return definition.raise_sizes[0] if definition.is_limit else definition.big_blind


def play(game: Game, pairs: list[tuple[str, str]], *, decks: range, hands: int) -> Floats:
    """Return what the first of each pair wins, chips float64[pairs, decks, hands]."""
    seatings = [seating for pair in pairs for seating in [(pair, d) for d in decks]]
    plans = [plan(deck, agents) for pair, deck in seatings for agents in (pair, pair[::-1])]
    factories = {name: factory_of(name) for pair in pairs for name in pair}
    results = play_matches(game, plans, factories, rules=PlayRules(hands, raise_agent_errors=True))
    payoffs = results.payoffs.reshape(len(pairs), len(decks), 2, hands, 2) / PAYOFF_UNIT
    return np.asarray((payoffs[:, :, 0, :, 0] + payoffs[:, :, 1, :, 1]) / 2)


def interval(values: Floats) -> tuple[float, float]:
    """Return the mean of decks and half of its 95% interval."""
    error = values.std(ddof=1) / np.sqrt(len(values)) * t.ppf(0.975, len(values) - 1)
    return float(values.mean()), float(error)


def cell(values: Floats, gain: float | None) -> str:
    """Write a mean with its interval, also as a share of ``gain``."""
    mean, error = interval(values)
    text = f"{mean:+.3f} ± {error:.3f}"
    return text if gain is None else f"{text} ({mean / gain:.1%} ± {error / gain:.1%})"


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print a row for each pair, and one for each difference on the same decks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", help="one, or several joined by +, which get the same decks")
    parser.add_argument("opponents", nargs="+")
    parser.add_argument("--game", default="holdem-limit-2p")
    parser.add_argument("--decks", type=int, default=10)
    parser.add_argument("--first-deck", type=int, default=0, help="decks seen by no tuning: 1000")
    parser.add_argument("--hands", type=int, default=6000)
    parser.add_argument("--windows", type=int, nargs="*", default=[], help="ends of windows")
    arguments = parser.parse_args(argv)
    game, agents = load_registry().game(arguments.game), arguments.agents.split("+")
    pairs = [(agent, other) for other in arguments.opponents for agent in agents]
    start = process_time()
    decks = range(arguments.first_deck, arguments.first_deck + arguments.decks)
    won = play(game, pairs, decks=decks, hands=arguments.hands)
    seconds = process_time() - start
    is_leduc = arguments.game == LEDUC
    unit = 1.0 if is_leduc else bet_of(game)
    gain = best_gain(game) if is_leduc and arguments.opponents == ["uniform"] else None
    windows = [*pairwise([0, *arguments.windows]), (0, arguments.hands)]
    print(f"| | | {' | '.join(f'{first} to {last}' for first, last in windows)} |")
    for pair, of_decks in zip(pairs, won / unit, strict=True):
        cells = [cell(of_decks[:, first:last].mean(axis=1), gain) for first, last in windows]
        print(f"| `{pair[0]}` | `{pair[1]}` | {' | '.join(cells)} |", flush=True)
    for place in range(0, len(pairs), len(agents)):
        for other in range(place + 1, place + len(agents)):
            difference = (won[other] - won[place]).mean(axis=1) / unit
            names = f"`{pairs[other][0]}` less `{pairs[place][0]}`, `{pairs[place][1]}`"
            print(f"| {names} | {cell(difference, gain)} |", flush=True)
    hands = 2 * arguments.decks * arguments.hands * len(pairs)
    print(f"{hands / seconds:,.0f} hands/s of processor time", flush=True)
    print(f"{getrusage(RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most", flush=True)


if __name__ == "__main__":
    main()
