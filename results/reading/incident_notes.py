"""Notes on incidents, one for each outcome: agents, counts, and opponents.

No sentence has a full stop, and each names only a few agents.
"""

from collections.abc import Iterator, Sequence

from railbird.native.wording import counted
from railbird.plugins import IncidentOutcome
from railbird.results.reading.incident_sums import IncidentCount
from railbird.results.reading.incident_tally import IncidentTally
from railbird.results.show.wording import listed
from railbird.results.store.where import LEAVE_OUT_FORFEITS

COMMAND = "`railbird incidents`"
_REST: dict[IncidentOutcome, tuple[str, str]] = {
    "replaced": ("answer", "replaced by a call or the nearest legal action"),
    "none": ("incident", "without effect on the play"),
}


def notes_on_incidents(tally: IncidentTally) -> Iterator[str]:
    """Yield a sentence for each outcome; the first names the command that lists all.

    Another is added if a run is not reproducible.
    """
    sentences = list(count_in_words(tally))
    if sentences:
        yield f"{sentences[0]}; {COMMAND} lists them"
    yield from sentences[1:]
    if tally.timed:
        yield (
            f"{counted(tally.timed, 'incident')} depended on the time that agents took: this run "
            "is not reproducible byte for byte"
        )


def note_on_left_out(tally: IncidentTally) -> str:
    """Describe which duplicate sets `forfeits=out` leaves out, of the part of `tally`."""
    if not tally.forfeited_matches:
        return f"{LEAVE_OUT_FORFEITS} leaves nothing out: no match was forfeited"
    return (
        f"left out with all their seatings: {counted(len(tally.forfeited), 'duplicate set')}; "
        f"{_forfeits(tally)}"
    )


def _forfeits(tally: IncidentTally) -> str:
    forfeiters = tally.of_outcome("forfeit")
    whom = [f"{count.agent} ({_share(count)}: {listed(count.kinds)})" for count in forfeiters]
    verb = "was" if tally.forfeited_matches == 1 else "were"
    return (
        f"{tally.forfeited_matches:,} of {counted(tally.matches, 'match')} {verb} forfeited by "
        f"{listed(whom)}, and met by {_meetings(tally, forfeiters)}"
    )


def count_in_words(tally: IncidentTally) -> Iterator[str]:
    """Yield a sentence for each outcome: agents, counts, opponents."""
    if tally.forfeited_matches:
        yield _forfeits(tally)
    for outcome, (noun, what) in _REST.items():
        counts = tally.of_outcome(outcome)
        if counts:
            total = counted(sum(count.incidents for count in counts), noun)
            yield f"{total} {what}: {listed([*map(_count, counts)])}"


def _count(count: IncidentCount) -> str:
    return f"{count.agent} {count.incidents:,} in {_share(count)} matches ({listed(count.kinds)})"


def _share(count: IncidentCount) -> str:
    return f"{count.matches:,} of {count.matches_played:,}"


def _meetings(tally: IncidentTally, forfeiters: Sequence[IncidentCount]) -> str:
    """Describe how many forfeited matches each opponent met, most first."""
    met = sorted(tally.met.items(), key=lambda item: (-item[1], item[0]))
    others = tally.agents - (len(forfeiters) == 1)
    if len(met) == others and met[0][1] == met[-1][1]:
        who = "every other agent" if len(forfeiters) == 1 else "every agent"
        return f"{who} ({met[0][1]:,})"
    return listed([f"{label} ({count:,})" for label, count in met])
