"""What a definition compiles to."""

from collections.abc import Callable

import pytest

from railbird.native import (
    GameDefinition,
    compile_game,
)

Shipped = Callable[[str], GameDefinition]


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
