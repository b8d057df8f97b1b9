"""Hands as text: some by hand, and any by a ledger of the text."""

import re
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    ACPC_DEALS,
    BettingError,
    DealSource,
    GameDefinition,
    Tables,
    deal_cards,
    parse_cards,
    parse_game,
)
from railbird.results.hands.hand_choice import StoredHand
from railbird.results.hands.hand_report import HandReport, report_hand

GAMES = {
    path.name.removesuffix(".game"): parse_game(path.read_text(encoding="utf-8"))
    for path in files("railbird.tournaments.games").iterdir()
    if path.name.endswith(".game")
}
ONE = np.zeros(1, np.int32)


def stored(betting: str, agents: str, **more: object) -> StoredHand:
    fields = {"deck_index": 0, "deck_seed": 7, "seating_index": 0, "hand_index": 0}
    fields |= {"agents": tuple(agents), "payoffs": (0,) * len(agents), "showdown": False}
    fields |= {"deals": ACPC_DEALS}
    return StoredHand(betting=betting, **(fields | more))


def told(story: HandReport) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(part.name, part.board, part.actions) for part in story.rounds]


def test_who_brings_in_is_said_after_the_cards_that_determine_it() -> None:
    text = files("railbird.tournaments.games").joinpath("seven-card-stud.toml").read_text()
    game = parse_game(text, players=3)
    first = report_hand(game, stored("", "xyz")).rounds[0].actions
    kinds = ["posts" if "post" in said else said.split()[1] for said in first]
    assert kinds == ["posts", "is", "is", "is", "brings"]


def test_a_no_limit_hand_for_three() -> None:
    cards = bytes(parse_cards("AhKd2c7dQsQc3h4cJhTdAs"))
    hand = stored(
        "r300fc/cr900c/cr20000c/",
        "xyz",
        hand_index=1,
        deck_seed=None,
        cards=cards,
        showdown=True,
        payoffs=(-20000 * 2520, 20050 * 2520, -50 * 2520),
    )
    story = report_hand(GAMES["holdem-nolimit-3p"], hand)
    # In hand 1 seat 1 has position 0. Blinds are 50 and 100, and position 2 opens.
    assert told(story) == [
        (
            "pre-flop",
            "",
            ("y posts 50", "z posts 100", "x raises to 300", "y folds", "z calls 200"),
        ),
        ("flop", "3h4cJh", ("z checks", "x bets 600", "z calls 600")),
        (
            "turn",
            "3h4cJhTd",
            ("z checks", "x bets 19100 and is all-in", "z calls 19100 and is all-in"),
        ),
        ("river", "3h4cJhTdAs", ()),
    ]
    assert [(p.position, p.seat, p.agent, p.hole_cards, p.payoff) for p in story.players] == [
        (0, 1, "y", "AhKd", "+20050"),
        (1, 2, "z", "2c7d", "-50"),
        (2, 0, "x", "QsQc", "-20000"),
    ]
    assert [player.stack for player in story.players] == ["20000"] * 3
    assert [player.shown.partition(",")[0] for player in story.players] == ["", "high card", "pair"]


def test_a_limit_hand_says_bet_call_raise_and_check() -> None:
    story = report_hand(GAMES["holdem-limit-2p"], stored("rc/crrc/cc/crf", "ab"))
    assert [actions for _, _, actions in told(story)] == [
        ("a posts 10", "b posts 5", "b raises to 20", "a calls 10"),
        ("a checks", "b bets 10", "a raises to 20", "b calls 10"),
        ("a checks", "b checks"),
        ("a checks", "b bets 20", "a folds"),
    ]
    assert [player.shown for player in story.players] == ["", ""]
    assert story.players[0].stack == "unlimited"


def test_an_ante_is_not_part_of_a_bet() -> None:
    story = report_hand(GAMES["kuhn-3p"], stored("crcf", "abc", payoffs=(5040, -2520, -2520)))
    assert told(story) == [
        ("round 1", "", ("all post 1", "a checks", "b bets 1", "c calls 1", "a folds"))
    ]


@pytest.mark.parametrize(
    ("posted", "stacks", "words"),
    [
        ("antes = 3", (10, 9, 8), ("all post 3", "a posts 1", "b posts 2")),
        (
            "antes = 3",
            (10, 4, 2),
            (
                "a posts 3",
                "b posts 3",
                "c posts 2 and is all-in",
                "a posts 1",
                "b posts 1 and is all-in",
            ),
        ),
        (
            "big_blind_ante = 2",
            (10, 3, 10),
            ("b posts 2 for the main pot", "a posts 1", "b posts 1 and is all-in"),
        ),
        (
            "big_blind_ante = 2",
            (10, 1, 10),
            ("b posts 1 for the main pot and is all-in", "a posts 1"),
        ),
        (
            "dead = [0, 0, 2]\nantes = 1",
            (10, 10, 2),
            (
                "c posts 2 for the main pot and is all-in",
                "a posts 1",
                "b posts 1",
                "a posts 1",
                "b posts 2",
            ),
        ),
    ],
)
def test_a_stack_posts_no_more_than_it_has(
    posted: str, stacks: tuple[int, ...], words: tuple[str, ...]
) -> None:
    text = (
        'name = "short"\nplayers = 3\nbetting = { structure = "nolimit" }\n'
        f"blinds = {{ small = 1, big = 2 }}\n{posted}\nstacks = {list(stacks)}\n"
        "steps = [{ deal = { down = 5 } }, { bet = {} }, { exchange = [0, 1] }, { bet = {} }]\n"
    )
    story = report_hand(parse_game(text), stored("", "abc"))
    assert story.rounds[0].actions == words


