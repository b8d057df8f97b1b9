"""Checks of declared probabilities: sound, pure, without memory, and what ``act`` plays.

That ``act`` plays as declared is a test of statistics with fixed draws, so its verdict is always
the same. A sum that is off by more than LIMIT standard deviations is called a deviation; for an
honest agent the chance of one is below a millionth, and there are some hundred sums in a game.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt

from railbird.harness.conformance.declared import Alternative, Decision, find_unsound
from railbird.harness.conformance.play import Finding
from railbird.harness.conformance.recorder import Testimony
from railbird.plugins import ActionKind

LIMIT = 6.0
LEAST_VARIANCE = 12.0  # below it a sum is too far from normal for its deviation to mean anything
BINS = 10
PRINTED = 4  # decimals of a probability in a message


def check_honesty(testimonies: Sequence[Testimony], *, is_stationary: bool) -> Iterator[Finding]:
    """Check everything that was declared in one play."""
    yield Finding("sound", _find_unsound(testimonies))
    yield Finding("pure", _find_impure(testimonies, is_stationary=is_stationary))
    yield Finding("stationary", _find_memory(testimonies) if is_stationary else None)
    yield Finding("honest", _find_impossible(testimonies) or _find_deviation(testimonies))


def _find_unsound(testimonies: Sequence[Testimony]) -> str | None:
    for testimony in testimonies:
        for answer in testimony.answers:
            fault = find_unsound(testimony.decision, answer.declared)
            if fault is not None:
                return f"{testimony.decision.place}: {fault}"
    return None


def _find_impure(testimonies: Sequence[Testimony], *, is_stationary: bool) -> str | None:
    """Ask twice, and compare where the same is public: who is asked holds other cards there."""
    known: dict[tuple[object, ...], tuple[tuple[Alternative, ...], Decision]] = {}
    for testimony in testimonies:
        decision = testimony.decision
        for answer in testimony.answers:
            if answer.declared != answer.again:
                return f"{decision.place}: asked twice about the same cards, it declares two things"
            public = (decision.position, decision.betting, decision.board, answer.cards)
            declared, first = known.setdefault(public, (answer.declared, decision))
            if is_stationary and declared != answer.declared:
                return (
                    f"{decision.place}: for the same cards it declares another thing than in "
                    f"match {first.match}, hand {first.hand}, where the same was public"
                )
    return None


def _find_memory(testimonies: Sequence[Testimony]) -> str | None:
    for testimony in testimonies:
        for answer in testimony.answers:
            if answer.declared != answer.fresh:
                return (
                    f"{testimony.decision.place}: it declares another thing than a fresh instance "
                    "that has seen no hand, but says that it is stationary"
                )
    return None


def _find_impossible(testimonies: Sequence[Testimony]) -> str | None:
    for testimony in testimonies:
        if not any(
            alternative.probability and _covers(alternative, testimony)
            for alternative in testimony.answers[0].declared
        ):
            name = ActionKind(testimony.kind).name.lower()
            size = f" to {testimony.amount}" if testimony.amount else ""
            return f"{testimony.decision.place}: it did {name}{size}, which it declares impossible"
    return None


def _covers(alternative: Alternative, testimony: Testimony) -> bool:
    if alternative.kind != testimony.kind:
        return False
    has_no_size = not testimony.decision.is_sized or testimony.kind != ActionKind.RAISE
    return has_no_size or alternative.least <= testimony.amount <= alternative.most


class _Sums:
    """Sums of what was done less what was expected, with their variances, by group."""

    def __init__(self) -> None:
        """Begin with no group."""
        self.deviation: defaultdict[str, float] = defaultdict(float)
        self.variance: defaultdict[str, float] = defaultdict(float)
        self.count: defaultdict[str, int] = defaultdict(int)

    def add(self, group: str, deviation: float, variance: float) -> None:
        """Add one decision to a group."""
        self.deviation[group] += deviation
        self.variance[group] += variance
        self.count[group] += 1

    def find_deviation(self) -> str | None:
        """Name the group that deviates most, if it does so by more than chance can."""
        worst, name = LIMIT, None
        for group, variance in self.variance.items():
            if variance >= LEAST_VARIANCE and abs(self.deviation[group]) / sqrt(variance) > worst:
                worst, name = abs(self.deviation[group]) / sqrt(variance), group
        if name is None:
            return None
        mean = self.deviation[name] / self.count[name]
        return (
            f"{name}, {self.count[name]} decisions of all matches: what act does is off what is "
            f"declared by {mean:+.{PRINTED}f} a decision, {worst:.1f} standard deviations"
        )


def _find_deviation(testimonies: Sequence[Testimony]) -> str | None:
    sums = _Sums()
    for testimony in testimonies:
        decision, held = testimony.decision, testimony.answers[0]
        for kind in ActionKind:
            chance = sum(part.probability for part in held.declared if part.kind == kind)
            deviation, variance = (testimony.kind == kind) - chance, chance * (1.0 - chance)
            name = kind.name.lower()
            bin_index = min(int(chance * BINS), BINS - 1)
            for group in (
                f"{name} in all",
                f"{name} declared with {bin_index / BINS} to {(bin_index + 1) / BINS}",
                f"{name} in position {decision.position} after '{decision.betting}' "
                f"with cards {held.cards} and board {decision.board}",
            ):
                sums.add(group, deviation, variance)
        if testimony.kind == ActionKind.RAISE and decision.is_sized:
            _add_size(sums, testimony)
    return sums.find_deviation()


def _add_size(sums: _Sums, testimony: Testimony) -> None:
    """Place the size in the distribution of sizes declared for a raise.

    The middle of the step of its distribution function has the mean 1/2 and the variance
    (1 - sum of cubed probabilities) / 12, whatever the distribution.
    """
    shares: defaultdict[tuple[int, int], float] = defaultdict(float)
    for part in testimony.answers[0].declared:
        if part.kind == ActionKind.RAISE:
            shares[part.least, part.most] += part.probability
    total, below, at, cubes = sum(shares.values()), 0.0, 0.0, 0.0
    for (least, most), part_share in shares.items():
        share, width = part_share / total, most - least + 1
        below += share * min(max(testimony.amount - least, 0), width) / width
        at += share / width * (least <= testimony.amount <= most)
        cubes += share**3 / width**2
    offset = below + at / 2.0 - 0.5
    variance = (1.0 - cubes) / 12.0
    sums.add("sizes of raises", offset, variance)
    # The square of the offset lies between 0 and 1/4, so its variance is 1/64 at most.
    sums.add("spread of the sizes of raises", offset**2 - variance, 1.0 / 64.0)
