"""Ring games beside cash games, in hands a second.

    python benchmarks/ring_games.py [--repeats 3] [--sessions 1 8]

200 agents at 40 tables of six, stakes in three steps, a choice of tables every 30 hands and a rake;
one thread, processor time. All agents play alike and at once, so that what is measured are tables,
seats and choices. The cash games have as many tables, and the same agent in all seats.
"""

import argparse
from dataclasses import replace
from time import process_time

from report import print_table
from rich.table import Table
from table_loop import plan_matches
from turns import Work, take_turns

from railbird.harness import PlayRules, play_matches
from railbird.harness.table.play_rules import PlannedTournament
from railbird.native import Rake, RingRule, Stakes
from railbird.plugins import load_registry

GAME, AGENTS, HANDS = "holdem-nolimit-6p", 200, 120
RULE = RingRule(
    20_000,
    (
        Stakes("nl-1-2", (1, 2), 6, 20),
        Stakes("nl-5-10", (5, 10), 6, 12),
        Stakes("nl-25-50", (25, 50), 6, 8),
    ),
    40,
    100,
    choose_every=30,
    most_hands=HANDS,
    rake=Rake(500, 3),
)


def plan_sessions(count: int) -> list[PlannedTournament]:
    """Return sessions with tables of their own."""
    labels = tuple(f"a{number:03}" for number in range(AGENTS))
    tables = RULE.table_count
    return [
        PlannedTournament(
            session,
            labels,
            session,
            table_seeds=tuple(range(session * tables, (session + 1) * tables)),
            table_keys=tuple(range(session * tables, (session + 1) * tables)),
            draw_key=session,
        )
        for session in range(count)
    ]


def works(sessions: int) -> dict[str, Work]:
    """The ways to play: agents by themselves, and cash games of the same, and of six agents."""
    registry = load_registry(())
    game, factory = registry.game(GAME), registry.agent("call").factory
    game = replace(game, definition=RULE.first_hand(game.definition, AGENTS))
    plans = plan_sessions(sessions)
    factories = dict.fromkeys(plans[0].agents, factory)
    ring = PlayRules(HANDS, session=RULE, mode="ring")
    few = plan_matches(6, RULE.table_count * sessions)
    labels = plans[0].agents
    many = [
        replace(plan, agents=tuple(labels[(6 * n + seat) % AGENTS] for seat in range(6)))
        for n, plan in enumerate(few)
    ]
    cash = PlayRules(HANDS)
    six = dict.fromkeys(few[0].agents, factory)
    return {
        "ring": lambda: len(play_matches(game, plans, factories, rules=ring).payoffs),
        "cash, 200 agents": lambda: play_matches(game, many, factories, rules=cash).showdown.size,
        "cash, 6 agents": lambda: play_matches(game, few, six, rules=cash).showdown.size,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--sessions", type=int, nargs="*", default=[1, 8])
    options = parser.parse_args()
    table = Table(
        "sessions at once", "ring, hands/s", "cash, 200 agents", "cash, 6 agents", "ratio"
    )
    for sessions in options.sessions:
        times = take_turns(works(sessions), repeats=options.repeats, clock=process_time)
        rates = {name: 1 / min(one) for name, one in times.items()}
        ratio = rates["ring"] / rates["cash, 200 agents"]
        table.add_row(str(sessions), *(f"{rate:,.0f}" for rate in rates.values()), f"{ratio:.2f}")
    print_table(table)
    print("Bar: 0.4 of the cash loop with the same agents.")


if __name__ == "__main__":
    main()
