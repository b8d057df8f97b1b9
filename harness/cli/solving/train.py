"""``railbird train``: trains agents with the trainers of plugins."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from inspect import Parameter, Signature, getdoc, signature
from os import devnull
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from railbird.harness.analysis.training import training_tools
from railbird.harness.cli.command_list import describe_learning
from railbird.harness.cli.options import PlayerCount, PluginPaths, read_plugins
from railbird.harness.errors import SpecError
from railbird.harness.games.library import find_game, with_players
from railbird.harness.plan.written_values import read_count, read_pairs
from railbird.native import check_writable
from railbird.native.solver import MOST_SEED
from railbird.plugins import (
    Game,
    Trainer,
    TrainingTask,
    load_registry,
    unknown_name,
)
from railbird.results import open_run

KINDS: dict[Any, tuple[Any, str]] = {
    float: (int | float, "a number"),
    int: (int, "a whole number"),
    bool: (bool, "true or false"),
    str: (str, "a word"),
}
INTERRUPTED = 130
HELP = re.compile(r"^- ``(\w+)``: (.*?)(?=^- |\n\n|\Z)", re.MULTILINE | re.DOTALL)
"""A line of a trainer's docstring about one of its parameters."""
DEFAULT_HANDS = "1M"


def train(  # noqa: PLR0913  (a command's options)
    trainer: Annotated[str, typer.Argument(help="Name of a trainer, such as dcubot.")],
    *,
    game: Annotated[str, typer.Option(help="Name of a game, or file of its definition.")],
    players: PlayerCount = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Output file.")],
    hands: Annotated[
        str | None,
        typer.Option(help="Total number of hands to learn from: 300k, 20M [default: 1M]."),
    ] = None,
    preset: Annotated[
        bool,
        typer.Option(
            "--preset", help="Use the trainer's settings for this game; --hands and --set override."
        ),
    ] = False,
    seed: Annotated[
        int, typer.Option(min=0, max=MOST_SEED, help="Seed of deals, draws and initial weights.")
    ] = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue from the last checkpoint.")
    ] = False,
    against: Annotated[
        Path | None, typer.Option(help="A file or a run's folder to learn from or against.")
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter of the trainer, such as rate=0.01."),
    ] = None,
    plugin: PluginPaths = None,
) -> None:
    """Train an agent, with checkpoints; after a stop, the same command with --resume continues.

    Example: `railbird train dcubot --game kuhn-3p --preset --out net.arrow`
    """
    registry = read_plugins(plugin)
    trainers = registry.trainers()
    if trainer not in trainers:
        raise unknown_name("trainer", trainer, trainers)
    played = find_game(game, registry, players)
    chosen = _preset(trainers[trainer], played) if preset else {}
    preset_hands = chosen.pop("hands", None)
    count = preset_hands if hands is None and preset_hands else read_count(hands or DEFAULT_HANDS)
    chosen |= read_pairs(parameters or (), what="--set")
    task = TrainingTask(out, count, resume, against)
    _train(trainers[trainer], played, task, seed=seed, chosen=chosen)


def _preset(trainer: Trainer, game: Game) -> dict[str, Any]:
    presets = trainer.presets_by_game()
    if game.name not in presets:
        known = f"it has some for {', '.join(presets)}" if presets else "it has none"
        raise SpecError(
            f"--preset: {trainer.name} has no settings for {game.name}; {known}; leave out "
            "--preset, and give --hands and --set"
        )
    return dict(presets[game.name])


def command_of(trainer: Trainer) -> Callable[..., None]:
    """The command of a trainer that learns from runs, in the form that typer needs."""
    return _command_with_options(trainer) if trainer.has_options else _plain_command(trainer)


