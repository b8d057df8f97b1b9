"""The option --secret of the commands that play.

It is separate from the options that all commands share, since its imports are slow.
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
        help=(
            "File of at least 16 random bytes from which the secrets of the deals are "
            "derived. (default: random with external players, otherwise from the seed)"
        ),
    ),
]


def read_secret(path: Path | None, spec: Spec) -> bytes | None:
    """Return the content of the `--secret` file; raises SpecError if it is invalid or unused."""
    if path is not None and spec.deals == "acpc":
        raise SpecError(
            '--secret: the spec has deals = "acpc", which uses no secret; leave out --secret'
        )
    if path is None:
        return None
    require_unread(spec, path)
    return read_secret_file(path)
