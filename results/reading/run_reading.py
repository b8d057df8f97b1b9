"""Reads a run or a part of it, with payoffs as played or with luck taken out of them."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple, Self, TypeVar

import numpy as np
import pyarrow as pa

from railbird.native import (
    DealSource,
    GameDefinition,
    GameDefinitionError,
    parse_game,
    prize_units,
)
from railbird.results.errors import StoreError
from railbird.results.estimate.means.duplicate_sets import DuplicateSets, collect_sets
from railbird.results.estimate.means.hand_batches import batch_influence, choose_batches
from railbird.results.estimate.means.line_up_means import LineUpMeans, line_up_means
from railbird.results.estimate.means.standings import prizes_of
from railbird.results.estimate.uncertainty.intervals import half_widths
from railbird.results.estimate.uncertainty.weak_intervals import is_outweighed, leans
from railbird.results.folders.run_folder import RunFolder
from railbird.results.hands.adjusted_payoffs import (
    adjusted_matches,
    adjusted_payoffs,
    stored_payoffs,
)
from railbird.results.hands.bankroll_sums import BankrollSums, bankroll_sums
from railbird.results.hands.hand_sums import (
    MakesSums,
    MatchHands,
    by_hand_count,
    sum_sets,
    sums_by_batch,
)
from railbird.results.hands.played_hands import PlayedHands, played_hands
from railbird.results.luck.adjusted import AdjustedHands, value_hash
from railbird.results.luck.choice import LUCK_KEY, LUCKS, VALUES_KEY, Luck, describe_luck
from railbird.results.luck.fitted import FittedValue
from railbird.results.reading.coverage import (
    describe_unplayed,
    notes_on,
    notes_on_decks,
    notes_on_intervals,
)
from railbird.results.reading.forfeit_effect import describe_effect
from railbird.results.reading.incident_notes import note_on_left_out, notes_on_incidents
from railbird.results.reading.incident_tally import IncidentTally, tally_incidents
from railbird.results.store.lost_manifest import LOST
from railbird.results.store.manifest import Manifest
from railbird.results.store.match_keys import match_key
from railbird.results.store.reading import KEYS, read_hands, read_incidents, read_matches, shape_of
from railbird.results.store.shard_files import Holdings
from railbird.results.store.store import TABLES
from railbird.results.store.where import EVERYTHING, Where, WhereError, parse_where

RunMode = Literal["cash", "freeze-out", "tournament", "ring"]
"""What was played: hands for chips of a fixed value, tournaments at one table or at several, or
ring games with bankrolls."""
T = TypeVar("T")


class EntryCounts(NamedTuple):
    """Agents of a tournament, and entries of each: one where there is one table."""

    agents: int
    each: int


DECISIONS = f"{TABLES}/decisions.arrow"
"""The table that `--until-decided` writes to a run's folder."""
_STOPPED = (
    "the number of deck seeds depended on the results (--until-decided): intervals, stars and "
    "places are computed as if it had been fixed in advance; the error rate holds only for the "
    "table of "
    "decisions alone"
)


