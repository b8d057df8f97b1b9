"""Incidents of a run that has just been played, a line for each kind."""

from collections.abc import Iterator, Sequence

from railbird.native.wording import counted
from railbird.results import RunResults
from railbird.results.reading.incident_sums import IncidentCount
from railbird.results.show.wording import listed

_OUTCOMES = {
    "forfeit": " (the match is forfeited)",
    "replaced": " (the answer is replaced)",
    "none": "",
}


def incident_lines(run: RunResults, *, is_kept: bool = True) -> Iterator[str]:
    """Yield a heading that names the command for details, and a line for each kind; or nothing."""
    counts = run.reading.incident_tally.by_kind
    if not counts:
        return
    total = counted(sum(count.incidents for count in counts), "incident")
    where = f"{run.folder}" if is_kept else "DIR"
    keep = "" if is_kept else "keep the run with --out DIR, and "
    yield ""
    yield f"{total}; {keep}`railbird incidents {where}` lists them:"
    for kind in dict.fromkeys(count.kinds for count in counts):
        yield f"  {_of_kind([count for count in counts if count.kinds == kind])}"


def _of_kind(counts: Sequence[IncidentCount]) -> str:
    ordered = sorted(counts, key=lambda count: (-count.incidents, count.agent))
    most = ordered[0]
    agents = listed(
        [f"{c.agent} {c.incidents:,} in {counted(c.matches, 'match')}" for c in ordered]
    )
    text = f"; first: {most.first.text}" if most.first.text else ""
    return f"{most.kinds[0]}{_OUTCOMES[most.outcome]}: {agents}{text}"
