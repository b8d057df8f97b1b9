"""The shipped weights: a folder for each agent that uses some, one file per game."""

from functools import cache
from importlib.resources import as_file, files

from railbird.agents.dcubot.net.weights import Weights, read_weights, read_weights_game
from railbird.native import GameDefinition

SELF_PLAY = "railbird.agents.dcubot.trained"
EXPLOITERS = "railbird.agents.dcubot.exploiters"
SUFFIX = ".arrow"


@cache
def find_shipped(definition: GameDefinition, folder: str = SELF_PLAY) -> Weights | None:
    """The shipped weights of a game, if there are any; they do not change during a run."""
    name = shipped_names(folder).get(definition)
    if name is None:
        return None
    with as_file(files(folder) / name) as path:
        return read_weights(path)


@cache
def shipped_names(folder: str) -> dict[GameDefinition, str]:
    """The names of the shipped files, by game."""
    names = {}
    for entry in files(folder).iterdir():
        if entry.name.endswith(SUFFIX):
            with as_file(entry) as path:
                names[read_weights_game(path)] = entry.name
    return names
