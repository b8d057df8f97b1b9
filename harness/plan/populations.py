"""Populations: agents with weights, of which one is drawn for a place at the table and a deck seed.

A draw depends on the spec's seed, the deck seed and the label of the place alone: it is the same in
all seatings of a duplicate set, in all line-ups, and however many decks and agents are added.
"""

from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.keys import digest_of
from railbird.results.store.labels import FORBIDDEN_IN_LABELS, LONGEST_LABEL

MEMBER_SIGN = ":"
"""Between the label of a place and that of the member who plays there; no label holds it."""

Weight = Annotated[float, msgspec.Meta(gt=0, le=1e9)]


class MemberSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A member: agent `agent` with its parameters, known as `label`, as likely as its weight."""

    agent: str
    label: str = ""
    parameters: dict[str, Any] = {}
    weight: Weight = 1.0

    def __post_init__(self) -> None:
        """Fill in the label; raises SpecError for one that is none."""
        if not self.label:
            msgspec.structs.force_setattr(self, "label", self.agent)
        check_label(self.label, what="populations: label")


class PopulationSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A population by name: its members, or a `folder` whose files `agent` plays, each a member.

    Of a folder the files that end in `suffix` count, in order of name, all equally likely; the
    parameter `file` of each is the file.
    """

    name: str
    members: tuple[MemberSpec, ...] = ()
    folder: str = ""
    agent: str = ""
    suffix: str = ".arrow"

    def __post_init__(self) -> None:
        """Check what one key alone cannot tell; raises SpecError."""
        check_label(self.name, what="populations: name")
        what = f"population '{self.name}':"
        if bool(self.members) == bool(self.folder):
            raise SpecError(f"{what} either members or a folder is wanted; give one of the two")
        if bool(self.folder) != bool(self.agent):
            raise SpecError(f"{what} folder and agent go together: the agent plays its files")
        seen: set[str] = set()
        for member in self.members:
            if member.label in seen:
                raise SpecError(
                    f"{what} member '{member.label}' comes twice; give one of them another label"
                )
            seen.add(member.label)


def check_label(text: str, *, what: str) -> None:
    """Raise SpecError where a label, team or name could not be written into every table."""
    wrong = [sign for sign in text if sign in FORBIDDEN_IN_LABELS or sign.isspace()]
    if not 1 <= len(text) <= LONGEST_LABEL or not text.isprintable() or wrong:
        raise SpecError(
            f"{what}: {text!r} is none; use 1 to {LONGEST_LABEL} printable characters, no white "
            f"space and none of {' '.join(FORBIDDEN_IN_LABELS)}"
        )


def list_members(population: PopulationSpec) -> PopulationSpec:
    """Return a population with its members listed; raises SpecError for a folder without files."""
    if not population.folder:
        return population
    folder = Path(population.folder)
    what = f"population '{population.name}':"
    if not folder.is_dir():
        raise SpecError(f"{what} there is no folder {folder}; name one that holds its files")
    files = sorted(path for path in folder.iterdir() if path.name.endswith(population.suffix))
    if not files:
        raise SpecError(f"{what} {folder} holds no file that ends in {population.suffix}")
    members = tuple(
        MemberSpec(
            agent=population.agent,
            label=path.name.removesuffix(population.suffix),
            parameters={"file": str(path.resolve())},
        )
        for path in files
    )
    return PopulationSpec(name=population.name, members=members)


def draw_member(population: PopulationSpec, *, seed: int, deck_seed: int, label: str) -> str:
    """Return the label of the member who plays the place `label` on a deck.

    The draw is the `blake2b` of (spec seed, deck seed, label), person `b"railbird-member"`, in the
    form of the match key, as a number in [0, 1) against the members' running shares.
    """
    digest = digest_of(b"railbird-member", (seed, deck_seed), (label,), size=8)
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
) -> tuple[str, ...]:
    """Return who plays by seat, where `populations` are those of places by label.

    Whoever is not drawn plays himself; without populations there is nothing to say, and ().
    """
    if not populations:
        return ()
    return tuple(
        draw_member(populations[label], seed=seed, deck_seed=deck_seed, label=label)
        if label in populations
        else label
        for label in agents
    )


def player_name(label: str, member: str) -> str:
    """Return what the table loop calls who plays a place."""
    return label if member == label else f"{label}{MEMBER_SIGN}{member}"
