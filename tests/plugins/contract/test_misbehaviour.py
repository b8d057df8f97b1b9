"""Every kind of incident has an outcome under each rule, and the contracts say the same."""

import re
from pathlib import Path
from typing import get_args

import pytest

from railbird.plugins import (
    IncidentKind,
    IncidentOutcome,
    MisbehaviourRule,
    incident_outcome,
)
from railbird.plugins.contract.misbehaviour import OUTCOMES

PAGE = Path(__file__).parents[3] / "docs" / "contracts" / "misbehaviour.md"
WORDS = {
    "call": "replaced",
    "check, else fold": "replaced",
    "clamped": "replaced",
    "forfeit": "forfeit",
    "ignored": "none",
    "plays on": "none",
    "played out": "none",
}
"""What the contracts' table says comes of an incident, and its outcome."""


def documented() -> dict[tuple[str, str], str]:
    """Return the outcome by kind and rule, as the contracts have it."""
    found = {}
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[1] in WORDS:
            for kind in set(re.findall(r"`([a-z-]+)`", cells[0])) & {*get_args(IncidentKind)}:
                for rule, word in zip(("acpc", "strict"), cells[1:], strict=True):
                    found[kind, rule] = WORDS[word]
    return found


def test_the_contracts_say_what_comes_of_every_kind() -> None:
    rules, kinds = get_args(MisbehaviourRule), get_args(IncidentKind)
    assert documented() == {
        (kind, rule): incident_outcome(kind, rule) for kind in kinds for rule in rules
    }


def test_every_kind_has_an_outcome_and_nothing_else_has() -> None:
    assert OUTCOMES.keys() == {*get_args(IncidentKind)}
    assert {outcome for both in OUTCOMES.values() for outcome in both} == {
        *get_args(IncidentOutcome)
    }


@pytest.mark.parametrize("rule", get_args(MisbehaviourRule))
def test_a_kind_that_nobody_knows_changes_nothing(rule: MisbehaviourRule) -> None:
    assert incident_outcome("of another version", rule) == "none"
