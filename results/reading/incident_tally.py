"""Incidents counted: by agent and kind, and which matches and duplicate sets were forfeited."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from railbird.plugins import IncidentOutcome, MisbehaviourRule, incident_outcome
from railbird.results.reading.incident_sums import (
    ForfeitSums,
    IncidentCount,
    IncidentRows,
    IncidentSums,
)
from railbird.results.store.reading import read_matches, read_misbehaved
from railbird.results.store.set_keys import Integers, SetKeys, seat_numbers
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.where import EVERYTHING, Where

TIME_KINDS = ("late", "no-show")


@dataclass(frozen=True, slots=True)
class IncidentTally:
    """The incidents of a part of a run; everything is 0 or empty if there were none.

    `by_kind` has a count for each agent and kind, in the order of labels, then of first occurrence;
    `by_outcome` one for each agent and outcome. `agents` agents played `matches`, of which
    `forfeited_matches` were forfeited, in the duplicate sets `forfeited`; `met` is the number of
    them in which another agent forfeited, by agent. In the whole run `timed` incidents depended on
    the time that agents took.
    """

    by_kind: tuple[IncidentCount, ...]
    by_outcome: tuple[IncidentCount, ...]
    agents: int
    matches: int
    forfeited_matches: int
    forfeited: SetKeys
    met: dict[str, int]
    timed: int

    @property
    def incidents(self) -> int:
        """All incidents of the part."""
        return sum(count.incidents for count in self.by_kind)

    def of_outcome(self, outcome: IncidentOutcome) -> list[IncidentCount]:
        """Return the counts of this outcome by agent, those in most matches first."""
        found = [count for count in self.by_outcome if count.outcome == outcome]
        return sorted(found, key=lambda count: (-count.matches, -count.incidents, count.agent))


def tally_incidents(
    shards: Iterable[ShardFile],
    labels: Iterable[str],
    *,
    rule: MisbehaviourRule,
    part: Where = EVERYTHING,
) -> IncidentTally:
    """Count the incidents of a part of a run with agents `labels`, under this rule.

    Of shards without incidents almost nothing is read.
    """
    shards, known = tuple(shards), tuple(labels)
    by_kind, by_outcome = IncidentSums(known, rule), IncidentSums(known, rule)
    forfeits, timed = ForfeitSums(known), 0
    for everything in read_misbehaved(shards):
        kinds = everything.column("incidents").flatten().field("kind")
        timed += pc.sum(pc.is_in(kinds, pa.array(TIME_KINDS))).as_py() or 0
        batch = part.choose(everything)
        if not batch.num_rows:
            continue
        rows = IncidentRows.of(batch, known)
        outcomes = [incident_outcome(kind, rule) for kind in rows.kinds]
        by_kind.add(rows, rows.kinds)
        by_outcome.add(rows, outcomes)
        forfeits.add(rows, [outcome == "forfeit" for outcome in outcomes])
    played, matches = _count_matches(shards if by_kind.found else (), known, part)
    return IncidentTally(
        by_kind=tuple(by_kind.counts(played)),
        by_outcome=tuple(by_outcome.counts(played)),
        agents=int(np.count_nonzero(played)),
        matches=matches,
        forfeited_matches=forfeits.matches,
        forfeited=forfeits.sets(),
        met=forfeits.met_by_label(),
        timed=timed,
    )


def _count_matches(
    shards: Iterable[ShardFile], labels: tuple[str, ...], part: Where
) -> tuple[Integers, int]:
    """Return how many matches each agent played, and how many there are."""
    played, matches = np.zeros(len(labels), np.int64), 0
    for everything in read_matches(shards):
        batch = part.choose(everything)
        if not batch.num_rows:
            continue
        played += np.bincount(seat_numbers(batch, labels).ravel(), minlength=len(labels))
        matches += batch.num_rows
    return played, matches
