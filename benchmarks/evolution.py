"""Measures an evolution of Kuhn poker for two: 40 individuals, 600 hands a pair.

Usage: python benchmarks/evolution.py [GENERATIONS] [WORKERS]; by default 50 and 2. Prints elapsed
seconds, and the processor seconds of this process and of its workers, which other programs on the
machine change less.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from railbird.harness import AgentSpec, EvolutionSpec, Processes, Spec, evolve


def main(generations: int = 50, workers: int = 2) -> None:
    """Play the generations in a temporary folder."""
    spec = Spec(
        name="evolution",
        game="kuhn-2p",
        hands_per_match=10,
        decks=30,
        agents=(AgentSpec(agent="bluffer", evolve=True),),
        mode="evolution",
        evolution=EvolutionSpec(population=40, iterations=generations),
    )
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        evolve(spec, folder=Path(folder) / "run", dispatch=Processes(workers))
    elapsed = time.perf_counter() - begun
    own, others = (
        _processor_seconds(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(
        f"{generations} generations with {workers} workers: {elapsed:.1f} s; processor time "
        f"{own:.1f} s here, {others:.1f} s in workers"
    )


def _processor_seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
