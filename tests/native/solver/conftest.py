"""Games small enough to solve in a test, by name."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from railbird.native import GameDefinition, parse_game
from railbird.native.solver import GameTree, build_tree

SHIPPED = Path(__file__).parents[3] / "tournaments" / "games"

KUHN = """
GAMEDEF
limit
numPlayers = {players}
numRounds = 1
stack = {stacks}
blind = {blinds}
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = {suits}
numRanks = {ranks}
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""
LEDUC = """
GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
firstPlayer = 1 1
maxRaises = 2 2
numSuits = {suits}
numRanks = {ranks}
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""
NO_LIMIT_LEDUC = """
GAMEDEF
nolimit
numPlayers = {players}
numRounds = 2
stack = {stacks}
blind = {blinds}
firstPlayer = 1 1
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""


def kuhn(players: int, suits: int, ranks: int) -> str:
    blinds, stacks = (" ".join([chips] * players) for chips in ("1", "2147483647"))
    return KUHN.format(players=players, blinds=blinds, stacks=stacks, suits=suits, ranks=ranks)


def no_limit(*stacks: int) -> str:
    """Short stacks: all-ins end the betting early, and different ones make side pots."""
    return NO_LIMIT_LEDUC.format(
        players=len(stacks),
        stacks=" ".join(map(str, stacks)),
        blinds=" ".join(["1"] * len(stacks)),
    )


MADE = {
    "kuhn-2p-2-ranks-2-suits": kuhn(2, 2, 2),
    "kuhn-2p-5-ranks": kuhn(2, 1, 5),
    "kuhn-2p-52-cards": kuhn(2, 4, 13),
    "kuhn-3p-2-ranks-2-suits": kuhn(3, 2, 2),
    "kuhn-3p-3-ranks-2-suits": kuhn(3, 2, 3),
    "kuhn-4p": kuhn(4, 1, 5),
    "kuhn-5p-26-cards": kuhn(5, 2, 13),
    "kuhn-8p-13-cards": kuhn(8, 1, 13),
    "kuhn-9p-26-cards": kuhn(9, 2, 13),
    "leduc-2-ranks-3-suits": LEDUC.format(suits=3, ranks=2),
    "leduc-4-ranks": LEDUC.format(suits=2, ranks=4),
    "no-limit-4": no_limit(4, 4),
    "no-limit-5": no_limit(5, 6),
    "no-limit-3p": no_limit(2, 3, 4),
}


@cache
def _definition(name: str) -> GameDefinition:
    if name in MADE:
        return parse_game(MADE[name])
    return parse_game((SHIPPED / f"{name}.game").read_text(encoding="utf-8"))


@cache
def _tree(name: str) -> GameTree:
    return build_tree(_definition(name))


@pytest.fixture(scope="session")
def definition_of() -> Callable[[str], GameDefinition]:
    """A game by name: a shipped one, or one made up here."""
    return _definition


@pytest.fixture(scope="session")
def tree_of() -> Callable[[str], GameTree]:
    """The tree of a game by name."""
    return _tree
