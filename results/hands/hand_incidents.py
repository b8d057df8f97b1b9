"""Incidents in single hands, and earlier forfeits of the match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from railbird.plugins import IncidentOutcome, MisbehaviourRule, incident_outcome
from railbird.results.hands.hand_choice import StoredHand, stored_hands
from railbird.results.store.reading import read_matches, read_misbehaved
from railbird.results.store.shard_files import ShardFile

_MatchKey = tuple[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class HandIncident:
    """An incident of a hand: its seat, the number of actions before, its kind and its text."""

    seat: int
    decision: int
    kind: str
    outcome: IncidentOutcome
    text: str


@dataclass(frozen=True, slots=True)
class HandMarks:
    """A hand's incidents in order, and the seats that had forfeited in a hand before it."""

    incidents: tuple[HandIncident, ...] = ()
    forfeited: tuple[int, ...] = ()


NO_MARKS = HandMarks()


def mark_hands(hands: Sequence[StoredHand], *, rule: MisbehaviourRule) -> list[HandMarks]:
    """Return the incidents of each hand; only the shards of these hands are read."""
    shards = {hand.shard for hand in hands if hand.shard is not None}
    found = {shard: _by_match(shard) for shard in shards}
    return [
        _marks(found[hand.shard].get((hand.deck_index, hand.agents)), hand, rule)
        if hand.shard is not None
        else NO_MARKS
        for hand in hands
    ]


def hands_with_incidents(
    shards: Iterable[ShardFile], count: int, *, agent: str = ""
) -> list[StoredHand]:
    """Return the first `count` hands with incidents, of `agent` if a label is given."""
    found: list[StoredHand] = []
    for shard in shards:
        if len(found) == count:
            break
        rows = _rows(shard, agent)[: count - len(found)]
        if rows:
            found += stored_hands(shard, rows)
    return found


def _by_match(shard: ShardFile) -> dict[_MatchKey, pa.StructArray]:
    """Return the incidents of each match of a shard that has any."""
    return {
        (deck, tuple(agents)): incidents.values
        for batch in read_misbehaved([shard])
        for deck, agents, incidents in zip(
            batch.column("deck_index").to_pylist(),
            batch.column("agents").to_pylist(),
            batch.column("incidents"),
            strict=True,
        )
    }


def _rows(shard: ShardFile, agent: str) -> list[int]:
    """Return which hands of a shard have incidents, numbers in the order of play."""
    found, rows, first = _by_match(shard), [], 0
    for batch in read_matches([shard]) if found else ():
        for match in batch.select(["deck_index", "agents", "hand_count"]).to_pylist():
            incidents = found.get((match["deck_index"], tuple(match["agents"])))
            if incidents is not None and agent in ("", *match["agents"]):
                hands = incidents.field("hand").to_numpy().astype(np.int64)
                if agent:
                    seats = incidents.field("seat").to_numpy()
                    hands = hands[seats == match["agents"].index(agent)]
                rows += (first + np.unique(hands)).tolist()
            first += match["hand_count"]
    return rows


def _marks(incidents: pa.StructArray | None, hand: StoredHand, rule: MisbehaviourRule) -> HandMarks:
    if incidents is None:
        return NO_MARKS
    hands = incidents.field("hand")
    before = incidents.filter(pc.less(hands, hand.hand_index))
    own = incidents.filter(pc.equal(hands, hand.hand_index)).to_pylist()
    kinds = before.field("kind").unique().to_pylist()
    forfeits = [kind for kind in kinds if incident_outcome(kind, rule) == "forfeit"]
    out = before.filter(pc.is_in(before.field("kind"), pa.array(forfeits, pa.string())))
    return HandMarks(
        tuple(
            HandIncident(
                row["seat"],
                row["decision"],
                row["kind"],
                incident_outcome(row["kind"], rule),
                row["text"],
            )
            for row in own
        ),
        tuple(sorted(out.field("seat").unique().to_pylist())),
    )
