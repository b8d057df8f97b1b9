"""NAME=VALUE and numbers of hands: one reading for all commands."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from railbird.harness import SpecError
from railbird.harness.plan.match_spec import read_agents
from railbird.harness.plan.written_values import read_bytes, read_count, read_pairs, read_value

VALUES = some.booleans() | some.integers(-(2**60), 2**60) | some.floats(-1e9, 1e9)


@given(VALUES)
def test_what_json_writes_is_read_back(value: Any) -> None:
    again = read_value(json.dumps(value))
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [(".5", 0.5), ("+5", 5), ("007", 7), ("-.5e1", -5.0), ("nan", "nan"), ("inf", "inf")]
    + [(text, text) for text in ("", "1_000", "3k", "a=b", "TRUE", "./file.arrow", "1.2.3")],
)
def test_other_numbers_are_numbers_and_the_rest_is_text(text: str, value: Any) -> None:
    assert read_value(text) == value
    assert type(read_value(text)) is type(value)


@given(some.dictionaries(some.sampled_from("abc"), VALUES))
def test_an_agents_parameters_are_read_as_those_of_a_trainer(values: dict[str, Any]) -> None:
    pairs = [f"{name}={json.dumps(value)}" for name, value in values.items()]
    (agent,) = read_agents([f"x:{','.join(pairs)}" if pairs else "x"])
    assert agent.parameters == read_pairs(pairs, what="--set") == values


@pytest.mark.parametrize("pair", ["x", "=1", ""])
def test_what_is_not_a_pair_is_refused_with_its_owner(pair: str) -> None:
    with pytest.raises(SpecError, match=f"--set: '{pair}' is not valid; write NAME=VALUE"):
        read_pairs([pair], what="--set")


@pytest.mark.parametrize(
    ("text", "count"), [("20000", 20_000), ("3k", 3000), ("1.5M", 1_500_000), ("2G", 2 * 10**9)]
)
def test_numbers_of_hands_may_have_a_size(text: str, count: int) -> None:
    assert read_count(text) == count


@pytest.mark.parametrize("text", ["", "0", "-3", "3K", "1e3", "k", "0.1"])
def test_what_is_not_a_number_of_hands_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="is not a number of hands; write 3000, 300k or 20M"):
        read_count(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [("1000", 1000), ("2KB", 2048), ("256MB", 2**28), ("1.5GB", 3 * 2**29), ("1 MB", 2**20)],
)
def test_bytes_are_read_with_their_unit(text: str, count: int) -> None:
    assert read_bytes(text, option="--in-flight") == count


@pytest.mark.parametrize("text", ["", "0", "-1", "MB", "1TB", "1e6", "256 mb"])
def test_what_is_not_a_number_of_bytes_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"--in-flight: .* is not a number of bytes"):
        read_bytes(text, option="--in-flight")
