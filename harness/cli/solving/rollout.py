"""``railbird rollout``: the gain from changing single decisions of an agent."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Annotated, Any

import numpy as np
import typer

from railbird.harness.analysis.declared_agent import find_declared
from railbird.harness.analysis.rollout import Rolled, RolloutSize, measure_rollout
from railbird.harness.cli.agent_code import agents_called
from railbird.harness.cli.options import (
    OutputFormat,
    PlayerCount,
    PluginPaths,
    print_either,
    read_plugins,
)
from railbird.harness.games.library import find_game
from railbird.native import HOLDEM_ROUNDS, has_holdem_rounds

LINES = {
    "sample_error": "sample error",
    "lfo_error": "leave-fraction-out error",
    "ri": "rollout improvement",
    "ri_standard_error": "its standard error",
}


def rollout(  # noqa: PLR0913  (a command's options)
    agent: Annotated[str, typer.Argument(help="NAME or NAME:PARAMETER=VALUE,...")],
    *,
    game: Annotated[str, typer.Option(help="Name of a limit game, or file of its definition.")],
    players: PlayerCount = None,
    decisions: Annotated[int, typer.Option(min=2, help="Decisions to measure.")] = 1000,
    deals: Annotated[int, typer.Option(min=2, help="Deals per decision.")] = 1000,
    fractions: Annotated[
        int, typer.Option(min=2, help="Fractions of the deals, each left out once.")
    ] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Seed of play, deals and draws.")] = 0,
    plugin: PluginPaths = None,
    output_format: OutputFormat = "text",
) -> None:
    """Measure the gain from rollouts over an agent, by betting round, in big blinds per decision.

    A decision is drawn from self-play; the cards its player could not see are dealt again, and each
    legal action is played out. The rollout improvement is the gain of the action that is best on
    the other fractions of the deals: if it is negative, the agent decides better than this number
    of rollouts does.

    Example: `railbird rollout rock --game holdem-limit-2p --decisions 200`
    """
    registry = read_plugins(plugin)
    size = RolloutSize(decisions, deals, fractions)
    with agents_called(agent):
        played = find_game(game, registry, players)
        make = find_declared(agent, played, registry)
        rows = tabulate(list(measure_rollout(played, make(), size, seed=seed)))
    names = HOLDEM_ROUNDS if has_holdem_rounds(played.definition) else ()
    print_either(output_format, text=lay_out(rows, names), record=rows)


def tabulate(rolled: Sequence[Rolled]) -> list[dict[str, Any]]:
    """Return a row per betting round reached, and one for all rounds: shares and mean errors."""
    rounds = sorted({one.round_index for one in rolled})
    parts = [(str(index), [r for r in rolled if r.round_index == index]) for index in rounds]
    return [_row(name, part, len(rolled)) for name, part in [*parts, ("all", list(rolled))]]


def _row(name: str, part: Sequence[Rolled], whole: int) -> dict[str, Any]:
    errors = np.array([one.errors for one in part])
    spread = float(errors[:, 2].std(ddof=1)) / sqrt(len(part)) if len(part) > 1 else None
    mean = errors.mean(0).tolist()
    return {
        "round": name,
        "decisions": len(part),
        "share": len(part) / whole,
        **dict(zip(LINES, [*mean, spread], strict=True)),
    }


def lay_out(rows: Sequence[dict[str, Any]], names: Sequence[str] = ()) -> str:
    """Lay the rows out like table 5-1 of document 001: a column per betting round."""
    heads = [
        names[int(row["round"])] if names and row["round"] != "all" else row["round"]
        for row in rows
    ]
    lines = [("decisions", [f"{row['share']:.0%}" for row in rows])]
    lines += [(text, [_number(row[key]) for row in rows]) for key, text in LINES.items()]
    return "\n".join(_line(*line) for line in [("big blinds per decision", heads), *lines])


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def _line(text: str, cells: Iterable[str]) -> str:
    return f"{text:<26}" + "".join(f"{cell:>10}" for cell in cells)