def _command_with_options(trainer: Trainer) -> Callable[..., None]:
    """The command of a trainer whose parameters are options, ``--name``, of their own."""

    def learn(
        run: Annotated[Path, typer.Argument(help="The folder of the run to learn from.")],
        *,
        out: Annotated[
            Path | None, typer.Option("--out", "-o", help="Output file. (default: none)")
        ] = None,
        game: Annotated[
            str, typer.Option(help="The run's game, if railbird does not know its name.")
        ] = "",
        seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Seed of all draws.")] = 0,
        **chosen: Any,
    ) -> None:
        task = TrainingTask(Path(devnull) if out is None else out, 0, False, run, out is not None)
        _train(trainer, _game_of_run(run, game), task, seed=seed, chosen=chosen)

    own = signature(learn, eval_str=True).parameters.values()
    options = [*(p for p in own if p.kind is not p.VAR_KEYWORD), *_options(trainer.function())]
    learn.__doc__ = describe_learning(trainer)
    learn.__signature__ = Signature(options)  # type: ignore[attr-defined]
    learn.__annotations__ = {option.name: option.annotation for option in options}
    return learn


def _options(function: Callable[..., None]) -> Iterator[Parameter]:
    """The keyword parameters of a trainer, with what its docstring says of each as help."""
    kinds = get_type_hints(function)
    helps = dict(HELP.findall(getdoc(function) or ""))
    for parameter in signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            text = " ".join(helps.get(parameter.name, "").split())
            annotated: Any = Annotated
            option = annotated[kinds[parameter.name], typer.Option(help=text)]
            yield parameter.replace(annotation=option)


def _game_of_run(run: Path, name: str) -> Game:
    registry, opened = load_registry(), open_run(run)
    # the game name in a run is never a path, even if it looks like one
    known = find_game(name, registry) if name else registry.games.get(opened.manifest.game_name)
    if known is None:
        return Game(opened.manifest.game_name, opened.game)
    return with_players(known, opened.game.player_count)


def _plain_command(trainer: Trainer) -> Callable[..., None]:

    def learn(  # noqa: PLR0913  (a command's options)
        run: Annotated[Path, typer.Argument(help="The folder of the run to learn from.")],
        *,
        out: Annotated[Path, typer.Option("--out", "-o", help="Output file.")],
        game: Annotated[
            str, typer.Option(help="The run's game, if railbird does not know its name.")
        ] = "",
        hands: Annotated[
            str, typer.Option(help="Total number of hands to learn from: 300k, 20M.")
        ] = DEFAULT_HANDS,
        seed: Annotated[
            int, typer.Option(min=0, max=MOST_SEED, help="Seed of draws and initial weights.")
        ] = 0,
        resume: Annotated[
            bool, typer.Option("--resume", help="Continue from the last checkpoint.")
        ] = False,
        parameters: Annotated[
            list[str] | None,
            typer.Option("--set", help="A parameter of the trainer, such as rate=0.01."),
        ] = None,
    ) -> None:
        task = TrainingTask(out, read_count(hands), resume, run)
        chosen = read_pairs(parameters or (), what="--set")
        _train(trainer, _game_of_run(run, game), task, seed=seed, chosen=chosen)

    learn.__doc__ = describe_learning(trainer)
    return learn


def _train(
    trainer: Trainer, game: Game, task: TrainingTask, *, seed: int, chosen: dict[str, Any]
) -> None:
    function = trainer.function()
    _check_parameters(trainer.name, function, chosen)
    if task.writes:
        check_writable(task.out)
    # what a command with options reports is its result
    report = partial(typer.echo, err=not trainer.has_options)
    tools = training_tools(game, seed, report=report)
    try:
        function(tools, task, **chosen)
    except KeyboardInterrupt:
        again = "the same command with --resume continues from the last checkpoint"
        if trainer.has_options:
            again = "nothing is written; the same command begins anew"
        typer.echo(f"stopped; {again}", err=True)
        raise typer.Exit(INTERRUPTED) from None


def _check_parameters(name: str, function: Any, chosen: dict[str, Any]) -> None:
    known = [p.name for p in signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    kinds = get_type_hints(function)
    for key, value in chosen.items():
        if key not in known:
            raise unknown_name(f"parameter of {name}", key, known)
        _require_kind(key, value, kinds.get(key))


def _require_kind(key: str, value: Any, kind: Any) -> None:
    fitting, words = KINDS.get(kind, (object, ""))
    if not isinstance(value, fitting) or (kind in (int, float) and isinstance(value, bool)):
        raise SpecError(f"{key} is {value!r}; give {words}")
