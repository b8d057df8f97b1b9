"""``railbird show-strategy``: the content of a strategy file."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.cli.options import Format, OutputFormat, print_either
from railbird.native.solver import (
    StoredStrategy,
    StrategySet,
    action_texts,
    holds_strategy_set,
    read_strategy,
    read_strategy_set,
)


def show_strategy(
    file: Annotated[Path, typer.Argument(help="A strategy file.")],
    *,
    output_format: OutputFormat = "text",
) -> None:
    """Print a strategy file: how it was computed, and its action probabilities.

    For a file with several strategies: their NashConv and how much they differ.

    Example: `railbird show-strategy kuhn.arrow`
    """
    if holds_strategy_set(file):
        _show_set(read_strategy_set(file), output_format)
        return
    stored = read_strategy(file)
    rows = list(_strategy_rows(stored))
    source = asdict(stored.source)
    lines = [", ".join(f"{name} {value}" for name, value in source.items())]
    lines += [
        f"position {row.position}  {row.betting or '-':12}  {row.cards:8}  "
        + "  ".join(f"{action} {p:.4f}" for action, p in row.actions.items())
        for row in rows
    ]
    record = {"source": source, "rows": [asdict(row) for row in rows]}
    print_either(output_format, text="\n".join(lines), record=record)


def _show_set(strategies: StrategySet, output_format: Format) -> None:
    source, values = strategies.source, strategies.values()
    record = {
        "algorithm": source.algorithm,
        "seed": source.seed,
        "version": source.version,
        "strategies": len(strategies),
        "most_iterations": max(source.iterations),
        "worst_nash_conv": max(source.nash_conv),
    }
    spans = [
        {
            "position": position,
            "least_value": float(column.min()),
            "most_value": float(column.max()),
        }
        for position, column in enumerate(values.T)
    ]
    lines = [", ".join(f"{name} {value}" for name, value in record.items())]
    lines += [
        f"position {span['position']}  wins {span['least_value']:+.6f} to "
        f"{span['most_value']:+.6f} chips per hand if all positions play one of them"
        for span in spans
    ]
    print_either(output_format, text="\n".join(lines), record={"source": record, "values": spans})


@dataclass(frozen=True, slots=True)
class _Row:
    position: int
    betting: str
    cards: str
    actions: dict[str, float]


def _strategy_rows(stored: StoredStrategy) -> Iterator[_Row]:
    betting = stored.tree.betting
    for node, text in enumerate(betting.node_betting):
        table = stored.tree.table(stored.probability, node)
        names = stored.tree.classes.describe(int(betting.node_round[node]))
        actions = action_texts(stored.tree, node)
        for cards, column in zip(names, table.T.tolist(), strict=True):
            played = dict(zip(actions, column, strict=True))
            yield _Row(int(betting.node_player[node]), text, cards, played)
