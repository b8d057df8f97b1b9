"""Kinds of violations by agents, and their outcomes under each rule."""

from typing import Literal

MisbehaviourRule = Literal["acpc", "strict"]
"""The rule of a run: that of the ACPC, or one under which every fault forfeits the match."""
IncidentKind = Literal[
    "illegal-kind",
    "nonsense",
    "size-clamped",
    "exception",
    "death",
    "stray-line",
    "late",
    "closed",
    "flood",
    "no-show",
    "complaint",
    "leftover",
    "unreadable",
    "illegal",
]
"""Kinds of incidents: invalid answers, failing code or processes, or messages out of turn."""
IncidentOutcome = Literal["forfeit", "replaced", "none"]
"""The outcome of an incident.

After a `forfeit` the seat is not asked again in its match: it checks or else folds. A `replaced`
action counts as a call, or as the nearest legal action, or (`unreadable`, `illegal`: an agent that
has given up asking a service) as a check or else a fold. `none` does not affect play.
"""

OUTCOMES: dict[str, tuple[IncidentOutcome, IncidentOutcome]] = {
    "illegal-kind": ("replaced", "forfeit"),
    "nonsense": ("replaced", "forfeit"),
    "size-clamped": ("replaced", "forfeit"),
    "exception": ("forfeit", "forfeit"),
    "death": ("forfeit", "forfeit"),
    "stray-line": ("none", "forfeit"),
    "late": ("forfeit", "forfeit"),
    "closed": ("forfeit", "forfeit"),
    "flood": ("forfeit", "forfeit"),
    "no-show": ("forfeit", "forfeit"),
    "complaint": ("none", "none"),
    "leftover": ("none", "none"),
    "unreadable": ("replaced", "forfeit"),
    "illegal": ("replaced", "forfeit"),
}
"""By kind of incident: the outcome under `acpc`, and the one under `strict`."""


def incident_outcome(kind: str, rule: MisbehaviourRule) -> IncidentOutcome:
    """Return the outcome of this kind of incident; `none` for an unknown kind."""
    return OUTCOMES.get(kind, ("none", "none"))[rule == "strict"]
