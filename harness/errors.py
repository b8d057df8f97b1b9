"""The errors of the harness."""

from railbird.native.errors import RailbirdError


class SpecError(RailbirdError):
    """A tournament spec that cannot be read, contradicts itself, or asks for the impossible."""


class TrialError(RailbirdError):
    """An agent that failed its trial hand, before anything of the tournament was played."""


class WorkerError(RailbirdError):
    """A worker that cannot play what it is given, or that is lost again and again."""


class LostChunksError(WorkerError):
    """Chunks that killed every worker that began them; the rest of the run is stored."""


class DeadlyChunkError(WorkerError):
    """A chunk in which a process dies while no agent plays, so that none can forfeit."""


class NewAgentError(RailbirdError):
    """A name or folder in which no new agent can be made."""


class DealerError(RailbirdError):
    """A match that cannot be dealt as it was asked for: too few players, a port or a log."""


class ClientError(RailbirdError):
    """A dealer that cannot be reached, or that does not speak the ACPC protocol."""


class StateError(RailbirdError):
    """A line that is no MATCHSTATE of the ACPC protocol."""
