"""Freeze-outs beside cash games, in hands a second; and what duplicates save in them.

    python benchmarks/freeze_out.py [--repeats 5] [--run DIR ...]

Both play with the same stacks and blinds, one thread, processor time: uniform agents in batch form,
in one call of the table loop; and runs of two players, from the plan to the bytes of the shards.
OpenSpiel's repeated_poker, whose players choose among four actions, is measured beside them, if it
is installed (``pip install open_spiel``): at one level of blinds, since its schedule of blinds
crashes where one outgrows a stack. For each run DIR it prints how much less the mean of a duplicate
set varies than that of as many tournaments on decks of their own, for the return and for the place.
"""

import argparse
from dataclasses import replace
from time import process_time

import msgspec
import numpy as np
from report import print_table
from rich.table import Table
from table_loop import decisions_in, plan_matches
from table_loop_peers import openspiel_freeze_outs
from turns import Work, add_times, print_times, take_turns, time_table

from railbird.harness import AgentSpec, PlayRules, Spec, play_matches
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.schedule import count_chunks
from railbird.harness.tournament.preparation import Tournament, prepare
from railbird.harness.workers.job import PlayedChunk
from railbird.harness.workers.task_queue import Task
from railbird.harness.workers.worker import TaskPlayer
from railbird.native import DealSource, FreezeOut, Level
from railbird.plugins import load_registry
from railbird.results import open_run
from railbird.results.estimate.means.standings import by_agent, places_of, prizes_of

MATCHES = 4_096
DEALS = DealSource(bytes(32))
"""Under a secret, as tournaments deal."""
LEVELS = tuple(Level((10 * step, 20 * step), 20) for step in (1, 2, 3, 5, 10))
RULES = {
    "holdem-limit-2p": FreezeOut(200, (Level((5, 10), 10_000),)),
    "holdem-nolimit-2p": FreezeOut(2_000, LEVELS),
    "holdem-nolimit-6p": FreezeOut(2_000, LEVELS),
}
ONE_LEVEL = FreezeOut(2_000, (Level((10, 20), 10_000),))
RUN_DECKS, PEER_MATCHES = 8_000, 200


