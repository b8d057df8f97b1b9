"""Antes of the big blind, dead blinds, straddles, short blinds: hands whose end is known."""

import pytest
from step_tables import begin, bounds, chips, legal, play

from railbird.native import ActionKind, GameDefinitionError, format_game, parse_game

CALL, RAISE, FOLD = (1 << kind for kind in (ActionKind.CALL, ActionKind.RAISE, ActionKind.FOLD))

HOLDEM = """
name = "no-limit"
players = [2, 6]
betting = { structure = "nolimit" }
blinds = { small = 1, big = 2 }
[[steps]]
deal = { down = 2 }
[[steps]]
bet = {}
[[steps]]
deal = { board = 5 }
[[steps]]
bet = {}
"""


def with_key(line: str, text: str = HOLDEM) -> str:
    """The game with one more key."""
    return text.replace("[[steps]]", f"{line}\n[[steps]]", 1)


ANTE = with_key("big_blind_ante = 2")
STRADDLE = HOLDEM.replace("{ small = 1, big = 2 }", "[1, 2, 4]")


# ---- chips of the main pot ----


def test_an_ante_of_the_big_blind_is_no_part_of_its_bet() -> None:
    tables = begin(ANTE, [100, 100, 100])
    assert tables.spent[0].tolist() == [1, 2, 0]
    assert tables.columns.chips_left([0])[0].tolist() == [99, 96, 100]
    assert tables.columns.pots([0])[0] == 5
    assert tables.columns.to_call([0])[0] == 2
    assert bounds(tables) == (4, 100)


def test_of_two_players_the_one_without_the_button_posts_it() -> None:
    assert begin(ANTE, [100, 100]).columns.chips_left([0])[0].tolist() == [96, 99]


def test_who_is_left_alone_wins_it() -> None:
    assert chips(play(begin(ANTE, [100, 100, 100]), "ff")) == [-1, 1, 0]
    assert chips(play(begin(ANTE, [100, 100, 100]), "r6ff")) == [-1, -4, 5]


def test_a_player_who_is_all_in_for_little_plays_for_the_whole_of_it() -> None:
    tables = play(begin(ANTE, [100, 100, 1], cards="2c7d 2d8h AhAs"), "ccc/cc")
    paid = chips(tables)
    assert paid[2] == 4  # a chip of each and the ante of two, but for his own chip
    assert sum(paid) == 0


def test_an_ante_that_takes_the_whole_stack_is_all_that_its_player_can_win() -> None:
    tables = begin(ANTE, [100, 2, 100], cards="2c7d AhAs 2d8h")
    assert tables.spent[0].tolist() == [1, 0, 0]
    assert legal(tables) == FOLD | CALL | RAISE
    paid = chips(play(tables, "cc/cc"))
    assert paid[1] == 0  # his ante comes back, and nobody else put one in
    assert sum(paid) == 0


def test_an_ante_short_of_two_chips_is_posted_before_the_blind() -> None:
    tables = begin(ANTE, [100, 3, 100])
    assert tables.spent[0].tolist() == [1, 1, 0]
    assert tables.columns.to_call([0])[0] == 2  # the whole blind


def test_a_pot_limit_counts_it() -> None:
    tables = begin(ANTE.replace("nolimit", "potlimit"), [100, 100, 100])
    assert bounds(tables)[1] == 9  # a call of 2 makes 7, and 7 on top


def test_dead_blinds_are_told_by_position() -> None:
    tables = begin(with_key("dead = [0, 0, 1]"), [100, 100, 100])
    assert tables.columns.chips_left([0])[0].tolist() == [99, 98, 99]
    assert tables.columns.spent([0])[0].tolist() == [1, 2, 0]
    assert tables.columns.to_call([0])[0] == 2


# ---- blinds of more than two players ----


def test_a_straddle_is_a_blind_and_acts_last() -> None:
    tables = begin(STRADDLE, [100] * 4)
    assert tables.acting_position[0] == 3
    assert bounds(tables) == (8, 100)
    assert tables.acting_position[0] == 3
    play(tables, "ccc")
    assert (tables.acting_position[0], legal(tables)) == (2, CALL | RAISE)


def test_after_a_straddle_the_least_bet_is_what_the_game_says() -> None:
    assert bounds(play(begin(STRADDLE, [100] * 4), "cccc/")) == (8, 100)
    text = STRADDLE.replace('"nolimit" }', '"nolimit", least = 2 }')
    assert bounds(begin(text, [100] * 4)) == (8, 100)
    assert bounds(play(begin(text, [100] * 4), "cccc/")) == (6, 100)


def test_a_post_is_a_bet_that_does_not_change_who_acts_first() -> None:
    tables = begin(with_key("posts = [0, 0, 0, 2]"), [100] * 4)
    assert tables.spent[0].tolist() == [1, 2, 0, 2]
    assert tables.acting_position[0] == 2
    play(tables, "f")
    assert (tables.acting_position[0], legal(tables)) == (3, CALL | RAISE)


# ---- blinds above a stack ----


def test_a_blind_above_a_stack_is_all_in_and_has_to_be_called_whole() -> None:
    text = HOLDEM.replace("small = 1, big = 2", "small = 5, big = 10")
    tables = begin(text, [100, 3, 100], cards="2c7d AhAs 2d8h")
    assert tables.spent[0].tolist() == [5, 3, 0]
    assert tables.columns.to_call([0])[0] == 10
    assert bounds(tables) == (20, 100)
    paid = chips(play(tables, "cc/cc"))
    assert paid[1] == 6
    assert sum(paid) == 0


def test_a_game_may_have_blinds_above_stacks() -> None:
    game = parse_game(with_key("stacks = [20, 1, 30]", HOLDEM.replace("[2, 6]", "3")))
    assert parse_game(format_game(game)) == game


# ---- as files ----


@pytest.mark.parametrize(
    "text",
    [
        ANTE,
        with_key("dead = [0, 1]"),
        with_key("posts = [0, 0, 0, 2]"),
        STRADDLE,
        STRADDLE.replace('"nolimit" }', '"nolimit", least = 2 }'),
    ],
)
def test_what_is_written_is_the_same_game(text: str) -> None:
    game = parse_game(text, players=4)
    assert parse_game(format_game(game)) == game


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dead = [1, 2, 3]", "dead has 3 numbers for 2 players; give one a position"),
        ("posts = [1, 2, 3]", "posts has 3 numbers for 2 players; give one a position"),
    ],
)
def test_lists_longer_than_the_players_are_refused(line: str, message: str) -> None:
    with pytest.raises(GameDefinitionError, match=message):
        parse_game(with_key(line), players=2)


def test_an_ante_of_the_big_blind_needs_blinds() -> None:
    text = ANTE.replace("blinds = { small = 1, big = 2 }\n", "")
    with pytest.raises(GameDefinitionError, match="big_blind_ante is given without blinds"):
        parse_game(text, players=3)


def test_first_may_be_the_number_of_a_player() -> None:
    text = HOLDEM.replace("bet = {}", "bet = { first = 2 }", 1)
    assert begin(text, [100] * 4).acting_position[0] == 1
    with pytest.raises(GameDefinitionError, match=r"step 2: bet: first is player 9; give 1 to 4"):
        parse_game(text.replace("first = 2", "first = 9"), players=4)
