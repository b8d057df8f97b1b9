"""Options that several commands share, what they choose, and how answers are printed."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer

from railbird.harness.plan.spec import Plugins, Spec
from railbird.harness.workers.dispatch import Dispatch, play_here
from railbird.harness.workers.processes import Processes
from railbird.harness.workers.run import count_processors

Format = Literal["text", "json"]
OutputFormat = Annotated[Format, typer.Option("--format", help="How to print the results.")]
PluginPaths = Annotated[
    list[Path] | None,
    typer.Option("--plugin", help="A plugin by path, a module or package; may be given again."),
]
Workers = Annotated[
    int | None,
    typer.Option(min=0, help="Worker processes; 0 plays in this one. (default: processors)"),
]
RaiseAgentErrors = Annotated[
    bool,
    typer.Option(
        "--raise-agent-errors",
        help="End at the first exception of an agent and show it; plays in this process.",
    ),
]


def choose_dispatch(
    workers: int | None,
    *,
    ray: bool = False,
    ray_address: str | None = None,
    raise_agent_errors: bool = False,
) -> Dispatch:
    """Return what plays: this process, processes of this machine, or Ray, imported only then."""
    is_here = workers == 0 or raise_agent_errors
    if ray or ray_address:
        if is_here:
            raise typer.BadParameter(
                "--ray plays in processes of its own; leave out --workers 0 and "
                "--raise-agent-errors, or --ray"
            )
        from railbird.harness.workers.ray_dispatch import RayCluster  # noqa: PLC0415  (4 s, 800 MB)

        return RayCluster(ray_address, workers)
    return play_here if is_here else Processes(workers or count_processors())


def with_plugins(spec: Spec, paths: Iterable[Path] | None) -> Spec:
    """Return a spec with further plugins by path."""
    more = tuple(str(path) for path in paths or ())
    return msgspec.structs.replace(spec, plugins=Plugins(paths=(*spec.plugins.paths, *more)))


def print_either(output_format: Format, *, text: str, record: Any) -> None:
    """Print the text, or the record as JSON."""
    typer.echo(text if output_format == "text" else msgspec.json.encode(record).decode())
