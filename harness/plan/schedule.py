"""The schedule: stages of line-ups and decks, chunks of whole matches, matches.

A *stage* is a rectangle, line-ups by decks; adding decks or agents to a tournament adds stages. The
matches of a stage are in order of line-up, deck and seating; a *chunk* is a run of consecutive
matches of one stage. Everything is a pure function of the schedule: a worker receives only a
chunk's number.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from railbird.harness.plan.deal_secrets import DealSecret
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec
from railbird.harness.plan.lineups import LineUp
from railbird.harness.plan.members import draw_members
from railbird.harness.plan.ring_spec import RingSpec
from railbird.harness.plan.seatings import AnySeatingRule, count_seatings, list_seatings
from railbird.harness.players.populations import PopulationSpec
from railbird.harness.table.play_rules import PlannedMatch
from railbird.native import ACPC_DEALS, DealSource
from railbird.results.store.match_keys import match_key

HANDS_PER_CHUNK = 2**18
MOST_MATCHES_PER_CHUNK = 4096


@dataclass(frozen=True, slots=True)
class Stage:
    """A rectangle of the schedule: a run of its line-ups by a run of its decks, from 0."""

    first_line_up: int
    line_up_count: int
    first_deck: int
    deck_count: int


@dataclass(frozen=True, slots=True)
class MatchPlan(PlannedMatch):
    """One match of a schedule; `seating_index` is the seating's in its duplicate set.

    `members` are the players by seat if any place is a population's; otherwise it is empty.
    """

    deck_index: int
    seating_index: int
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkPlan:
    """Consecutive whole matches, all of `hand_count` hands of `deals`; the shard is its result.

    Matches of a `tournament` have at most so many, and sessions of a `ring` rounds of hands.
    """

    index: int
    hand_count: int
    matches: tuple[MatchPlan, ...]
    deals: DealSource = ACPC_DEALS
    tournament: FreezeOutSpec | None = None
    ring: RingSpec | None = None

    @property
    def is_session(self) -> bool:
        """Whether hands of a match start from what is left of those before."""
        return self.tournament is not None or self.ring is not None


@dataclass(frozen=True, slots=True)
class Schedule:
    """All matches of a tournament, unrolled by `plan_chunk`.

    `line_ups` contain sorted labels; line-ups and `deck_seeds` are only appended to, and `stages`
    cover no pair of them twice: each line-up has the first decks, usually all. `places` maps labels
    that are places to their populations. `secrets` are those of the stages, empty with deals by the
    ACPC's generator. Matches of a `tournament` end when it is won, and those of a `ring` are
    sessions: `hands_per_match` is then about how many hands they have, and so are all numbers of
    hands.
    """

    seed: int
    hands_per_match: int
    line_ups: tuple[LineUp, ...]
    deck_seeds: tuple[int, ...]
    seating_rule: AnySeatingRule
    stages: tuple[Stage, ...]
    hands_per_chunk: int = HANDS_PER_CHUNK
    places: Mapping[str, PopulationSpec] = field(default_factory=dict)
    secrets: tuple[DealSecret, ...] = ()
    tournament: FreezeOutSpec | None = None
    ring: RingSpec | None = None

    @property
    def seating_count(self) -> int:
        """Matches in a duplicate set."""
        return count_seatings(self.seating_rule, len(self.line_ups[0]))

    @property
    def match_count(self) -> int:
        """Matches in all."""
        return sum(self.count_matches(stage) for stage in self.stages)

    @property
    def hand_count(self) -> int:
        """Hands in all."""
        return self.match_count * self.hands_per_match

    @property
    def matches_per_chunk(self) -> int:
        """Matches of a chunk; the last chunk of a stage may have fewer."""
        matches = self.hands_per_chunk // self.hands_per_match
        return min(max(matches, 1), MOST_MATCHES_PER_CHUNK)

    def count_matches(self, stage: Stage) -> int:
        """Return the number of matches in a stage."""
        return stage.line_up_count * stage.deck_count * self.seating_count


def stages_to_reach(
    stages: Sequence[Stage],
    *,
    line_up_count: int,
    deck_count: int,
    chosen: Container[int] | None = None,
) -> tuple[Stage, ...]:
    """Return the stages, and those missing for `deck_count` decks of every line-up.

    With `chosen`, only the line-ups with these numbers are extended. `stages` must cover the first
    decks of each line-up, any number of them, or none.
    """
    depths = _depths(stages)
    lacking = [
        depths[number]
        if depths[number] < deck_count and (chosen is None or number in chosen)
        else deck_count
        for number in range(line_up_count)
    ]
    missing, first = [], 0
    for depth, alike in groupby(lacking):
        count = len(list(alike))
        if depth < deck_count:
            missing.append(Stage(first, count, depth, deck_count - depth))
        first += count
    return (*stages, *missing)


def common_depth(stages: Sequence[Stage]) -> int:
    """Return the number of decks that all line-ups of these stages have."""
    return min(_depths(stages).values(), default=0)


def _depths(stages: Sequence[Stage]) -> Counter[int]:
    """Count the decks of each line-up, by its number."""
    depths = Counter[int]()
    for stage in stages:
        for line_up in range(stage.first_line_up, stage.first_line_up + stage.line_up_count):
            depths[line_up] = max(depths[line_up], stage.first_deck + stage.deck_count)
    return depths


def count_chunks(schedule: Schedule) -> int:
    """Return the number of chunks in all stages."""
    return sum(count_stage_chunks(schedule, stage) for stage in schedule.stages)


def plan_chunk(schedule: Schedule, index: int) -> ChunkPlan:
    """Return the matches of the chunk with this number; raises IndexError where there is none."""
    number, chunk_in_stage = _find_chunk(schedule, index)
    stage = schedule.stages[number]
    secret = schedule.secrets[number].value if schedule.secrets else None
    matches = tuple(_plan_matches(schedule, stage, chunk_in_stage, secret=secret or b""))
    tournament = schedule.tournament
    limit = tournament.most_hands if tournament is not None else None
    if schedule.ring is not None:
        limit = schedule.ring.hands
    hand_count = schedule.hands_per_match if limit is None else limit
    return ChunkPlan(index, hand_count, matches, DealSource(secret), tournament, ring=schedule.ring)


def count_chunk_matches(schedule: Schedule, index: int) -> int:
    """Return the number of matches in a chunk, without planning them; IndexError as above."""
    number, chunk_in_stage = _find_chunk(schedule, index)
    return len(_match_numbers(schedule, schedule.stages[number], chunk_in_stage))


def list_chunk_agents(schedule: Schedule, index: int) -> tuple[str, ...]:
    """Return the labels of a chunk's agents, sorted, without planning its matches."""
    number, chunk_in_stage = _find_chunk(schedule, index)
    stage = schedule.stages[number]
    numbers = _match_numbers(schedule, stage, chunk_in_stage)
    matches_of_line_up = schedule.seating_count * stage.deck_count
    first, last = numbers[0] // matches_of_line_up, numbers[-1] // matches_of_line_up
    start = stage.first_line_up + first
    line_ups = schedule.line_ups[start : start + last - first + 1]
    return tuple(sorted({label for line_up in line_ups for label in line_up}))