@pytest.mark.parametrize("source", [ACPC_DEALS, DealSource(bytes(32))])
def test_cards_come_from_the_deck_seed(source: DealSource) -> None:
    game = GAMES["leduc"]
    story = report_hand(game, stored("cc/cc", "ab", hand_index=5, deck_seed=3, deals=source))
    deal = source.deal(game, [3], 6)[0, 5]
    cards = [player.hole_cards for player in story.players] + [story.rounds[1].board]
    assert cards == [_name(card) for card in deal]
    assert [part.name for part in story.rounds] == ["round 1", "round 2"]


@pytest.mark.parametrize("unknown", [{"deck_seed": None}, {"deals": None}])
def test_cards_that_nobody_knows_are_question_marks(unknown: dict[str, None]) -> None:
    story = report_hand(GAMES["leduc"], stored("cc/cc", "ab", showdown=True, **unknown))
    assert [player.hole_cards for player in story.players] == ["?", "?"]
    assert [player.shown for player in story.players] == ["", ""]


def test_stored_stacks_hold() -> None:
    hand = stored("r500c///", "ab", stacks=(500, 800), hand_index=1)
    story = report_hand(GAMES["holdem-nolimit-2p"], hand)
    # Seat 1 has position 0, the big blind; seat 0 opens with all it has.
    assert [player.stack for player in story.players] == ["800", "500"]
    assert story.rounds[0].actions[2:] == ("a raises to 500 and is all-in", "b calls 400")


@pytest.mark.parametrize(
    ("payoff", "text"), [(0, "0"), (2520, "+1"), (-2520, "-1"), (1260, "+0.50"), (-840, "-0.33")]
)
def test_payoffs_are_chips(payoff: int, text: str) -> None:
    story = report_hand(GAMES["kuhn-2p"], stored("cc", "ab", payoffs=(payoff, -payoff)))
    assert story.players[0].payoff == text


@pytest.mark.parametrize("betting", ["x", "rrr", "ccc", "f", "cc/cc/c", "cc/"])
def test_betting_that_is_not_valid_in_the_game_is_refused(betting: str) -> None:
    with pytest.raises(BettingError):
        report_hand(GAMES["kuhn-2p"], stored(betting, "ab"))


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32 - 1), st.integers(0, 20))
def test_the_words_of_any_hand_add_up(name: str, seed: int, hand_index: int) -> None:
    game = GAMES[name]
    table = Tables(game, 1)
    table.start_hands(ONE, deal_cards(game, seed, 1, first_hand=hand_index))
    _play_at_random(table, np.random.default_rng(seed))
    labels = "abcdefghij"[: game.player_count]
    hand = stored(table.betting(0), labels, deck_seed=seed, hand_index=hand_index)
    story = report_hand(game, hand)
    by_label = {player.agent: player.position for player in story.players}
    spent = _ledger(game, story, by_label)
    assert spent == table.spent[0].tolist()
    letters = re.findall("[cfr]", hand.betting)
    posts = sum(" post" in word for part in story.rounds for word in part.actions)
    assert sum(len(part.actions) for part in story.rounds) == len(letters) + posts
    for player in story.players:
        folds = f"{player.agent} folds" in [w for part in story.rounds for w in part.actions]
        assert folds == table.has_folded[0, player.position]


def _play_at_random(table: Tables, random: np.random.Generator) -> None:
    while not table.is_done[0]:
        legal = int(table.legal_kinds(ONE)[0])
        kinds = [kind for kind in range(3) if legal >> kind & 1]
        least, most = (int(bound[0]) for bound in table.raise_bounds(ONE))
        amount = int(random.integers(least, most + 1))
        kind = np.array([random.choice(kinds)], np.uint8)
        table.apply_actions(ONE, kind, np.array([amount], np.int64))


def _ledger(game: GameDefinition, story: HandReport, by_label: dict[str, int]) -> list[int]:
    """Add up what the words say each position has put in."""
    spent = [0] * game.player_count
    for part in story.rounds:
        ante = min(game.blinds) if min(game.blinds) == max(game.blinds) else 0
        before = list(spent) if part is not story.rounds[0] else [ante] * len(spent)
        for words in part.actions:
            name, verb, *rest = words.split()
            amount = int(next((word for word in rest if word.isdigit()), 0))
            if name == "all":
                spent = [amount] * len(spent)
            elif verb in ("posts", "calls"):
                spent[by_label[name]] += amount
            elif verb in ("bets", "raises"):
                spent[by_label[name]] = before[by_label[name]] + amount
            else:
                assert verb in ("checks", "folds")
    return spent


def _name(card: int) -> str:
    return "23456789TJQKA"[card // 4] + "cdhs"[card % 4]
