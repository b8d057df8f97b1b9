"""Checks of declared probabilities: valid, pure, without memory, and what ``act`` plays.

Whether ``act`` plays as declared is a statistical test with fixed draws, so its verdict is always
the same. A sum that is off by more than LIMIT standard deviations is a deviation; for a correct
agent the probability of one is below a millionth, and there are some hundred sums in a game.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt

from railbird.harness.conformance.declared import Alternative, Decision, find_unsound
from railbird.harness.conformance.play import Finding
from railbird.harness.conformance.recorder import RecordedDecision
from railbird.plugins import ActionKind

LIMIT = 6.0
LEAST_VARIANCE = 12.0  # below it a sum is too far from normally distributed for the test
BINS = 10
NAMES = {kind.value: kind.name.lower() for kind in ActionKind}
PRINTED = 4  # decimals of a probability in a message


def check_honesty(
    decisions: Sequence[RecordedDecision], *, is_stationary: bool
) -> Iterator[Finding]:
    """Check everything that was declared while the matches were played once."""
    yield Finding("sound", _find_unsound(decisions))
    yield Finding("pure", _find_impure(decisions, is_stationary=is_stationary))
    yield Finding("stationary", _find_memory(decisions) if is_stationary else None)
    yield Finding("honest", _find_impossible(decisions) or _find_deviation(decisions))


def _find_unsound(decisions: Sequence[RecordedDecision]) -> str | None:
    for recorded in decisions:
        for answer in recorded.answers:
            fault = find_unsound(recorded.decision, answer.declared)
            if fault is not None:
                return f"{recorded.decision.place}: {fault}"
    return None


def _find_impure(decisions: Sequence[RecordedDecision], *, is_stationary: bool) -> str | None:
    """Compare repeated answers, also where only the public information is the same."""
    known: dict[tuple[object, ...], tuple[tuple[Alternative, ...], Decision]] = {}
    for recorded in decisions:
        decision = recorded.decision
        for answer in recorded.answers:
            if answer.declared != answer.again:
                return (
                    f"{decision.place}: asked twice about the same cards, it declares "
                    "different probabilities"
                )
            asked = (decision.public, answer.cards)
            declared, first = known.setdefault(asked, (answer.declared, decision))
            if is_stationary and declared != answer.declared:
                return (
                    f"{decision.place}: for the same cards it declares other probabilities than "
                    f"in match {first.match}, hand {first.hand}, with the same public information"
                )
    return None


def _find_memory(decisions: Sequence[RecordedDecision]) -> str | None:
    for recorded in decisions:
        for answer in recorded.answers:
            if answer.declared != answer.fresh:
                return (
                    f"{recorded.decision.place}: it declares other probabilities than a new "
                    "instance that has seen no hand, but says that it is stationary"
                )
    return None


def _find_impossible(decisions: Sequence[RecordedDecision]) -> str | None:
    for recorded in decisions:
        if not any(_covers(alternative, recorded) for alternative in recorded.answers[0].declared):
            name = ActionKind(recorded.kind).name.lower()
            size = f" to {recorded.amount}" if recorded.amount else ""
            return (
                f"{recorded.decision.place}: it took the action {name}{size}, to which it "
                "gives the probability 0"
            )
    return None


def _covers(alternative: Alternative, recorded: RecordedDecision) -> bool:
    if alternative.kind != recorded.kind:
        return False
    has_no_size = not recorded.decision.is_sized or recorded.kind != ActionKind.RAISE
    return has_no_size or alternative.least <= recorded.amount <= alternative.most


class _Sums:
    """Sums of actual minus expected values, with their variances, by group."""

    def __init__(self) -> None:
        """Start with no group."""
        self.deviation: defaultdict[str, float] = defaultdict(float)
        self.variance: defaultdict[str, float] = defaultdict(float)
        self.count: defaultdict[str, int] = defaultdict(int)

    def add(self, group: str, deviation: float, variance: float) -> None:
        """Add one decision to a group."""
        self.deviation[group] += deviation
        self.variance[group] += variance
        self.count[group] += 1

    def find_deviation(self) -> str | None:
        """Return the group that deviates most, if it is more than chance explains."""
        worst, name = LIMIT, None
        for group, variance in self.variance.items():
            if variance >= LEAST_VARIANCE and abs(self.deviation[group]) / sqrt(variance) > worst:
                worst, name = abs(self.deviation[group]) / sqrt(variance), group
        if name is None:
            return None
        mean = self.deviation[name] / self.count[name]
        return (
            f"{name}, {self.count[name]} decisions of all matches: what act does deviates from "
            f"what is declared by {mean:+.{PRINTED}f} per decision, {worst:.1f} standard "
            "deviations"
        )


def _find_deviation(decisions: Sequence[RecordedDecision]) -> str | None:
    sums = _Sums()
    for recorded in decisions:
        decision, held = recorded.decision, recorded.answers[0]
        chances = dict.fromkeys(NAMES, 0.0)
        for part in held.declared:
            chances[part.kind] = chances.get(part.kind, 0.0) + part.probability
        seen = (
            f"in position {decision.position} after '{decision.betting}' with cards {held.cards} "
            f"and board {decision.board}"
        )
        for kind, name in NAMES.items():
            chance = chances[kind]
            deviation, variance = (recorded.kind == kind) - chance, chance * (1.0 - chance)
            bin_index = min(int(chance * BINS), BINS - 1)
            for group in (
                f"{name} in all",
                f"{name} declared with {bin_index / BINS} to {(bin_index + 1) / BINS}",
                f"{name} {seen}",
            ):
                sums.add(group, deviation, variance)
        if recorded.kind == ActionKind.RAISE and decision.is_sized:
            _add_size(sums, recorded)
    return sums.find_deviation()


def _add_size(sums: _Sums, recorded: RecordedDecision) -> None:
    """Return the position of the size in the declared distribution of raise sizes.

    The middle of the step of its distribution function has the mean 1/2 and the variance
    (1 - sum of cubed probabilities) / 12, whatever the distribution.
    """
    shares: defaultdict[tuple[int, int], float] = defaultdict(float)
    for part in recorded.answers[0].declared:
        if part.kind == ActionKind.RAISE:
            shares[part.least, part.most] += part.probability
    total, below, at, cubes = sum(shares.values()), 0.0, 0.0, 0.0
    for (least, most), part_share in shares.items():
        share, width = part_share / total, most - least + 1
        below += share * min(max(recorded.amount - least, 0), width) / width
        at += share / width * (least <= recorded.amount <= most)
        cubes += share**3 / width**2
    offset = below + at / 2.0 - 0.5
    variance = (1.0 - cubes) / 12.0
    sums.add("sizes of raises", offset, variance)
    # The square of the offset is between 0 and 1/4, so its variance is 1/64 at most.
    sums.add("spread of the sizes of raises", offset**2 - variance, 1.0 / 64.0)
