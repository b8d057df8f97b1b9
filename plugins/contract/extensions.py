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

    from railbird.plugins.contract.decision_batch import DecisionBatch
    from railbird.plugins.contract.entries import Game


@dataclass(frozen=True, slots=True)
class Command:
    """A command ``railbird NAME``; ``function`` has a typer signature and docstring."""

    name: str
    function: Callable[..., None]


@dataclass(frozen=True, slots=True, eq=False)
class StoredHands:
    """n finished hands of a run, as much of them as memories of styles and of bets read.

    ``match`` and ``hand_index`` are int32[n]; ``positions`` intp[n, N] has the position of each
    seat, ``starting_stacks`` int64[n, N] chips by position, ``style_counts`` uint8[n, N, counters]
    those of ``native.STYLE_COUNTERS`` by seat; ``betting`` is in ACPC notation. ``blinds``
    int64[n, N] by position and ``ante`` int64[n] are those due in the hand.
    """

    game: Game
    match: npt.NDArray[np.int32]
    hand_index: npt.NDArray[np.int32]
    betting: list[str]
    positions: npt.NDArray[np.intp]
    starting_stacks: npt.NDArray[np.int64]
    style_counts: npt.NDArray[np.uint8]
    blinds: npt.NDArray[np.int64]
    ante: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StoredDecisions:
    """Decisions that an agent made in stored hands, with their cards and the draws of then.

    ``match`` int32[n] numbers the matches of the run from 0; the ``match`` of the batch does not.
    ``hands`` are the hands of the part, which a memory adds before the next part.
    """

    decisions: DecisionBatch
    match: npt.NDArray[np.int32]
    hands: StoredHands


@dataclass(frozen=True, slots=True, eq=False)
class StoredPlay:
    """What an agent of a run did.

    ``agent`` and ``parameters`` are what its label stands for. ``has_draws`` is False where the
    draws cannot be computed again: then those of the decisions are others. ``has_changed()`` says
    whether the agent's code or a file that it reads is another now than in the run; it raises
    UnknownNameError if there is no such agent, AgentError for a missing file.
    ``parts(hand_by_hand)`` reads the decisions; hand by hand a part has one hand of each match,
    so that memories can add them in between.
    """

    game: Game
    agent: str
    parameters: Mapping[str, Any]
    match_count: int
    hand_count: int
    has_draws: bool
    has_changed: Callable[[], bool]
    parts: Callable[[bool], Iterator[StoredDecisions]]


@dataclass(frozen=True, slots=True)
class CommandTools:
    """What a command of a plugin receives as ``obj`` of its ``typer.Context``, if it has one.

    ``stored_play(folder, label)`` reads what an agent of a run did.
    """

    stored_play: Callable[[Path, str], StoredPlay]


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
    in order. ``stacks`` and ``blinds`` int64[n, N] are given only where they are not the game's.
    """

    cards: npt.NDArray[np.uint8]
    betting: npt.NDArray[np.uint8]
    betting_offsets: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int32]
    match: npt.NDArray[np.int64]
    stacks: npt.NDArray[np.int64] | None = None
    blinds: npt.NDArray[np.int64] | None = None

    def __len__(self) -> int:
        """The number of hands."""
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A player of a stored run: its label, the agent that played, and the agent's parameters.

    ``agent`` is empty where the hands were imported.
    """

    label: str
    agent: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TrainingTools:
    """What a trainer receives: the game, the table loop, stored hands, and a way to report.

    ``play(agents, first_deck, deck_count, hand_count)`` plays matches of new agents, one instance
    per seat, on the decks ``first_deck``, ``first_deck + 1``, ... of the seed; hands are returned
    match by match. ``stored_hands(folder)`` reads a run of the same game that was played with the
    game's stacks and blinds. ``observed_hands(folder)`` reads any run of it: cards may be unknown
    (255), and hands may have stacks and blinds of their own. ``players(folder)`` are the players
    of a run, by number. ``nash_conv(make)`` is the NashConv of a stationary agent in chips per
    hand, None if the game is too large. ``report(line)`` prints a line of progress.
    """

    game: Game
    seed: int
    play: Callable[[Sequence[Any], int, int, int], TrainingHands]
    stored_hands: Callable[[Path], Iterator[TrainingHands]]
    observed_hands: Callable[[Path], Iterator[TrainingHands]]
    players: Callable[[Path], tuple[StoredPlayer, ...]]
    nash_conv: Callable[[Callable[[], Any]], float | None]
    report: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TrainingTask:
    """The task: an output file, the total number of hands, and whether to resume from a checkpoint.

    ``against`` is a file or a run's folder to learn from, if given. Where ``writes`` is false there
    is no output file, and the trainer only reports.
    """

    out: Path
    hand_count: int
    resume: bool = False
    against: Path | None = None
    writes: bool = True


Presets = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Trainer:
    """A trainer by name.

    ``train(tools, task, **parameters)`` is called by ``railbird train``; parameters are the
    trainer's own, by name. It may be given as text, ``module:function``, and is then imported when
    training starts. ``summary`` is one line. With ``command`` it is also a command of its
    own: ``railbird COMMAND RUN`` is ``railbird train NAME --against RUN`` in the run's game. With
    ``has_options`` the parameters are options of that command (``--player fox``), the output file
    may be left out, and numbers of hands and checkpoints are no concern of it; the docstring of
    ``train`` says what each is, and ``example`` follows the run in the example of its help.
    ``presets`` are settings that suit games, by their names: parameters of ``train`` and ``hands``,
    a number of them; a mapping, or text as for ``train``.
    """

    name: str
    train: Callable[..., None] | str
    summary: str = ""
    command: str = ""
    has_options: bool = False
    example: str = ""
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
