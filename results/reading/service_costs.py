"""What the answers of services cost in each duplicate set, and how long decisions took."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.uncertainty.intervals import (
    Floats,
    Integers,
    as_nullable,
    deck_influence,
    half_widths,
)
from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import list_records, sum_costs
from railbird.results.store.reading import read_matches

Place = tuple[int, tuple[str, ...]]
"""A duplicate set: its deck index, and the labels of its line-up, sorted."""


@dataclass(frozen=True, slots=True)
class HandCost:
    """Dollars a hand of an agent, the mean of its line-ups' means as bankrolls are.

    ``half_width`` is that of the 95% interval over deck seeds, None if there is none.
    """

    agent: str
    dollars: float
    half_width: float | None


def keys_of_sets(reading: RunReading) -> dict[int, Place]:
    """Return the duplicate set of every stored match, by the match's key."""
    found = {}
    for shard in reading.holdings.shards:
        for batch in map(reading.part.choose, read_matches([shard])):
            for row in batch.select(["deck_index", "deck_seed", "agents"]).to_pylist():
                agents = row["agents"]
                key = reading.match_key(agents, deck_seed=row["deck_seed"], deals=shard.deals)
                found[key] = row["deck_index"], tuple(sorted(agents))
    return found


def dollars_by_set(
    reading: RunReading, places: Mapping[int, Place]
) -> dict[tuple[str, Place], float]:
    """Return what each agent's answers cost in each of these duplicate sets, by match key."""
    dollars: dict[tuple[str, Place], float] = {}
    for record in list_records(reading.folder):
        place = places.get(record.match_key)
        if place is not None and record.usage.dollars:
            key = record.label, place
            dollars[key] = dollars.get(key, 0.0) + record.usage.dollars
    return dollars


def dollars_by_line_up(reading: RunReading) -> dict[tuple[str, ...], float]:
    """Return what all answers in a duplicate set of each line-up cost, its mean over decks."""
    places = keys_of_sets(reading)
    decks = Counter(line_up for _, line_up in set(places.values()))
    dollars = dict.fromkeys(decks, 0.0)
    for (_, (_, line_up)), spent in dollars_by_set(reading, places).items():
        dollars[line_up] += spent / decks[line_up]
    return dollars


def hand_costs(reading: RunReading) -> list[HandCost]:
    """Return the dollars a hand of the agents in the journal, over complete duplicate sets."""
    dollars, sets = dollars_by_set(reading, keys_of_sets(reading)), reading.sets
    labels = [tuple(sorted(sets.agents[one] for one in row)) for row in sets.line_ups.tolist()]
    found = []
    for agent in [one.agent for one in sum_costs(reading.folder)]:
        rows = [row for row, line_up in enumerate(sets.line_up) if agent in labels[line_up]]
        if not rows:
            continue
        places = [(int(sets.deck[row]), labels[sets.line_up[row]]) for row in rows]
        spent = np.array([dollars.get((agent, place), 0.0) for place in places])
        _, first = np.unique(sets.line_up[rows], return_index=True)
        values = (spent / sets.hands[rows])[:, None]
        mean = float(np.mean([part.mean() for part in np.split(values, first[1:])]))
        found.append(HandCost(agent, mean, _half_width(values, first, sets.deck[rows])))
    return found


def _half_width(values: Floats, first: Integers, decks: Integers) -> float | None:
    """The interval over decks; line-ups are consecutive rows from ``first`` on."""
    influence = deck_influence(values, first)[:, 0] / len(first)
    by_deck = np.zeros(int(decks.max()) + 1)
    np.add.at(by_deck, decks, influence)
    fewest = np.diff([*first, len(values)]).min(keepdims=True)
    (width,) = as_nullable(half_widths(np.array([(by_deck**2).sum()]), fewest))
    return width


def seconds_of_decisions(reading: RunReading) -> dict[str, Floats]:
    """Return how long each decision of an agent took, in seconds, ascending, by label."""
    found: dict[str, list[float]] = {}
    for record in list_records(reading.folder):
        if record.kind == "decision":
            found.setdefault(record.label, []).append(record.seconds)
    return {label: np.sort(seconds) for label, seconds in found.items()}
