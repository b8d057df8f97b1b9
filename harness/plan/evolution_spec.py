"""The part of a spec that a run of mode "evolution" adds."""

from typing import Annotated, Literal, get_args

import msgspec

from railbird.harness.errors import SpecError
from railbird.results.estimate.ranking.sequential import ERROR_RATE

Fitness = Literal["bankroll", "worst-opponent", "exploitability"]
FITNESSES: tuple[str, ...] = get_args(Fitness)
FEWEST_SURVIVORS = 2
MOST_INDIVIDUALS = 10_000


class UntilDecided(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far the decks of a generation grow, until it is decided who stays.

    `most_decks` are 16 times the spec's by default; the others are as for `run --until-decided`.
    """

    most_decks: Annotated[int, msgspec.Meta(ge=1, le=2**32)] | None = None
    error_rate: float = ERROR_RATE
    margin: float | None = None


class EvolutionSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of figure 32 of document 000: M, the number of iterations, and n.

    `population` individuals play each of the `iterations`; before the next, the share `eliminate`
    with the least `fitness` is replaced by children of the others. Fitness is the bankroll over all
    line-ups, the mean against the worst opponent, or how little a best response wins. With
    `until_decided` the decks of a generation grow until it is decided who stays.
    """

    population: Annotated[int, msgspec.Meta(ge=FEWEST_SURVIVORS + 1, le=MOST_INDIVIDUALS)]
    iterations: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    eliminate: float = 0.25
    fitness: Fitness = "bankroll"
    until_decided: UntilDecided | None = None

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
        if self.until_decided is not None and self.fitness != "bankroll":
            raise SpecError(
                f'evolution: until_decided compares bankrolls, and fitness is "{self.fitness}"; '
                'leave it out, or set fitness = "bankroll"'
            )

    @property
    def survivor_count(self) -> int:
        """The number of individuals that stay; at least one leaves."""
        return self.population - max(1, int(self.eliminate * self.population))
