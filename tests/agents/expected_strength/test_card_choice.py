"""Which cards go: a pat hand stays, the odd card goes, equal sets leave the fewest."""

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from railbird.agents import ExpectedStrength
from railbird.agents.expected_strength.card_choice import list_sets
from railbird.harness.games.library import find_game
from railbird.native import NO_CARD, ActionKind, Tables, parse_cards, rank_hands
from railbird.plugins import DecisionBatch, DecisionSource, Game, load_registry

SAMPLES = 20_000


@cache
def house_game(name: str, players: int = 2) -> Game:
    return find_game(name, load_registry(), players)


def at_first_card_round(game: Game, hands: list[str]) -> tuple[Tables, DecisionBatch]:
    """Return a table for each of these hands, which the first player to choose cards has."""
    definition, count = game.definition, len(hands)
    random = np.random.default_rng(1)
    deals = np.empty((count, definition.cards_per_hand), np.uint8)
    for row, hand in enumerate(hands):
        own = parse_cards(hand)
        rest = random.permutation(np.setdiff1d(definition.deck, own))
        deals[row] = np.concatenate([own, rest])[: definition.cards_per_hand]
    tables, rows = Tables(definition, count), np.arange(count, dtype=np.int32)
    tables.start_hands(rows, deals)
    while not (tables.columns.legal_kinds(rows) >> ActionKind.EXCHANGE).any():
        call = np.full(count, ActionKind.CALL.value, np.uint8)
        tables.apply_actions(rows, call, np.zeros(count, np.int64))
    source = DecisionSource(game, tables.columns, rows, np.full(count, 7, np.uint64))
    position = tables.acting_position.copy()
    assert not position.any()
    return tables, DecisionBatch(source, rows, seat=position, position=position)


def thrown(game: Game, hands: list[str], *, samples: int = SAMPLES) -> list[set[str]]:
    """Return the cards that go of each hand, as text."""
    _, decisions = at_first_card_round(game, hands)
    declared = ExpectedStrength(samples=samples).probabilities_batch(
        decisions, decisions.hole_cards
    )
    best = declared.probability.argmax(axis=1)
    rows = np.arange(len(hands))
    assert declared.probability[rows, best].tolist() == [1.0] * len(hands)
    least, most = declared.bounds()
    slots = least[rows, best]
    assert slots.tolist() == most[rows, best].tolist()
    texts = [[hand[i : i + 2] for i in range(0, len(hand), 2)] for hand in hands]
    return [
        {card for place, card in enumerate(cards) if mask >> place & 1}
        for cards, mask in zip(texts, slots.tolist(), strict=True)
    ]


FIVE_CARD_DRAW = {
    "a pat flush": ("AhTh7h5h2h", ""),
    "a pat straight": ("9c8h7d6s5c", ""),
    "a full house": ("9c9h9d6s6c", ""),
    "four to the best flush and an odd card": ("AhKhJh9h2c", "2c"),
    "the odd card in the middle": ("AhKh2cJh9h", "2c"),
    "a pair of aces": ("AcAh9d6s3c", "9d6s3c"),
    "two pairs": ("AcAh9d9s3c", "3c"),
}


def cards_in(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(0, len(text), 2)}


def test_five_card_draw() -> None:
    hands = [hand for hand, _ in FIVE_CARD_DRAW.values()]
    found = thrown(house_game("five-card-draw"), hands)
    wanted = [cards_in(gone) for _, gone in FIVE_CARD_DRAW.values()]
    assert dict(zip(FIVE_CARD_DRAW, found, strict=True)) == dict(
        zip(FIVE_CARD_DRAW, wanted, strict=True)
    )


@pytest.mark.parametrize(
    ("name", "hand", "gone"),
    [
        ("badugi", "Ah2c4d7s", ""),
        ("badugi", "Ah2c4d4s", "4s|4d"),
        ("badugi", "Ah2c4dKd", "Kd"),
        ("deuce-to-seven-single-draw", "2c3d4h5s7c", ""),
        ("deuce-to-seven-single-draw", "2c3d4h7sAc", "Ac"),
        ("deuce-to-seven-single-draw", "2c3d4h7s7c", "7s|7c"),
    ],
)
def test_low_draws(name: str, hand: str, gone: str) -> None:
    (found,) = thrown(house_game(name), [hand])
    assert found in [cards_in(one) for one in gone.split("|")]


def test_pineapple_keeps_the_pair() -> None:
    """Discards are of an exact number of cards."""
    (found,) = thrown(house_game("pineapple"), ["AcAh2d"])
    assert found == {"2d"}


def test_of_sets_that_are_equally_good_one_of_the_fewest_cards_goes() -> None:
    """A royal flush in badugi's ranks cannot be beaten nor made better: nothing goes."""
    (found,) = thrown(house_game("badugi"), ["Ah2c3d4s"], samples=50)
    assert found == set()
    sets = list_sets(4, 0, 2)
    counts = [int(one).bit_count() for one in sets]
    assert counts == sorted(counts)
    assert len(sets) == 1 + 4 + 6
    assert list_sets(3, 1, 1).tolist() == [1, 2, 4]


def test_nine_of_forty_seven_cards_make_a_flush_of_four_suited() -> None:
    """Any four suited cards with an odd one, as dealt and exchanged by the engine."""
    game, count = house_game("five-card-draw"), 8000
    hands, odd = four_suited(count)
    tables, decisions = at_first_card_round(game, hands)
    kinds = np.full(count, ActionKind.EXCHANGE.value, np.uint8)
    tables.apply_actions(decisions.match, kinds, 1 << odd)
    positions = np.zeros(count, np.uint8)
    held = tables.columns.hole_cards(decisions.match, positions)
    assert not (held == NO_CARD).any()
    share = np.mean((held % 4 == held[:, :1] % 4).all(axis=1))
    assert abs(share - 9 / 47) < 3 * np.sqrt(9 / 47 * 38 / 47 / count)


def four_suited(count: int) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Return hands of four cards of a suit and one of another, and where that one is."""
    random = np.random.default_rng(2)
    hands, odd = [], np.full(count, 4, np.int64)
    for _ in range(count):
        suit, other = random.permutation(4)[:2]
        ranks = random.permutation(13)
        cards = [*(ranks[:4] * 4 + suit), ranks[4] * 4 + other]
        hands.append("".join(RANKS[card // 4] + "cdhs"[card % 4] for card in cards))
    return hands, odd


RANKS = "23456789TJQKA"


def test_the_agent_draws_the_flush_as_often() -> None:
    """With four to a high flush it throws the odd card, and so makes the flush."""
    game, count = house_game("five-card-draw"), 400
    hands = ["AhKhJh9h2c"] * count
    tables, decisions = at_first_card_round(game, hands)
    agent = ExpectedStrength()
    declared = agent.probabilities_batch(decisions, decisions.hole_cards)
    kinds, amounts = declared.sample(decisions.random())
    tables.apply_actions(decisions.match, kinds, amounts)
    held = tables.columns.hole_cards(decisions.match, np.zeros(count, np.uint8))
    is_flush = rank_hands(held) >> 12 == 5
    assert abs(is_flush.mean() - 9 / 47) < 3 * np.sqrt(9 / 47 * 38 / 47 / count)
