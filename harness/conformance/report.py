"""The results of the conformance suite, as a value and as text."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from railbird.native.wording import counted

CLAIMS = {
    "builds": "its factory returns a new agent of one form each time, with JSON parameters",
    "claims": "it says which games it plays",
    "survives": "no call of it fails",
    "legal": "it takes only legal actions",
    "repeats": "the same seed gives the same play",
    "forgets": "it remembers nothing of other matches",
    "rows": "it answers a batch like its rows one by one",
    "sound": "its probabilities are those of legal actions, for any cards",
    "pure": "its probabilities depend on the cards asked about and on what is public",
    "stationary": "past hands change nothing, if it declares that it is stationary",
    "honest": "act plays what its probabilities say",
    "processes": "it plays the same in processes with other hash seeds",
    "rebuilt": "it plays the same when created again from its name and parameters",
    "same-as": "it plays the same as the other agent",
}


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check, of one game or (empty) of the agent itself; ``fault`` is None if it passed."""

    check: str
    game: str
    fault: str | None


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """All checks of one agent."""

    agent: str
    parameters: dict[str, object]
    games: tuple[str, ...]
    has_passed: bool
    results: tuple[CheckResult, ...]


def describe_conformance(report: ConformanceReport) -> str:
    """Format a report: a line for each check that passed, and one for each fault."""
    by_check: defaultdict[str, list[CheckResult]] = defaultdict(list)
    for result in report.results:
        by_check[result.check].append(result)
    lines = [line for check in CLAIMS for line in _describe_check(check, by_check[check])]
    if report.has_passed:
        verdict = f"agent '{report.agent}' passes in {counted(len(report.games), 'game')}"
    else:
        fault_count = sum(result.fault is not None for result in report.results)
        verdict = f"agent '{report.agent}' does not pass: {counted(fault_count, 'fault')}"
    return "\n".join([*lines, verdict])


def _describe_check(check: str, results: Sequence[CheckResult]) -> list[str]:
    faults = [result for result in results if result.fault is not None]
    if results and not faults:
        return [f"ok    {check:<11} {CLAIMS[check]}"]
    return [
        f"FAIL  {check:<11} {result.game + ': ' if result.game else ''}{result.fault}"
        for result in faults
    ]
