"""The agent that plays a strategy written in PokerLang."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import as_path, list_files
from railbird.agents.pokerlang.compiling.files import read_program, shipped_path
from railbird.agents.pokerlang.compiling.strategy_compiler import find_misfits
from railbird.agents.pokerlang.playing.deciding import decide
from railbird.agents.pokerlang.playing.program import Program
from railbird.agents.pokerlang.situation.match_memory import MatchMemory
from railbird.agents.pokerlang.situation.view import View
from railbird.plugins import (
    AgentEntry,
    AnyAgent,
    DecisionBatch,
    Distribution,
    Game,
    HandBatch,
    MatchBatch,
)

Answers = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]


class StationaryStrategy:
    """Plays a program whose decisions depend on nothing but the decision, and declares it."""

    stationary = True

    def __init__(self, program: Program) -> None:
        """Play ``program``, which must be stationary."""
        self._program = program

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare what the rules say, as if the hole cards were those given."""
        return decide(self._program, View(decisions, hole_cards))


class HandByHandStrategy:
    """Plays a program that picks some mixes once a hand."""

    def __init__(self, program: Program) -> None:
        """Play ``program``."""
        self._program = program

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Do what the rules say; draw 0 of the hand and of the decision pick from mixes."""
        return decisions.sample(decide(self._program, View(decisions, decisions.hole_cards)))


class RememberingStrategy:
    """Plays a program that reads what the players did in former hands of the match."""

    def __init__(self, program: Program) -> None:
        """Play ``program``."""
        self._program = program
        self._memory: MatchMemory | None = None

    def start_matches(self, matches: MatchBatch) -> None:
        """Start observing."""
        self._memory = MatchMemory(
            matches.match_count,
            seats=matches.seat_count,
            has_bets=self._program.remembers_bets,
        )

    def end_hands(self, hands: HandBatch) -> None:
        """Observe the actions of all players."""
        if self._memory is not None:
            self._memory.tell(hands)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Do what the rules say."""
        view = View(decisions, decisions.hole_cards, self._memory)
        return decisions.sample(decide(self._program, view))


def play_strategy(*, file: str) -> AnyAgent:
    """Play the strategy in a file, written in PokerLang.

    Source: document 002, sections 4 and 7. A file whose mixes are all picked at each decision, and
    that reads nothing of former hands, declares its probabilities.
    """
    return play_program(read_program(as_path(file)))


def play_program(program: Program) -> AnyAgent:
    """Play a compiled strategy in the form that fits it."""
    if program.remembers:
        return RememberingStrategy(program)
    return StationaryStrategy(program) if program.is_stationary else HandByHandStrategy(program)


def plays_file(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return whether all tests of the strategy in the parameter ``file`` are known in a game."""
    file = parameters.get("file", "")
    return bool(file) and _fits(as_path(file), game)


def say_misfit(game: Game, parameters: Mapping[str, Any]) -> str:
    """Return what the strategy in the parameter ``file`` needs and a game lacks."""
    path = as_path(parameters["file"])
    return find_misfits(read_program(path), game.definition)[0].describe(str(path))


def _fits(path: Path, game: Game) -> bool:
    return not find_misfits(read_program(path), game.definition)


def _play_shipped(name: str) -> AnyAgent:
    return play_program(read_program(shipped_path(name)))


def _shipped_parts(name: str, _: Mapping[str, Any]) -> Iterator[Path]:
    yield shipped_path(name)


def _shipped_entry(name: str, summary: str) -> AgentEntry:
    return AgentEntry(
        name,
        partial(_play_shipped, name),
        lambda game, _: _fits(shipped_path(name), game),
        summary,
        parts=partial(_shipped_parts, name),
    )


AGENTS = (
    AgentEntry(
        "pokerlang",
        play_strategy,
        plays_file,
        "plays a strategy written in PokerLang",
        parts=list_files,
        why_not=say_misfit,
    ),
    _shipped_entry("hansen", "hold'em: document 002's strategy of three tactics by stack"),
    _shipped_entry("pokertron", "hold'em: document 002's strategy that traps and bluffs"),
)
