"""Sums over incidents, match by match: counts, agents, and their opponents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.plugins import IncidentOutcome, MisbehaviourRule, incident_outcome
from railbird.results.store.set_keys import Integers, SetKeys, seat_numbers, set_keys


@dataclass(frozen=True, slots=True)
class Incident:
    """One incident: its match (agents by seat), hand, the actions before it, and its text."""

    agents: tuple[str, ...]
    deck_index: int
    seating_index: int
    hand: int
    decision: int
    text: str


@dataclass(frozen=True, slots=True)
class IncidentCount:
    """An agent's incidents of some `kinds`, all of one outcome, and the number of its matches.

    `met` is the number of such matches of every other agent; `first` is the first incident in the
    order of play.
    """

    agent: str
    kinds: tuple[str, ...]
    outcome: IncidentOutcome
    incidents: int
    matches: int
    matches_played: int
    met: dict[str, int]
    first: Incident


@dataclass(frozen=True, slots=True, eq=False)
class IncidentRows:
    """The incidents of M matches, nested in `batch`.

    `seats` int64[M, N] are the matches' agents as numbers. Incident i is of `match[i]`, of the
    agent at `seat[i]`, and of the kind `kinds[kind[i]]`.
    """

    batch: pa.RecordBatch
    seats: Integers
    match: Integers
    seat: Integers
    kind: Integers
    kinds: list[str]

    @classmethod
    def of(cls, batch: pa.RecordBatch, labels: tuple[str, ...]) -> Self:
        """Take matches as `read_misbehaved` yields them; agents are numbered as `labels` are.

        There must be at least one.
        """
        lists = batch.column("incidents")
        rows = lists.flatten()
        kinds = rows.field("kind").dictionary_encode()
        return cls(
            batch=batch,
            seats=seat_numbers(batch, labels),
            match=np.repeat(np.arange(len(lists)), lists.value_lengths().to_numpy()),
            seat=rows.field("seat").to_numpy().astype(np.int64),
            kind=kinds.indices.to_numpy().astype(np.int64),
            kinds=kinds.dictionary.to_pylist(),
        )

    def incident(self, row: int) -> Incident:
        """Return one of them as an object."""
        keys = self.batch.select(["agents", "deck_index", "seating_index"])
        match = keys.slice(self.match[row], 1).to_pylist()[0]
        found = self.batch.column("incidents").flatten()[row].as_py()
        return Incident(
            tuple(match["agents"]),
            match["deck_index"],
            match["seating_index"],
            found["hand"],
            found["decision"],
            found["text"],
        )


@dataclass(slots=True)
class _Sum:
    first: Incident
    met: Integers
    kinds: dict[str, None] = field(default_factory=dict)
    incidents: int = 0
    matches: int = 0


class IncidentSums:
    """Sums for each agent and group of kinds, over one batch after the other."""

    def __init__(self, labels: tuple[str, ...], rule: MisbehaviourRule) -> None:
        """Start empty; `rule` determines the outcome of incidents."""
        self.found: dict[tuple[int, str], _Sum] = {}
        self._labels = labels
        self._rule: MisbehaviourRule = rule

    def add(self, rows: IncidentRows, groups: Sequence[str]) -> None:
        """Add matches; `groups` name the group of each of the rows' kinds."""
        names = list(dict.fromkeys(groups))
        group = np.array([names.index(name) for name in groups], np.int64)[rows.kind]
        agent = rows.seats[rows.match, rows.seat]
        keys, first, number = np.unique(
            agent * len(names) + group, return_index=True, return_inverse=True
        )
        incidents = np.bincount(number, minlength=len(keys))
        matches, met = self._over_matches(rows, number, len(keys))
        kinds: list[list[str]] = [[] for _ in keys]
        pairs = np.unique(number * len(rows.kinds) + rows.kind)
        for place, kind in zip(*np.divmod(pairs, len(rows.kinds)), strict=True):
            kinds[place].append(rows.kinds[kind])
        for place in np.argsort(first).tolist():
            whose, which = divmod(int(keys[place]), len(names))
            total = self.found.get((whose, names[which]))
            if total is None:
                total = _Sum(rows.incident(int(first[place])), np.zeros(len(self._labels), int))
                self.found[whose, names[which]] = total
            total.incidents += int(incidents[place])
            total.matches += int(matches[place])
            total.met += met[place]
            total.kinds |= dict.fromkeys(kinds[place])

    def _over_matches(
        self, rows: IncidentRows, number: Integers, count: int
    ) -> tuple[Integers, Integers]:
        """Return the matches of each number, int64[count], and those each agent met, [count, A]."""
        size, agents = rows.batch.num_rows, len(self._labels)
        key, match = np.divmod(np.unique(number * size + rows.match), size)
        cells = key[:, None] * agents + rows.seats[match]
        met = np.bincount(cells.ravel(), minlength=count * agents).reshape(count, agents)
        return np.bincount(key, minlength=count), met

    def counts(self, played: Integers) -> Iterator[IncidentCount]:
        """Yield the sums in the order of labels; `played` int64[A] are all matches of agents."""
        for (whose, _), total in sorted(self.found.items(), key=lambda item: item[0][0]):
            met = {
                self._labels[other]: int(total.met[other])
                for other in np.flatnonzero(total.met).tolist()
                if other != whose
            }
            kinds = tuple(total.kinds)
            yield IncidentCount(
                agent=self._labels[whose],
                kinds=kinds,
                outcome=incident_outcome(kinds[0], self._rule),
                incidents=total.incidents,
                matches=total.matches,
                matches_played=int(played[whose]),
                met=met,
                first=total.first,
            )


class ForfeitSums:
    """The matches in which a seat forfeited, over one batch after the other."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        """Start empty."""
        self.matches = 0
        self._labels = labels
        self._met = np.zeros(len(labels), np.int64)
        self._keys: list[Integers] = []

    def add(self, rows: IncidentRows, forfeits: Sequence[bool]) -> None:
        """Add matches; `forfeits` say which of the rows' kinds forfeit."""
        is_out = np.zeros(rows.seats.shape, np.bool_)
        chosen = np.array(forfeits, np.bool_)[rows.kind]
        is_out[rows.match[chosen], rows.seat[chosen]] = True
        out = is_out.sum(axis=1)
        self.matches += int((out > 0).sum())
        is_met: npt.NDArray[np.bool_] = out[:, None] > is_out
        self._met += np.bincount(rows.seats[is_met], minlength=len(self._labels))
        decks = rows.batch.column("deck_index").to_numpy()[out > 0]
        self._keys.append(np.unique(set_keys(decks, rows.seats[out > 0]), axis=0))

    def sets(self) -> SetKeys:
        """Return the duplicate sets of these matches."""
        if not self._keys:
            return SetKeys(self._labels, np.zeros((0, 1), np.int64))
        return SetKeys(self._labels, np.unique(np.concatenate(self._keys), axis=0))

    def met_by_label(self) -> dict[str, int]:
        """Return the number of matches in which another agent forfeited, for every agent."""
        counts = zip(self._labels, self._met.tolist(), strict=True)
        return {label: count for label, count in counts if count}
