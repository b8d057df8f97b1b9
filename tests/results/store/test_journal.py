"""A journal cut anywhere has what was complete, and one that was changed is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.results.errors import StoreError
from railbird.results.store.journal import (
    FIRST_LINE,
    JournalRecord,
    Usage,
    frame_of,
    read_frames,
)

RECORDS = [
    JournalRecord(
        kind=kind,
        label=label,
        match_key=2**63 + number,
        seat=1,
        hand=number,
        decision=3,
        vote=0,
        attempt=number,
        question=bytes(range(16)),
        answer=b"fold" * number,
        started=1.5,
        seconds=0.25,
        usage=Usage(number, 1, 0, 0.125),
        prompt="é" * number,
    )
    for number, (kind, label) in enumerate([("call", "a"), ("decision", "b c"), ("call", "a")])
]
FRAMES = [frame_of(record) for record in RECORDS]
WHOLE = FIRST_LINE + b"".join(FRAMES)


def test_every_cut_leaves_the_records_before_it() -> None:
    ends = [len(FIRST_LINE) + sum(map(len, FRAMES[:count])) for count in range(len(FRAMES) + 1)]
    for length in range(len(WHOLE) + 1):
        complete = sum(length >= end for end in ends[1:])
        assert list(read_frames(WHOLE[:length], name="j")) == RECORDS[:complete]


def test_zeros_after_the_end_are_nothing() -> None:
    assert list(read_frames(WHOLE + bytes(5000), name="j")) == RECORDS


@given(st.data())
def test_a_changed_byte_is_never_read_as_something_else(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(WHOLE) - 1))
    changed = bytearray(WHOLE)
    changed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(StoreError, match=r"damaged at byte|not a journal"):
        list(read_frames(bytes(changed), name="j"))


def test_what_is_no_journal_is_refused() -> None:
    with pytest.raises(StoreError, match="not a journal"):
        list(read_frames(b"railbird journal 2\n", name="j"))
