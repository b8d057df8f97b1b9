"""Populations: agents with weights, one of which is drawn for each place and deck seed.

A draw depends only on the spec's seed, the deck seed and the label of the place: it is the same in
all seatings of a duplicate set, in all line-ups, and does not change when decks or agents are
added.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.players.kind import Entrant, Lookup, PlayerKind
from railbird.harness.players.labels import check_label
from railbird.harness.players.plugin import enter_agent
from railbird.plugins import AgentOrigin

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec

MEMBER_SIGN = ":"
"""Separates the label of a place from that of the member that plays it; not allowed in labels."""

Weight = Annotated[float, msgspec.Meta(gt=0, le=1e9)]


class PopulationMember(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A member: agent `agent` with its parameters and `label`, drawn in proportion to `weight`."""

    agent: str
    label: str = ""
    parameters: dict[str, Any] = {}
    weight: Weight = 1.0

    def __post_init__(self) -> None:
        """Fill in the label; raises SpecError for an invalid one."""
        if not self.label:
            msgspec.structs.force_setattr(self, "label", self.agent)
        check_label(self.label, what="populations: label")


class PopulationSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A population: its members, or a `folder` of files, one member each, played by `agent`.

    The members of a folder are the files that end in `suffix`, in order of name, all equally
    likely; each file is the member's parameter `file`.
    """

    name: str
    members: tuple[PopulationMember, ...] = ()
    folder: str = ""
    agent: str = ""
    suffix: str = ".arrow"

    def __post_init__(self) -> None:
        """Check keys in combination; raises SpecError."""
        check_label(self.name, what="populations: name")
        what = f"population '{self.name}':"
        if bool(self.members) == bool(self.folder):
            raise SpecError(f"{what} either members or a folder is required; give one of the two")
        if bool(self.folder) != bool(self.agent):
            raise SpecError(
                f"{what} folder and agent must be given together: the agent plays the "
                "folder's files"
            )
        seen: set[str] = set()
        for member in self.members:
            if member.label in seen:
                raise SpecError(
                    f"{what} member '{member.label}' is used twice; give one of them another label"
                )
            seen.add(member.label)


class PopulationPlace(PlayerKind):
    """``population = "NAME"``: a place at the table, for which a member is drawn for each deck."""

    name = "population"
    key = "population"

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Enter each member as an agent."""
        members = (
            msgspec.structs.replace(
                spec,
                population="",
                team="",
                agent=member.agent,
                label=member.label,
                parameters=member.parameters,
            )
            for member in lookup.populations[spec.label].members
        )
        entered = tuple(enter_agent(member, lookup) for member in members)
        slow = [member for member in entered if member.is_asynchronous]
        if slow:
            raise SpecError(
                f"population '{spec.population}': its member '{slow[0].spec.label}' is "
                "asynchronous, which members cannot be; enter it as an agent of its own"
            )
        return Entrant(spec, AgentOrigin("population", "", ""), members=entered)


def list_members(population: PopulationSpec) -> PopulationSpec:
    """Return a population with its members listed; raises SpecError if the folder has no files."""
    if not population.folder:
        return population
    folder = Path(population.folder)
    what = f"population '{population.name}':"
    if not folder.is_dir():
        raise SpecError(f"{what} there is no folder {folder}; give the folder with its files")
    files = sorted(path for path in folder.iterdir() if path.name.endswith(population.suffix))
    if not files:
        raise SpecError(f"{what} {folder} contains no file that ends in {population.suffix}")
    members = tuple(
        PopulationMember(
            agent=population.agent,
            label=path.name.removesuffix(population.suffix),
            parameters={"file": str(path.resolve())},
        )
        for path in files
    )
    return PopulationSpec(name=population.name, members=members)


def player_name(label: str, member: str) -> str:
    """Return the name of a member at a place, for the table loop."""
    return label if member == label else f"{label}{MEMBER_SIGN}{member}"
