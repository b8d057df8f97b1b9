"""What plays a tournament, as the options say."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import typer

from railbird.harness.plan.spec import Plugins, Spec
from railbird.harness.tournament.run import count_processors
from railbird.harness.workers.dispatch import Dispatch, play_here
from railbird.harness.workers.processes import Processes


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
