"""Decides which violations are incidents, and who forfeits."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from railbird.harness.table.call_points import call_point_of_decision
from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.forfeits import Forfeits
from railbird.harness.table.judging.incident_log import IncidentLog, Violation
from railbird.harness.table.match_results import Incidents
from railbird.harness.table.play_rules import CallPoint, PlayRules
from railbird.native import NO_CARD, ActionKind, Fault
from railbird.native.wording import counted
from railbird.plugins import DecisionBatch, IncidentKind, MisbehaviourRule, incident_outcome

DEATH_TEXT = "the agent killed its process"


class Referee:
    """Keeps the incidents and the forfeits of matches."""

    def __init__(self, match_count: int, seat_count: int, *, rules: PlayRules) -> None:
        """Start without incidents; imposed forfeits take effect at their moments."""
        self.forfeits = Forfeits(match_count, seat_count, imposed=rules.forfeits)
        self._rule: MisbehaviourRule = rules.misbehaviour
        self._log = IncidentLog()

    def incidents(self) -> Incidents:
        """All incidents so far, in order."""
        return self._log.incidents()

    def impose(self, moments: Sequence[CallPoint]) -> None:
        """Let the seats forfeit that were to forfeit at one of these moments, or before it."""
        for moment in self.forfeits.find_due(moments):
            self._note(moment, "death", DEATH_TEXT)

    def judge(self, violations: Sequence[Violation], moment_of: Callable[[int], CallPoint]) -> None:
        """Record violations; ``moment_of`` gives the moment of a row."""
        for row, kind, text in violations:
            self._note(moment_of(row), kind, text)

    def check(self, decisions: DecisionBatch, kinds: Kinds, amounts: Amounts) -> None:
        """Check actions before they are taken; under ``acpc`` the tables correct them later."""
        if self._rule == "strict":
            self.judge_faults(find_faults(decisions, kinds, amounts), decisions, (kinds, amounts))

    def judge_faults(
        self,
        faults: npt.NDArray[np.uint8],
        decisions: DecisionBatch,
        actions: tuple[Kinds, Amounts],
    ) -> None:
        """Record faults (uint8[n] of Fault) of actions."""
        for row in np.flatnonzero(faults).tolist():
            kind, amount = int(actions[0][row]), int(actions[1][row])
            incident = describe_fault(int(faults[row]), kind, amount)
            self._note(call_point_of_decision(decisions, row), *incident)

    def _note(self, moment: CallPoint, kind: IncidentKind, text: str) -> None:
        self._log.add(moment, kind, text)
        if incident_outcome(kind, self._rule) == "forfeit":
            self.forfeits.put_out(moment)


def find_faults(decisions: DecisionBatch, kinds: Kinds, amounts: Amounts) -> npt.NDArray[np.uint8]:
    """Return the faults of actions before they are taken, uint8[n] of Fault."""
    faults = np.zeros(len(kinds), np.uint8)
    if decisions.game.definition.raises_are_sized:
        is_raise = kinds == ActionKind.RAISE.value
        faults[is_raise & (amounts < decisions.min_raise_to)] = Fault.SIZE_TOO_SMALL.value
        faults[is_raise & (amounts > decisions.max_raise_to)] = Fault.SIZE_TOO_LARGE.value
    if decisions.game.definition.has_card_rounds:
        _find_card_faults(decisions, kinds, amounts, faults=faults)
    faults[(decisions.legal >> kinds & 1) == 0] = Fault.ILLEGAL_KIND.value
    return faults


def _find_card_faults(
    decisions: DecisionBatch, kinds: Kinds, amounts: Amounts, *, faults: npt.NDArray[np.uint8]
) -> None:
    """Mark invalid slots of exchanges and passes."""
    goes = kinds > ActionKind.RAISE.value
    counts = np.array([int(slots).bit_count() for slots in amounts.tolist()])
    held = (decisions.hole_cards != NO_CARD).sum(axis=1)
    faults[goes & (counts < decisions.min_cards)] = Fault.SIZE_TOO_SMALL.value
    faults[goes & (counts > decisions.max_cards)] = Fault.SIZE_TOO_LARGE.value
    faults[goes & (amounts >> held != 0)] = Fault.NOT_HELD.value


def describe_fault(fault: int, kind: int, amount: int) -> tuple[IncidentKind, str]:
    """Return the kind and the text of the incident for a fault."""
    if fault == Fault.ILLEGAL_KIND:
        article = "an" if kind == ActionKind.EXCHANGE else "a"
        return "illegal-kind", f"{article} {ActionKind(kind).name.lower()} is not legal here"
    if kind > ActionKind.RAISE:
        return "size-clamped", _describe_cards(fault, kind, amount)
    bound = "below the minimum" if fault == Fault.SIZE_TOO_SMALL else "above the maximum"
    return "size-clamped", f"a raise to {amount} is {bound}"


def _describe_cards(fault: int, kind: int, slots: int) -> str:
    name = ActionKind(kind).name.lower()
    if fault == Fault.NOT_HELD:
        return f"{name} of a card that is not held"
    bound = "fewer than the minimum" if fault == Fault.SIZE_TOO_SMALL else "more than the maximum"
    return f"{name} of {counted(slots.bit_count(), 'card')}, {bound}"
