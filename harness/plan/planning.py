"""Makes the schedule of a spec."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from railbird.harness.errors import SpecError
from railbird.harness.plan.lineups import LineUp, all_line_ups, line_ups_against, listed_line_ups
from railbird.harness.plan.sampling import sample_line_ups
from railbird.harness.plan.schedule import (
    HANDS_PER_CHUNK,
    Schedule,
    Stage,
    common_depth,
    stages_to_reach,
)
from railbird.harness.plan.seatings import (
    AnySeatingRule,
    count_seatings,
    default_seating_rule,
)
from railbird.harness.plan.spec import Spec
from railbird.harness.plan.tournament_plan import check_seeds, field_of
from railbird.harness.wording import RESTART
from railbird.results.store.match_keys import derive_deck_seeds

MATCHES_IN_STEP = 512
MOST_HANDS_PER_CHUNK = 2**20
CHUNKS_IN_RUN, CHUNKS_OF_LONG_MATCHES = 16, 4
"""The fewest chunks of a run, so that workers share it and a stop loses little; and if its matches
are long, since every chunk plays their hands one after the other."""
HANDS_IN_TURN = 10_000
"""Hands that all chunks of a small run play one after the other, if that leaves enough chunks."""
LEAST_HANDS_PER_CHUNK = 2**11
SHARE_OF_BIG_BLIND, MOST_USUAL_HANDS = 20, 500
"""When a freeze-out is thought to end, for the sizes of chunks alone."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far to play: the first `deck_count` decks of the line-ups with any of `agents`."""

    deck_count: int
    agents: frozenset[str]


def plan_tournament(
    spec: Spec,
    player_count: int,
    *,
    played: Sequence[Stage] = (),
    reach: Reach | None = None,
    fewest_decks: int | None = None,
) -> Schedule:
    """Return the schedule of a spec; stages `played` (or started) before come first, unchanged.

    They are followed by the stages that are missing for all line-ups on all decks, or as far as
    `reach` says. With `fewest_decks` all line-ups get only that many decks, or those that all of
    them already have. Raises SpecError if line-ups or seatings are impossible.
    """
    line_ups = tuple(choose_line_ups(spec, player_count))
    if not line_ups:
        raise SpecError(
            "line_ups: every line-up would seat team-mates at one table; enter agents of more "
            "teams, or set same_team_meets = true"
        )
    deck_seeds = choose_deck_seeds(spec)
    field = None
    if spec.tournament is not None:
        field = field_of(spec.tournament, player_count)
    table_count = 1 if field is None else field.table_count
    if spec.ring is not None:
        table_count = spec.ring.rule.table_count
    if table_count > 1:
        check_seeds(table_count, len(deck_seeds))
    _require_within(played, len(line_ups), len(deck_seeds))
    rule: AnySeatingRule = spec.seatings or default_seating_rule(player_count)
    if spec.mode == "tournament":
        rule = "rotations"
    if spec.mode == "ring":
        rule = "one"
    match_count = len(line_ups) * len(deck_seeds) * count_seatings(rule, len(line_ups[0]))
    return Schedule(
        seed=spec.seed,
        hands_per_match=usual_hands(spec, player_count),
        tournament=spec.tournament,
        ring=spec.ring,
        line_ups=line_ups,
        deck_seeds=deck_seeds,
        seating_rule=rule,
        stages=stages_to_reach(
            played,
            line_up_count=len(line_ups),
            deck_count=_choose_depth(len(deck_seeds), played, reach, fewest=fewest_decks),
            chosen=_numbers_with(line_ups, reach.agents) if reach else None,
        ),
        hands_per_chunk=choose_hands_per_chunk(spec, match_count, player_count),
        places=spec.places,
    )


def _choose_depth(
    deck_count: int, played: Sequence[Stage], reach: Reach | None, *, fewest: int | None
) -> int:
    if reach is not None:
        return reach.deck_count
    return deck_count if fewest is None else max(fewest, common_depth(played))


