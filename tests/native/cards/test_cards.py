"""Cards as numbers and as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import NO_CARD, CardError, check_deck, format_cards, parse_cards


def test_a_card_is_its_rank_times_four_plus_its_suit() -> None:
    assert parse_cards("2c2d2h2s3cAs").tolist() == [0, 1, 2, 3, 4, 51]
    assert parse_cards("").tolist() == []


@given(st.lists(st.integers(0, 51), unique=True))
def test_what_is_written_is_read_back(cards: list[int]) -> None:
    assert parse_cards(format_cards(cards)).tolist() == cards
    assert parse_cards(" ".join(format_cards([card]) for card in cards)).tolist() == cards


def test_no_card_is_left_out_and_letters_may_be_of_either_case() -> None:
    assert format_cards([51, NO_CARD, 0]) == "As2c"
    assert parse_cards("aSkD").tolist() == parse_cards("AsKd").tolist()


@pytest.mark.parametrize("text", ["A", "AhK", "1h", "Ax", "10h", "hA", "A♥"])
def test_what_is_not_a_card_is_named(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_cards(text)


def test_a_card_that_is_used_twice_is_named() -> None:
    with pytest.raises(CardError, match="Kd is used twice in 'KdAhKd'"):
        parse_cards("KdAhKd")


@pytest.mark.parametrize("card", [54, 254, -1])
def test_a_number_that_is_not_a_card_is_named(card: int) -> None:
    with pytest.raises(CardError, match=f"{card} is not a card"):
        format_cards([card])


def test_cards_outside_a_deck_or_twice_are_named() -> None:
    deck = parse_cards("JhQhKhJsQsKs")
    check_deck(parse_cards("KsJh"), deck)
    with pytest.raises(CardError, match="Ks is used twice"):
        check_deck([47, 47], deck)
    with pytest.raises(CardError, match="Kd is not in the deck, which has ranks JQK in hs"):
        check_deck(parse_cards("KsKd"), deck)
