"""The option --secret of the commands that play.

It stands apart from the options that all commands share, since what it needs takes long to import.
"""

from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.errors import SpecError
from railbird.harness.plan.deal_secrets import read_secret_file
from railbird.harness.plan.spec import Spec
from railbird.harness.tournament.stage_secrets import require_unread

SecretFile = Annotated[
    Path | None,
    typer.Option(
        "--secret",
        help="A file of 16 or more random bytes from which the secrets of the deals follow. "
        "(default: drawn where agents play outside, else by the seed)",
    ),
]


def read_secret(path: Path | None, spec: Spec) -> bytes | None:
    """Return what the file of `--secret` holds; raises SpecError for a bad or a useless one."""
    if path is not None and spec.deals == "acpc":
        raise SpecError('--secret: the spec says deals = "acpc", which no secret changes')
    if path is None:
        return None
    require_unread(spec, path)
    return read_secret_file(path)
