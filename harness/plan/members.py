"""Draws the member of a population that plays a place at the table on a deck seed."""

from collections.abc import Mapping
from itertools import accumulate

from railbird.harness.players.populations import PopulationSpec
from railbird.results.store.match_keys import digest_of


def draw_member(
    population: PopulationSpec, *, seed: int, deck_seed: int, label: str, secret: bytes = b""
) -> str:
    """Return the label of the member that plays the place `label` on a deck.

    The draw is the `blake2b` of (spec seed, deck seed, label), person `b"railbird-member"`, in the
    form of the match key and under its secret, as a number in [0, 1) compared with the members'
    cumulative shares.
    """
    digest = digest_of(b"railbird-member", (seed, deck_seed), (label,), size=8, secret=secret)
    sums = list(accumulate(member.weight for member in population.members))
    drawn = int.from_bytes(digest, "little") / 2**64 * sums[-1]
    for member, reached in zip(population.members, sums, strict=True):
        if drawn < reached:
            return member.label
    return population.members[-1].label


def draw_members(
    populations: Mapping[str, PopulationSpec],
    agents: tuple[str, ...],
    *,
    seed: int,
    deck_seed: int,
    secret: bytes = b"",
) -> tuple[str, ...]:
    """Return who plays by seat, where `populations` are those of places by label.

    Agents that are not places play themselves; without populations it returns ().
    """
    if not populations:
        return ()
    return tuple(
        draw_member(populations[label], seed=seed, deck_seed=deck_seed, label=label, secret=secret)
        if label in populations
        else label
        for label in agents
    )
