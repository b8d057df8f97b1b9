"""The table loop: plays whole matches, many at once."""

from collections.abc import Mapping, Sequence

from railbird.harness.match_results import MatchResults
from railbird.harness.play_rules import AgentFactory, PlannedMatch, PlayRules
from railbird.plugins import Game


def play_matches(
    game: Game,
    plans: Sequence[PlannedMatch],
    agents: Mapping[str, AgentFactory],
    *,
    rules: PlayRules,
) -> MatchResults:
    """Play the planned matches; ``agents`` make instances of every label that sits in them.

    What is played in a match depends on its plan, the rules and its agents alone, not on the
    matches played beside it.
    """
    raise NotImplementedError
