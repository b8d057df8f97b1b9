"""The strategy files that agents play: a given one, or the one shipped for the game."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import as_path, require_flag
from railbird.native import GameDefinition
from railbird.native.solver import (
    GameTree,
    StoredStrategy,
    StrategySet,
    StrategyTable,
    read_strategy,
    read_strategy_game,
    read_strategy_raises,
    read_strategy_set,
    read_strategy_set_game,
    read_strategy_set_raises,
)
from railbird.plugins import AgentError, DecisionBatch, Distribution, Game

SUFFIX = ".arrow"
Kind = Literal["strategies", "strategy_sets"]
GAME_READERS: dict[Kind, Callable[[Path], GameDefinition]] = {
    "strategies": read_strategy_game,
    "strategy_sets": read_strategy_set_game,
}
RAISE_READERS: dict[Kind, Callable[[Path], tuple[int, ...] | None]] = {
    "strategies": read_strategy_raises,
    "strategy_sets": read_strategy_set_raises,
}


def find_strategy(game: Game, file: str) -> StoredStrategy:
    """Return the strategy in a file, or by default the shipped one of the game."""
    stored = read_strategy(as_path(file)) if file else find_shipped(game.definition)
    if stored is None:
        raise AgentError(
            f"there is no shipped strategy for {game.name}; give one that was solved for it: "
            "file=PATH"
        )
    _require_game(stored.tree, game)
    return stored


def find_strategy_set(game: Game, file: str) -> StrategySet:
    """Return the strategies in a file, or by default the shipped ones of the game."""
    found = read_strategy_set(as_path(file)) if file else _find_shipped_set(game.definition)
    if found is None:
        raise AgentError(
            f"there are no shipped strategies for {game.name}; give a file from railbird solve "
            "--starts: file=PATH"
        )
    _require_game(found.tree, game)
    return found


def find_shipped(definition: GameDefinition) -> StoredStrategy | None:
    """The shipped strategy of a game, if there is one."""
    name = _shipped_names("strategies").get(definition)
    if name is None:
        return None
    with as_file(files("railbird.agents.strategy.strategies") / name) as path:
        return read_strategy(path)


def plays_strategy(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return whether the strategy in the parameter ``file``, or a shipped one, is for the game."""
    return _plays("strategies", game, parameters)


def plays_strategy_set(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return the same for a set of strategies."""
    return _plays("strategy_sets", game, parameters)


def declare(
    table: StrategyTable,
    decisions: DecisionBatch,
    hole_cards: npt.NDArray[np.uint8],
    *,
    members: npt.NDArray[np.integer] | None = None,
) -> Distribution:
    """Return a strategy's probabilities, as if the hole cards were those given."""
    answers = table.answer(decisions.betting, hole_cards, decisions.board, members=members)
    if not decisions.game.definition.raises_are_sized:
        return Distribution(answers.probability, answers.kinds)
    return Distribution(answers.probability, answers.kinds, answers.amounts, answers.amounts)


def _require_game(tree: GameTree, game: Game) -> None:
    if tree.definition != game.definition:
        raise AgentError(
            f"the strategy file was solved for another game than {game.name}; "
            "solve this one with railbird solve"
        )


def _plays(kind: Kind, game: Game, parameters: Mapping[str, Any]) -> bool:
    is_listed = require_flag("listed_raises", parameters.get("listed_raises", False))
    file = parameters.get("file", "")
    if not file:
        return game.definition in _shipped_names(kind)
    path = as_path(file)
    if GAME_READERS[kind](path) != game.definition:
        return False
    raises = RAISE_READERS[kind](path)
    if raises is not None and not is_listed:
        raise _some_raises_only(path, raises, game)
    return True


def _some_raises_only(path: Path, raises: Sequence[int], game: Game) -> AgentError:
    """Return a complaint, before the first hand, about raises that a strategy does not cover.

    At the table each such raise would be an incident.
    """
    return AgentError(
        f"{path} covers only raises to {', '.join(map(str, raises))}, and {game.name} has others; "
        "solve it without --raises or, if no agent at the table uses others, add "
        "listed_raises=true"
    )


@cache
def _find_shipped_set(definition: GameDefinition) -> StrategySet | None:
    """Cached, since an agent is created for every chunk; the file does not change during a run."""
    name = _shipped_names("strategy_sets").get(definition)
    if name is None:
        return None
    with as_file(files("railbird.agents.strategy.strategy_sets") / name) as path:
        return read_strategy_set(path)


@cache
def _shipped_names(kind: Kind) -> dict[GameDefinition, str]:
    """The games of the shipped files, which do not change during a run."""
    names = {}
    for entry in files(f"railbird.agents.strategy.{kind}").iterdir():
        if entry.name.endswith(SUFFIX):
            with as_file(entry) as path:
                names[GAME_READERS[kind](path)] = entry.name
    return names
