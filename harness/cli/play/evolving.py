"""Plays an evolution with its progress on standard error."""

import sys
from collections.abc import Mapping, Sequence

import msgspec

from railbird.harness.cli.agent_code import agents_called
from railbird.harness.errors import SpecError
from railbird.harness.evolution.evolve import evolve
from railbird.harness.plan.evolution_spec import UntilDecided
from railbird.harness.plan.spec import Spec
from railbird.harness.workers.dispatch import Dispatch
from railbird.results.folders.run_folder import RunFolder
from railbird.results.generations.generations import IndividualRow, summarise


def require_plain(options: Mapping[str, object]) -> None:
    """Raise SpecError if an option is given that an evolution has no use for."""
    given = [name for name, value in options.items() if value]
    if given:
        raise SpecError(
            f'{given[0]} is for tournaments, and the spec has mode = "evolution"; leave it out'
        )


def with_growing_decks(spec: Spec, until: UntilDecided) -> Spec:
    """Return a spec whose generations play more decks until it is decided who stays."""
    assert spec.evolution is not None
    grown = msgspec.structs.replace(spec.evolution, until_decided=until)
    return msgspec.structs.replace(spec, evolution=grown)


def evolve_visibly(
    spec: Spec,
    folder: RunFolder,
    dispatch: Dispatch,
    *,
    secret: bytes | None,
    fresh: bool,
) -> None:
    """Play an evolution, with a line for each generation on standard error."""

    def show(rows: Sequence[IndividualRow]) -> None:
        assert spec.evolution is not None
        (summary,) = summarise(rows)
        best = summary.best
        print(
            f"generation {summary.generation} of {spec.evolution.iterations}: fittest "
            f"{best.individual} {best.fitness:+.1f} mbb/hand, mean {summary.mean:+.1f}",
            file=sys.stderr,
        )

    with agents_called():
        evolve(spec, folder=folder, dispatch=dispatch, progress=show, secret=secret, fresh=fresh)
