"""A showdown in words names the best hand by each ranking that shares the pot."""

import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from railbird.harness.games.library import load_house_games
from railbird.native import (
    CATEGORY_NAMES,
    NO_CARD,
    Ranking,
    deal_layout,
    describe_hand,
    game_of_file,
    parse_cards,
    rank_hands,
)
from railbird.native.cards.ranks import CATEGORY_SHIFT
from railbird.plugins import Game
from railbird.results.hands.hand_choice import StoredHand
from railbird.results.hands.hand_report import report_hand
from railbird.results.hands.hand_words import describe_showdown, rankings_of

GAMES = {game.name: game for game in load_house_games()}
SAID = [
    ("badugi", "2s3d4h5c", "", "four-card badugi, five four three two"),
    ("razz", "KsKd8h6c4d3sAc", "", "low, eight six four three ace"),
    ("deuce-to-seven-triple-draw", "2s3d4h5c7s", "", "low, seven five four three two"),
    (
        "omaha-8",
        "Ac2dKhKd",
        "3h4c8sKsQd",
        "high: three of a kind, kings, queen eight kickers; "
        "eight-or-better: low, eight four three two ace",
    ),
    (
        "omaha-8",
        "AcAd2hTd",
        "JhJcJsKsQd",
        "high: full house, jacks over aces; eight-or-better: does not qualify",
    ),
    ("omaha-pot-limit", "AhAdAsTc", "2h5h9hJhKs", "pair, aces, king jack nine kickers"),
    ("cincinnati", "2c2d3c9h9s", "2h2sKdJd5c", "four of a kind, twos, king kicker"),
    ("holdem-nolimit-2p", "AhKd", "QhJdTs2c2d", "straight, ace high"),
]


@pytest.mark.parametrize(("game", "held", "board", "words"), SAID)
def test_in_words(game: str, held: str, board: str, words: str) -> None:
    cards = [parse_cards(text).tolist() if text else [] for text in (held, board)]
    assert describe_showdown(rankings_of(GAMES[game].definition), *cards) == words


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_hand_of_every_game_has_the_words_of_its_rank(game: Game) -> None:
    """What is described has the rank that the game gives the hand, by each ranking."""
    definition, dice = game.definition, random.Random(4)
    variant = definition.variant
    held_count = variant.held()[-1] if variant else definition.hole_card_count
    board_count = sum(definition.board_card_counts)
    for _ in range(25):
        cards = dice.sample(definition.deck.tolist(), held_count + board_count)
        held, board = cards[:held_count], cards[held_count:]
        words = describe_showdown(rankings_of(definition), held, board)
        parts = words.split("; ")
        assert len(parts) == len(rankings_of(definition))
        for ranking, part in zip(rankings_of(definition), parts, strict=True):
            said = part.partition(": ")[2] if len(parts) > 1 else part
            assert said == _words(ranking, held, board)


def _words(ranking: Ranking, held: list[int], board: list[int]) -> str:
    """The words of the first cards that have the rank; with wild cards, of the category."""
    wild = [card for card in (*held, *board) if card in ranking.wild]
    if not wild:
        cards = _slowly_best(replace(ranking, wild=()), held, board)
        return describe_hand(cards, by=replace(ranking, use=None))
    rank = int(rank_hands(np.array([[*held, *board]], np.uint8), by=ranking)[0])
    category = (*CATEGORY_NAMES, "five of a kind")[rank >> CATEGORY_SHIFT]
    return f"{category}, {len(wild)} wild card{'s' if len(wild) > 1 else ''}"


def _slowly_best(ranking: Ranking, held: list[int], board: list[int]) -> np.ndarray:
    """The first cards in order that have the rank of all by themselves."""
    whole = rank_hands(
        np.array([held], np.uint8),
        board=np.array(board, np.uint8) if board else None,
        by=ranking,
        use=ranking.use,
    )[0]
    cards = [*held, *board]
    size = ranking.hand_size or min(len(cards), 5)
    size = len(cards) if ranking.by.startswith("badugi") else size
    for chosen in combinations(cards, size):
        own = sum(card in held for card in chosen)
        if ranking.use and own != ranking.from_hole:
            continue
        if rank_hands(np.array([chosen], np.uint8), by=replace(ranking, use=None))[0] == whole:
            return np.array(chosen, np.uint8)
    raise AssertionError("no cards have the rank of the hand")


def test_cards_that_nobody_drew_may_be_unknown() -> None:
    """Of two players of badugi the first draws one card; the other twenty-three are not known."""
    game = game_of_file(GAMES["badugi"].family, 2)
    cards = np.full(game.cards_per_hand, NO_CARD, np.uint8)
    layout = deal_layout(game)
    cards[layout.hole_slots] = parse_cards("2s3d4hKcAsKd9h9c").reshape(2, 4)
    cards[layout.draws_of(0)[0]] = parse_cards("5c")[0]
    hand = StoredHand(
        deck_index=0,
        deck_seed=None,
        seating_index=0,
        hand_index=0,
        agents=("a", "b"),
        payoffs=(5040, -5040),
        betting="cc/d008d000/cc/d000d000/cc/d000d000/cc",
        showdown=True,
        cards=cards.tobytes(),
    )
    shown = [player.shown for player in report_hand(game, hand).players]
    assert shown == [
        "four-card badugi, five four three two",
        "three-card badugi, king nine ace",
    ]
