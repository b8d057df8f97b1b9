"""``railbird show-game``, ``check-game`` and ``convert-game``: what a game's file says."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.cli.options import (
    OutputFormat,
    PlayerCount,
    PluginPaths,
    print_either,
    read_plugins,
)
from railbird.harness.games.library import (
    PGDL_SUFFIX,
    STEP_SUFFIX,
    SUFFIX,
    SUFFIXES,
    find_game,
    list_definitions,
)
from railbird.harness.games.random_hands import play_random_hands
from railbird.harness.games.rules_in_words import describe_rules, describe_widths
from railbird.harness.plan.written_values import read_count
from railbird.native import (
    GameDefinitionError,
    GameFile,
    acpc_form,
    atomic_write,
    format_game,
    format_game_toml,
)
from railbird.native.wording import counted
from railbird.plugins import Game, load_registry

HANDS = 10_000


def show_game(
    game: Annotated[str, typer.Argument(help="A game by name, or the file of its definition.")],
    *,
    players: PlayerCount = None,
    plugin: PluginPaths = None,
    output_format: OutputFormat = "text",
) -> None:
    """Print the rules of a game in words, step by step, and the widths of its arrays.

    Example: `railbird show-game seven-card-stud --players 6`
    """
    found = find_game(game, read_plugins(plugin), players)
    rules = describe_rules(found.definition)
    widths = describe_widths(found.definition)
    fewest, most = found.player_counts
    record = {
        "game": found.name,
        "summary": found.summary,
        "fewest_players": fewest,
        "most_players": most,
        "rules": dict(rules),
        "widths": widths,
    }
    title = f"{found.name}: {found.summary}" if found.summary else found.name
    lines = [title, *(f"  {name:10}{text}" for name, text in rules)]
    if fewest < most:
        lines.insert(1, f"  {'for':10}{fewest} to {most} players")
    lines += ["arrays", *(f"  {name:24}{width:>5}" for name, width in widths.items())]
    print_either(output_format, text="\n".join(lines), record=record)


def check_game(
    game: Annotated[str, typer.Argument(help="The file of a game, or a game by name.")],
    *,
    hands: Annotated[str, typer.Option(help="Random hands for each number of players.")] = "10000",
    players: Annotated[
        int | None,
        typer.Option(
            min=2,
            metavar="N",
            help="One number of players, of a game for several. (default: every number)",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of cards and play.")] = 0,
    output_format: OutputFormat = "text",
) -> None:
    """Read a game, and play random hands of it for every number of players that it is for.

    In each hand payoffs must sum to zero, the cards must be those that were dealt, and the text of
    the betting must lead to the same state again. Exits with 2 where the file is wrong.

    Example: `railbird check-game omaha-8 --hands 2k`
    """
    found = find_game(game, load_registry(), players)
    count = read_count(hands)
    definitions = [found.definition] if players else list_definitions(found)
    played = {one.player_count: play_random_hands(one, count, seed=seed) for one in definitions}
    lines = [
        f"{found.name}, {n} players: {counted(one.hands, 'hand')}, "
        f"{counted(one.actions, 'action')}, {counted(one.showdowns, 'showdown')}"
        for n, one in played.items()
    ]
    lines.append("chips and cards are conserved, and every betting replays")
    record = {"game": found.name, "played": {n: asdict(one) for n, one in played.items()}}
    print_either(output_format, text="\n".join(lines), record=record)


def convert_game(
    game: Annotated[str, typer.Argument(help="The file of a game, such as one in PGDL (.xml).")],
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write to FILE, .toml, .xml or .game. (default: print)",
        ),
    ] = None,
    players: PlayerCount = None,
) -> None:
    """Write a game as a file of steps (.toml), as PGDL (.xml) or as an ACPC definition (.game).

    What is read is PGDL, the XML language of document 000, or any file of a game. PGDL and the
    ACPC's format cannot say every game. An ACPC definition is for one number of players, of which
    --players picks one.

    Example: `railbird convert-game leduc.xml -o leduc.toml`
    """
    found = find_game(game, load_registry(), players)
    suffix = STEP_SUFFIX if out is None else out.suffix
    if suffix not in SUFFIXES:
        *others, last = (STEP_SUFFIX, PGDL_SUFFIX, SUFFIX)
        endings = f"{', '.join(others)} or {last}"
        raise typer.BadParameter(f"--out {out}: name a file that ends in {endings}")
    text = _WRITERS[suffix](found)
    if out is None:
        typer.echo(text, nl=False)
        return
    with atomic_write(out) as file:
        file.write_text(text, encoding="utf-8", newline="\n")


def _family(game: Game) -> GameFile:
    if game.family is None:
        raise GameDefinitionError(
            f"{game.name} is an ACPC definition, which stands wherever a file of steps does; "
            "there is nothing to convert"
        )
    return game.family


def _as_steps(game: Game) -> str:
    return format_game_toml(_family(game))


def _as_pgdl(game: Game) -> str:
    from railbird.harness.games.pgdl.writing import format_pgdl, steps_of  # noqa: PLC0415  (xml)

    return format_pgdl(steps_of(game) if game.family is None else game.family)


def _as_acpc(game: Game) -> str:
    definition = acpc_form(game.definition)
    if definition is None:
        raise GameDefinitionError(
            f"{game.name} has rules that an ACPC definition cannot say; write {STEP_SUFFIX} instead"
        )
    return format_game(definition)


_WRITERS = {STEP_SUFFIX: _as_steps, PGDL_SUFFIX: _as_pgdl, SUFFIX: _as_acpc}
