"""Plays matches and tournaments from Python and returns their results."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from weakref import finalize

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.games.library import find_game
from railbird.harness.interactive.entries import Entries, read_entries
from railbird.harness.interactive.notebook_progress import choose_progress
from railbird.harness.interactive.python_words import ARGUMENTS, PYTHON
from railbird.harness.interactive.result import Result, open_run
from railbird.harness.plan.match_spec import (
    FEWEST_DECKS_FOR_AN_INTERVAL,
    least_hands,
    match_spec,
)
from railbird.harness.plan.spec import Spec
from railbird.harness.plan.spec_file import check_spec, find_spec
from railbird.harness.players.kinds import AgentSpec
from railbird.harness.tournament.run import DEFAULT_FOLDER, count_processors
from railbird.harness.tournament.run import run as run_tournament
from railbird.harness.wording import errors_in_words
from railbird.harness.workers.dispatch import play_here
from railbird.harness.workers.processes import Processes
from railbird.plugins import ClassSource, load_registry, pack_class
from railbird.plugins.finding.agent_frames import own_traceback
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.local_folder import LocalFolder
from railbird.results.folders.run_folder import RunFolder


def play(  # noqa: PLR0913  (as the command match)
    agents: Entries,
    *,
    game: str | Path,
    players: int | None = None,
    hands: int = 30_000,
    decks: int | None = None,
    seed: int = 0,
    workers: int | None = 0,
    folder: RunPlace | None = None,
    hands_per_chunk: int | None = None,
    fresh: bool = False,
    progress: bool = True,
    raise_agent_errors: bool = False,
) -> Result:
    """Play agents against each other in all seatings on the same cards, and return the results.

    Each of `agents` is a name (as listed by `railbird agents`), a class with `act` or another
    method of the contract, or a pair of either and its parameters; in a dictionary the keys are
    labels. Without a label an agent is known by its name, or `NAME-2` if that is taken. `game` is
    the name of a game, or the file of its definition; `players` is one of its numbers of players,
    by default the smallest.

    Each line-up plays `hands` hands, over `decks` deck seeds (by default 10 to 50, depending on
    `hands`) and all seatings, rounded up if they do not divide evenly. The same `seed` gives the
    same hands. `workers` is the number of worker processes; 0 plays in this process, and None
    starts one per processor: the results are identical byte for byte. `hands_per_chunk` is the
    number of hands that a worker plays at a time: make it smaller for slow agents.

    The run is stored in `folder`, a path or URL, and continues there when it is played again; by
    default it is stored in a temporary folder, which is kept while the result is in use. A class
    that was edited since then is a different agent, and its run is refused; with `fresh` everything
    is played again, and the old run is kept as `FOLDER.1`, or the next free number. With
    `raise_agent_errors` an agent's exception stops the run and is raised here, with only the
    agent's own code in its traceback.

    Raises SpecError for arguments that cannot be played, UnknownNameError, with the nearest name,
    for an unknown game, agent or parameter, AgentError for a class that is not an agent, TrialError
    for an agent that fails its trial hand, and OtherRunError if the folder has another run.
    """
    __tracebackhide__ = True
    if fresh and folder is None:
        raise SpecError("fresh needs folder; without a folder no run is kept")
    entered = read_entries(agents)
    spec = _match_spec(entered.agents, game, players=players, hands=hands, decks=decks)
    spec = check_spec(msgspec.structs.replace(spec, seed=seed, hands_per_chunk=hands_per_chunk))
    settings = _Settings(workers, progress, raise_agent_errors, fresh)
    classes = [
        pack_class(found, name, is_sent=not settings.plays_here, is_kept=folder is not None)
        for name, found in entered.classes.items()
    ]
    place = _temporary_folder() if folder is None else open_folder(folder)
    with errors_in_words(ARGUMENTS):
        return settings.play(spec, place, classes)


def run(  # noqa: PLR0913  (as `harness.run`)
    spec: Spec | str | Path,
    *,
    folder: RunPlace | None = None,
    workers: int | None = None,
    fresh: bool = False,
    progress: bool = True,
    raise_agent_errors: bool = False,
) -> Result:
    """Play a tournament into its folder, or continue it there, and return its results.

    `spec` is a Spec (see `read_spec`), the path of its file, or the name of a shipped spec. The
    folder is `folder`, a path or URL, by default `runs/NAME`. `workers`, `fresh` and
    `raise_agent_errors` are as for `play`; the default is one worker per processor.

    Raises SpecError for a spec that cannot be read, and the errors of `play`.
    """
    __tracebackhide__ = True
    read = check_spec(spec) if isinstance(spec, Spec) else find_spec(str(spec))
    place = open_folder(DEFAULT_FOLDER / read.name if folder is None else folder)
    return _Settings(workers, progress, raise_agent_errors, fresh).play(read, place)


@dataclass(frozen=True, slots=True)
class _Settings:
    """Options for playing a run."""

    workers: int | None
    progress: bool
    raise_agent_errors: bool
    fresh: bool

    def __post_init__(self) -> None:
        if self.workers is not None and (not isinstance(self.workers, int) or self.workers < 0):
            raise SpecError(
                f"workers: {self.workers!r} is not a number of processes; use 0 for this process, "
                "1 or more, or None for one per processor"
            )

    @property
    def plays_here(self) -> bool:
        """Whether to play in this process."""
        return self.workers == 0 or self.raise_agent_errors

    def play(self, spec: Spec, place: RunFolder, classes: Sequence[ClassSource] = ()) -> Result:
        """Play what is missing in the folder, and open the run."""
        __tracebackhide__ = True
        processes = Processes(self.workers or count_processors())
        try:
            with errors_in_words(PYTHON):
                run_tournament(
                    spec,
                    folder=place,
                    dispatch=play_here if self.plays_here else processes,
                    progress=choose_progress(self.progress),
                    raise_agent_errors=self.raise_agent_errors,
                    fresh=self.fresh,
                    classes=classes,
                )
        except BaseException as error:
            if self.raise_agent_errors:
                own_traceback(error)  # removes the other frames
            raise error  # not bare, which would restore them
        return open_run(place)


def _match_spec(
    agents: Sequence[AgentSpec],
    game: str | Path,
    *,
    players: int | None,
    hands: int,
    decks: int | None,
) -> Spec:
    """Split the hands over deck seeds; raises SpecError if they are too few."""
    if not isinstance(game, (str, Path)):
        raise SpecError(f"game: {game!r} is not a name; see `railbird games`")
    counts = {"hands": hands, "decks": decks, "players": players}
    for name, value in counts.items():
        if value is None:
            continue
        if not hasattr(value, "__index__"):
            raise SpecError(f"{name}: {value!r} is not a whole number; write it as 30_000")
    if decks is not None and decks < 1:
        raise SpecError(f"decks: {decks} is not valid; use 1 or more deck seeds")
    player_count = find_game(str(game), load_registry(), players).definition.player_count
    least = least_hands(player_count, decks)
    if hands < least:
        raise SpecError(
            f"hands: {hands} is too few for every seating on "
            f"{decks or FEWEST_DECKS_FOR_AN_INTERVAL} deck seeds; use {least} or more"
        )
    spec = match_spec(agents, str(game), player_count=player_count, hands=hands, decks=decks)
    return msgspec.structs.replace(spec, players=players)


def _temporary_folder() -> LocalFolder:
    """Create a folder that is removed when no result read from it is in use any more."""
    path = Path(tempfile.mkdtemp(prefix="railbird-"))
    keeper = _Keeper()
    finalize(keeper, shutil.rmtree, path, ignore_errors=True)
    return LocalFolder(path, keeper)


class _Keeper:
    """Exists as long as any folder refers to it."""
