"""Parameters are checked against the signature of the factory."""

from typing import Any

import pytest

from railbird.plugins import (
    AgentEntry,
    AgentError,
    UnknownNameError,
    check_parameters,
    parameters_of,
)


class Bluffer:
    def __init__(self, bluff: float = 0.2, *, patience: int = 3) -> None: ...


def needy(bankroll: int, /, strength: float) -> Any: ...


def generous(strength: float = 1.0, **others: Any) -> Any: ...


def entry(factory: Any) -> AgentEntry:
    return AgentEntry("bluffer", factory)


def test_known_parameters_pass() -> None:
    check_parameters(entry(Bluffer), {})
    check_parameters(entry(Bluffer), {"bluff": 0.3, "patience": 1})
    check_parameters(entry(generous), {"whatever": 1})


def test_an_unknown_parameter_comes_with_the_nearest() -> None:
    with pytest.raises(
        UnknownNameError, match=r"parameter of agent 'bluffer' named 'blufff'.*'bluff'"
    ) as caught:
        check_parameters(entry(Bluffer), {"blufff": 0.3})
    assert caught.value.nearest == "bluff"
    with pytest.raises(UnknownNameError, match="'bluff', 'patience'"):
        check_parameters(entry(Bluffer), {"zzz": 0.3})
    with pytest.raises(UnknownNameError, match="there are none"):
        check_parameters(entry(lambda: None), {"zzz": 0.3})


def test_a_parameter_that_cannot_be_named_does_not_count() -> None:
    assert list(parameters_of(entry(needy))) == ["strength"]


def test_a_missing_parameter_is_named() -> None:
    with pytest.raises(AgentError, match="needs the parameter 'strength'"):
        check_parameters(entry(needy), {})


def test_a_factory_without_a_signature_is_refused() -> None:
    with pytest.raises(AgentError, match="without a signature"):
        check_parameters(entry(dict), {})
