"""What asynchronous agents asked and decided in a run, from its journal."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.journal import JournalRecord, journal_files, read_journal


@dataclass(slots=True)
class AgentCosts:
    """Sums over the journal's records of one agent; seconds are those of whole decisions."""

    agent: str
    models: dict[str, None]
    decisions: int = 0
    calls: int = 0
    requests: int = 0
    dollars: float = 0.0
    asked: int = 0
    answered: int = 0
    reasoning: int = 0
    estimated: int = 0
    seconds: float = 0.0
    unreadable: int = 0
    illegal: int = 0


class DecidedJson(msgspec.Struct, frozen=True):
    """The part of a kept decision that results read."""

    kind: int
    amount: int = 0
    incident: str | None = None
    text: str = ""


_decode = msgspec.json.Decoder(DecidedJson).decode


def has_calls(folder: RunFolder) -> bool:
    """Whether a run has a journal."""
    return bool(journal_files(folder))


def read_decided(record: JournalRecord) -> DecidedJson:
    """Return what was decided, from a record of a decision."""
    return _decode(record.answer)


def list_records(folder: RunFolder) -> Iterator[JournalRecord]:
    """Yield each record once: a run that was continued elsewhere may have some twice."""
    seen = set()
    for record in read_journal(folder):
        if record.key not in seen:
            seen.add(record.key)
            yield record


def models_without_price(folder: RunFolder) -> list[str]:
    """Return the models whose answers were counted as free, since nobody said what they cost."""
    return sorted(
        {one.model for one in list_records(folder) if one.model and not one.usage.dollars}
    )


def sum_costs(folder: RunFolder) -> list[AgentCosts]:
    """Return the sums of every agent, the most expensive first."""
    found: dict[str, AgentCosts] = {}
    for record in list_records(folder):
        costs = found.setdefault(record.label, AgentCosts(record.label, {}))
        if record.kind == "decision":
            decided = read_decided(record)
            costs.decisions += 1
            costs.seconds += record.seconds
            costs.unreadable += decided.incident in ("unreadable", "nonsense")
            costs.illegal += decided.incident == "illegal"
            continue
        if record.model:
            costs.models[record.model] = None
        costs.calls += 1
        costs.requests += record.tries
        costs.dollars += record.usage.dollars
        costs.asked += record.usage.asked
        costs.answered += record.usage.answered
        costs.reasoning += record.usage.reasoning
        costs.estimated += record.usage.is_estimated
    return sorted(found.values(), key=lambda costs: (-costs.dollars, costs.agent))
