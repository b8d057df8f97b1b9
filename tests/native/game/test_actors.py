"""Who acted at each letter, held to the walk from action to action."""

import numpy as np
import pytest

from railbird.harness.games.library import load_house_games
from railbird.native import NO_POSITION, BettingError, GameDefinition, Tables, find_actors
from railbird.plugins.contract.readable import past_actions

GAMES = {game.name: game.definition for game in load_house_games()}
TABLES = 40


def random_bettings(definition: GameDefinition, stacks: np.ndarray, seed: int) -> list[str]:
    """Bettings of random hands, broken off at random places."""
    random, tables = np.random.default_rng(seed), Tables(definition, TABLES)
    rows = np.arange(TABLES, dtype=np.int32)
    tables.start_hands(rows, None, stacks=stacks)
    for _ in range(60):
        waiting = rows[~tables.is_done & (random.random(TABLES) < 0.9)]
        if not len(waiting):
            break
        kinds = random.choice([0, 1, 1, 2], len(waiting)).astype(np.uint8)
        least, most = tables.raise_bounds(waiting)
        amounts = least + ((most - least) * random.random(len(waiting)) ** 4).astype(np.int64)
        tables.apply_actions(waiting, kinds, amounts)
    return [tables.betting(row) for row in rows.tolist()]


def as_texts(bettings: list[str]) -> tuple[np.ndarray, np.ndarray]:
    text = np.frombuffer("".join(bettings).encode(), np.uint8)
    return text, np.cumsum([0, *map(len, bettings)])


@pytest.mark.parametrize(
    "name", ["leduc", "kuhn-3p", "holdem-limit-6p", "holdem-nolimit-3p", "holdem-nolimit-6p"]
)
def test_actors_are_those_of_the_walk(name: str) -> None:
    definition = GAMES[name]
    for seed in range(5):
        factor = np.random.default_rng(seed).uniform(0.02, 1, (TABLES, definition.player_count))
        usual = np.array(definition.stacks)
        stacks = np.maximum((usual * factor).astype(np.int64), max(definition.blinds) + 1)
        bettings = random_bettings(definition, stacks, seed)
        text, offsets = as_texts(bettings)
        actors = find_actors(definition, text, offsets, stacks=stacks)
        for row, betting in enumerate(bettings):
            found = actors[offsets[row] : offsets[row + 1]]
            expected = past_actions(definition, tuple(stacks[row].tolist()), betting)
            assert found[found != NO_POSITION].tolist() == [one.position for one in expected]
            is_letter = [letter in "fcr" for letter in betting]
            assert ((found != NO_POSITION) == is_letter).all()


def test_a_betting_that_the_rules_forbid_is_named() -> None:
    text, offsets = as_texts(["cc", "fc"])
    with pytest.raises(BettingError, match="betting 1, 'fc', place"):
        find_actors(GAMES["kuhn-2p"], text, offsets)


def test_games_whose_cards_say_who_acts_are_refused() -> None:
    text, offsets = as_texts([""])
    with pytest.raises(ValueError, match="the betting alone does not say who acts"):
        find_actors(GAMES["razz"], text, offsets)
