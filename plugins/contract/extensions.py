"""What plugins offer besides agents and games: commands, trainers, and tournament listeners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from railbird.plugins.contract.entries import Game


@dataclass(frozen=True, slots=True)
class Command:
    """A command ``railbird NAME``; ``function`` has a typer signature and docstring."""

    name: str
    function: Callable[..., None]


@dataclass(frozen=True, slots=True)
class Run:
    """A tournament that is being played.

    ``agents`` are the labels; ``folder`` is where the tables are written, None if it is not on a
    disk; ``match_count`` and ``hand_count`` are those of the whole tournament.
    """

    name: str
    game: Game
    agents: tuple[str, ...]
    match_count: int
    hand_count: int
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was played: ``agents`` and ``payoffs`` (1/2520 chip, match total) by seat."""

    deck_index: int
    seating_index: int
    agents: tuple[str, ...]
    payoffs: tuple[int, ...]
    hand_count: int


@dataclass(frozen=True, slots=True, eq=False)
class TrainingHands:
    """n whole hands, by position.

    ``cards`` uint8[n, W] are ordered like deals (hole cards by position, then the board);
    ``betting`` uint8[...] contains concatenated texts in ACPC notation, split by
    ``betting_offsets`` int64[n + 1]; ``payoffs`` int64[n, N] in 1/2520 chip; ``seats`` int32[n, N]
    is the player of each position: the agent with that number in training, the run's agent (by
    number) in stored hands. ``match`` int64[n] numbers the matches, whose hands are contiguous and
    in order.
    """

    cards: npt.NDArray[np.uint8]
    betting: npt.NDArray[np.uint8]
    betting_offsets: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int32]
    match: npt.NDArray[np.int64]

    def __len__(self) -> int:
        """The number of hands."""
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class TrainingTools:
    """What a trainer receives: the game, the table loop, stored hands, and a way to report.

    ``play(agents, first_deck, deck_count, hand_count)`` plays matches of new agents, one instance
    per seat, on the decks ``first_deck``, ``first_deck + 1``, ... of the seed; hands are returned
    match by match. ``stored_hands(folder)`` reads a run of the same game. ``nash_conv(make)`` is
    the NashConv of a stationary agent in chips per hand, None if the game is too large.
    ``report(line)`` prints a line of progress.
    """

    game: Game
    seed: int
    play: Callable[[Sequence[Any], int, int, int], TrainingHands]
    stored_hands: Callable[[Path], Iterator[TrainingHands]]
    nash_conv: Callable[[Callable[[], Any]], float | None]
    report: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TrainingTask:
    """The task: an output file, the total number of hands, and whether to resume from a checkpoint.

    ``against`` is a file or a run's folder to learn from, if given.
    """

    out: Path
    hand_count: int
    resume: bool = False
    against: Path | None = None


Presets = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Trainer:
    """A trainer by name.

    ``train(tools, task, **parameters)`` is called by ``railbird train``; parameters are the
    trainer's own, by name. It may be given as text, ``module:function``, and is then imported when
    training starts. ``summary`` is one line. With ``command`` it is also a command of its
    own: ``railbird COMMAND RUN`` is ``railbird train NAME --against RUN`` in the run's game.
    ``presets`` are settings that suit games, by their names: parameters of ``train`` and ``hands``,
    a number of them; a mapping, or text as for ``train``.
    """

    name: str
    train: Callable[..., None] | str
    summary: str = ""
    command: str = ""
    presets: Presets | str = ""

    def function(self) -> Callable[..., None]:
        """The training function, imported if necessary."""
        function: Callable[..., None] = _imported(self.train)
        return function

    def presets_by_game(self) -> Presets:
        """The presets, imported if necessary; empty if there are none."""
        presets: Presets = _imported(self.presets) if self.presets else {}
        return presets


def _imported(named: Any) -> Any:
    if not isinstance(named, str):
        return named
    module, _, name = named.partition(":")
    return getattr(import_module(module), name)
