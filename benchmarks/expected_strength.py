"""What `expected-strength` wins of `uniform` in every shipped game, and how fast it plays.

Two players, duplicates: both seatings of every deal. Processor time of the whole match, with
`expected-strength` in one of the two seats. With `--rows` the last column has how
many of its betting decisions are by another row of table 19 than with 65,536 samples.

    python benchmarks/expected_strength.py [--samples 64 256 1024] [--games razz ...] [--rows]
"""

import argparse
from collections.abc import Sequence
from functools import partial
from time import process_time
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from railbird.agents import ExpectedStrength, Uniform
from railbird.agents.expected_strength.action_table import STRENGTH_BOUNDS
from railbird.agents.expected_strength.sight import cards_in_sight
from railbird.harness import PlayRules, play_matches
from railbird.harness.games.library import find_game
from railbird.harness.table.play_rules import PlannedMatch
from railbird.native import PAYOFF_UNIT, CardsInSight, GameDefinitionError, showdown_strength
from railbird.plugins import DecisionBatch, Distribution, Game, load_registry
from railbird.results.store.match_keys import match_key

LABELS = ("expected-strength", "uniform")
MANY_SAMPLES, MOST_COMPARED = 2**16, 2000


class Listener(ExpectedStrength):
    """The agent, which notes what it sees when it bets."""

    seen: ClassVar[list[CardsInSight]] = []

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Note the rows, and declare."""
        rows = np.flatnonzero(decisions.max_cards == 0)
        self.seen.append(cards_in_sight(decisions, hole_cards).take(rows))
        return super().probabilities_batch(decisions, hole_cards)


def plan(deck_seed: int, agents: tuple[str, ...]) -> PlannedMatch:
    """One seating on one deck."""
    return PlannedMatch(deck_seed, agents, match_key(1, deck_seed, agents))


def other_rows(game: Game, samples: int, *, decks: int, hands: int) -> float:
    """Return the share of decisions by another row than with many samples."""
    Listener.seen.clear()
    plans = [plan(deck, LABELS) for deck in range(decks)]
    factories = {LABELS[0]: partial(Listener, samples=16), LABELS[1]: Uniform}
    play_matches(game, plans, factories, rules=PlayRules(hands))
    parts, compared, differing = Listener.seen, 0, 0
    for seen in parts:
        some = seen.take(np.arange(len(seen))[: MOST_COMPARED // len(parts) + 1])
        rows = [
            np.searchsorted(
                STRENGTH_BOUNDS, showdown_strength(game.definition, some, samples=count), "right"
            )
            for count in (samples, MANY_SAMPLES)
        ]
        compared, differing = compared + len(some), differing + int((rows[0] != rows[1]).sum())
    return differing / compared


def measure(game: Game, samples: int, *, decks: int, hands: int) -> tuple[float, float, float]:
    """Return big blinds a hand, their standard error over decks, and hands a second."""
    seatings = (LABELS, LABELS[::-1])
    plans = [plan(deck, agents) for deck in range(decks) for agents in seatings]
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
    parser.add_argument("--samples", type=int, nargs="+", default=[1024])
    parser.add_argument("--games", nargs="+")
    parser.add_argument("--rows", action="store_true", help="compare rows of table 19 too")
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
            if arguments.rows:
                row += f" {other_rows(game, samples, decks=4, hands=50):.1%} |"
            print(row, flush=True)


if __name__ == "__main__":
    main()
