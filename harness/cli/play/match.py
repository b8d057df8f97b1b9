"""``railbird match``: agents play each other without a spec file."""

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Annotated

import msgspec
import typer

from railbird.harness.cli.options import (
    Fresh,
    OutputFormat,
    PlayerCount,
    PluginPaths,
    RaiseAgentErrors,
    Workers,
    read_plugins,
)
from railbird.harness.cli.play.dispatching import choose_dispatch, with_plugins
from railbird.harness.cli.play.playing import play_visibly, print_run
from railbird.harness.cli.play.secret_option import SecretFile, read_secret
from railbird.harness.games.library import find_game
from railbird.harness.plan.match_spec import match_spec, read_agents
from railbird.harness.plan.seatings import count_seatings, default_seating_rule
from railbird.harness.plan.spec import Spec
from railbird.harness.plan.written_values import read_count
from railbird.harness.wording import Words, errors_in_words
from railbird.native.wording import counted
from railbird.results.folders.addresses import open_folder
from railbird.results.folders.run_folder import RunFolder

OPTIONS: Words = (
    ("the spec's hands_per_match", "--hands: hands_per_match"),
    ("the spec's ", "--"),
    ("and not in the spec", "and not among the agents"),
)
"""What messages call the keys of a spec: by the options that they come from."""


def match(  # noqa: PLR0913  (a command's options)
    agents: Annotated[
        list[str], typer.Argument(help="Agents: NAME, LABEL=NAME or NAME:PARAMETER=VALUE,...")
    ],
    *,
    game: Annotated[str, typer.Option(help="Name of a game, or file of its definition.")],
    players: PlayerCount = None,
    hands: Annotated[
        str, typer.Option(help="Hands per line-up, over all seatings and deck seeds: 30k, 2M.")
    ] = "30000",
    decks: Annotated[
        int | None,
        typer.Option(min=1, help="Number of deck seeds. (default: 10 to 50, depending on --hands)"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deck seeds and of all draws.")] = 0,
    out: Annotated[
        RunFolder | None,
        typer.Option(
            metavar="DIR",
            parser=open_folder,
            help="Folder for the run, or its s3:// or gs:// address. (default: not kept)",
        ),
    ] = None,
    fresh: Fresh = False,
    workers: Workers = None,
    secret: SecretFile = None,
    plugin: PluginPaths = None,
    raise_agent_errors: RaiseAgentErrors = False,
    output_format: OutputFormat = "text",
) -> None:
    """Play agents against each other in all seatings on the same cards, and print the results.

    The hands are split over several deck seeds, since confidence intervals are computed over
    duplicate sets: 30,000 hands of three agents are 50 deck seeds x 6 seatings x 100 hands. A
    number that does not divide evenly is rounded up.

    Example: `railbird match bluffer uniform call --game kuhn-3p --hands 30k`
    """
    if fresh and out is None:
        raise typer.BadParameter("--fresh needs --out; without --out no run is kept")
    hand_count = read_count(hands)
    player_count = find_game(game, read_plugins(plugin), players).definition.player_count
    plain = match_spec(
        read_agents(agents), game, player_count=player_count, hands=hand_count, decks=decks
    )
    spec = msgspec.structs.replace(with_plugins(plain, plugin), seed=seed, players=players)
    _say_split(spec, player_count, hand_count)
    text = read_secret(secret, spec)
    dispatch = choose_dispatch(workers, raise_agent_errors=raise_agent_errors)
    with _folder(out) as folder, errors_in_words(OPTIONS):
        play_visibly(
            spec,
            folder,
            dispatch,
            raise_agent_errors=raise_agent_errors,
            secret=text,
            fresh=fresh,
        )
        print_run(folder, output_format, is_kept=out is not None)


@contextmanager
def _folder(out: RunFolder | None) -> Iterator[RunFolder]:
    if out is not None:
        yield out
        return
    with TemporaryDirectory(prefix="railbird-match-") as folder:
        yield open_folder(folder)


def _say_split(spec: Spec, player_count: int, hands: int) -> None:
    """Report the number of hands played if it differs from the number requested."""
    decks = spec.decks or 0
    seatings = count_seatings(default_seating_rule(player_count), player_count)
    played = decks * seatings * spec.most_hands
    if played != hands:
        typer.echo(
            f"{counted(hands, 'hand')} {'is' if hands == 1 else 'are'} rounded up to {played:,}: "
            f"{counted(decks, 'deck seed')} x {counted(seatings, 'seating')} x "
            f"{counted(spec.most_hands, 'hand')}",
            err=True,
        )
