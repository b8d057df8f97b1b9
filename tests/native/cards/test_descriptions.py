"""Hands in words, one line for each shape of hand."""

import pytest

from railbird.native import CardError, describe_hand, parse_cards

DESCRIPTIONS = """
As: high card, ace
AhKh: high card, ace king
AhKh2c: high card, ace king two
AhKhQhJh: high card, ace king queen jack
2c2d: pair, twos
6s6d2c: pair, sixes, two kicker
2c2d3h3s: two pair, threes and twos
6s6d6h2c: three of a kind, sixes, two kicker
6s6d6h6c: four of a kind, sixes
9c7d5h3s2c: high card, nine seven five three two
KcJd9h7s5c3d2h: high card, king jack nine seven five
9s9d8h7h5c: pair, nines, eight seven five kickers
9s9dAh7h5c3d2c: pair, nines, ace seven five kickers
AsAdKcKh9c: two pair, aces and kings, nine kicker
AsAdKcKhQcQdJs: two pair, aces and kings, queen kicker
7s7d7hAcKd5c2h: three of a kind, sevens, ace king kickers
Ac2d3h4s5cKdKh: straight, five high
2c3d4h5s6c7d7h: straight, seven high
Td9d8d7d2d3h4h: flush, ten nine eight seven two
AsKsQsJs9s8s7s: flush, ace king queen jack nine
KcKdKhAcAdQsQh: full house, kings over aces
2c2d2h3c3d3h9s: full house, threes over twos
4c4d4h4s9c9d9h: four of a kind, fours, nine kicker
2c2d2h2sAcAdAh: four of a kind, twos, ace kicker
2c3c4c5cAc: straight flush, five high
AhKhQhJhTh9h2c: straight flush, ace high
"""
LINES = [line.split(": ", 1) for line in DESCRIPTIONS.strip().splitlines()]


@pytest.mark.parametrize(("cards", "words"), LINES, ids=[cards for cards, _ in LINES])
def test_a_hand_reads_as_a_player_would_say_it(cards: str, words: str) -> None:
    assert describe_hand(parse_cards(cards)) == words
    assert describe_hand(parse_cards(cards)[::-1]) == words


def test_a_card_that_is_used_twice_is_named() -> None:
    with pytest.raises(CardError, match="Kd is used twice"):
        describe_hand([45, 3, 45])


def test_hands_of_no_or_too_many_cards_are_refused() -> None:
    with pytest.raises(CardError, match="1 to 7 cards, not 0"):
        describe_hand([])
    with pytest.raises(CardError, match="1 to 7 cards, not 8"):
        describe_hand(range(8))
