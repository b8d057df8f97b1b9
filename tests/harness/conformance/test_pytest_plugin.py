"""The fixture ``check_agent`` holds agents to the contract, and says what they break."""

from typing import Any

import pytest

from railbird.plugins import CALL, FOLD, Action, AgentEntry, Observation


class Caller:
    def act(self, observation: Observation) -> Action:
        return CALL


class Folder:
    def __init__(self, is_wild: bool = False) -> None:
        self.is_wild = is_wild

    def act(self, observation: Observation) -> Action:
        return FOLD if observation.can_fold or self.is_wild else CALL


def test_a_registered_agent_is_checked_by_name(check_agent: Any) -> None:
    check_agent("bluffer", games=["kuhn-2p"], bluff=0.5)


def test_an_entry_is_checked_without_being_registered(check_agent: Any) -> None:
    check_agent(AgentEntry("caller", Caller), games=["leduc"])


def test_what_fails_is_said_in_a_sentence(check_agent: Any) -> None:
    check_agent(AgentEntry("folder", Folder), games=["leduc"])
    with pytest.raises(
        pytest.fail.Exception, match=r"legal .* leduc: match 0, hand 0, .* a fold is"
    ):
        check_agent(AgentEntry("folder", Folder), games=["leduc"], is_wild=True)
