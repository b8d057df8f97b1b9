"""``railbird deal``: the ACPC's dealer, with the C dealer's arguments, ports and logs."""

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
from railbird.harness.errors import DealerError
from railbird.harness.games.library import find_game, read_game_file
from railbird.harness.table.remote.remote_connections import Transactions
from railbird.harness.table.remote.transactions import count_logged_hands, read_transactions
from railbird.native import require_acpc
from railbird.plugins import Game, MisbehaviourRule, load_registry
from railbird.results.histories import format_score

HIGHEST_PORT = 65_535
MOST_HANDS = 1_000_000
HIGHEST_SEED = 2**32 - 1


def deal(  # noqa: PLR0913  (a command's options)
    name: Annotated[str, typer.Argument(help="Name of the match; the log is NAME.log.")],
    game: Annotated[str, typer.Argument(help="A game by name, or the file of its definition.")],
    *,
    hands: Annotated[int, typer.Argument(min=1, max=MOST_HANDS, help="Hands to play.")],
    seed: Annotated[int, typer.Argument(min=0, max=HIGHEST_SEED, help="Seed of the deals.")],
    players: Annotated[list[str], typer.Argument(help="Names of the players, by seat.")],
    fixed: Annotated[bool, typer.Option("-f", help="Fix the button: no rotation.")] = False,
    no_log: Annotated[bool, typer.Option("-l/-L", help="Write no log, or NAME.log.")] = False,
    ports: Annotated[str, typer.Option("-p", help="Ports by seat: 5001,5002. (default: any)")] = "",
    quiet: Annotated[bool, typer.Option("-q", help="Print no messages.")] = False,
    transactions: Annotated[
        bool, typer.Option("-T/-t", help="Write every action to NAME.tlog as it is taken.")
    ] = False,
    append: Annotated[
        bool, typer.Option("-a", help="Append to the log; with -T continue as NAME.tlog says.")
    ] = False,
    t_response: Annotated[
        int, typer.Option("--t_response", min=1, help="Milliseconds for a response.")
    ] = 600_000,
    t_hand: Annotated[
        int, typer.Option("--t_hand", min=1, help="Milliseconds in a hand.")
    ] = 600_000,
    t_per_hand: Annotated[
        int, typer.Option("--t_per_hand", min=1, help="Milliseconds a hand, over the match.")
    ] = 7_000,
    start_timeout: Annotated[
        int, typer.Option("--start_timeout", help="Milliseconds to connect in; < 0 for ever.")
    ] = -1,
    actions_log: Annotated[
        bool, typer.Option("--actions-log", help="Write messages to NAME.actions.log.")
    ] = False,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = LOOPBACK,
    tokens: Annotated[
        bool, typer.Option("--tokens", help="Ask players for tokens, printed after the ports.")
    ] = False,
    misbehaviour: Annotated[
        MisbehaviourRule, typer.Option(help="What is made of wrong answers.")
    ] = "acpc",
) -> None:
    """Deal a match to players who connect to the ports printed, one a seat, as the ACPC's dealer.

    A player who is late, gone or never comes forfeits: it checks, else folds, to the match's end.
    There is always a score.

    Example: `railbird deal my-match kuhn-2p 3000 7 Alice Bob`
    """
    found = _find_game(game)
    require_acpc(found.definition, "the ACPC protocol")
    player_count = found.definition.player_count
    if len(players) < player_count:
        raise DealerError(f"'{game}' seats {player_count} and {len(players)} are named; name all")
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
    """Open NAME.tlog, and with ``append`` read what was played before."""
    path = Path(f"{name}.tlog")
    file = stack.enter_context(open_output(path, is_appended=append))
    past = read_transactions(path) if append else []
    return Transactions(file.fileno(), past, count_logged_hands(Path(f"{name}.log")))


def _find_game(game: str) -> Game:
    """Take any file for a definition, as the C dealer does, and else a game of ours by name."""
    if Path(game).is_file():
        return read_game_file(game)
    return find_game(game, load_registry())


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
