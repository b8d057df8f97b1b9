"""Hands with incidents, a few of each kind, described on the page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.hands.hand_choice import stored_hands
from railbird.results.hands.hand_report import HandReport, report_hand
from railbird.results.run.run_results import RunResults
from railbird.results.store.reading import read_incidents, read_matches
from railbird.results.store.shard_files import ShardFile

HANDS_OF_A_KIND = 2
"""Number of hands described for each agent and kind of incident."""
HANDS_SHOWN = 24

_Incident = dict[str, Any]


@dataclass(frozen=True, slots=True)
class IncidentHand:
    """A hand as text with the incident for which it was chosen, after a number of actions."""

    agent: str
    kind: str
    decision: int
    text: str
    hand: HandReport


def incident_hands(run: RunResults) -> list[IncidentHand]:
    """Return the first hands of each agent and kind, by agent and kind.

    At most `HANDS_SHOWN`; as many agents and kinds as possible have one.
    """
    found = sorted(_chosen(run), key=lambda one: one[0])[:HANDS_SHOWN]
    by_shard: dict[ShardFile, list[_Incident]] = {}
    for _, shard, row in found:
        by_shard.setdefault(shard, []).append(row)
    told = [
        IncidentHand(row["agent"], row["kind"], row["decision"], row["text"], hand)
        for shard, rows in by_shard.items()
        for row, hand in _told(run, shard, rows)
    ]
    return sorted(told, key=lambda one: (one.agent, one.kind))


def _chosen(run: RunResults) -> Iterator[tuple[int, ShardFile, _Incident]]:
    """Yield the first incidents of each agent and kind, one per hand, numbered from 0."""
    counts: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], object] = {}
    for shard in run.reading.holdings.shards:
        for batch in map(run.reading.part.choose, read_incidents([shard])):
            for place, key in enumerate(_labels(batch)):
                if counts[key] == HANDS_OF_A_KIND:
                    continue
                (row,) = batch.slice(place, 1).to_pylist()
                hand = row["deck_index"], row["agents"], row["hand"]
                if hand != last.get(key):
                    yield counts[key], shard, {**row, "agent": key[0]}
                    counts[key] += 1
                    last[key] = hand


def _labels(batch: pa.RecordBatch) -> Iterator[tuple[str, str]]:
    """Yield agent and kind of each incident in a batch."""
    if batch.num_rows:
        labels = np.array(batch.column("agents").flatten().to_pylist(), object)
        seats = batch.column("seat").to_numpy()
        agents = labels.reshape(batch.num_rows, -1)[np.arange(batch.num_rows), seats]
        yield from zip(agents.tolist(), batch.column("kind").to_pylist(), strict=True)


def _told(
    run: RunResults, shard: ShardFile, rows: Sequence[_Incident]
) -> Iterator[tuple[_Incident, HandReport]]:
    """Yield incidents of one shard, each with its hand as text."""
    places = _places(shard, rows)
    wanted = sorted(set(places))
    hands = dict(zip(wanted, stored_hands(shard, wanted), strict=True))
    for row, place in zip(rows, places, strict=True):
        yield row, report_hand(run.game, hands[place])


def _places(shard: ShardFile, rows: Sequence[_Incident]) -> list[int]:
    """Return the number in its shard of each incident's hand."""
    first, starts = 0, {}
    for batch in read_matches([shard]):
        for match in batch.select(["deck_index", "agents", "hand_count"]).to_pylist():
            starts[match["deck_index"], tuple(match["agents"])] = first
            first += match["hand_count"]
    return [starts[row["deck_index"], tuple(row["agents"])] + row["hand"] for row in rows]
