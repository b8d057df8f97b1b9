"""``railbird icm``: what the stacks of a tournament are worth in prizes."""

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from railbird.harness.cli.options import OutputFormat, print_either
from railbird.native import (
    MOST_EXACT_PLAYERS,
    PrizeError,
    expected_prizes,
    sample_expected_prizes,
)

SAMPLES = 100_000


def icm(
    stacks: Annotated[str, typer.Argument(help="The players' stacks, such as 5000,3000,2000.")],
    *,
    prizes: Annotated[
        str, typer.Option(help="The prizes of first place, second and so on, such as 50,30,20.")
    ],
    samples: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=10**9,
            help=(
                "Number of random orders. (default: exact, and "
                f"{SAMPLES:,} for more than {MOST_EXACT_PLAYERS} players)"
            ),
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the random orders.")] = 0,
    output_format: OutputFormat = "text",
) -> None:
    """Print the expected prizes of stacks by the independent chip model (Malmuth-Harville).

    The probability of first place is a player's share of the chips; that of each place below, his
    share of the chips of the players left.

    Example: `railbird icm 5000,3000,2000 --prizes 50,30,20`
    """
    held, paid = _numbers(stacks, "stacks"), _numbers(prizes, "prizes")
    if samples is None and len(held) > MOST_EXACT_PLAYERS:
        samples = SAMPLES
    if samples is None:
        record = _record(held, expected_prizes(held, paid).tolist(), None)
        about = "exact"
    else:
        sampled = sample_expected_prizes(held, paid, sample_count=samples, key=seed)
        record = _record(held, sampled.expected.tolist(), sampled.standard_error.tolist())
        about = f"from {samples:,} random orders, ± one standard error"
    if output_format == "json":
        print_either("json", text="", record=record)
        return
    Console(highlight=False).print(_table(record, sum(paid), about))


def _numbers(text: str, name: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise PrizeError(
            f"{name}: {text!r} is not a list of numbers; write it as in 50,30,20"
        ) from None


def _record(
    held: list[float], expected: list[float], errors: list[float] | None
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"player": number, "stack": stack, "chip_share": stack / sum(held), "expected_prize": prize}
        for number, (stack, prize) in enumerate(zip(held, expected, strict=True), start=1)
    ]
    for row, error in zip(rows, errors or (), strict=False):
        row["standard_error"] = error
    return rows


def _table(record: list[dict[str, Any]], total: float, about: str) -> Table:
    table = Table("player", "stack", "share of chips", "expected prize", "share of prizes")
    for row in record:
        prize = f"{row['expected_prize']:,.4f}"
        if "standard_error" in row:
            prize += f" ± {row['standard_error']:,.4f}"
        share = f"{row['expected_prize'] / total:.2%}" if total else ""
        stack = f"{row['stack']:,.15g}"
        table.add_row(str(row["player"]), stack, f"{row['chip_share']:.2%}", prize, share)
    for column in table.columns:
        column.justify = "right"
    table.caption = f"independent chip model, {about}"
    return table
