"""Decisions at tables of one game, as agents see them."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest

from railbird.harness.games.library import load_house_games
from railbird.native import Tables, deal_cards, seat_order
from railbird.plugins import DecisionBatch, DecisionSource, Game

GAMES = {game.name: game for game in load_house_games()}
MATCH_KEY = 2**40 + 7


@pytest.fixture(scope="session")
def games() -> dict[str, Game]:
    return GAMES


def make_decisions(
    game: Game,
    bettings: Sequence[str],
    *,
    deck_seed: int = 1,
    deals: npt.NDArray[np.uint8] | None = None,
) -> DecisionBatch:
    """Return a decision after each betting; row i has hand i, of a deck or of `deals`."""
    count = len(bettings)
    tables, rows = Tables(game.definition, count), np.arange(count, dtype=np.int32)
    dealt = deal_cards(game.definition, deck_seed, count) if deals is None else deals
    order = seat_order(game.definition.player_count)
    tables.start_hands(rows, dealt, seats=order.seats_in(rows))
    tables.play_betting(rows, list(bettings))
    source = DecisionSource(game, tables.columns, rows, np.full(count, MATCH_KEY, np.uint64))
    position = tables.acting_position.copy()
    return DecisionBatch(source, rows, seat=position, position=position)


@pytest.fixture
def decide() -> Callable[..., DecisionBatch]:
    return make_decisions
