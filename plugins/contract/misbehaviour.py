"""What agents may do wrong, by kind, and what comes of it under either rule."""

from typing import Literal

MisbehaviourRule = Literal["acpc", "strict"]
"""How a run judges: as the ACPC does, or so that every fault forfeits the match."""
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
]
"""What was wrong: an answer, an agent's code or process, or what it said beside its turn."""
IncidentOutcome = Literal["forfeit", "replaced", "none"]
"""What an incident comes to.

After a `forfeit` the seat is not asked again in its match: it checks, else folds. An answer that is
`replaced` counts as a call, or as the nearest legal raise. `none` changes nothing of the play.
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
}
"""By kind of incident: the outcome under `acpc`, and the one under `strict`."""


def incident_outcome(kind: str, rule: MisbehaviourRule) -> IncidentOutcome:
    """Return what an incident of this kind comes to; `none` for a kind that is not known."""
    return OUTCOMES.get(kind, ("none", "none"))[rule == "strict"]
