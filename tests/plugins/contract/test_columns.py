"""What is seen of a decision is declared once: views and lists have it from the table."""

from inspect import get_annotations

from railbird.plugins import DecisionBatch, DecisionLists, Observation
from railbird.plugins.contract.columns import SEEN, BatchColumn

OF_A_ROW = {seen.name for seen in SEEN if seen.as_list is not None}
OF_A_BATCH = {seen.name for seen in SEEN}


def test_a_name_is_declared_once() -> None:
    assert len(OF_A_BATCH) == len(SEEN)
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
