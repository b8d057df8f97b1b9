"""Tournaments of several tables beside cash games, in hands a second, and the memory they take.

    python benchmarks/several_tables.py [--repeats 3]

1,000 entrants at tables of nine, several tournaments at once, one thread, processor time. Uniform
players lose their chips in a hand or two; those who only call are blinded out level by level.
"""

import argparse
import resource
from dataclasses import replace
from time import process_time

from report import print_table
from rich.table import Table
from table_loop import plan_matches
from turns import Work, take_turns

from railbird.harness import AgentSpec, PlayRules, Spec, play_matches
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.schedule import plan_chunk
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.plugins import load_registry

GAME, ENTRANTS = "holdem-nolimit-9p", 1_000
STEPS = (1, 2, 3, 5, 8, 12, 20, 32, 50, 80, 128, 200, 320, 500)
RULES = FreezeOutSpec(
    stack=2_000,
    levels=tuple(LevelSpec(blinds=(10 * step, 20 * step), hands=10) for step in STEPS),
    entrants=ENTRANTS,
)
DECKS = {"uniform": 64, "call": 4}
CASH_MATCHES, CASH_HANDS = 1_024, 64


def works(agent: str) -> dict[str, Work]:
    """The two ways to play."""
    agents = tuple(AgentSpec(agent=agent, label=label) for label in "ab")
    spec = Spec(
        name="tables", game=GAME, mode="tournament", tournament=RULES, agents=agents,
        decks=DECKS[agent], hands_per_chunk=2**30,
    )  # fmt: skip
    tournament = prepare(spec)
    player = ChunkPlayer(tournament.job)
    registry = load_registry(())
    game, factory = registry.game(GAME), registry.agent(agent).factory
    definition = RULES.rule.first_hand(game.definition)
    plans = plan_matches(definition.player_count, CASH_MATCHES)
    factories = dict.fromkeys(plans[0].agents, factory)
    game, rules = replace(game, definition=definition), PlayRules(CASH_HANDS)
    chunk = plan_chunk(tournament.schedule, 0)
    return {
        "tournaments": lambda: int(player.play(chunk).showdown.size),
        "cash": lambda: int(play_matches(game, plans, factories, rules=rules).showdown.size),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    table = Table("agents", "tournaments, hands/s", "cash, hands/s", "memory, MB")
    for agent in DECKS:
        times = take_turns(works(agent), repeats=options.repeats, clock=process_time)
        rates = [f"{1 / min(times[name]):,.0f}" for name in ("tournaments", "cash")]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        table.add_row(agent, *rates, str(memory))
    print_table(table)
    print("Bar: 100,000 hands a second of tournaments, 300 MB.")


if __name__ == "__main__":
    main()
