"""``railbird deal``: an ACPC dealer, with the C dealer's arguments, ports and logs."""

import secrets
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, TextIO

import typer

from railbird.harness.acpc.accept import LOOPBACK
from railbird.harness.acpc.dealer_log import check_same_match
from railbird.harness.acpc.dealing import Deal, DealClocks, DealFiles, deal_match, open_output
from railbird.harness.cli.options import PlayerCount
from railbird.harness.errors import DealerError
from railbird.harness.games.library import find_game, read_game_file, with_players
from railbird.harness.table.remote.remote_connections import Transactions
from railbird.harness.table.remote.transactions import count_logged_hands, read_transactions
from railbird.native import require_acpc
from railbird.native.wording import counted
from railbird.plugins import Game, MisbehaviourRule, load_registry
from railbird.results.histories import format_score

HIGHEST_PORT = 65_535
MOST_HANDS = 1_000_000
HIGHEST_SEED = 2**32 - 1


def deal(  # noqa: PLR0913  (a command's options)
    name: Annotated[str, typer.Argument(help="Name of the match; the log file is NAME.log.")],
    game: Annotated[str, typer.Argument(help="Name of a game, or file of its definition.")],
    *,
    hands: Annotated[int, typer.Argument(min=1, max=MOST_HANDS, help="Hands to play.")],
    seed: Annotated[int, typer.Argument(min=0, max=HIGHEST_SEED, help="Seed of the deals.")],
    players: Annotated[list[str], typer.Argument(help="Names of the players, by seat.")],
    seats: PlayerCount = None,
    fixed: Annotated[bool, typer.Option("-f", help="Fix the button: no rotation.")] = False,
    no_log: Annotated[bool, typer.Option("-l/-L", help="Write no log, or NAME.log.")] = False,
    ports: Annotated[
        str, typer.Option("-p", help="Ports by seat: 5001,5002. (default: any free ports)")
    ] = "",
    quiet: Annotated[bool, typer.Option("-q", help="Print no messages.")] = False,
    transactions: Annotated[
        bool, typer.Option("-T/-t", help="Write every action to NAME.tlog as it is taken.")
    ] = False,
    append: Annotated[
        bool, typer.Option("-a", help="Append to the log; with -T continue from NAME.tlog.")
    ] = False,
    t_response: Annotated[
        int, typer.Option("--t_response", min=1, help="Time limit per response, in milliseconds.")
    ] = 600_000,
    t_hand: Annotated[
        int, typer.Option("--t_hand", min=1, help="Time limit per hand, in milliseconds.")
    ] = 600_000,
    t_per_hand: Annotated[
        int,
        typer.Option(
            "--t_per_hand", min=1, help="Time limit over the match, in milliseconds per hand."
        ),
    ] = 7_000,
    start_timeout: Annotated[
        int,
        typer.Option("--start_timeout", help="Time limit to connect, in milliseconds; < 0: none."),
    ] = -1,
    actions_log: Annotated[
        bool, typer.Option("--actions-log", help="Write messages to NAME.actions.log.")
    ] = False,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = LOOPBACK,
    tokens: Annotated[
        bool,
        typer.Option(
            "--tokens", help="Require tokens from players; they are printed after the ports."
        ),
    ] = False,
    misbehaviour: Annotated[
        MisbehaviourRule, typer.Option(help="How invalid actions are handled.")
    ] = "acpc",
) -> None:
    """Deal a match to players that connect to the printed ports, one per seat.

    It takes the place of the ACPC dealer. A player that exceeds a time limit, disconnects or never
    connects forfeits: it checks or else folds to the end of the match. There is always a score.

    Example: `railbird deal my-match kuhn-2p 3000 7 Alice Bob`
    """
    found = _find_game(game, seats)
    require_acpc(found.definition, "the ACPC protocol")
    player_count = found.definition.player_count
    if len(players) < player_count:
        raise DealerError(
            f"'{game}' is for {counted(player_count, 'player')}, and {len(players)} "
            f"{'is' if len(players) == 1 else 'are'} named; name each player"
        )
    start = start_timeout if start_timeout >= 0 else None
    wanted = Deal(
        name=name,
        game=found,
        game_text=game,
        hand_count=hands,
        deck_seed=seed,
        names=players[:player_count],
        clocks=DealClocks(t_response, t_hand, t_per_hand, start),
        misbehaviour=misbehaviour,
        fixed_seats=fixed,
        host=host,
        ports=_read_ports(ports),
        tokens=[secrets.token_hex(16) for _ in range(player_count)] if tokens else (),
    )
    with ExitStack() as stack:
        if transactions and append:
            check_same_match(Path(f"{name}.log"), (name, game, hands, seed), wanted.names)
        log: TextIO | None = None
        if not no_log:
            log = stack.enter_context(open_output(Path(f"{name}.log"), is_appended=append))
        messages: TextIO | None = None if quiet else sys.stderr
        if actions_log:
            path = Path(f"{name}.actions.log")
            messages = stack.enter_context(open_output(path, is_appended=append))
        kept = _keep_transactions(name, stack, append=append) if transactions else None
        files = DealFiles(log, messages, transactions=kept)
        results = deal_match(wanted, files, tell_ports=_tell_ports(wanted))
    print(format_score(results.payoffs.sum(axis=1)[0].tolist(), wanted.names), end="")


def _keep_transactions(name: str, stack: ExitStack, *, append: bool) -> Transactions:
    """Open NAME.tlog, and with ``append`` read the actions played before."""
    path = Path(f"{name}.tlog")
    file = stack.enter_context(open_output(path, is_appended=append))
    past = read_transactions(path) if append else []
    return Transactions(file.fileno(), past, count_logged_hands(Path(f"{name}.log")))


def _find_game(game: str, players: int | None) -> Game:
    """Read an existing file as a definition, as the C dealer does, or find a game by name."""
    if Path(game).is_file():
        return with_players(read_game_file(game), players)
    return find_game(game, load_registry(), players)


def _read_ports(text: str) -> tuple[int, ...]:
    parts = text.split(",") if text else []
    for part in parts:
        if not (part.isascii() and part.isdigit() and int(part) <= HIGHEST_PORT):
            raise DealerError(
                f"-p: {part!r} is not a port; write numbers up to {HIGHEST_PORT}: 1,2"
            )
    return tuple(map(int, parts))


def _tell_ports(wanted: Deal) -> Callable[[list[int]], None]:
    def tell(ports: list[int]) -> None:
        print(*ports)
        if wanted.tokens:
            print(*wanted.tokens)
        sys.stdout.flush()

    return tell
