"""Strength at the showdown: all deals where they are few, else samples within their error."""

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from deal_reference import draw_cards
from showdown_reference import exact_strength, share_of

from railbird.harness.games.library import find_game
from railbird.native import (
    NO_CARD,
    CardError,
    CardsInSight,
    GameDefinition,
    parse_cards,
    showdown_strength,
)
from railbird.native.cards.ranks import rank_paths
from railbird.plugins import load_registry

ERRORS = 4.0
Floats = npt.NDArray[np.float64]


@cache
def definition_of(name: str, players: int = 2) -> GameDefinition:
    return find_game(name, load_registry(), players).definition


def in_sight(  # noqa: PLR0913
    definition: GameDefinition,
    own: str,
    board: str = "",
    *,
    up_cards: tuple[str, ...] = ("",),
    dead: str = "",
    held: int,
) -> CardsInSight:
    """Return one row."""
    width = max(map(len, up_cards)) // 2
    laid = sum(definition.board_card_counts)
    ups = [padded(cards, width) for cards in up_cards]
    return CardsInSight(
        parse_cards(own)[None],
        padded(board, laid)[None],
        np.array([len(up_cards)], np.uint8),
        np.array(ups, np.uint8).reshape(1, len(ups), width),
        dead=parse_cards(dead)[None],
        held=np.array([held], np.uint8),
    )