def sort_by_decks(schedule: Schedule, chunks: Iterable[int]) -> tuple[int, ...]:
    """Return chunks in the order of their first decks, so that all line-ups get one after another.

    So a run that stops early has whole duplicate sets of all line-ups.
    """

    def place(index: int) -> tuple[int, int]:
        number, chunk_in_stage = _find_chunk(schedule, index)
        stage = schedule.stages[number]
        first = _match_numbers(schedule, stage, chunk_in_stage)[0] // schedule.seating_count
        return stage.first_deck + first % stage.deck_count, index

    return tuple(sorted(chunks, key=place))


def count_stage_chunks(schedule: Schedule, stage: Stage) -> int:
    """Return the number of chunks in one stage."""
    return -(-schedule.count_matches(stage) // schedule.matches_per_chunk)


def _find_chunk(schedule: Schedule, index: int) -> tuple[int, int]:
    """Return the number of a chunk's stage and the chunk's number in it."""
    remaining = index
    for number, stage in enumerate(schedule.stages):
        chunk_count = count_stage_chunks(schedule, stage)
        if 0 <= remaining < chunk_count:
            return number, remaining
        remaining -= chunk_count
    raise IndexError(f"there is no chunk {index}; there are {count_chunks(schedule)}")


def _match_numbers(schedule: Schedule, stage: Stage, chunk_in_stage: int) -> range:
    first = chunk_in_stage * schedule.matches_per_chunk
    return range(first, min(first + schedule.matches_per_chunk, schedule.count_matches(stage)))


def _plan_matches(
    schedule: Schedule, stage: Stage, chunk_in_stage: int, *, secret: bytes
) -> Iterator[MatchPlan]:
    numbers, seating_count = _match_numbers(schedule, stage, chunk_in_stage), schedule.seating_count
    seed, places = schedule.seed, schedule.places
    for pair in range(numbers[0] // seating_count, numbers[-1] // seating_count + 1):
        line_up_index, deck_index = divmod(pair, stage.deck_count)
        deck_index += stage.first_deck
        deck_seed = schedule.deck_seeds[deck_index]
        line_up = schedule.line_ups[stage.first_line_up + line_up_index]
        seatings = list_seatings(schedule.seating_rule, line_up, seed=seed, deck_seed=deck_seed)
        first = pair * seating_count
        for number in range(max(first, numbers.start), min(first + seating_count, numbers.stop)):
            agents = seatings[number - first]
            key = match_key(seed, deck_seed, agents, secret=secret)
            members = draw_members(places, agents, seed=seed, deck_seed=deck_seed, secret=secret)
            yield MatchPlan(deck_seed, agents, key, deck_index, number - first, members)
