"""How fast the opponent modellers play, in hands a second of one core's time, and against what.

Bars: 5,000 hands/s at nine-handed limit tables of the archetypes and an Observer, 100,000 at
six-handed tables with Hermes. Tables of callers show what the table loop takes by itself, and a
cache of two answers what keeping them is worth. Processor time is taken, not the clock on the wall.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from time import process_time

from report import Rate, print_rates

from railbird.agents.holdem import archetype as archetypes
from railbird.agents.holdem import opponent_model, strength_cache
from railbird.agents.holdem.starting_hands import INCOME_PLACES
from railbird.agents.holdem.strength_cache import StrengthCache, strengths_by_income
from railbird.harness import AgentSpec, Spec, play

NINE = [
    "observer",
    "gambler",
    "rock",
    "fish",
    "weak-tight",
    "fox",
    "calling-station",
    "ace",
    "maniac",
]
PASSIVE = ["fold", "fold", "call", "fold", "call"]


def spec_of(game: str, agents: Sequence[str], *, decks: int, hands: int) -> Spec:
    """A tournament of one line-up, all tables in one chunk."""
    entries = tuple(AgentSpec(agent=name, label=f"{name}-{i}") for i, name in enumerate(agents))
    return Spec(
        name="benchmark",
        game=game,
        agents=entries,
        hands_per_match=hands,
        decks=decks,
        seatings="rotations",
        hands_per_chunk=2**20,
    )


def rate_of(spec: Spec) -> float:
    """Hands a second of processor time; every repeat begins with nothing kept."""
    strengths_by_income.cache_clear()
    started = process_time()
    table = play(spec)
    hands = table.num_rows * spec.hands_per_match
    return hands / (process_time() - started)


def keep_one() -> StrengthCache:
    """A cache that forgets every answer at the next question."""
    return StrengthCache(INCOME_PLACES, slot_bits=1)


def without_keeping(measure: Callable[[Spec], float], spec: Spec) -> float:
    """Measure with caches that keep next to nothing."""
    usual = strength_cache.strengths_by_income
    for module in (archetypes, opponent_model):
        module.strengths_by_income = keep_one  # type: ignore[attr-defined]
    try:
        return measure(spec)
    finally:
        for module in (archetypes, opponent_model):
            module.strengths_by_income = usual  # type: ignore[attr-defined]


def alternate(specs: dict[str, Callable[[], float]], repeats: int) -> Iterator[Rate]:
    """Measure all in turns."""
    rates: dict[str, list[float]] = {name: [] for name in specs}
    for _ in range(repeats):
        for name, measure in specs.items():
            rates[name].append(measure())
    for name, found in rates.items():
        yield Rate(name, tuple(found))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--decks", type=int, default=100)
    options = parser.parse_args()
    nine = spec_of("holdem-limit-9p", NINE, decks=options.decks, hands=40)
    callers = spec_of("holdem-limit-9p", ["call"] * 9, decks=options.decks, hands=40)
    sized = {"decks": 4 * options.decks, "hands": 50}
    one = spec_of("holdem-nolimit-6p-short", ["hermes", *PASSIVE], **sized)
    six = spec_of("holdem-nolimit-6p-short", ["hermes"] * 6, **sized)
    none = spec_of("holdem-nolimit-6p-short", ["fold", *PASSIVE], **sized)
    rate_of(one)  # imports and tables
    at_nine = {
        "archetypes and observer": lambda: rate_of(nine),
        "the same, no answers kept": lambda: without_keeping(rate_of, nine),
        "nine callers": lambda: rate_of(callers),
    }
    print_rates("Nine-handed limit", list(alternate(at_nine, options.repeats)), unit="hands")
    at_six = {
        "Hermes, three folders, two callers": lambda: rate_of(one),
        "six Hermes": lambda: rate_of(six),
        "four folders, two callers": lambda: rate_of(none),
    }
    print_rates("Six-handed no-limit", list(alternate(at_six, options.repeats)), unit="hands")


if __name__ == "__main__":
    main()
