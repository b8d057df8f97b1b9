"""How fast strategies in PokerLang play, beside `call`, `rock` and a walk from row to row.

    python benchmarks/pokerlang_speed.py

Hands a second of processor time, both seats played by the same agent; the best of three.
"""

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.pokerlang.compiling.files import compile_text, shipped_path
from railbird.agents.pokerlang.player import (
    StationaryStrategy,
    play_program,
    play_strategy,
)
from railbird.agents.pokerlang.playing.deciding import decide
from railbird.agents.pokerlang.situation.view import View
from railbird.harness import PlayRules, play_matches
from railbird.harness.table.play_rules import PlannedMatch
from railbird.plugins import DecisionBatch, Distribution, Game, load_registry

TRIES = 3
HEAD = 'pokerlang 1 strategy "benchmark"\n'
FIVE = """tactic all
  rule when hand in A, B: raise 100%
  rule when hand in C and raises < 2: raise 50% 50%, call
  rule when hand in D, E and pot-odds <= 0.3: call
  rule when M <= 5 and hand in "22+, A2+": all-in
  rule when unopened and button: raise 50% 30%, call 40%, fold
"""


class RowByRow(StationaryStrategy):
    """The same program, asked about one decision after the other."""

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Decide row by row."""
        found = [
            decide(self._program, View(decisions.take(np.array([row])), hole_cards[[row]]))
            for row in range(len(decisions))
        ]
        probability = np.concatenate([one.probability for one in found])
        least = np.concatenate([one.bounds()[0] for one in found])
        return Distribution(probability, found[0].kinds, least, least)


def rules(count: int) -> str:
    """A tactic of so many rules with different conditions."""
    lines = [
        f'  rule when hand in "{"AKQJT9"[i % 6]}{"765432"[i // 6 % 6]}s" and raises = {i % 4} '
        f"and pot-odds < 0.{i % 9 + 1}: raise {i % 5 + 1}0% {i % 50}%, call"
        for i in range(count)
    ]
    return "tactic all\n" + "\n".join(lines)


def hands_per_second(game: Game, make: Callable[[], Any], matches: int, hands: int) -> float:
    """The best of some tries."""
    plans = [PlannedMatch(deck, ("one", "two"), 2**20 + deck) for deck in range(matches)]
    best = 0.0
    for _ in range(TRIES):
        begun = process_time()
        play_matches(game, plans, {"one": make, "two": make}, rules=PlayRules(hands))
        best = max(best, matches * hands / (process_time() - begun))
    return best


def main() -> None:
    """Print a line an agent."""
    registry = load_registry()
    game = registry.games["holdem-preflop-nolimit-2p"]
    five = compile_text(HEAD + FIVE, "five")
    call = hands_per_second(game, registry.agents["call"].factory, 2000, 50)
    makers = {
        "rock": registry.agents["rock"].factory,
        "rock as a file": partial(play_strategy, file=str(shipped_path("rock"))),
        "five rules": partial(play_program, five),
        "200 rules": partial(play_program, compile_text(HEAD + rules(200), "many")),
    }
    print(f"{'call':20} {call:12,.0f}")
    for name, make in makers.items():
        speed = hands_per_second(game, make, 2000, 50)
        print(f"{name:20} {speed:12,.0f}  {speed / call:.3f} of call")
    walk = hands_per_second(game, partial(RowByRow, five), 100, 10)
    print(f"{'five, row by row':20} {walk:12,.0f}")
    limit = registry.games["holdem-limit-2p"]
    for name in ("rock", "rock as a file"):
        speed = hands_per_second(limit, makers[name], 1000, 10)
        print(f"{name + ', all rounds':20} {speed:12,.0f}")
    text = HEAD + rules(2000)
    begun = process_time()
    compile_text(text, "2000")
    print(f"2,000 rules: parsed and compiled in {process_time() - begun:.2f} s")


if __name__ == "__main__":
    main()
