"""Games with wild cards and jokers: cards are dealt, named and ranked as the file says."""

from pathlib import Path

import numpy as np
import pytest

from railbird.native import (
    JOKERS,
    GameDefinitionError,
    Ranking,
    Tables,
    deal_layout,
    format_cards,
    format_game,
    parse_cards,
    parse_game,
    parse_wild,
    rank_hands,
)

FOLDER = Path(__file__).parents[3] / "tournaments" / "games"
SHIPPED = {
    name: (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    for name in ("five-card-draw-jokers", "baseball")
}
DRAW = SHIPPED["five-card-draw-jokers"]
BASEBALL = SHIPPED["baseball"]
BEST = 'best = [{ rank = "high", wild = ["joker"], five_of_a_kind = true }]'
HANDS = 2000


def test_jokers_are_in_the_deck_and_have_names() -> None:
    assert sorted(parse_game(DRAW).deck.tolist()) == list(range(54))
    one = parse_game(DRAW.replace("jokers = 2", "jokers = 1"))
    assert sorted(one.deck.tolist()) == list(range(53))
    assert format_cards(JOKERS) == "X1X2"
    assert parse_cards("x1X2").tolist() == list(JOKERS)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("players", [2, 3])
def test_the_hand_that_is_best_with_wild_cards_wins(name: str, players: int) -> None:
    game = parse_game(SHIPPED[name], players=players)
    assert game.variant is not None
    (ranking,) = game.variant.best
    dice = np.random.default_rng(players)
    deals = np.array([dice.permutation(game.deck)[: game.cards_per_hand] for _ in range(HANDS)])
    rows = np.arange(HANDS, dtype=np.int32)
    tables = Tables(game, HANDS)
    tables.start_hands(rows, deals.astype(np.uint8))
    while not tables.is_done.all():
        playing = rows[~tables.is_done]
        kinds = np.where(tables.legal_kinds(playing) & 2, 1, 3).astype(np.uint8)
        tables.apply_actions(playing, kinds, np.zeros(len(playing), np.int64))
    held = deal_layout(game).hole_cards(deals.astype(np.uint8))
    ranks = np.stack([rank_hands(held[:, place], by=ranking) for place in range(players)], axis=1)
    assert np.isin(held, ranking.wild).any(axis=(1, 2)).mean() > 0.3
    wins = tables.payoffs(rows) > 0
    best = ranks == ranks.max(axis=1, keepdims=True)
    is_whole = best.sum(axis=1) < players
    assert (wins == best)[is_whole].all()
    assert not wins[~is_whole].any()


def test_wild_cards_that_lie_face_up_are_wild_for_who_acts_first() -> None:
    game = parse_game(BASEBALL, players=2)
    tables = Tables(game, 1)
    hands = [parse_cards("2c2d3cKh"), parse_cards("2h2sAcAd")]  # up: 3c Kh, and Ac Ad
    rest = [card for card in game.deck.tolist() if all(card not in hand for hand in hands)]
    deal = np.array(rest[: game.cards_per_hand], np.uint8)
    for slots, hand in zip(deal_layout(game).hole_slots, hands, strict=True):
        deal[slots[:4]] = hand
    tables.start_hands([0], deal[None, :])
    tables.play_betting([0], ["cc/"])
    assert tables.acting_position[0] == 1  # a pair of aces is above a pair of kings
    hands[1] = parse_cards("2h2sAcQd")
    deal[deal_layout(game).hole_slots[1][:4]] = hands[1]
    tables.start_hands([0], deal[None, :])
    tables.play_betting([0], ["cc/"])
    assert tables.acting_position[0] == 0


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_written_is_the_same_game(name: str) -> None:
    game = parse_game(SHIPPED[name])
    assert parse_game(format_game(game)) == game


def test_one_joker_and_single_cards_are_written_and_read() -> None:
    text = DRAW.replace("jokers = 2", "jokers = 1").replace('["joker"]', '["joker", "2", "As"]')
    game = parse_game(text)
    assert game.variant is not None
    assert game.variant.best[0].wild == (0, 1, 2, 3, 51, 52)
    assert parse_game(format_game(game)) == game


REFUSED = {
    "a joker that is not wild": (DRAW.replace(BEST, ""), "jokers must be wild; add wild"),
    "a joker that is not there": (DRAW.replace("jokers = 2\n", ""), "joker is wild and not in"),
    "a rank that is not there": (
        DRAW.replace("jokers = 2", 'jokers = 2\ndeck = "6-A"').replace('"joker"', '"joker", "3"'),
        "3 is wild and not in the deck",
    ),
    "no card": (DRAW.replace('"joker"', '"joker", "Zc"'), "'Zc' in 'Zc' is not a card"),
    "jokers face up": (
        BASEBALL.replace("antes = 1", "antes = 1\njokers = 1").replace('"3", ', '"joker", '),
        "jokers cannot be dealt face up",
    ),
    "three jokers": (DRAW.replace("jokers = 2", "jokers = 3"), "jokers"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wild_cards_that_cannot_be_are_refused(case: str) -> None:
    text, message = REFUSED[case]
    with pytest.raises(GameDefinitionError, match=message) as refusal:
        parse_game(text)
    assert "\n" not in str(refusal.value)


def test_five_of_a_kind_is_as_the_file_says() -> None:
    without = parse_game(DRAW.replace(", five_of_a_kind = true", ""))
    assert without.variant is not None
    assert without.variant.best == (Ranking("high", wild=JOKERS),)
    assert parse_wild(["joker"]) == JOKERS
