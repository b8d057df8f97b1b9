"""Chooses what plays a tournament, according to the options."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import typer

from railbird.harness.plan.spec import Plugins, Spec
from railbird.harness.plan.written_values import read_bytes
from railbird.harness.tournament.run import count_processors
from railbird.harness.workers.cluster.flight import IN_FLIGHT
from railbird.harness.workers.dispatch import Dispatch, play_here
from railbird.harness.workers.processes import Processes


@dataclass(frozen=True, slots=True)
class RayChoice:
    """The options for Ray: whether to use it, on which cluster, and how."""

    is_wanted: bool = False
    address: str | None = None
    in_flight: str | None = None
    ship: bool = False
    skip_unfit: bool = False

    def check(self) -> None:
        """Raise BadParameter for an option that needs one that is not given."""
        options = {
            "--in-flight": self.in_flight is not None and not (self.is_wanted or self.address),
            "--ship": self.ship and not self.address,
            "--skip-unfit": self.skip_unfit and not self.address,
        }
        for option, is_idle in options.items():
            if is_idle:
                raise typer.BadParameter(
                    f"{option} needs --ray-address; add it, or leave out {option}"
                )


NO_RAY = RayChoice()


def choose_dispatch(
    workers: int | None, *, ray: RayChoice = NO_RAY, raise_agent_errors: bool = False
) -> Dispatch:
    """Return the dispatcher: this process, local processes, or Ray, imported only if used."""
    ray.check()
    is_here = workers == 0 or raise_agent_errors
    if ray.is_wanted or ray.address:
        if is_here:
            raise typer.BadParameter(
                "--ray plays in processes of its own; leave out --workers 0 and "
                "--raise-agent-errors, or leave out --ray"
            )
        given = ray.in_flight
        in_flight = IN_FLIGHT if given is None else read_bytes(given, option="--in-flight")
        from railbird.harness.workers.cluster.ray_dispatch import (  # noqa: PLC0415  (4 s, 800 MB)
            RayCluster,
        )

        return RayCluster(ray.address, workers, in_flight, ship=ray.ship, skip_unfit=ray.skip_unfit)
    return play_here if is_here else Processes(workers or count_processors())


def with_plugins(spec: Spec, paths: Iterable[Path] | None) -> Spec:
    """Return a spec with additional plugins by path."""
    more = tuple(str(path) for path in paths or ())
    return msgspec.structs.replace(spec, plugins=Plugins(paths=(*spec.plugins.paths, *more)))
