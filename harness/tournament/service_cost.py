"""Estimates what asking services will cost: from the answers that a run has so far."""

from dataclasses import dataclass

from railbird.native.wording import counted
from railbird.results.folders.run_folder import RunFolder
from railbird.results.reading.service_calls import has_calls, sum_costs


@dataclass(frozen=True, slots=True)
class ServiceCost:
    """What an agent that asks services is expected to need for the missing matches.

    `measured_decisions` are those in the journal from which it follows; 0 if nothing is known.
    """

    agent: str
    measured_decisions: int
    decisions: float = 0.0
    dollars: float = 0.0
    tokens_asked: float = 0.0
    tokens_answered: float = 0.0
    seconds: float = 0.0


def estimate_service_costs(
    folder: RunFolder, labels: frozenset[str], *, played: int, missing: int
) -> tuple[ServiceCost, ...]:
    """Return the means of the matches that are ``played``, times those that are ``missing``.

    The journal may also have answers of matches that are not complete, which then count as
    measured, so that the estimate is a little high. Nothing is asked.
    """
    found = {one.agent: one for one in sum_costs(folder)} if has_calls(folder) else {}
    costs = []
    for label in sorted(labels):
        sums = found.get(label)
        if sums is None or not played or not sums.decisions:
            costs.append(ServiceCost(label, 0))
            continue
        times = missing / played
        costs.append(
            ServiceCost(
                label,
                sums.decisions,
                sums.decisions * times,
                sums.dollars * times,
                sums.asked * times,
                sums.answered * times,
                sums.seconds / sums.decisions,
            )
        )
    return tuple(costs)


def describe_service_costs(costs: tuple[ServiceCost, ...]) -> list[str]:
    """Describe the costs, a line for each agent and one for all."""
    unknown = [one.agent for one in costs if not one.measured_decisions]
    lines = [
        f"{one.agent}: about {one.decisions:,.0f} decisions, {one.tokens_asked:,.0f} tokens asked "
        f"and {one.tokens_answered:,.0f} answered, ${one.dollars:,.2f}, {one.seconds:.1f} seconds "
        f"a decision (means of {counted(one.measured_decisions, 'decision')} in the journal)"
        for one in costs
        if one.measured_decisions
    ]
    if len(lines) > 1:
        lines.append(f"services: about ${sum(one.dollars for one in costs):,.2f}")
    if unknown:
        lines.append(
            f"what {', '.join(unknown)} will cost is not known yet: play a few duplicate sets "
            "(stop the run, or let a small budget_usd stop it), and ask again"
        )
    return lines
