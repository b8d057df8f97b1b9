"""``railbird run``: a tournament from its spec to its tables."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated

import msgspec
import typer

from railbird.harness.cli.agent_code import agents_called
from railbird.harness.cli.options import (
    Format,
    Fresh,
    OutputFormat,
    PluginPaths,
    RaiseAgentErrors,
    Workers,
    print_either,
)
from railbird.harness.cli.play.dispatching import RayChoice, choose_dispatch, with_plugins
from railbird.harness.cli.play.evolving import (
    evolve_visibly,
    require_plain,
    with_growing_decks,
)
from railbird.harness.cli.play.playing import (
    decide_visibly,
    play_visibly,
    print_decisions,
    print_run,
)
from railbird.harness.cli.play.secret_option import SecretFile, read_secret
from railbird.harness.cli.results.generations import print_generations
from railbird.harness.errors import LostChunksError, SpecError
from railbird.harness.plan.evolution_spec import UntilDecided
from railbird.harness.plan.spec import Spec
from railbird.harness.plan.spec_file import find_spec
from railbird.harness.tournament.cost import describe_cost, estimate_cost
from railbird.harness.tournament.run import DEFAULT_FOLDER
from railbird.harness.tournament.until_decided import MOST_TIMES
from railbird.harness.workers.dispatch import Dispatch
from railbird.results.estimate.ranking.sequential import ERROR_RATE, Decisions, StoppingRule
from railbird.results.folders.addresses import open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.luck.choice import Luck
from railbird.results.store.store import TABLES

INCOMPLETE = 1
INTERRUPTED = 130


def run(  # noqa: PLR0913  (a command's options)
    spec: Annotated[str, typer.Argument(help="A spec file, or the name of a shipped spec.")],
    *,
    out: Annotated[
        RunFolder | None,
        typer.Option(
            metavar="DIR",
            parser=open_folder,
            help=(
                "Where to store the run: a folder, s3://BUCKET/NAME or gs://BUCKET/NAME. "
                "(default: runs/NAME)"
            ),
        ),
    ] = None,
    workers: Workers = None,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play on Ray, started on this machine.")
    ] = False,
    ray_address: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at this address.")
    ] = None,
    in_flight: Annotated[
        str | None,
        typer.Option(help="On Ray: limit for shards in transit. (default: 256MB)"),
    ] = None,
    ship: Annotated[
        bool,
        typer.Option("--ship", help="Send railbird and installed plugins to the Ray cluster."),
    ] = False,
    skip_unfit: Annotated[
        bool,
        typer.Option("--skip-unfit", help="Skip nodes of the Ray cluster whose software differs."),
    ] = False,
    keep_going: Annotated[
        bool,
        typer.Option("--keep-going", help="Skip chunks that kill their workers; exit code 1."),
    ] = False,
    more_decks: Annotated[
        int, typer.Option(min=0, help="Number of deck seeds to add to those of the spec.")
    ] = 0,
    until_decided: Annotated[
        bool,
        typer.Option(
            "--until-decided",
            help=(
                "Keep doubling the number of decks until the order of all pairs of agents is "
                "decided; in an evolution, in each generation, until it is decided who stays."
            ),
        ),
    ] = False,
    most_decks: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=(
                "With --until-decided: maximum number of deck seeds. (default: 16 times the spec's)"
            ),
        ),
    ] = None,
    error_rate: Annotated[
        float, typer.Option(help="With --until-decided: probability that any decision is wrong.")
    ] = ERROR_RATE,
    margin: Annotated[
        float | None,
        typer.Option(
            help=(
                "With --until-decided: also stop for pairs that differ by less than this "
                "many mbb per hand."
            )
        ),
    ] = None,
    luck: Annotated[
        Luck | None,
        typer.Option(
            "--luck",
            help=(
                "What results take out of payoffs, as if the spec said so: nothing, the boards of "
                "all-ins, all cards, or cards and declared decisions."
            ),
        ),
    ] = None,
    fresh: Fresh = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the estimated cost of the run; write nothing.")
    ] = False,
    replay: Annotated[
        RunFolder | None,
        typer.Option(
            metavar="DIR",
            parser=open_folder,
            help=(
                "Play a stored run again into another folder (--out): answers of asynchronous "
                "agents come from its journal, and nothing is asked."
            ),
        ),
    ] = None,
    secret: SecretFile = None,
    plugin: PluginPaths = None,
    raise_agent_errors: RaiseAgentErrors = False,
    output_format: OutputFormat = "text",
) -> None:
    """Play a tournament and print its cross-table and rankings.

    A run that was stopped continues with the same command, and after adding decks or agents only
    the missing matches are played. With --fresh everything is played again, and the old run is
    kept.

    Example: `railbird run my-tournament.toml --out runs/my-run`
    """
    wanted = add_decks(with_plugins(_with_luck(find_spec(spec), luck), plugin), more_decks)
    text = read_secret(secret, wanted)
    folder = out or open_folder(DEFAULT_FOLDER / wanted.name)
    choice = RayChoice(ray, ray_address, in_flight, ship=ship, skip_unfit=skip_unfit)
    dispatch = choose_dispatch(workers, ray=choice, raise_agent_errors=raise_agent_errors)
    if wanted.mode == "evolution":
        without = {"--keep-going": keep_going, "--raise-agent-errors": raise_agent_errors}
        without |= {"--dry-run": dry_run, "--more-decks": more_decks > 0}
        require_plain(without | {"--replay": replay is not None})
        if until_decided:
            until = UntilDecided(most_decks=most_decks, error_rate=error_rate, margin=margin)
            wanted = with_growing_decks(wanted, until)
        with _ends_in_words(keep_going, fresh=fresh):
            evolve_visibly(wanted, folder, dispatch, secret=text, fresh=fresh)
        print_generations(folder, output_format)
        return
    if until_decided:
        _require_decisions(wanted, keep_going=keep_going)
    if dry_run:
        _print_cost(wanted, folder, dispatch, fresh=fresh, output_format=output_format)
        return
    if replay is not None:
        _require_copy(out, until_decided=until_decided)
    play: Callable[[], Decisions | None]
    if until_decided:
        rule = StoppingRule(most_decks or MOST_TIMES * (wanted.decks or 1), error_rate, margin)
        play = partial(
            decide_visibly, wanted, folder, dispatch, rule=rule, secret=text, fresh=fresh
        )
    else:
        how = partial(play_visibly, keep_going=keep_going, raise_agent_errors=raise_agent_errors)
        play = partial(how, wanted, folder, dispatch, secret=text, fresh=fresh, replay=replay)
    with _ends_in_words(keep_going, fresh=fresh):
        decided = play()
    _print(folder, decided, output_format)


def _require_decisions(spec: Spec, *, keep_going: bool) -> None:
    """Raise an error if a run cannot go on until all pairs are decided."""
    if spec.ring is not None:
        raise SpecError(
            '--until-decided compares winnings by hand, and the spec has mode = "ring"; add '
            "sessions with --more-decks, and see `railbird bankrolls`"
        )
    if spec.tournament is not None:
        raise SpecError(
            f'--until-decided compares winnings by hand, and the spec has mode = "{spec.mode}"; '
            "add deck seeds with --more-decks, and see `railbird finishes`"
        )
    if keep_going:
        raise typer.BadParameter(
            "--until-decided needs every chunk of a stage; leave out --keep-going"
        )


def _require_copy(out: RunFolder | None, *, until_decided: bool) -> None:
    """Raise an error if a run cannot be played again from its journal."""
    if until_decided or out is None:
        raise typer.BadParameter(
            "--replay needs --out, another folder, and plays what is stored; leave out "
            "--until-decided"
        )


def _print_cost(
    spec: Spec, folder: RunFolder, dispatch: Dispatch, *, fresh: bool, output_format: Format
) -> None:
    with agents_called():
        cost = estimate_cost(spec, folder, dispatch, fresh=fresh)
    print_either(output_format, text=describe_cost(cost), record=cost)


@contextmanager
def _ends_in_words(keep_going: bool, *, fresh: bool) -> Iterator[None]:
    """Exit with a message if chunks were given up, and after Ctrl-C."""
    try:
        yield
    except LostChunksError as error:
        if not keep_going:
            raise
        typer.echo(f"railbird: {error}", err=True)
        raise typer.Exit(INCOMPLETE) from None
    except KeyboardInterrupt:
        command = "the same command without --fresh" if fresh else "the same command"
        typer.echo(f"stopped; stored results are complete, and {command} continues", err=True)
        raise typer.Exit(INTERRUPTED) from None


def _print(folder: RunFolder, decided: Decisions | None, output_format: Format) -> None:
    if decided is not None:
        print_decisions(folder, decided, output_format)
    if decided is None or output_format == "text":
        print_run(folder, output_format)
    if output_format == "text":
        typer.echo(f"\nAll tables are in {folder.path_of(TABLES)}, as Arrow and CSV files.")


def _with_luck(spec: Spec, luck: Luck | None) -> Spec:
    return spec if luck is None else msgspec.structs.replace(spec, luck=luck)


def add_decks(spec: Spec, more_decks: int) -> Spec:
    """Return a spec with more deck seeds; raises SpecError if the spec lists its deck seeds."""
    if not more_decks:
        return spec
    if spec.decks is None:
        raise SpecError(
            "--more-decks: the spec lists its deck seeds; add the new ones to deck_seeds"
        )
    return msgspec.structs.replace(spec, decks=spec.decks + more_decks)
