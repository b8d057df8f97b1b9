"""How bettings stood round by round, held to tables at which they are played letter by letter."""

import numpy as np
import pytest

from railbird.harness.games.library import find_game
from railbird.native import BettingError, Tables
from railbird.native.game.round_ends import find_round_ends
from railbird.plugins import load_registry
from tests.support.stored_hands import play_hands


@pytest.mark.parametrize("name", ["leduc", "holdem-limit-3p", "holdem-nolimit-6p-short"])
def test_rounds_end_as_at_a_table(name: str) -> None:
    game = find_game(name, load_registry()).definition
    bettings, _ = play_hands(game, 80, seed=3)
    text = np.frombuffer("".join(bettings).encode(), np.uint8)
    ends = find_round_ends(game, text, np.cumsum([0, *map(len, bettings)]))
    table = Tables(game, 1)
    for row, betting in enumerate(bettings):
        rounds = betting.split("/")
        assert ends.last_round[row] == len(rounds) - 1
        assert ends.closing_round[row] == max(r for r, letters in enumerate(rounds) if letters)
        for round_index in range(game.round_count):
            table.start_hands([0], None)
            table.play_betting([0], ["/".join(rounds[: round_index + 1])])
            assert ends.spent[row, round_index].tolist() == table.spent[0].tolist()
            assert ends.live[row, round_index].tolist() == (~table.has_folded[0]).tolist()


@pytest.mark.parametrize(
    ("betting", "place"), [("rc", 2), ("rcc", 2), ("x", 0), ("//", 0), ("rc/cf", 4)]
)
def test_what_is_no_hand_is_refused_at_its_place(betting: str, place: int) -> None:
    game = find_game("leduc", load_registry()).definition
    text = np.frombuffer(betting.encode(), np.uint8)
    with pytest.raises(BettingError, match=f"place {place}"):
        find_round_ends(game, text, np.array([0, len(betting)]))