def works(name: str) -> dict[str, Work]:
    """The two ways to play a game, with as many hands in a match on average."""
    registry, rule = load_registry(()), RULES[name]
    game, uniform = registry.game(name), registry.agent("uniform").factory
    game = replace(game, definition=rule.first_hand(game.definition))
    plans = plan_matches(game.definition.player_count, MATCHES)
    agents = dict.fromkeys(plans[0].agents, uniform)

    def play(rules: PlayRules) -> int:
        return int(play_matches(game, plans, agents, rules=rules).showdown.size)

    freeze_out = PlayRules(rule.most_hands, session=rule, mode="freeze-out", deals=DEALS)
    cash = PlayRules(max(play(freeze_out) // MATCHES, 1), deals=DEALS)
    print(f"{name}: {cash.hand_count} hands in a match")
    return {"freeze-outs": lambda: play(freeze_out), "cash": lambda: play(cash)}


def run_works(name: str, agents: tuple[str, str]) -> dict[str, Work]:
    """Runs of two agents, with as many hands in a match on average."""
    rule = RULES[name]
    spec = Spec(
        name="runs",
        game=name,
        mode="freeze-out",
        tournament=FreezeOutSpec(
            stack=rule.stack,
            levels=tuple(LevelSpec(blinds=one.blinds, hands=one.hand_count) for one in rule.levels),
        ),
        agents=tuple(
            AgentSpec(agent=agent, label=f"{agent}-{seat}") for seat, agent in enumerate(agents)
        ),
        decks=RUN_DECKS,
    )
    freeze_outs = prepare(spec)
    hands = max(play_run(freeze_outs) // (2 * RUN_DECKS), 1)
    cash = prepare(
        msgspec.structs.replace(spec, mode="cash", tournament=None, hands_per_match=hands)
    )
    return {"freeze-outs": lambda: play_run(freeze_outs), "cash": lambda: play_run(cash)}


def play_run(tournament: Tournament) -> int:
    """Play all chunks of a run, as a worker does, and return the hands."""
    task = Task(tuple(range(count_chunks(tournament.schedule))))
    chunks = TaskPlayer(tournament.job).play_unstored(task)
    return sum(one.report.hand_count for one in chunks if isinstance(one, PlayedChunk))


def one_level(count: int) -> dict[str, Work]:
    """Freeze-outs at one level of blinds, counting decisions."""
    registry = load_registry(())
    game, uniform = registry.game("holdem-nolimit-2p"), registry.agent("uniform").factory
    game = replace(game, definition=ONE_LEVEL.first_hand(game.definition))
    plans = plan_matches(2, count)
    agents = dict.fromkeys(plans[0].agents, uniform)
    rules = PlayRules(ONE_LEVEL.most_hands, session=ONE_LEVEL, mode="freeze-out", deals=DEALS)
    play = lambda: decisions_in(play_matches(game, plans, agents, rules=rules))  # noqa: E731
    return {f"railbird, {count:,} at once": play}


def saved(folder: str) -> list[list[str]]:
    """Rows of agent, and how many independent tournaments one in a duplicate set is worth."""
    run = open_run(folder)
    decks, agents, values = [], [], []
    for batch in run.matches():
        width = batch.column("payoffs").type.list_size
        decks.append(np.repeat(batch.column("deck_index").to_numpy(), width))
        agents += [label for row in batch.column("agents").to_pylist() for label in row]
        measured = (by_agent(batch, of(batch)).mean(axis=2) for of in (prizes_of, places_of))
        values.append(np.stack([of_match.reshape(-1) for of_match in measured], axis=1))
    deck, value, owner = np.concatenate(decks), np.concatenate(values), np.array(agents)
    rows = []
    for label in run.labels:
        own = owner == label
        found, place = np.unique(deck[own], return_inverse=True)
        count = own.sum() / len(found)
        means = np.stack([np.bincount(place, v) / count for v in value[own].T], axis=1)
        single = value[own].var(axis=0, ddof=1) / count
        ratio = single / means.var(axis=0, ddof=1)
        name = run.manifest.spec["name"]
        rows.append([name, label, f"{count:.0f}", *(f"{worth:.2f}" for worth in ratio)])
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--run", nargs="*", default=[])
    options = parser.parse_args()
    table = time_table("Freeze-outs and cash games, uniform agents", unit="hand")
    for name in RULES:
        times = take_turns(works(name), repeats=options.repeats, clock=process_time)
        add_times(table, name, times)
    print_times(table, [])
    table = time_table("Runs of two agents in one process, shards made", unit="hand")
    for name in RULES:
        for agents in (("uniform", "uniform"), ("uniform", "call")) if "2p" in name else ():
            times = take_turns(run_works(name, agents), repeats=options.repeats, clock=process_time)
            add_times(table, f"{name}, {' and '.join(agents)}", times)
    print_times(table, [])
    print("Bar: freeze-outs of two players at 0.7 of the cash games' hands a second.\n")
    peers, missing = openspiel_freeze_outs(
        ONE_LEVEL.stack,
        ONE_LEVEL.levels[0].blinds,
        most_hands=ONE_LEVEL.most_hands,
        match_count=PEER_MATCHES,
    )
    table = time_table("No-limit freeze-outs of two uniform players", unit="decision")
    works_of_all = one_level(MATCHES) | peers
    times = take_turns(works_of_all, repeats=options.repeats, clock=process_time)
    add_times(table, "one level of blinds", times)
    print_times(table, missing)
    print("Bar: 40 times OpenSpiel's decisions a second.\n")
    if options.run:
        found = Table("run", "agent", "seatings", "return", "place", title="Worth of a tournament")
        for folder in options.run:
            for row in saved(folder):
                found.add_row(*row)
        print_table(found)


if __name__ == "__main__":
    main()
