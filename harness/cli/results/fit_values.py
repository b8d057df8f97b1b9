"""``railbird fit-values``: a value function for `luck` from the hands of another run."""

from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.errors import SpecError
from railbird.native import check_writable
from railbird.results import open_run
from railbird.results.folders.addresses import open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.luck.fitted import RIDGE_HANDS, write_values
from railbird.results.luck.fitted import fit_values as fit


def fit_values(
    *,
    from_run: Annotated[
        RunFolder,
        typer.Option(metavar="DIR", parser=open_folder, help="The run whose hands to fit."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")],
    ridge: Annotated[
        float,
        typer.Option(min=0.0, help="Strength of the penalty that pulls weights to 1, in hands."),
    ] = RIDGE_HANDS,
) -> None:
    """Fit how much pots grow in each round of hold'em, for `--luck chance` in other runs.

    The file says which hands it was fitted on, and is refused for these.

    Example: `railbird fit-values --from-run runs/my-run -o values.arrow`
    """
    check_writable(out)
    reading = open_run(from_run, luck="raw").reading
    if reading.mode != "cash":
        raise SpecError(f"{from_run} has freeze-outs; fit values on a run of cash games")
    value = fit(reading.game, reading.hands_as_played(), reading.holdings.shards, ridge_hands=ridge)
    write_values(out, value)
    weights = ", ".join(f"{weight:.2f}" for weight in value.weights)
    typer.echo(f"{out}: weights by round {weights}, from {value.hand_count:,} hands")
