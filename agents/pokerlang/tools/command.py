"""``railbird pokerlang``: checks, formats, explains and starts strategies."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from railbird.agents.pokerlang.language.parsing import Fault
    from railbird.plugins import CommandTools, Game

Verb = Literal["check", "format", "explain", "coverage", "import", "new"]
FORMATS = ("openppl",)
REFUSED = 2
CHANGED = 1
STARTER = """\
# A strategy in PokerLang: see docs/pokerlang.md.
pokerlang 1 strategy "{title}"

hands good = 99+, AJs+, AQo, KQs

tactic short-stack when M <= 8
  rule when hand in good: all-in
  rule when to-call = 0: check

tactic before-the-flop when round is preflop
  rule "open" when unopened and hand in good: raise to 3 bb
  rule "raise back" when raises = 1 and hand in A: raise 3x 70%, call
  rule "see a cheap flop" when pot-odds <= 0.2: call 60%, fold

tactic after-the-flop when not round is preflop
  rule when ehs >= 0.8: raise 75%
  rule when ehs > pot-odds + 0.1: call
  rule "bluff" when unopened and in-position: raise 50% 30%, check

otherwise: fold
"""


def pokerlang(  # noqa: PLR0913 - a command's options
    verb: Annotated[Verb, typer.Argument(help="What to do with the file.")],
    file: Annotated[
        Path,
        typer.Argument(
            help="A strategy (mine.pokerlang); `coverage`: a run's folder; `import`: openppl."
        ),
    ],
    profile: Annotated[
        Path | None, typer.Argument(help="`import`: the profile.", show_default=False)
    ] = None,
    *,
    context: typer.Context,
    game: Annotated[
        str, typer.Option(help="Game of `check` and `explain`, by name.", show_default=False)
    ] = "",
    players: Annotated[
        int | None, typer.Option(min=2, help="How many players, of a game for several numbers.")
    ] = None,
    paper: Annotated[
        bool, typer.Option("--paper", help="`check`: refuse what document 002 cannot say.")
    ] = False,
    only_check: Annotated[
        bool, typer.Option("--check", help="`format`: write nothing; exit code 1 for a change.")
    ] = False,
    cards: Annotated[str, typer.Option(help="`explain`: hole cards of the player to act.")] = "",
    board: Annotated[str, typer.Option(help="`explain`: the board.")] = "",
    betting: Annotated[str, typer.Option(help="`explain`: the betting, such as cr300.")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="`import`: the strategy to write.")
    ] = None,
    agent: Annotated[str, typer.Option(help="`coverage`: the label of an agent of the run.")] = "",
) -> None:
    """Check, format or explain a strategy in PokerLang, or start a new one.

    `check` prints errors (exit code 2) and warnings: rules that nothing reaches, names that nothing
    uses; with `--game`, tests that this game cannot answer. `format` writes the file in the
    standard layout. `explain` says what is done in one situation, and why. `coverage` replays the
    hands of a run, and counts the decisions of each tactic and rule. `new` writes a small strategy
    to begin with. `import openppl PROFILE -o FILE` translates a profile of OpenPPL.

    Example: `railbird pokerlang check mine.pokerlang --game holdem-nolimit-6p`
    """
    if verb != "import" and profile is not None:
        raise typer.BadParameter(f"{verb} takes one file; {profile} is a second")
    if verb == "new":
        _start(file)
    elif verb == "format":
        _format(file, only_check=only_check)
    elif verb == "check":
        _check(file, _find_game(game, players) if game else None, is_paper=paper)
    elif verb == "import":
        _import(str(file), profile, out)
    elif verb == "coverage":
        _cover(file, agent, context.obj)
    else:
        _explain(file, _find_game(game, players), (cards, board, betting))


def _start(file: Path) -> None:
    from railbird.native import atomic_write  # noqa: PLC0415 - numpy
    from railbird.plugins import AgentError  # noqa: PLC0415

    if file.exists():
        raise AgentError(f"{file} already exists; choose another name")
    with atomic_write(file) as unfinished:
        title = file.stem.replace('"', "")
        unfinished.write_text(STARTER.format(title=title), encoding="utf-8")
    typer.echo(
        f"{file} is ready. Next:\n"
        f"  railbird pokerlang check {file} --game holdem-nolimit-2p\n"
        f"  railbird match pokerlang:file={file} call --game holdem-nolimit-2p --hands 3000"
    )


def _format(file: Path, *, only_check: bool) -> None:
    from railbird.agents.pokerlang.compiling.files import read_text  # noqa: PLC0415 - lark
    from railbird.agents.pokerlang.language.formatting import format_strategy  # noqa: PLC0415
    from railbird.agents.pokerlang.language.parsing import SourceError, parse  # noqa: PLC0415
    from railbird.native import atomic_write  # noqa: PLC0415

    text = read_text(file)
    try:
        formatted = format_strategy(parse(text, str(file)))
    except SourceError as error:
        raise _refuse(file, error.faults) from error
    if formatted == text:
        typer.echo(f"{file} is in the standard layout")
    elif only_check:
        typer.echo(f"{file} is not in the standard layout")
        raise typer.Exit(CHANGED)
    else:
        with atomic_write(file) as unfinished:
            unfinished.write_text(formatted, encoding="utf-8")
        typer.echo(f"{file} is formatted")


def _check(file: Path, game: "Game | None", *, is_paper: bool) -> None:
    from railbird.agents.pokerlang.compiling.files import read_program  # noqa: PLC0415
    from railbird.agents.pokerlang.compiling.strategy_compiler import find_misfits  # noqa: PLC0415 - lark
    from railbird.agents.pokerlang.language.parsing import (  # noqa: PLC0415
        MOST_FAULTS,
        SourceError,
    )
    from railbird.agents.pokerlang.tools.linting import beyond_paper, lint  # noqa: PLC0415
    from railbird.native.wording import counted  # noqa: PLC0415

    try:
        program = read_program(file)
    except SourceError as error:
        raise _refuse(file, error.faults) from error
    definition = None if game is None else game.definition
    misfits = [] if definition is None else find_misfits(program, definition)
    faults = misfits + (beyond_paper(program.source) if is_paper else [])
    if faults:
        raise _refuse(file, faults)
    warnings = lint(program, definition)
    for fault in warnings[:MOST_FAULTS]:
        typer.echo(fault.describe(str(file)).replace(": ", ": warning: ", 1))
    if len(warnings) > MOST_FAULTS:
        typer.echo(f"{file}: and {counted(len(warnings) - MOST_FAULTS, 'more warning')}")
    rules = sum(len(tactic.rules) for tactic in program.tactics)
    kind = "declares its probabilities" if program.is_stationary else "acts"
    typer.echo(
        f"{file}: {counted(len(program.tactics), 'tactic')}, {counted(rules, 'rule')}; {kind}"
    )


def _import(source: str, profile: Path | None, out: Path | None) -> None:
    from railbird.agents.pokerlang.compiling.files import compile_text, read_text  # noqa: PLC0415
    from railbird.agents.pokerlang.language.parsing import SourceError  # noqa: PLC0415 - lark
    from railbird.agents.pokerlang.openppl.translating import translate  # noqa: PLC0415
    from railbird.native import atomic_write  # noqa: PLC0415 - numpy
    from railbird.plugins import AgentError  # noqa: PLC0415

    if source not in FORMATS or profile is None or out is None:
        raise AgentError("give the format, the profile and a new file: import openppl FILE -o OUT")
    if out.exists():
        raise AgentError(f"{out} already exists; choose another name")
    text = read_text(profile)
    try:
        translation = translate(text, str(profile), profile.stem)
    except SourceError as error:
        raise _refuse(profile, error.faults) from error
    compile_text(translation.text, str(out))
    for note in translation.notes:
        typer.echo(note.describe(str(profile)).replace(": ", ": note: ", 1))
    with atomic_write(out) as unfinished:
        unfinished.write_text(translation.text, encoding="utf-8")
    typer.echo(f"{out} is ready. Next:\n  railbird pokerlang check {out} --game holdem-limit-6p")


def _cover(folder: Path, label: str, tools: "CommandTools") -> None:
    from railbird.agents.pokerlang.tools.coverage import (  # noqa: PLC0415 - lark
        describe_coverage,
        measure_coverage,
    )
    from railbird.plugins import AgentError  # noqa: PLC0415

    if not label:
        raise AgentError("coverage needs an agent of the run; add --agent LABEL")
    for line in describe_coverage(measure_coverage(tools.stored_play(folder, label))):
        typer.echo(line)


def _explain(file: Path, game: "Game", situation: tuple[str, str, str]) -> None:
    from railbird.agents.pokerlang.compiling.files import read_program  # noqa: PLC0415
    from railbird.agents.pokerlang.compiling.strategy_compiler import find_misfits  # noqa: PLC0415 - lark
    from railbird.agents.pokerlang.language.parsing import SourceError  # noqa: PLC0415
    from railbird.agents.pokerlang.tools.explaining import Situation, explain  # noqa: PLC0415

    try:
        program = read_program(file)
    except SourceError as error:
        raise _refuse(file, error.faults) from error
    misfits = find_misfits(program, game.definition)
    if misfits:
        raise _refuse(file, misfits)
    for line in explain(program, Situation(game, *situation)):
        typer.echo(line)


def _find_game(name: str, players: int | None) -> "Game":
    from dataclasses import replace  # noqa: PLC0415

    from railbird.native import game_of_file, require_players  # noqa: PLC0415 - numpy
    from railbird.plugins import AgentError, load_registry, unknown_name  # noqa: PLC0415

    if not name:
        raise AgentError("explain needs a game; add --game, such as --game holdem-nolimit-2p")
    games = load_registry().games
    if name not in games:
        raise unknown_name("game", name, games, command="railbird games")
    game = games[name]
    if players is None:
        return game
    require_players(name, game.player_counts, players)
    if game.family is None:
        return game
    return replace(game, definition=game_of_file(game.family, players))


def _refuse(file: Path, faults: "tuple[Fault, ...] | list[Fault]") -> typer.Exit:
    """Print faults, a line each, and return what ends the command."""
    for fault in faults:
        typer.echo(fault.describe(str(file)), err=True)
    return typer.Exit(REFUSED)
