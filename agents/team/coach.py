"""The coach: a team of any agents; the one with the best recent results plays the next hand."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.strategy.current_best_utility import CurrentBestUtility
from railbird.agents.team.member import BatchMember, Member, SimpleMember
from railbird.agents.team.specs import MemberSpec, read_members
from railbird.agents.team.team_evolution import evolve_team
from railbird.plugins import (
    AgentEntry,
    AgentError,
    DecisionBatch,
    Game,
    HandBatch,
    MatchBatch,
    check_parameters,
    form_of,
)

FindAgent = Callable[[str], AgentEntry]
MEMBERS = ("call", "raise", "uniform")


class Coach:
    """Lets one of its members play each hand: the one with the best mean over its last K results.

    Source: teams of computer programs with a coach that switches between them (document 000,
    section 3.2.6), with K-Current-Best-Utility (6.3) as the rule. Decided here: ``members`` are
    agents by name (a text ``a+b+c``, or in a spec a list of names and of tables with ``agent`` and
    ``parameters``), in order of preference; ``k`` as in Lucifer. Every member observes the start of
    the match and the end of every hand, so that it can learn, but is asked only in its own hands:
    hands that it observes may contain actions of other members. A member's fault counts as the
    team's.
    """

    def __init__(
        self,
        find_agent: FindAgent,
        *,
        k: int = 10,
        members: str | Sequence[Any] = MEMBERS,
    ) -> None:
        """Find the members among this process's agents."""
        self._specs = read_members(members)
        self._entries = [find_agent(spec.agent) for spec in self._specs]
        for spec, entry in zip(self._specs, self._entries, strict=True):
            check_parameters(entry, spec.parameters)
        self._selector = CurrentBestUtility(len(self._specs), k=k)

    def start_matches(self, matches: MatchBatch) -> None:
        """Create the members, and start their matches."""
        self._selector.start(matches)
        self._members = [
            _make_member(spec, entry, matches.game)
            for spec, entry in zip(self._specs, self._entries, strict=True)
        ]
        for member in self._members:
            member.start(matches)

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Ask for each row the member that plays its hand."""
        kinds, amounts = np.zeros(len(decisions), np.uint8), np.zeros(len(decisions), np.int64)
        chosen = self._selector.members(decisions.match, decisions.seat)
        for index in np.unique(chosen).tolist():
            rows = np.flatnonzero(chosen == index)
            kinds[rows], amounts[rows] = self._members[index].act(decisions.take(rows))
        return kinds, amounts

    def end_hands(self, hands: HandBatch) -> None:
        """Report the hands to every member, and record the results of those that played."""
        for member in self._members:
            member.end(hands)
        self._selector.record(hands)


def list_members(parameters: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """List the agents of a coach with these parameters, with their parameters."""
    specs = read_members(parameters.get("members", MEMBERS))
    return [(spec.agent, spec.parameters) for spec in specs]


def _make_member(spec: MemberSpec, entry: AgentEntry, game: Game) -> Member:
    if not entry.plays(game, spec.parameters):
        raise AgentError(
            f"the member '{spec.agent}' does not play {game.name}; remove it from the team"
        )
    if entry.is_asynchronous:
        raise AgentError(
            f"the member '{spec.agent}' is asynchronous, and a team answers at once; enter it in "
            "the tournament by itself"
        )
    make = partial(entry.factory, **spec.parameters)
    first = make()
    return BatchMember(first) if form_of(first) == "batch" else SimpleMember(make)


AGENTS = (
    AgentEntry(
        "coach",
        Coach,
        summary="a team: the agent with the best recent results plays",
        takes_agents=True,
        parts=list_members,
        evolve=partial(evolve_team, default=MEMBERS),
    ),
)