def padded(cards: str, width: int) -> npt.NDArray[np.uint8]:
    row = np.full(width, NO_CARD, np.uint8)
    row[: len(cards) // 2] = parse_cards(cards)
    return row


FEW = [
    ("kuhn-2p", "Ks", "", ("",), 1),
    ("kuhn-3p", "Qs", "", ("", ""), 1),
    ("kuhn-13-cards", "9s", "", ("", "", ""), 1),
    ("leduc", "Qs", "", ("",), 1),
    ("leduc", "Qs", "Kh", ("",), 1),
    ("leduc", "Ks", "Kh", ("",), 1),
    ("holdem-limit-2p", "AhTs", "Td7h3c2s9h", ("",), 2),
    ("holdem-limit-2p", "AhTs", "Td7h3c2s", ("7s7c",), 2),
    ("manila", "AhAd", "7cTsJsJdQd", ("",), 2),
    ("short-deck", "9h9s", "Td7h8cJs6h", ("",), 2),
    ("five-card-draw-jokers", "AhAd7c8sX1", "", ("KsKdQcJd",), 5),
    ("five-card-draw-jokers", "AhAd7c8s2d", "", ("KsKdQc",), 5),
    ("baseball", "AhAs9d7h3c2sQh", "", ("KsKdQcJd4h5h",), 7),
    ("seven-card-stud", "AhAsTd7h3c2s9h", "", ("KsKdQcJd4h5h",), 7),
    ("seven-card-stud", "AhAsTd7h3c2s", "", ("KsKdQcJd4h5h6h",), 7),
    ("razz", "Ah2s3d7h8cTsKh", "", ("4s5dQcJd8h6h",), 7),
    ("seven-card-stud-8", "Ah2s3d7h8cTsKh", "", ("4s5dQcJd8h6h", "AcAdJcJhThQsQd"), 7),
]
MANY = [
    ("holdem-limit-2p", "AhTs", "Td7h3c2s", ("",), 2),
    ("seven-card-stud", "AhAsTd7h3c2s9h", "", ("KsKdQcJd",), 7),
    ("seven-card-stud-8", "Ah2s3d7h8cTs9h", "", ("4s5dQcJd",), 7),
    ("omaha-8", "Ah2hKs9s", "3h4h8cTdQd", ("",), 4),
    ("omaha-limit", "AhJhKs9s", "3h4h8cTdQd", ("",), 4),
    ("courchevel", "AhJhKs9s2d", "3h4h8cTdQd", ("",), 5),
    ("badugi", "Ah3d7cJs", "", ("",), 4),
    ("badugi", "Ah3d7cJc", "", ("",), 4),
    ("deuce-to-seven-single-draw", "2h3d4c8sJs", "", ("",), 5),
    ("badacey", "Ah3d7c8sJs", "", ("",), 5),
    ("five-card-draw", "AhAd7c8sJs", "", ("",), 5),
    ("five-card-draw-jokers", "AhAd7c8sJs", "", ("",), 5),
]


def expected(
    definition: GameDefinition, own: str, board: str, up_cards: tuple[str, ...], held: int
) -> float:
    return exact_strength(
        definition,
        parse_cards(own).tolist(),
        parse_cards(board).tolist(),
        up_cards=[parse_cards(cards).tolist() for cards in up_cards],
        held=held,
    )


@pytest.mark.parametrize(("name", "own", "board", "up_cards", "held"), FEW)
def test_few_deals_are_all_gone_through(
    name: str, own: str, board: str, up_cards: tuple[str, ...], held: int
) -> None:
    definition = definition_of(name, len(up_cards) + 1)
    seen = in_sight(definition, own, board, up_cards=up_cards, held=held)
    (strength,) = showdown_strength(definition, seen, samples=1500)
    assert strength == pytest.approx(expected(definition, own, board, up_cards, held), abs=1e-12)


@pytest.mark.parametrize(("name", "own", "board", "up_cards", "held"), MANY)
def test_samples_are_within_their_error_of_every_deal(
    name: str, own: str, board: str, up_cards: tuple[str, ...], held: int
) -> None:
    definition, samples, keys = definition_of(name, len(up_cards) + 1), 512, 40
    seen = in_sight(definition, own, board, up_cards=up_cards, held=held)
    exact = expected(definition, own, board, up_cards, held)
    strengths = [
        showdown_strength(definition, seen, samples=samples, key=k)[0] for k in range(keys)
    ]
    deviation = np.std(strengths, ddof=1)
    assert abs(np.mean(strengths) - exact) < ERRORS * deviation / np.sqrt(keys)
    assert 0.0 < deviation < 1.5 * np.sqrt(exact * (1 - exact) / samples)


def test_deals_are_those_of_the_contract() -> None:
    """Against cards drawn one by one: an opponent's, then the board's, then the player's own."""
    definition, samples = definition_of("seven-card-stud"), 300
    own, up = parse_cards("AhAsTd7h"), parse_cards("KsKd")
    seen = in_sight(definition, "AhAsTd7h", up_cards=("KsKd",), held=7)
    (strength,) = showdown_strength(definition, seen, samples=samples, key=5)
    deck = sorted(set(range(52)) - set(own.tolist()) - set(up.tolist()))
    key = key_of(5, [mask(own), 0, 0, mixed(0, mask(up)), 1 << 8 | 7])
    shares = []
    for batch in range(2):
        for place in range(256):
            deal = batch * 256 + 4 * (place % 64) + place // 64
            cards = draw_cards(key, deal, deck, 8, purpose=5)
            hands = [[*own, *cards[5:]], [*up, *cards[:5]]]
            shares.append(share_of(definition, [], hands))
    assert strength == pytest.approx(np.mean(shares[:samples]), abs=1e-12)


def mask(cards: npt.NDArray[np.uint8]) -> int:
    return sum(1 << int(card) for card in cards)


def mixed(key: int, value: int) -> int:
    """Return a step of SplitMix64."""
    bits = 2**64 - 1
    z = ((key ^ value) + 0x9E3779B97F4A7C15) & bits
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & bits
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & bits
    return z ^ z >> 31


def key_of(key: int, values: list[int]) -> int:
    for value in values:
        key = mixed(key, value)
    return key


def many_rows(definition: GameDefinition, count: int, held: int) -> CardsInSight:
    random = np.random.default_rng(3)
    laid = sum(definition.board_card_counts)
    cards = np.array([random.permutation(definition.deck) for _ in range(count)], np.uint8)
    board = cards[:, held : held + laid].copy()
    board[: count // 2, laid // 2 :] = NO_CARD
    return CardsInSight(
        cards[:, :held],
        board,
        np.asarray(1 + np.arange(count) % 2, np.uint8),
        np.empty((count, 0, 0), np.uint8),
        dead=cards[:, -2:],
        held=np.full(count, held, np.uint8),
    )


@pytest.mark.parametrize("path", rank_paths())
@pytest.mark.parametrize(
    ("name", "held"), [("holdem-limit-3p", 2), ("omaha-8", 4), ("badacey", 5), ("leduc", 1)]
)
def test_rows_are_worth_the_same_alone_and_in_any_batch_on_every_path(
    name: str, held: int, path: str
) -> None:
    definition = definition_of(name, 2 if name == "leduc" else 3)
    rows = many_rows(definition, 24, held)
    whole = showdown_strength(definition, rows, samples=200)
    alone = [
        showdown_strength(definition, rows.take(np.array([i])), samples=200) for i in range(24)
    ]
    order = np.random.default_rng(1).permutation(24)
    assert np.concatenate(alone).tolist() == whole.tolist()
    assert showdown_strength(definition, rows.take(order), samples=200).tolist() == (
        whole[order].tolist()
    )
    assert showdown_strength(definition, rows, samples=200, path=path).tolist() == whole.tolist()


def test_the_order_of_cards_does_not_matter_and_the_key_does() -> None:
    definition = definition_of("holdem-limit-2p")
    one = in_sight(definition, "AhTs", "Td7h3c", held=2)
    other = in_sight(definition, "TsAh", "7h3cTd", held=2)
    strengths = [showdown_strength(definition, seen, samples=256)[0] for seen in (one, other)]
    assert strengths[0] == strengths[1]
    of_keys = {float(showdown_strength(definition, one, samples=256, key=k)[0]) for k in range(9)}
    assert len(of_keys) > 4


def test_all_sets_of_a_row_meet_the_same_deals() -> None:
    """A set of none is what the row is worth without sets; any set's samples average to it."""
    definition = definition_of("five-card-draw")
    seen = in_sight(definition, "AhAd7c8sJs", held=5)
    sets = np.array([0, 0b00100, 0b11100], np.uint8)
    together = showdown_strength(definition, seen, slots=sets, samples=100_000)
    assert together.shape == (1, 3)
    alone = showdown_strength(definition, seen, slots=sets[:1], samples=100_000)
    assert abs(together[0, 0] - alone[0, 0]) < ERRORS * np.sqrt(0.25 / 100_000 * 2)
    replaced = in_sight(definition, "AhAd", dead="7c8sJs", held=5)
    anew = showdown_strength(definition, replaced, samples=100_000)[0]
    assert abs(together[0, 2] - anew) < ERRORS * np.sqrt(0.25 / 100_000 * 2)


def test_each_set_is_exact_where_few_cards_are_left() -> None:
    """Twelve cards are left: sets of one, two and no cards, as all their replacements are worth."""
    definition = definition_of("five-card-draw")
    own, up = "AhKh9s8d3c", "QcQdJs7h6h"
    seen_so_far = {*parse_cards(own).tolist(), *parse_cards(up).tolist()}
    left = [card for card in range(52) if card not in seen_so_far][::4][:12]
    dead = [card for card in range(52) if card not in seen_so_far and card not in left]
    row = in_sight(definition, own, up_cards=(up,), held=5)
    seen = CardsInSight(
        row.hole_cards,
        row.board,
        row.opponents,
        row.up_cards,
        dead=np.array([dead], np.uint8),
        held=row.held,
    )
    sets = [0b10000, 0b11000, 0, 0b00010]
    strength = showdown_strength(definition, seen, slots=sets, samples=12 * 11)[0]
    cards, theirs = parse_cards(own).tolist(), parse_cards(up).tolist()
    for one, worth in zip(sets, strength, strict=True):
        kept = [card for slot, card in enumerate(cards) if not one >> slot & 1]
        gone = [card for card in cards if card not in kept]
        exact = exact_strength(definition, kept, up_cards=[theirs], dead=dead + gone, held=5)
        assert worth == pytest.approx(exact, abs=1e-12)


def test_a_flush_comes_of_four_suited_cards_as_often_as_cards_of_the_suit_are_left() -> None:
    """Against a straight that shows all its cards only a flush wins: 9 of 42 cards."""
    definition = definition_of("five-card-draw")
    seen = in_sight(definition, "Ah9h6h3hKc", up_cards=("5c6d7s8c9d",), held=5)
    exact = showdown_strength(definition, seen, slots=[0b10000], samples=42)
    assert exact[0, 0] == pytest.approx(9 / 42, abs=1e-12)


def test_a_half_that_nobody_qualifies_for_goes_to_the_high_hand() -> None:
    definition = definition_of("omaha-8")
    high = in_sight(definition, "KhKdQsQd", "KsQh9cTd9h", up_cards=("AcAdJc7c",), held=4)
    assert showdown_strength(definition, high, samples=1)[0] == 1.0
    low = in_sight(definition, "KhKdQsQd", "Ks2h3c4dTh", up_cards=("AcAdJc7c",), held=4)
    assert showdown_strength(definition, low, samples=1)[0] == 0.5


def test_dead_cards_are_dealt_to_nobody() -> None:
    definition = definition_of("kuhn-13-cards")
    seen = in_sight(definition, "9s", dead="2s3s4sKsAs", held=1)
    assert showdown_strength(definition, seen, samples=100)[0] == 4 / 7


def test_dead_cards_are_dealt_again_where_the_deck_is_too_short() -> None:
    definition = definition_of("leduc")
    seen = in_sight(definition, "Qs", "Kh", dead="QhAhAsKs", held=1)
    (strength,) = showdown_strength(definition, seen, samples=100)
    assert strength == pytest.approx(expected(definition, "Qs", "Kh", ("",), 1), abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"own": "AhTs", "board": "Ah7h3c", "held": 2}, "row 0 has cards that are used twice"),
        ({"own": "AhTs", "up_cards": ("Ts",), "held": 2}, "row 0 has cards that are used twice"),
        ({"own": "AhTs7s", "held": 2}, "row 0: 2 cards are held in the end by each of 2 players"),
        ({"own": "AhTs", "up_cards": ("2c3c4c",), "held": 2}, "and more are in sight"),
        ({"own": "AhTs", "up_cards": ("",) * 9, "held": 8}, "the deck has too few cards for 10"),
    ],
)
def test_cards_that_cannot_be_are_refused(arguments: dict[str, object], words: str) -> None:
    definition = definition_of("holdem-limit-2p")
    with pytest.raises(CardError, match=words):
        showdown_strength(definition, in_sight(definition, **arguments), samples=9)


def test_numbers_that_cannot_be_are_refused() -> None:
    definition = definition_of("leduc")
    seen = in_sight(definition, "Qs", held=1)
    for samples in (0, 10**9 + 1):
        with pytest.raises(ValueError, match=r"samples must be 1 to 10\*\*9"):
            showdown_strength(definition, seen, samples=samples)
    with pytest.raises(ValueError, match="must have 64 bits"):
        showdown_strength(definition, seen, samples=1, key=2**64)
    with pytest.raises(CardError, match="has 60, which is not a card"):
        bad = CardsInSight(
            np.array([[60]], np.uint8),
            seen.board,
            seen.opponents,
            seen.up_cards,
            dead=seen.dead,
            held=seen.held,
        )
        showdown_strength(definition, bad, samples=1)
    with pytest.raises(ValueError, match="board must have shape"):
        showdown_strength(definition_of("holdem-limit-2p"), seen, samples=1)
    none = CardsInSight(
        seen.hole_cards,
        seen.board,
        np.zeros(1, np.uint8),
        seen.up_cards,
        dead=seen.dead,
        held=seen.held,
    )
    with pytest.raises(ValueError, match="opponents must be 1 to 9, not 0"):
        showdown_strength(definition, none, samples=1)