def _require_within(played: Sequence[Stage], line_up_count: int, deck_count: int) -> None:
    """Refuse stages of a manifest that do not fit this schedule, since they determine its size."""
    area = 0
    for stage in played:
        line_ups_end = stage.first_line_up + stage.line_up_count
        decks_end = stage.first_deck + stage.deck_count
        area += stage.line_up_count * stage.deck_count
        if (
            min(stage.first_line_up, stage.first_deck) < 0
            or min(stage.line_up_count, stage.deck_count) < 1
            or line_ups_end > line_up_count
            or decks_end > deck_count
            or area > line_up_count * deck_count
        ):
            raise SpecError(f"the folder's run has stages that do not fit this spec; {RESTART}")


def _numbers_with(line_ups: Sequence[LineUp], agents: frozenset[str]) -> frozenset[int]:
    return frozenset(n for n, line_up in enumerate(line_ups) if not agents.isdisjoint(line_up))


def choose_line_ups(spec: Spec, player_count: int) -> Iterable[LineUp]:
    """Return the line-ups of a spec, in the order of the schedule; raises SpecError."""
    labels, teams = spec.labels, spec.teams
    if spec.mode in ("tournament", "ring"):
        return [tuple(sorted(labels))]
    if spec.line_ups == "all":
        return all_line_ups(labels, player_count, teams=teams)
    choice = spec.line_ups
    if choice.sampled is not None:
        return sample_line_ups(
            labels, player_count, count=choice.sampled, seed=spec.seed, teams=teams
        )
    if choice.against is not None:
        return line_ups_against(choice.against, labels, player_count=player_count, teams=teams)
    return listed_line_ups(choice.listed or (), player_count=player_count, teams=teams)


def usual_hands(spec: Spec, player_count: int) -> int:
    """Return the hands of a match; of a tournament about how many there may be.

    These are the hands until the big blind is a twentieth of all chips, but no more than 500, at
    half of its tables.
    """
    if spec.ring is not None:
        return spec.most_hands * -(-len(spec.agents) // player_count)
    if spec.tournament is None:
        return spec.most_hands
    rule = spec.tournament.rule
    large = rule.stack * (rule.player_count or player_count) // SHARE_OF_BIG_BLIND
    rounds = min(rule.hands_until(large, player_count), MOST_USUAL_HANDS)
    field = field_of(spec.tournament, player_count)
    return rounds if field is None else rounds * -(-field.table_count // 2)


def choose_hands_per_chunk(spec: Spec, match_count: int, player_count: int) -> int:
    """Return the number of hands in a chunk, from the spec or else from the size of its run.

    Long matches get larger chunks, so that hundreds of them are played in step, but not so large
    that a chunk would not fit in memory. A run of fewer than 16 such chunks is divided into 16 or
    more (4 if its matches are long) of whole matches, each of at least 2,048 hands. `match_count`
    are the matches of all line-ups on all decks.
    """
    if spec.hands_per_chunk is not None:
        return spec.hands_per_chunk
    hands_per_match = usual_hands(spec, player_count)
    wanted = MATCHES_IN_STEP * hands_per_match
    most = min(max(wanted, HANDS_PER_CHUNK), MOST_HANDS_PER_CHUNK)
    chunks = max(HANDS_IN_TURN // hands_per_match, CHUNKS_OF_LONG_MATCHES)
    shared = match_count // min(chunks, CHUNKS_IN_RUN) * hands_per_match
    return min(max(shared, LEAST_HANDS_PER_CHUNK), most)


def choose_deck_seeds(spec: Spec) -> tuple[int, ...]:
    """Return the deck seeds of a spec: those it lists, or the derived ones."""
    if spec.deck_seeds is not None:
        return spec.deck_seeds
    return tuple(derive_deck_seeds(spec.seed, spec.decks or 0).tolist())
