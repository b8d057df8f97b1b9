"""The errors of the harness."""

from railbird.native.errors import RailbirdError
from railbird.plugins.errors import StoppedError


class SpecError(RailbirdError):
    """A tournament spec that cannot be read, contradicts itself, or asks for the impossible."""


class TrialError(RailbirdError):
    """An agent that failed its trial hand, before anything of the tournament was played."""


class WorkerError(RailbirdError):
    """A worker that cannot play its task, or that is lost repeatedly."""


class LostChunksError(WorkerError):
    """Chunks that killed every worker that started them; the rest of the run is stored."""


class DeadlyChunkError(WorkerError):
    """A chunk in which a process dies while no agent is called, so that none can forfeit."""


class NewAgentError(RailbirdError):
    """An invalid name or folder for a new agent."""


class DealerError(RailbirdError):
    """A match that cannot be dealt as requested: too few players, a port or a log."""


class ClientError(RailbirdError):
    """A dealer that cannot be reached, or that does not follow the ACPC protocol."""


class StateError(RailbirdError):
    """A line that is not a valid MATCHSTATE of the ACPC protocol."""


class JournalError(StoppedError):
    """A journal that does not belong to what is asked, or that lacks an answer."""
