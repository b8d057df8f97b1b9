"""What models said, as comments of actions in the poker hand history format (PHH).

The format puts a comment behind an action's `#`. One is a line: what services answered last for
the decision, after the reasoning that they returned, and what was wrong with it, if anything was.
"""

from collections.abc import Mapping
from pathlib import Path

from railbird.native import GameDefinition
from railbird.results.errors import LogError
from railbird.results.histories.history_format import WrittenHands, match_files
from railbird.results.histories.phh.phh_write import phh_file
from railbird.results.histories.storing.played import PlayedMatch
from railbird.results.reading.asked_hands import said_in
from railbird.results.reading.service_calls import has_calls, list_records, read_decided
from railbird.results.run.run_results import RunResults
from railbird.results.store.journal import JournalRecord

Point = tuple[int, int, int]
"""Match key, hand, and number of actions before."""


def write_commented(run: RunResults, folder: Path) -> WrittenHands:
    """Write all hands of a run with comments; raises LogError for a run without a journal."""
    if not has_calls(run.reading.folder):
        raise LogError("no agent of this run asks services, so that there are no comments; use phh")
    comments = read_comments(run)

    def text_of(match: PlayedMatch, game: GameDefinition, _: str) -> str:
        key = run.reading.match_key(match.agents, deck_seed=match.deck_seed, deals=match.deals)
        return phh_file(match, game, "", comments=comments.get(key, {}))

    return match_files(".phhs", text_of)(run, folder)


def read_comments(run: RunResults) -> dict[int, Mapping[tuple[int, int], str]]:
    """Return comments by match key, then by hand and number of actions before."""
    last: dict[Point, JournalRecord] = {}
    wrong: dict[Point, str] = {}
    for record in list_records(run.reading.folder):
        point = record.match_key, record.hand, record.decision
        if record.kind == "decision":
            decided = read_decided(record)
            if decided.incident is not None:
                wrong[point] = f" ({decided.incident}: {decided.text})"
        elif point not in last or _turn(last[point]) < _turn(record):
            last[point] = record
    found: dict[int, dict[tuple[int, int], str]] = {}
    for point, record in last.items():
        key, *place = point
        text = _one_line(record.reasoning, said_in(record)) + wrong.get(point, "")
        found.setdefault(key, {})[place[0], place[1]] = _printable(text)
    return dict(found)


def _turn(record: JournalRecord) -> tuple[int, int]:
    """The order of a decision's calls: the last attempt of the first vote comes last."""
    return -record.vote, record.attempt


def _one_line(reasoning: str, answer: str) -> str:
    texts = [" ".join(text.split()) for text in (reasoning, answer)]
    return " => ".join(text for text in texts if text)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)
