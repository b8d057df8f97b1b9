"""Amounts mean the same whether a comma or a point stands before decimals, or are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.results import LogError
from railbird.results.histories.checking.parsed_hand import Chips

CENTS = 100


@given(st.integers(0, 10**7))
def test_both_ways_to_write_money_are_the_same(cents: int) -> None:
    units, rest = divmod(cents, CENTS)
    chips = Chips(CENTS)
    english = [f"{units:,}.{rest:02}", f"{units}.{rest:02}", f"${units:,}.{rest:02}"]
    other = [text.translate(str.maketrans(",.", ".,")) for text in english]
    assert {chips.read(text) for text in (*english, *other)} == {cents}


@pytest.mark.parametrize(
    ("text", "chips"),
    [("0,50", 50), ("0,5", 50), ("12,3", 1230), ("1,000", 100000), ("1.000.000", 10**8)],
)
def test_known_amounts(text: str, chips: int) -> None:
    assert Chips(CENTS).read(text) == chips


@pytest.mark.parametrize("text", ["0,50", "1,5", "12,75", "1.000,50"])
def test_decimals_are_never_whole_chips(text: str) -> None:
    with pytest.raises(LogError, match="is not a whole number of chips; for cents"):
        Chips(1).read(text)


@pytest.mark.parametrize("per_unit", [1, CENTS])
def test_what_may_be_thousands_or_decimals_is_refused(per_unit: int) -> None:
    with pytest.raises(LogError, match=r"'1\.500' may be 1500 or 1.50: write it without a point"):
        Chips(per_unit).read("1.500")
    assert Chips(1000).read("1.500") == 1500


@pytest.mark.parametrize("text", ["1,0000", "10,00,00", "1,2345", ",5", "1,", "1,000,5"])
def test_commas_elsewhere_are_not_amounts(text: str) -> None:
    with pytest.raises(LogError, match="is not an amount"):
        Chips(CENTS).read(text)
