"""``railbird odds`` and ``railbird rank-hand``: equities of hole cards, and ranks of hands."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from railbird.harness.cli.options import OutputFormat, print_either
from railbird.harness.games.library import find_game, read_formula
from railbird.native import (
    CLASS_NAMES,
    FORMULA_SUFFIX,
    RANKERS,
    CardError,
    Equity,
    Formula,
    RankerError,
    Ranking,
    check_deck,
    chen_score,
    describe_hand,
    effective_hand_strength,
    equity,
    format_cards,
    hand_potential,
    hand_strength,
    holding_class,
    is_holding,
    parse_cards,
    preflop_equity,
    rank_hands,
    sample_equity,
)
from railbird.native.wording import counted
from railbird.plugins import load_registry

FLOP_CARDS, RIVER_CARDS = 3, 5
MEANINGS = {
    "hand_strength": "share of opponent hands beaten now",
    "positive_potential": "chance to get ahead when behind",
    "negative_potential": "chance to fall behind when ahead",
    "effective_hand_strength": "chance to be ahead now or later",
    "equity_against_one_random_hand": "before the flop",
}


def odds(  # noqa: PLR0913  (a command's options)
    hand: Annotated[str, typer.Argument(help="Hole cards such as AhKd, or a range.")],
    *,
    against: Annotated[
        list[str] | None,
        typer.Option(
            help=(
                "An opponent's hole cards or range ('TT+, AQs+, 22-55, 15%'); may be "
                "repeated, for up to nine opponents. [default: random]"
            )
        ),
    ] = None,
    board: Annotated[str, typer.Option(help="The board: 0, 3, 4 or 5 cards.")] = "",
    dead: Annotated[str, typer.Option(help="Dead cards, which nobody can have.")] = "",
    samples: Annotated[
        int | None,
        typer.Option(min=1, max=10**12, help="Number of random deals. [default: exact]"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the random deals.")] = 0,
    output_format: OutputFormat = "text",
) -> None:
    """Print the equity of a hand against opponents, exact or from random deals.

    Hole cards against one opponent also get their hand strength and potential on a flop or turn,
    and their class and Chen score before it.

    Example: `railbird odds AhKd --against TT+,AQs+ --board 2c7dJs`
    """
    players = [hand, *(against or ["random"])]
    if samples is None:
        result = equity(players, board, dead=dead)
    else:
        result = sample_equity(players, board, dead=dead, sample_count=samples, key=seed)
    notes = _notes(hand, board, players[1:]) if is_holding(hand) else {}
    if output_format == "json":
        print_either("json", text="", record=_record(players, result) | notes)
        return
    console = Console(highlight=False)
    console.print(_table(players, result))
    if notes:
        console.print(_notes_table(hand, notes))


def rank_hand(
    hands: Annotated[list[str], typer.Argument(help="Hands of 1 to 7 cards, such as AhKhQhJhTh.")],
    *,
    by: Annotated[
        str,
        typer.Option(
            help=f"How hands are ranked: {', '.join(RANKERS)}, or a file with a formula (.score)."
        ),
    ] = "high",
    game: Annotated[str | None, typer.Option(help="Game whose deck the cards come from.")] = None,
    output_format: OutputFormat = "text",
) -> None:
    """Print hands with their descriptions and ranks: the higher rank wins, equal ranks tie.

    Ranks of 5, 6 and 7 cards are comparable with each other, those of fewer cards only with hands
    of the same number of cards. The rank 0 by eight-or-better means that a hand
    does not qualify.

    Example: `railbird rank-hand AhKhQhJhTh 2c2d2h2s3c`
    """
    definition = find_game(game, load_registry()).definition if game else None
    ranking = Ranking(by) if not by.endswith(FORMULA_SUFFIX) else _read_ranking(by)
    records = []
    for text in hands:
        cards = parse_cards(text)
        if definition is not None:
            check_deck(cards, definition.deck)
        if isinstance(ranking.table, Formula) and len(cards) < ranking.table.hand_size:
            raise CardError(
                f"the formula ranks hands of {counted(ranking.table.hand_size, 'card')}, and "
                f"{text!r} has {len(cards)}; give {ranking.table.hand_size} or more"
            )
        description = describe_hand(cards, by=ranking)
        rank = int(rank_hands(cards[None], by=ranking)[0])
        records.append({"cards": format_cards(cards), "rank": rank, "description": description})
    width = max(len(str(row["cards"])) for row in records)
    lines = [f"{row['cards']:{width}}  {row['rank']:>5}  {row['description']}" for row in records]
    print_either(output_format, text="\n".join(lines), record=records)


def _read_ranking(file: str) -> Ranking:
    """The ranking by the formula in a file."""
    formula = Formula(read_formula(Path(file)))
    try:
        _ = formula.ranks
    except RankerError as error:
        raise RankerError(f"{file}: {error}") from None
    return Ranking("table", table=formula)


def _notes(hand: str, board: str, opponents: list[str]) -> dict[str, Any]:
    """The measures of hole cards besides their equity."""
    cards, board_cards = parse_cards(hand), parse_cards(board)
    if len(board_cards) < FLOP_CARDS:
        return {
            "class": CLASS_NAMES[int(holding_class(cards))],
            "chen_score": int(chen_score(cards)),
            "equity_against_one_random_hand": float(preflop_equity(cards)),
        }
    notes: dict[str, Any] = {"hand": describe_hand([*cards, *board_cards])}
    if len(opponents) > 1:
        return notes
    against = opponents[0]
    if len(board_cards) == RIVER_CARDS:
        return notes | {"hand_strength": float(hand_strength(cards, board_cards, against=against))}
    potential = hand_potential(cards, board_cards, against=against)
    effective = effective_hand_strength(potential.strength, potential.positive)
    return notes | {
        "hand_strength": float(potential.strength),
        "positive_potential": float(potential.positive),
        "negative_potential": float(potential.negative),
        "effective_hand_strength": float(effective),
    }


def _record(players: list[str], result: Equity) -> dict[str, Any]:
    return {
        "players": [
            {
                "hand": player,
                "equity": float(result.equity[place]),
                "won": float(result.won[place] / result.deals),
                "tied": float(result.tied[place] / result.deals),
                "standard_error": float(result.standard_error[place]),
            }
            for place, player in enumerate(players)
        ],
        "deals": result.deals,
        "is_exact": result.is_exact,
    }


def _table(players: list[str], result: Equity) -> Table:
    table = Table("hand", "equity", "won", "tied")
    for row in _record(players, result)["players"]:
        error = "" if result.is_exact else f" ± {row['standard_error']:.2%}"
        shares = (f"{row['equity']:.2%}{error}", f"{row['won']:.2%}", f"{row['tied']:.2%}")
        table.add_row(Text(row["hand"]), *shares)
    for column in table.columns[1:]:
        column.justify = "right"
    kind = "deals, exact" if result.is_exact else "random deals"
    table.caption = f"{result.deals:,.0f} {kind}"
    return table


def _notes_table(hand: str, notes: dict[str, Any]) -> Table:
    """Return the notes with their meanings, one per line."""
    title = f"{hand.strip()}: {notes['hand']}" if "hand" in notes else hand.strip()
    table = Table("", Column(justify="right"), "", box=None, show_header=False)
    table.title, table.title_justify = Text(title), "left"
    for name, value in notes.items():
        if name != "hand":
            shown = f"{value:.2%}" if isinstance(value, float) else str(value)
            table.add_row(name.replace("_", " "), shown, MEANINGS.get(name, ""))
    return table
