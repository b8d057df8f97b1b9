"""What `expected-strength` wins of `uniform` in every shipped game, and how fast it plays.

Two players, duplicates: both seatings of every deal. Processor time of the whole match, with
`expected-strength` in one of the two seats.

    python benchmarks/expected_strength.py [--samples 64 256 1024] [--games razz ...] [--hands 100]
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time

import numpy as np

from railbird.agents import ExpectedStrength, Uniform
from railbird.harness import PlayRules, play_matches
from railbird.harness.games.library import find_game
from railbird.harness.plan.keys import match_key
from railbird.native import PAYOFF_UNIT, GameDefinitionError
from railbird.plugins import Game, load_registry

LABELS = ("expected-strength", "uniform")


@dataclass(frozen=True)
class Match:
    """One seating on one deck."""

    deck_seed: int
    agents: tuple[str, ...]

    @property
    def match_key(self) -> int:
        """The key of its draws."""
        return match_key(1, self.deck_seed, self.agents)


def measure(game: Game, samples: int, *, decks: int, hands: int) -> tuple[float, float, float]:
    """Return big blinds a hand, their standard error over decks, and hands a second."""
    seatings = (LABELS, LABELS[::-1])
    plans = [Match(deck, agents) for deck in range(decks) for agents in seatings]
    factories = {LABELS[0]: partial(ExpectedStrength, samples=samples), LABELS[1]: Uniform}
    start = process_time()
    results = play_matches(game, plans, factories, rules=PlayRules(hands))
    seconds = process_time() - start
    assert not results.incidents.kind
    payoffs = results.payoffs.reshape(decks, 2, hands, 2)
    won = (payoffs[:, 0, :, 0] + payoffs[:, 1, :, 1]).mean(axis=1) / 2
    won = won / PAYOFF_UNIT / game.definition.big_blind
    return won.mean(), won.std(ddof=1) / np.sqrt(decks), len(plans) * hands / seconds


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print a row per game and number of samples."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, nargs="+", default=[256])
    parser.add_argument("--games", nargs="+")
    parser.add_argument("--decks", type=int, default=40)
    parser.add_argument("--hands", type=int, default=100)
    arguments = parser.parse_args(argv)
    registry = load_registry()
    for name in arguments.games or sorted(registry.games):
        try:
            game = find_game(name, registry, 2)
        except GameDefinitionError:
            continue
        for samples in arguments.samples:
            won, error, speed = measure(game, samples, decks=arguments.decks, hands=arguments.hands)
            row = f"| {name} | {samples} | {won:+.2f} ± {1.96 * error:.2f} | {speed:,.0f} |"
            print(row, flush=True)


if __name__ == "__main__":
    main()
