"""Hands of agents that ask services, beside what they asked and what was answered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from railbird.native import PAYOFF_UNIT, ActionKind
from railbird.results.hands.hand_choice import StoredHand, worst_hands
from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import list_records, read_decided
from railbird.results.store.journal import JournalRecord
from railbird.results.store.match_keys import match_key

Point = tuple[int, int, int]
"""Match key, seat and hand."""


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A hand, what one of its agents won in chips, and the agent's records in order."""

    agent: str
    hand: StoredHand
    chips: float
    records: tuple[JournalRecord, ...]


@dataclass(frozen=True, slots=True)
class CallWords:
    """A call or a decision in words: a line that says which, and texts under their names."""

    title: str
    texts: tuple[tuple[str, str], ...] = ()


def worst_asked_hands(reading: RunReading, count: int, *, agent: str = "") -> list[AskedHand]:
    """Return the hands in which agents in the journal lost most, the biggest loss first.

    Those of one agent, or of all. Payoffs are those that were played.
    """
    shards = reading.holdings.shards
    labels = _labels(reading)
    lost = [
        (hand.payoffs[hand.agents.index(label)], label, hand)
        for label in ([agent] if agent else labels)
        if label in labels
        for hand in worst_hands(shards, count, agent=label)
    ]
    lost.sort(key=lambda one: one[0])
    seed = int(reading.manifest.spec.get("seed", 0))
    places = [_point(seed, label, hand) for _, label, hand in lost[:count]]
    records: dict[Point, list[JournalRecord]] = {place: [] for place in places}
    for record in list_records(reading.folder):
        point = record.match_key, record.seat, record.hand
        if point in records:
            records[point].append(record)
    return [
        AskedHand(label, hand, payoff / PAYOFF_UNIT, _in_order(records[place]))
        for place, (payoff, label, hand) in zip(places, lost[:count], strict=True)
    ]


def describe_calls(records: Sequence[JournalRecord]) -> Iterator[CallWords]:
    """Yield the calls and decisions of a hand in words."""
    for record in records:
        if record.kind == "decision":
            yield CallWords(f"decision {record.decision}: played {_played(record)}")
            continue
        number = f"vote {record.vote}, attempt {record.attempt}"
        seconds = f"{record.seconds:.1f} s, ${record.usage.dollars:.5f}"
        title = f"decision {record.decision}, {number} ({record.model}, {seconds})"
        texts = {
            "asked": _last_message(record),
            "reasoning": record.reasoning,
            "answered": said_in(record),
        }
        yield CallWords(title, tuple((name, text) for name, text in texts.items() if text))


def said_in(record: JournalRecord) -> str:
    """Return what a service answered, as text."""
    try:
        said = msgspec.json.decode(record.answer)
        return str(said.get("text") or said.get("tool_arguments") or "") or "(nothing)"
    except (msgspec.DecodeError, AttributeError):
        return record.answer.decode("utf-8", "replace")


def _labels(reading: RunReading) -> list[str]:
    return sorted({record.label for record in list_records(reading.folder)})


def _point(seed: int, label: str, hand: StoredHand) -> Point:
    secret = None if hand.deals is None else hand.deals.secret
    key = match_key(seed, hand.deck_seed or 0, hand.agents, secret=secret or b"")
    return key, hand.agents.index(label), hand.hand_index


def _in_order(records: list[JournalRecord]) -> tuple[JournalRecord, ...]:
    order = sorted(records, key=lambda one: (one.decision, one.kind, one.vote, one.attempt))
    return tuple(order)


def _played(record: JournalRecord) -> str:
    decided = read_decided(record)
    if decided.incident is not None:
        return f"check or fold ({decided.incident}: {decided.text})"
    name = ActionKind(decided.kind).name.lower()
    return f"{name} {decided.amount}" if decided.kind == ActionKind.RAISE else name


def _last_message(record: JournalRecord) -> str:
    """What was asked last: the prompt, or what was wrong with the answer before."""
    if not record.prompt:
        return ""
    try:
        found = msgspec.json.decode(record.prompt)["messages"][-1]["content"]
    except (msgspec.DecodeError, KeyError, IndexError, TypeError):
        return record.prompt
    return found if isinstance(found, str) else record.prompt