@dataclass(frozen=True)
class RunReading:
    """A run in its folder, the selected part of it, and the sums over it.

    `luck` is what is taken out of payoffs, `values` a fitted value function for it, by default the
    game's.
    If the part leaves out forfeits, `with_forfeits` is the reading of the same part with them.
    """

    folder: RunFolder
    manifest: Manifest
    holdings: Holdings
    luck: Luck = "raw"
    values: FittedValue | None = None
    part: Where = EVERYTHING
    is_manifest_lost: bool = False
    with_forfeits: "RunReading | None" = None

    def where(self, *conditions: str) -> Self:
        """Return a part of the run, with all its tables.

        Conditions are `with=LABEL`, `without=LABEL` (at the table), `decks=FIRST-LAST` and
        `forfeits=out`, which leaves out every duplicate set with a forfeited match; all conditions
        must hold. Raises WhereError, also if no match is left, and UnknownNameError for an unknown
        label.
        """
        chosen = self.among(*conditions)
        shards = self.holdings.shards
        if shards and not any(chosen.part.keeps(batch).any() for batch in read_matches(shards)):
            raise WhereError(f"the run has no match in this part: {chosen.part}; choose another")
        return chosen

    def among(self, *conditions: str) -> Self:
        """Return a part like `where`, even if no match of it has been played yet."""
        part = parse_where(conditions, self.labels)
        if not part.leaves_out_forfeits:
            return replace(self, part=part, with_forfeits=None)
        whole = replace(self, part=replace(part, leaves_out_forfeits=False), with_forfeits=None)
        part = replace(part, forfeited=whole.incident_tally.forfeited)
        return replace(self, part=part, with_forfeits=whole)

    def match_key(
        self, agents: Sequence[str], *, deck_seed: int | None, deals: DealSource | None
    ) -> int:
        """Return the key of a stored match, by which the journal knows it."""
        secret = None if deals is None else deals.secret
        seed = int(self.manifest.spec.get("seed", 0))
        return match_key(seed, deck_seed or 0, agents, secret=secret or b"")

    def matches(self) -> Iterator[pa.RecordBatch]:
        """Yield the matches of the part in schema MATCHES, with the chosen payoffs.

        A batch per shard; shards without such matches are passed over.
        """
        batches = read_matches(self.holdings.shards)
        if self.luck != "raw":
            batches = adjusted_matches(self.holdings.shards, self._adjusted.of_shard)
        return (chosen for chosen in map(self.part.choose, batches) if chosen.num_rows)

    def hands(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield all hands in schema HANDS, or some columns of it, in small batches.

        Payoffs are always as played.
        """
        if self.part.is_everything or columns is None:
            return map(self.part.choose, read_hands(self.holdings.shards, columns))
        wanted = list(dict.fromkeys([*columns, *KEYS]))
        batches = map(self.part.choose, read_hands(self.holdings.shards, wanted))
        return (batch.select(list(columns)) for batch in batches)

    def incidents(self) -> Iterator[pa.RecordBatch]:
        """Yield all incidents in schema INCIDENTS."""
        return map(self.part.choose, read_incidents(self.holdings.shards))

    @cached_property
    def incident_tally(self) -> IncidentTally:
        """The incidents counted, and which duplicate sets have a forfeited match."""
        return tally_incidents(
            self.holdings.shards, self.labels, rule=self.manifest.misbehaviour, part=self.part
        )

    @cached_property
    def mode(self) -> RunMode:
        """What was played: its shards have the places of tournaments, or not."""
        shards = self.holdings.shards
        if shards:
            shape = shape_of(shards[0])
            if shape.is_ring:
                return "ring"
            if shape.entrant_count:
                return "tournament"
            return "freeze-out" if shape.is_tournament else "cash"
        planned = self.manifest.spec.get("mode")
        return planned if planned in ("freeze-out", "tournament", "ring") else "cash"

    @cached_property
    def entry_counts(self) -> EntryCounts:
        """The agents of a tournament, and the entries of each."""
        self._require_played()
        shape = shape_of(self.holdings.shards[0])
        return EntryCounts(
            shape.match_width, (shape.entrant_count or shape.seat_count) // shape.match_width
        )

    @cached_property
    def listed_prizes(self) -> tuple[int, ...]:
        """The prizes of first place, second and so on, in the units in which they are stored.

        Without a manifest they follow from what was paid: those who share places never raise the
        sum of the first prizes.
        """
        self._require_played()
        planned = self.manifest.spec.get("tournament")
        if planned:
            return prize_units(planned["prizes"])
        paid = np.concatenate([prizes_of(batch) for batch in read_matches(self.holdings.shards)])
        sums = np.cumsum(-np.sort(-paid, axis=1), axis=1).max(axis=0)
        return tuple(np.diff(sums, prepend=0).tolist())

    @cached_property
    def game(self) -> GameDefinition:
        """The game's definition."""
        return parse_game(self.manifest.game, source=f"{self.folder}: game")

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the agents that were entered, sorted."""
        return sorted(agent.label for agent in self.manifest.agents)

    @cached_property
    def sets(self) -> DuplicateSets:
        """The totals of the complete duplicate sets."""
        self._require_played()
        return collect_sets(self.matches(), self.manifest.seating_count)

    @cached_property
    def means(self) -> LineUpMeans:
        """Every agent's mean in every line-up, mbb per hand."""
        means = line_up_means(self.sets, self.game.big_blind, stake=self.game.stake)
        if self.batch_count == 1:
            return means
        (batches,) = self.sum_hands(partial(sums_by_batch, batch_count=self.batch_count))
        influence = batch_influence(
            self.sets, batches, self.batch_count, big_blind=self.game.big_blind
        )
        return replace(means, influence=influence)

    @cached_property
    def batch_count(self) -> int:
        """Batches of hands that each deck seed is cut into for intervals; 1 for none."""
        return choose_batches(self.sets, self.manifest.seating_count)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Notes on what is missing in the run, which part was selected, and incidents."""
        part = () if self.part.is_everything else (f"a part of the run: {self.part}",)
        lost = (LOST,) if self.is_manifest_lost else ()
        coverage = notes_on(self.manifest, self.holdings, self.sets)  # makes corrections first
        about = self._about_luck()
        chosen = (about, *self._adjusted.notes(self.holdings.shards)) if about else ()
        return (*lost, *chosen, *part, *coverage, *self._about_incidents())

    def _about_luck(self) -> str:
        planned = planned_luck(self.manifest)
        is_valued = self.luck in ("chance", "aivat") and self.luck == planned
        own = value_hash(self.game, self.luck, self.values) if is_valued else ""
        has_other_values = is_valued and own != self.manifest.spec.get(VALUES_KEY)
        return describe_luck(self.luck, planned=planned, has_other_values=has_other_values)

    def _about_incidents(self) -> Iterator[str]:
        if self.with_forfeits is not None:
            yield note_on_left_out(self.with_forfeits.incident_tally)
        tally = self.incident_tally
        yield from notes_on_incidents(tally)
        if self.mode != "cash":
            return
        effect = describe_effect(self.sets, tally.forfeited, big_blind=self.game.big_blind)
        if effect:
            yield effect

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The facts, and notes on the intervals of line-ups and bankrolls."""
        if self.mode != "cash":
            return self.facts
        decks = notes_on_decks(self.sets, self.batch_count)
        return (*self.facts, *self._on_stopping(), *decks, *self._on_intervals())

    @cached_property
    def deck_notes(self) -> tuple[str, ...]:
        """The facts, and notes on intervals over whole deck seeds."""
        return (*self.facts, *self._on_stopping(), *notes_on_decks(self.sets, 1))

    def once(self, compute: Callable[..., T], **options: Hashable) -> T:
        """Return the result of `compute` for this reading, computed once.

        So tables share the same sums.
        """
        key = (compute, *sorted(options.items()))
        if key not in self._computed:
            self._computed[key] = compute(self, **options)
        found: T = self._computed[key]
        return found

    @cached_property
    def _computed(self) -> dict[object, Any]:
        return {}

    @cached_property
    def _adjusted(self) -> AdjustedHands:
        if self.mode != "cash":
            raise GameDefinitionError(
                f"--luck {self.luck} is for cash games: what wins a tournament are prizes, not the "
                "chips of its hands; use --luck raw"
            )
        if self.values is not None:
            self.values.require(self.game, self.holdings.shards)
        return AdjustedHands(self.game, self.labels, self.luck, self.values)

    def _require_played(self) -> None:
        if not self.holdings.shards:
            raise StoreError(f"{self.folder} {describe_unplayed(self.manifest)}")

    def _on_stopping(self) -> tuple[str, ...]:
        return (_STOPPED,) if self.folder.is_file(DECISIONS) else ()

    def _on_intervals(self) -> Iterator[str]:
        """Yield notes on the intervals of entries, the members of line-ups."""
        means, cells = self.means, self.means.cells_of_entries()
        spread = means.influence.spread(cells)
        widths = half_widths(spread.variance, spread.fewest)
        is_constant = np.isnan(widths) & (spread.fewest > 1)
        is_weak = leans(means.influence.dense(cells)) | is_outweighed(widths, means.swings(cells))
        return notes_on_intervals(
            constant=int(is_constant.sum()), weak=int(is_weak.sum()), entries=cells.group_count
        )

    def played_hands(self) -> Iterator[PlayedHands]:
        """Yield all hands as numpy columns by position; agents are numbered as in `labels`.

        Payoffs are the chosen ones.
        """
        if self.luck == "raw":
            yield from self.hands_as_played()
            return
        for shard in self.holdings.shards:
            (matches,) = read_matches([shard])
            kept = self.part.keeps(matches)
            for part in self._adjusted.of_shard(shard):
                chosen = part if self.part.is_everything else part.take(kept[part.match])
                if len(chosen):
                    yield chosen

    def hands_as_played(self) -> Iterator[PlayedHands]:
        """Yield all hands like `played_hands`, but always with payoffs as played."""
        return played_hands(self.holdings.shards, self.labels, where=self.part)

    def sum_hands(self, make: MakesSums) -> list[DuplicateSets]:
        """Return the duplicate sets of the sums that `make` computes, in one pass."""
        return sum_sets(self.match_hands(), make, seating_count=self.manifest.seating_count)

    @cached_property
    def bankroll_sums(self) -> BankrollSums:
        """What all hands won, by line-up and hand, and by agent."""
        return bankroll_sums(self.match_hands(), tuple(self.labels))

    @property
    def as_played(self) -> "RunReading":
        """The same reading, or with payoffs as played if luck is taken out of them."""
        return self if self.luck == "raw" else replace(self, luck="raw", values=None)

    def match_hands(self) -> Iterator[MatchHands]:
        """Yield all matches with the chosen payoffs of their hands, those of one length at once."""
        self._require_played()
        if self.luck == "raw":
            payoffs = stored_payoffs(self.holdings.shards)
        else:
            payoffs = adjusted_payoffs(self.holdings.shards, self._adjusted.of_shard)
        for matches, hands in payoffs:
            yield from by_hand_count(matches, hands, self.part)


def planned_luck(manifest: Manifest) -> Luck:
    """Return what the spec of a run takes out of payoffs, chosen before the data."""
    chosen = manifest.spec.get(LUCK_KEY)
    return chosen if chosen in LUCKS else "raw"
