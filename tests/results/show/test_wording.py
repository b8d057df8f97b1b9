"""Lists in sentences by hand."""

import pytest

from railbird.native.wording import counted
from railbird.results.show.wording import listed


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, ""),
        (1, "a"),
        (2, "a and b"),
        (3, "a, b and c"),
        (4, "a, b, c and d"),
        (5, "a, b, c and 2 others"),
        (1003, "a, b, c and 1,000 others"),
    ],
)
def test_the_first_few_are_named(count: int, text: str) -> None:
    assert listed([*"abcd", *(["x"] * 1000)][:count]) == text


def test_counts_have_plurals() -> None:
    assert [counted(number, "match") for number in (0, 1, 2000)] == [
        "0 matches",
        "1 match",
        "2,000 matches",
    ]
    assert counted(2, "duplicate set") == "2 duplicate sets"
