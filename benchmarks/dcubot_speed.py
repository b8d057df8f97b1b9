"""Hands a second of processor time that dcubot plays, learns from, and plays to learn; and that the
plain numpy reference reckons the likelihoods of. Six players, limit hold'em; turn by turn.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from report import Rate, print_rates

from railbird.agents.dcubot.net.batches import Aim
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.dcubot.net.shipped import find_shipped
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.training.training_hands import to_learn
from railbird.harness.analysis.training import training_tools
from railbird.plugins import load_registry

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))
from dcubot_hand_reference import trace
from dcubot_reference import PlayedHand

GAME = "holdem-limit-6p"
REFERENCE_HANDS = 40


def timed(work: Callable[[], int]) -> float:
    """Hands a second of processor time of this process."""
    start = process_time()
    count = work()
    return count / (process_time() - start)


def main() -> None:
    """Play, learn, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--hands", type=int, default=8, help="hands at each table")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    game = load_registry().games[GAME]
    weights = find_shipped(game.definition)
    if weights is None:
        raise SystemExit(f"there are no shipped weights for {GAME}")
    shape, tools, bot = weights.shape, training_tools(game, 1, print), Dcubot(weights=weights)
    seats = [bot] * game.definition.player_count
    hands = tools.play(seats, 0, options.tables, options.hands)
    given = to_learn(shape, hands, draws_seed=0)
    texts = [
        hands.betting[a:b].tobytes().decode()
        for a, b in zip(hands.betting_offsets, hands.betting_offsets[1:], strict=False)
    ]

    def play() -> int:
        return len(tools.play(seats, 0, options.tables, options.hands))

    def learning(aim: Aim) -> int:
        learn(shape, weights.parameters, given, aim=aim)
        return len(given)

    def by_reference() -> int:
        for row in range(REFERENCE_HANDS):
            payoffs = given.payoffs[row].astype(float)
            trace(
                shape,
                weights.parameters,
                PlayedHand(hands.cards[row], texts[row], payoffs),
            )
        return REFERENCE_HANDS

    works = {
        "play": play,
        "learning": lambda: learning(Aim("reinforced")),
        "learning with a critic": lambda: learning(Aim("reinforced", critic=weights.parameters)),
        "numpy reference": by_reference,
    }
    turns = [{name: timed(work) for name, work in works.items()} for _ in range(options.turns)]
    rates = [Rate(name, tuple(turn[name] for turn in turns)) for name in works]
    decisions = learn(shape, weights.parameters, given, aim=Aim("reinforced")).decision_count
    print_rates(f"dcubot, {decisions / len(given):.1f} decisions a hand", rates, unit="hands")


if __name__ == "__main__":
    main()
