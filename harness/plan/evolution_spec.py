"""The part of a spec that a run of mode "evolution" adds."""

from typing import Annotated, Literal, get_args

import msgspec

from railbird.harness.errors import SpecError

Fitness = Literal["bankroll", "worst-opponent", "exploitability"]
FITNESSES: tuple[str, ...] = get_args(Fitness)
FEWEST_SURVIVORS = 2
MOST_INDIVIDUALS = 10_000


class EvolutionSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of figure 32 of document 000: M, the number of iterations, and n.

    `population` individuals play each of the `iterations`; before the next, the share `eliminate`
    with the least `fitness` is replaced by children of the others. Fitness is the bankroll over all
    line-ups, the mean against the worst opponent, or how little a best response wins.
    """

    population: Annotated[int, msgspec.Meta(ge=FEWEST_SURVIVORS + 1, le=MOST_INDIVIDUALS)]
    iterations: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    eliminate: float = 0.25
    fitness: Fitness = "bankroll"

    def __post_init__(self) -> None:
        """Check that some leave and that two stay; raises SpecError."""
        if not 0 < self.eliminate < 1:
            raise SpecError(
                f"evolution: eliminate is {self.eliminate:g}; give the share that leaves, between "
                "0 and 1"
            )
        if self.survivor_count < FEWEST_SURVIVORS:
            raise SpecError(
                f"evolution: eliminate = {self.eliminate:g} leaves {self.survivor_count} of "
                f"{self.population} individuals; {FEWEST_SURVIVORS} or more must stay"
            )

    @property
    def survivor_count(self) -> int:
        """The number of individuals that stay; at least one leaves."""
        return self.population - max(1, int(self.eliminate * self.population))
