"""The table loop: hands a second of uniform agents in batch form, results collected.

One thread, and its processor time: what else the machine does counts for nobody.

    python benchmarks/table_loop.py [--repeats 11] [--games holdem-limit-2p ...]

Peers install with ``pip install open_spiel pokers``. OpenSpiel plays in three ways: by a loop in
C++ over its own uniform bots, by a loop in Python, and, where g++ is found, by a bare loop in C++
that asks nobody (openspiel_loop.cc).
"""

import argparse
from dataclasses import dataclass
from time import process_time
from typing import Any

from table_loop_peers import GAMES, openspiel_calls, openspiel_works, pokers_works
from turns import REPEATS, Work, add_times, print_times, take_turns, time_table

from railbird.harness import PlayRules, play_matches
from railbird.harness.table.match_results import MatchResults
from railbird.plugins import CALL, Action, Observation, load_registry

MANY, FEW = 2_000, 64
STEP_HANDS = 100
PEER_HANDS = 4_000
SIMPLE_TABLES = 256


@dataclass(frozen=True, slots=True)
class Plan:
    """A match to play."""

    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


class Reader:
    """Reads six fields of the observation, and calls."""

    def act(self, observation: Observation) -> Action:
        """Look, and call."""
        observation.hole_cards, observation.board, observation.pot  # noqa: B018
        observation.to_call, observation.can_raise, observation.betting  # noqa: B018
        return CALL


def plan_matches(player_count: int, match_count: int) -> list[Plan]:
    """Plan matches of different decks, the seats in turns."""
    labels = "abcdefghij"[:player_count]
    turns = [tuple(labels[i:] + labels[:i]) for i in range(player_count)]
    return [Plan(i, turns[i % player_count], 2**20 * i + 1) for i in range(match_count)]


def ours(name: str, make: Any, *, table_count: int, hand_count: int) -> Work:
    """Play whole matches with fresh agents of one kind."""
    game = load_registry(()).game(name)
    plans = plan_matches(game.definition.player_count, table_count)
    agents = dict.fromkeys(plans[0].agents, make)

    def work() -> int:
        results = play_matches(game, plans, agents, rules=PlayRules(hand_count))
        return int(results.showdown.size)

    return work


def count_decisions(name: str, make: Any, *, table_count: int, hand_count: int) -> Work:
    """The same, counting decisions."""
    game = load_registry(()).game(name)
    plans = plan_matches(game.definition.player_count, table_count)
    agents = dict.fromkeys(plans[0].agents, make)

    def work() -> int:
        return decisions_in(play_matches(game, plans, agents, rules=PlayRules(hand_count)))

    return work


def decisions_in(results: MatchResults) -> int:
    """Count decisions: letters of the betting that are actions."""
    text = results.betting.tobytes()
    return sum(text.count(letter) for letter in (b"f", b"c", b"r"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    options = parser.parse_args()
    uniform = load_registry(()).agent("uniform").factory
    table = time_table("Uniform agents in batch form, results collected, one core", unit="hand")
    missing: set[str] = set()
    for name in options.games:
        works = {
            f"railbird, {MANY:,} tables": ours(
                name, uniform, table_count=MANY, hand_count=STEP_HANDS
            ),
            f"railbird, {FEW} tables": ours(
                name, uniform, table_count=FEW, hand_count=10 * STEP_HANDS
            ),
        }
        peers = [openspiel_works(name, PEER_HANDS)]
        if name == "holdem-nolimit-2p":
            peers.append(pokers_works(PEER_HANDS))
        for found, lacking in peers:
            works |= found
            missing |= set(lacking)
        add_times(table, name, take_turns(works, repeats=options.repeats, clock=process_time))
    print_times(table, sorted(missing))
    print("Bars: 20 times OpenSpiel's C++ loop over its bots, 40 times its Python loop, 10 times")
    print("pokers; 64 tables a quarter as fast as 2,000, or faster.\n")
    table = time_table("Simple agents, limit hold'em for two", unit="decision")
    reader = count_decisions(
        "holdem-limit-2p", Reader, table_count=SIMPLE_TABLES, hand_count=STEP_HANDS
    )
    found, lacking = openspiel_calls(PEER_HANDS)
    works = {"railbird, six fields read": reader} | found
    add_times(table, "always call", take_turns(works, repeats=options.repeats, clock=process_time))
    print_times(table, lacking)
    print("Bar: 3 times OpenSpiel's Python loop.\n")


if __name__ == "__main__":
    main()
