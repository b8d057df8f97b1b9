"""What is seen of a decision is declared once: views and lists have it from the table."""

from functools import partial
from inspect import get_annotations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.harness import PlayRules, play_matches
from railbird.harness.table.play_rules import PlannedMatch
from railbird.plugins import (
    CALL,
    Action,
    DecisionBatch,
    DecisionLists,
    HandRecord,
    Observation,
    load_registry,
)
from railbird.plugins.contract.columns import FORMER_NAMES, SEEN, BatchColumn

OF_A_ROW = {seen.name for seen in SEEN if seen.as_list is not None}
OF_A_BATCH = {seen.name for seen in SEEN if seen.make is not None}


def test_a_name_is_declared_once() -> None:
    assert len({seen.name for seen in SEEN}) == len(SEEN)
    assert all(seen.meaning.endswith(".") for seen in SEEN)


def test_the_types_that_checkers_read_are_those_of_the_table() -> None:
    assert get_annotations(Observation).keys() == OF_A_ROW
    assert get_annotations(DecisionBatch).keys() == OF_A_BATCH | {"game"}


def test_views_have_what_the_table_declares_and_nothing_else() -> None:
    columns = {
        name for name, found in vars(DecisionBatch).items() if isinstance(found, BatchColumn)
    }
    assert columns == OF_A_BATCH
    looks = {name: vars(Observation)[name].__doc__ for name in OF_A_ROW}
    assert looks == {seen.name: seen.meaning for seen in SEEN if seen.name in OF_A_ROW}
    assert set(DecisionLists.__slots__) >= OF_A_ROW


class Reader:
    """Reads a former name of what it is handed, in the two forms."""

    def __init__(self, former: str, found: list[Any]) -> None:
        self.former, self.found = former, found

    def note(self, seen: Any) -> None:
        with pytest.warns(DeprecationWarning) as warned:
            former = getattr(seen, self.former)
        assert getattr(seen, self.former) is not None, "a batch warns once"
        assert [Path(one.filename) for one in warned] == [Path(__file__)], "where it is used"
        assert f"use '{FORMER_NAMES[self.former]}'" in str(warned[0].message)
        self.found.append((former, getattr(seen, FORMER_NAMES[self.former])))


class SimpleReader(Reader):
    def act(self, observation: Observation) -> Action:
        self.note(observation)
        return CALL


class BatchReader(Reader):
    def act_batch(self, decisions: DecisionBatch) -> Any:
        self.note(decisions)
        return np.ones(len(decisions), np.uint8), np.zeros(len(decisions), np.int64)


@pytest.mark.parametrize("reader", [SimpleReader, BatchReader])
@pytest.mark.parametrize("former", FORMER_NAMES)
def test_a_former_name_gives_the_same_and_warns_where_it_is_used(
    former: str, reader: type[Reader]
) -> None:
    game, found = load_registry().game("holdem-nolimit-2p"), list[Any]()
    agents = {"a": partial(reader, former, found), "b": partial(reader, former, found)}
    rules = PlayRules(2, raise_agent_errors=True)
    play_matches(game, [PlannedMatch(1, ("a", "b"), 2)], agents, rules=rules)
    assert len(found) > 4
    for was, now in found:
        assert np.array_equal(was, now)


def test_the_former_name_of_the_stacks_of_a_record_warns_too() -> None:
    record = HandRecord(0, 0, "f", (0, 0), (None, None), (), (40, 50))
    with pytest.warns(DeprecationWarning, match="use 'starting_stacks'") as warned:
        assert record.stacks == (40, 50)
    assert Path(warned[0].filename) == Path(__file__)
