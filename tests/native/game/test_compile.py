"""What a definition compiles to."""

from collections.abc import Callable

import pytest

from railbird.native import (
    Bet,
    DealBoard,
    DealHoleCards,
    GameDefinition,
    Post,
    compile_game,
)

Shipped = Callable[[str], GameDefinition]


def test_holdem_is_posted_dealt_and_bet_in_steps(shipped_game: Shipped) -> None:
    game = compile_game(shipped_game("holdem-limit-2p"))
    assert game.steps == (
        Post((10, 5)),
        DealHoleCards(2),
        Bet(first_position=1, max_raises=3, raise_size=10),
        DealBoard(3),
        Bet(first_position=0, max_raises=4, raise_size=10),
        DealBoard(1),
        Bet(first_position=0, max_raises=4, raise_size=20),
        DealBoard(1),
        Bet(first_position=0, max_raises=4, raise_size=20),
    )
    assert (game.ranker, game.board_card_ends, game.board_card_count) == ("high", (0, 3, 4, 5), 5)


@pytest.mark.parametrize(
    ("name", "most_actions", "betting_width"),
    [("kuhn-2p", 3, 3), ("kuhn-3p", 5, 5), ("leduc", 8, 9), ("holdem-nolimit-6p", 256, 2819)],
)
def test_widths_come_from_the_game(
    shipped_game: Shipped, name: str, most_actions: int, betting_width: int
) -> None:
    game = compile_game(shipped_game(name))
    assert (game.most_actions, game.betting_width) == (most_actions, betting_width)
    assert game.cards_per_hand == game.definition.cards_per_hand
