"""Tournaments of several tables: what their spec must say, who enters, and who sits where first.

An *entry* is a place in the list of those who enter, which repeats the labels of a match's
`agents`: entry e is the label e modulo their number. Rotations of the labels so give every agent
all entries of a duplicate set once. Who sits where is drawn for the deck, for all rotations alike.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from railbird.harness.errors import SpecError
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec
from railbird.harness.table.play_rules import Field, PlannedTournament
from railbird.results.store.match_keys import derive_table_seeds, digest_of

FEWEST_AGENTS = FEWEST_SEATS = 2
MOST_AGENTS = 255
"""Incidents name agents of a match by a byte."""
MOST_ENTRANTS = 10_000
SEED_BITS = 32
KEY_BYTES, KEYS_IN_DIGEST = 8, 8


def field_of(tournament: FreezeOutSpec, player_count: int) -> Field | None:
    """Return the tables of a tournament; None for a freeze-out, which has one."""
    if tournament.entrants is None:
        return None
    return Field(tournament.entrants, tournament.seats or player_count)


def plan_tables(match: Any, tables: int, *, seed: int, secret: bytes) -> PlannedTournament:
    """Return a match of a schedule (a MatchPlan) with so many tables; `seed` is the run's.

    Seats are drawn alike in all rotations on a deck.
    """
    seeds = derive_table_seeds(seed, tables, match.deck_index)
    blocks = range(-(-tables // KEYS_IN_DIGEST))
    keys = b"".join(
        [
            digest_of(b"railbird-table", (match.match_key, block), size=KEY_BYTES * KEYS_IN_DIGEST)
            for block in blocks
        ]
    )
    drawn = digest_of(b"railbird-seats", (seed, match.deck_seed), size=8, secret=secret)
    return PlannedTournament(
        match.deck_seed,
        match.agents,
        match.match_key,
        table_seeds=tuple(seeds.tolist()),
        table_keys=tuple(np.frombuffer(keys, "<u8")[:tables].tolist()),
        draw_key=int.from_bytes(drawn, "little"),
    )


def check_tournament(spec: Any) -> None:
    """Check a spec of mode "tournament" apart from its game; raises SpecError."""
    _check_table(spec.tournament, spec.labels)
    unfit = {
        "deck_seeds": (
            spec.deck_seeds is not None,
            "tables have deck seeds of their own, derived from seed; write decks",
        ),
        "line_ups": (spec.line_ups != "all", "all agents enter every tournament; remove the key"),
        "seatings": (
            spec.seatings == "all",
            'entries are rotated among the agents; write "rotations", or remove the key',
        ),
        "populations": (
            any(agent.population for agent in spec.agents),
            "members of populations are not drawn in tournaments yet; enter agents",
        ),
        "same_team_meets": (
            bool(spec.teams),
            "team-mates meet in a tournament, since all agents enter it; write "
            "same_team_meets = true",
        ),
    }
    refuse_unfit(unfit)


def refuse_unfit(unfit: Mapping[str, tuple[bool, str]]) -> None:
    """Raise SpecError for the first key that does not fit the mode, with what to do about it."""
    for key, (is_unfit, remedy) in unfit.items():
        if is_unfit:
            raise SpecError(f"{key}: {remedy}")


def _check_table(tournament: FreezeOutSpec | None, labels: Sequence[str]) -> None:
    if tournament is None or tournament.entrants is None:
        raise SpecError(
            'tournament: mode = "tournament" needs entrants, the number of players; write it under '
            "[tournament], beside stack and levels"
        )
    count, agents = tournament.entrants, len(labels)
    if agents < FEWEST_AGENTS:
        raise SpecError("agents: only 1 agent is entered; a tournament needs 2 or more")
    if agents > MOST_AGENTS:
        raise SpecError(f"agents: {agents} are entered; a tournament has {MOST_AGENTS} or fewer")
    if not FEWEST_SEATS <= count <= MOST_ENTRANTS:
        raise SpecError(
            f"tournament: entrants is {count}; give {FEWEST_SEATS} to {MOST_ENTRANTS:,}"
        )
    if count % agents:
        nearest = max(round(count / agents), 1) * agents
        raise SpecError(
            f"tournament: {count} entrants cannot be shared equally by {agents} agents; write a "
            f"multiple of {agents}, such as {nearest}"
        )
    if tournament.seats is not None and tournament.seats < FEWEST_SEATS:
        raise SpecError(f"tournament: seats is {tournament.seats}; give {FEWEST_SEATS} or more")


def check_freeze_out(tournament: FreezeOutSpec) -> None:
    """Refuse the keys of several tables in a freeze-out; raises SpecError."""
    for key in ("entrants", "seats"):
        if getattr(tournament, key) is not None:
            raise SpecError(
                f'tournament: {key} belongs to mode = "tournament"; set that, or remove the key'
            )


def check_seeds(table_count: int, deck_count: int) -> None:
    """Refuse more tables than there are deck seeds; raises SpecError."""
    if deck_count * table_count > 1 << SEED_BITS:
        raise SpecError(
            f"decks: {deck_count} matches of {table_count} tables need more than "
            "2**32 deck seeds; play fewer"
        )
