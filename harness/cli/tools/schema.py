"""``railbird schema``: the JSON schemas of what services are sent and answer."""

from typing import Annotated, Literal

import msgspec
import typer

from railbird.harness.players.service import ServiceAnswer, ServiceQuestion

TYPES = {"observation": ServiceQuestion, "action": ServiceAnswer}


def schema(
    what: Annotated[
        Literal["observation", "action"],
        typer.Argument(help="What a service is sent for a decision, or what it answers."),
    ],
) -> None:
    """Print the JSON schema of an observation, or of an action, for agents behind an address.

    Example: `railbird schema observation`
    """
    found = msgspec.json.encode(msgspec.json.schema(TYPES[what]))
    typer.echo(msgspec.json.format(found, indent=2).decode())
