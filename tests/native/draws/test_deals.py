"""The ACPC's deals, against numpy's own Mersenne Twister and known cards; those under a secret."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from secret_deal_reference import NUMBERS, chacha20_block, deal_hand

from railbird.native import (
    ACPC_DEALS,
    DealSource,
    GameDefinition,
    LimitError,
    deal_cards,
    deal_decks,
    format_cards,
    parse_game,
)

Shipped = Callable[[str], GameDefinition]

TEMPLATE = """nolimit
numPlayers = {players}
numRounds = 2
stack = {stacks}
blind = {blinds}
numSuits = {suits}
numRanks = {ranks}
numHoleCards = {hole}
numBoardCards = 0 {board}
"""


@st.composite
def games(draw: st.DrawFn) -> GameDefinition:
    suits, ranks, hole = (
        draw(st.integers(least, most)) for least, most in ((1, 4), (3, 13), (1, 3))
    )
    players = draw(st.integers(2, 10).filter(lambda n: n * hole <= suits * ranks))
    return parse_game(
        TEMPLATE.format(
            players=players,
            stacks=" ".join(["9"] * players),
            blinds=" ".join(["1"] * players),
            suits=suits,
            ranks=ranks,
            hole=hole,
            board=draw(st.integers(0, min(7 - hole, suits * ranks - players * hole))),
        )
    )


def deal_slowly(game: GameDefinition, seed: int, hand_count: int) -> list[list[int]]:
    numbers = np.random.RandomState(seed)._bit_generator
    hands = []
    for _ in range(hand_count):
        deck, hand = game.deck.tolist(), []
        while len(hand) < game.cards_per_hand:
            index = int(numbers.random_raw()) % len(deck)
            hand.append(deck[index])
            last = deck.pop()
            if index < len(deck):
                deck[index] = last
        hands.append(hand)
    return hands


@settings(deadline=None, max_examples=60)
@given(game=games(), seed=st.integers(0, 2**32 - 1), hand_count=st.integers(0, 150))
def test_deals_follow_the_mersenne_twister(
    game: GameDefinition, seed: int, hand_count: int
) -> None:
    assert deal_cards(game, seed, hand_count).tolist() == deal_slowly(game, seed, hand_count)


def test_seed_0_gives_the_known_cards(shipped_game: Shipped) -> None:
    deal = deal_cards(shipped_game("holdem-nolimit-3p"), 0, 1)[0]
    assert format_cards(deal[:9]) == "5d5c9hQd8dAs8s4h6d"


@given(first=st.integers(0, 700), count=st.integers(0, 20))
def test_a_run_of_hands_is_a_slice_of_the_stream(first: int, count: int) -> None:
    game = parse_game(
        TEMPLATE.format(players=2, stacks="9 9", blinds="1 1", suits=4, ranks=13, hole=2, board=5)
    )
    whole = deal_cards(game, 7, 720)
    part = deal_cards(game, 7, count, first_hand=first)
    assert part.tolist() == whole[first : first + count].tolist()


def test_decks_are_dealt_each_from_its_own_seed(shipped_game: Shipped) -> None:
    game, seeds = shipped_game("leduc"), [3, 0, 2**32 - 1, 3]
    decks = deal_decks(game, seeds, 11)
    assert decks.shape == (4, 11, 3)
    assert decks.dtype == np.uint8
    for deck, seed in zip(decks, seeds, strict=True):
        assert deck.tolist() == deal_cards(game, seed, 11).tolist()


def test_a_hand_is_a_prefix_of_a_permutation_of_the_deck(shipped_game: Shipped) -> None:
    game = shipped_game("holdem-limit-9p")
    deals = np.sort(deal_cards(game, 1, 500), axis=1)
    assert (np.diff(deals.astype(int), axis=1) > 0).all()
    assert deals.max() < 52


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, "1", None])
def test_a_seed_that_is_not_a_32_bit_number_is_refused(shipped_game: Shipped, seed: object) -> None:
    with pytest.raises((TypeError, ValueError), match="deck_seed"):
        deal_cards(shipped_game("leduc"), seed, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [-1, 2**31])
def test_a_number_of_hands_that_does_not_fit_is_refused(shipped_game: Shipped, count: int) -> None:
    with pytest.raises(LimitError, match=f"hand_count is {count}"):
        deal_cards(shipped_game("leduc"), 1, count)
    with pytest.raises(LimitError, match=f"first_hand is {count}"):
        deal_cards(shipped_game("leduc"), 1, 1, first_hand=count)


SECRET = bytes(range(32))


def test_the_reference_is_chacha20() -> None:
    words = chacha20_block(SECRET, 1, (0x09000000, 0x4A000000, 0))  # RFC 8439, section 2.3.2
    assert words == [
        *(0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3),
        *(0xC7F4D1C7, 0x0368C033, 0x9AAA2204, 0x4E6CD4C3),
        *(0x466482D2, 0x09AA9F07, 0x05D7C214, 0xA2028BD9),
        *(0xD19C12B5, 0xB94E16DE, 0xE883D0CB, 0x4E3C50A2),
    ]


@settings(deadline=None, max_examples=60)
@given(
    game=games(),
    secret=st.binary(min_size=32, max_size=32),
    seed=st.integers(0, 2**32 - 1),
    first=st.integers(0, 2**31 - 1),
    count=st.integers(0, 40),
)
def test_deals_under_a_secret_are_those_of_the_reference(
    game: GameDefinition, secret: bytes, seed: int, first: int, count: int
) -> None:
    deck, width = game.deck.tolist(), game.cards_per_hand
    (dealt,) = DealSource(secret).deal(game, [seed], count, first_hand=first).tolist()
    for number, cards in enumerate(dealt, first):
        slowly, _ = deal_hand(secret, seed, number, deck=deck, card_count=width)
        assert cards == slowly


def test_numbers_drawn_again_are_those_of_the_reference(shipped_game: Shipped) -> None:
    game, drawn_again = shipped_game("holdem-limit-9p"), 0
    (dealt,) = DealSource(SECRET).deal(game, [5], 1500).tolist()
    for hand, cards in enumerate(dealt):
        slowly, count = deal_hand(SECRET, 5, hand, deck=game.deck.tolist(), card_count=23)
        assert cards == slowly
        drawn_again += count
    assert drawn_again > 2, "no hand of this test needs its reserve"


@pytest.mark.parametrize("size", [1, 2, 3, 6, 13, 47, 51, 52])
def test_every_card_left_has_as_many_numbers(size: int) -> None:
    taken = (n * size // NUMBERS for n in range(NUMBERS) if n * size % NUMBERS >= NUMBERS % size)
    assert set(Counter(taken).values()) == {NUMBERS // size}


def test_all_deals_are_equally_frequent(shipped_game: Shipped) -> None:
    game = shipped_game("kuhn-3p")
    deals = DealSource(SECRET).deal(game, range(300), 400).reshape(-1, 3)
    counts = np.array(list(Counter(map(tuple, deals.tolist())).values()))
    expected = len(deals) / 24
    assert len(counts) == 24
    assert ((counts - expected) ** 2 / expected).sum() < 49.7  # one time in a thousand by luck


def test_another_secret_deals_other_cards(shipped_game: Shipped) -> None:
    game = shipped_game("holdem-limit-2p")
    sources = [ACPC_DEALS, DealSource(SECRET), DealSource(SECRET[:31] + b"\x00")]
    first, second, third = (source.deal(game, [1], 200) for source in sources)
    for one, other in ((first, second), (first, third), (second, third)):
        assert (one == other).mean() < 0.03  # 1/52 by chance


def test_without_a_secret_the_deals_are_the_acpcs(shipped_game: Shipped) -> None:
    game = shipped_game("leduc")
    assert DealSource().deal(game, [3, 4], 9).tolist() == deal_decks(game, [3, 4], 9).tolist()


def test_a_secret_of_another_length_is_refused_and_none_is_printed() -> None:
    with pytest.raises(ValueError, match="a secret has 32 bytes, not 31"):
        DealSource(SECRET[:31])
    assert repr(DealSource(SECRET)) == "DealSource()"
