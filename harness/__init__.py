"""Plays tournaments: from a spec, through a schedule and the table loop, to a run's folder.

`run` plays a spec into a folder, `play` in memory. Their steps are public too: `plan_tournament`
makes the schedule, `plan_chunk` the matches of a chunk, `play_matches` plays them, and
`results.open_run` reads a stored run.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.harness.acpc.replay import ReplayReport, replay_log
    from railbird.harness.conformance.check import Subject, check_conformance
    from railbird.harness.conformance.report import ConformanceReport, describe_conformance
    from railbird.harness.errors import (
        ClientError,
        DealerError,
        LostChunksError,
        NewAgentError,
        SpecError,
        TrialError,
        WorkerError,
    )
    from railbird.harness.evolution.evolve import evolve
    from railbird.harness.plan.evolution_spec import EvolutionSpec
    from railbird.harness.plan.planning import plan_tournament
    from railbird.harness.plan.schedule import (
        ChunkPlan,
        MatchPlan,
        Schedule,
        Stage,
        count_chunks,
        plan_chunk,
    )
    from railbird.harness.plan.spec import LineUps, Plugins, Spec
    from railbird.harness.plan.spec_file import find_spec, parse_spec, read_spec
    from railbird.harness.players.kinds import AgentSpec
    from railbird.harness.players.populations import PopulationMember, PopulationSpec
    from railbird.harness.table.match_results import Incidents, MatchResults
    from railbird.harness.table.play_rules import PlayRules
    from railbird.harness.table.remote.remote_connections import RemoteConnections
    from railbird.harness.table.table_loop import play_matches
    from railbird.harness.tournament.run import play, run
    from railbird.harness.tournament.until_decided import run_until_decided
    from railbird.harness.workers.dispatch import Dispatch, play_here
    from railbird.harness.workers.processes import Processes
    from railbird.results import LogError
    from railbird.results.estimate.ranking.sequential import StoppingRule
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AgentSpec",
    "ChunkPlan",
    "ClientError",
    "ConformanceReport",
    "DealerError",
    "Dispatch",
    "EvolutionSpec",
    "Incidents",
    "LineUps",
    "LogError",
    "LostChunksError",
    "MatchPlan",
    "MatchResults",
    "NewAgentError",
    "PlayRules",
    "Plugins",
    "PopulationMember",
    "PopulationSpec",
    "Processes",
    "RemoteConnections",
    "ReplayReport",
    "Schedule",
    "Spec",
    "SpecError",
    "Stage",
    "StoppingRule",
    "Subject",
    "TrialError",
    "WorkerError",
    "check_conformance",
    "count_chunks",
    "describe_conformance",
    "evolve",
    "find_spec",
    "parse_spec",
    "plan_chunk",
    "plan_tournament",
    "play",
    "play_here",
    "play_matches",
    "read_spec",
    "replay_log",
    "run",
    "run_until_decided",
]
