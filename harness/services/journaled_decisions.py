"""Decisions of asynchronous agents, kept in the journal."""

import time
from collections.abc import Callable
from contextvars import ContextVar
from hashlib import blake2b
from typing import Any

import msgspec

from railbird.harness.errors import JournalError
from railbird.harness.services.journal import Journal, Key
from railbird.harness.table.asynchronous.decision_log import Ask, Decided, DecisionPoint
from railbird.plugins import Observation, StoppedError
from railbird.plugins.contract.observation_json import describe_observation
from railbird.results.store.journal import HASH_BYTES, JournalRecord

POINT: ContextVar[DecisionPoint] = ContextVar("point")
"""The moment at which the agent of the running task is asked; services keep their answers by it."""

PRIORITY: ContextVar[int] = ContextVar("priority")
"""The order of the running task's chunk: services are asked first for those that were begun first,
so that duplicate sets come to an end one after another."""

Call = tuple[int, int]
"""Vote and attempt, which tell the calls of a decision apart."""

_decode = msgspec.json.Decoder(Decided).decode


class JournaledDecisions:
    """Keeps each decision, and plays those that were kept.

    Agents in ``replaying`` get everything they learn from services, whose answers are kept: they
    decide again, so that their memory is what it was, and must decide the same. Others are not
    asked again.
    """

    def __init__(
        self,
        journal: Journal,
        replaying: frozenset[str],
        find_stop: Callable[[], StoppedError | None],
    ) -> None:
        """Keep decisions in ``journal``; ``find_stop`` says why services are not asked any more."""
        self._journal = journal
        self._find_stop = find_stop
        self._replaying = replaying

    async def decide(self, point: DecisionPoint, observation: Observation, ask: Ask) -> Decided:
        """Return the decision that was kept, or ask and keep it, before it is played."""
        question = hash_question(msgspec.json.encode(describe_observation(observation)))
        key = key_of(point)
        decides_again = point.label in self._replaying
        kept = None
        if self._journal.has(key) or not decides_again:
            kept = self._journal.find(key, question, label=point.label)
        if kept is not None and not decides_again:
            return _decode(kept.answer)
        POINT.set(point)
        started, clock = time.time(), time.perf_counter()
        decided = await ask()
        stop = self._find_stop() if decides_again else None
        if stop is not None:  # whatever the agent has made of it
            raise type(stop)(str(stop))
        answer = msgspec.json.encode(decided)
        if kept is not None:
            if kept.answer != answer:
                raise JournalError(
                    f"agent '{point.label}' makes something else of the same answers than in the "
                    f"journal (hand {point.hand}, decision {point.decision}): its code has "
                    "changed; undo the change, or start a new run with --fresh"
                )
            return decided
        record = record_at(
            point, question, answer, started=started, seconds=time.perf_counter() - clock
        )
        if decides_again:  # its calls are on the disk
            self._journal.keep_soon(record)
            return decided
        counts = await self._journal.keep(record)
        return decided if counts is record else _decode(counts.answer)

    async def tell(self, point: DecisionPoint, tell: Ask) -> Decided:
        """Let an agent observe the end of a hand, again if it did before."""
        POINT.set(point)
        told = await tell()
        stop = self._find_stop() if point.label in self._replaying else None
        if stop is not None:
            raise type(stop)(str(stop))
        return told


def key_of(point: DecisionPoint, call: Call | None = None) -> Key:
    """Return the journal's key of a call to a service, by default of the whole decision."""
    kind = "decision" if call is None else "call"
    return (kind, point.match_key, point.seat, point.hand, point.decision, *(call or (0, 0)))


def record_at(  # noqa: PLR0913  (what every record has)
    point: DecisionPoint,
    question: bytes,
    answer: bytes,
    *,
    started: float,
    seconds: float,
    call: Call | None = None,
    **used: Any,
) -> JournalRecord:
    """Return the record of a call to a service with what it ``used``, or of a whole decision."""
    vote, attempt = call or (0, 0)
    return JournalRecord(
        kind="decision" if call is None else "call",
        label=point.label,
        match_key=point.match_key,
        seat=point.seat,
        hand=point.hand,
        decision=point.decision,
        vote=vote,
        attempt=attempt,
        question=question,
        answer=answer,
        started=started,
        seconds=seconds,
        **used,
    )


def hash_question(asked: bytes) -> bytes:
    """Return the hash of what an agent or a service was asked."""
    return blake2b(asked, digest_size=HASH_BYTES, person=b"railbird-asked").digest()
