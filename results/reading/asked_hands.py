"""Hands of agents that ask services, beside what they asked and what was answered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from railbird.native import PAYOFF_UNIT, ActionKind
from railbird.results.hands.hand_choice import StoredHand, worst_hands
from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import list_records, read_decided
from railbird.results.store.journal import JournalRecord

Point = tuple[int, int, int]
"""Match key, seat and hand."""
Lost = tuple[int, str, StoredHand]
"""A payoff in 1/2520 chip, whose it is, and the hand."""


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
    labels = _labels(reading)
    lost = _lost(reading, count, [agent] if agent in labels else [] if agent else labels)
    return _with_records(reading, lost[:count])


def worst_of_each(reading: RunReading, count: int, agents: Sequence[str]) -> list[AskedHand]:
    """Return as many hands for each of some agents, one agent after the other."""
    lost = [one for agent in agents for one in _lost(reading, count, [agent])]
    return _with_records(reading, lost)


def _lost(reading: RunReading, count: int, agents: Sequence[str]) -> list[Lost]:
    """Hands in which agents lost most, the biggest loss first: `count` for each of them."""
    shards = reading.holdings.shards
    lost = [
        (hand.payoffs[hand.agents.index(label)], label, hand)
        for label in agents
        for hand in worst_hands(shards, count, agent=label)
    ]
    return sorted(lost, key=lambda one: one[0])


def _with_records(reading: RunReading, lost: Sequence[Lost]) -> list[AskedHand]:
    places = [_point(reading, label, hand) for _, label, hand in lost]
    records: dict[Point, list[JournalRecord]] = {place: [] for place in places}
    for record in list_records(reading.folder):
        point = record.match_key, record.seat, record.hand
        if point in records:
            records[point].append(record)
    return [
        AskedHand(label, hand, payoff / PAYOFF_UNIT, _in_order(records[place]))
        for place, (payoff, label, hand) in zip(places, lost, strict=True)
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


def _point(reading: RunReading, label: str, hand: StoredHand) -> Point:
    key = reading.match_key(hand.agents, deck_seed=hand.deck_seed, deals=hand.deals)
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
