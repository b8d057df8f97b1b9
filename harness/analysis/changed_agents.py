"""Whether the agents of a stored run are still what played there."""

import msgspec

from railbird.plugins import Registry
from railbird.results import AgentRecord

OUTSIDE = "outside"


def has_changed(record: AgentRecord, registry: Registry) -> bool:
    """Whether an agent is neither what it was in the run, nor the same with its code moved.

    Raises UnknownNameError if there is no such agent, AgentError for a missing file.
    """
    recorded = msgspec.json.decode(record.parameters or "{}", type=dict)
    own = {key: value for key, value in recorded.items() if key != OUTSIDE}
    now = (registry.describe_agent, registry.describe_agent_before)
    return all(describe(record.agent, own).file_hash != record.file_hash for describe in now)
