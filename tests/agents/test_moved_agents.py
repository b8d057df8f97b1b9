"""Agents that were moved are listed with the hashes of their files, then and now."""

import re

import pytest

from railbird.agents.moved_agents import MOVED_AGENTS
from railbird.agents.registration import AGENTS_BY_MODULE
from railbird.plugins import MovedAgent, describe_agent, load_registry

REGISTRY = load_registry()
HASH = re.compile(r"[0-9a-f]{32}")
MOVED = {moved.name: moved for moved in MOVED_AGENTS}


@pytest.mark.parametrize("moved", MOVED_AGENTS, ids=lambda moved: moved.name)
def test_the_present_file_is_the_one_that_was_found_to_play_the_same(moved: MovedAgent) -> None:
    offer = REGISTRY.agent_offers[moved.name]
    here = describe_agent(offer.entry.factory, offer.origin).file_hash
    assert HASH.fullmatch(moved.former)
    assert here == moved.present, (
        f"the file of '{moved.name}' was edited: where it still plays the same, byte for byte, put "
        f"{here} in the place of {moved.present} in agents/moved_agents.py; else take the agent out"
    )


@pytest.mark.parametrize("moved", MOVED_AGENTS, ids=lambda moved: moved.name)
def test_an_agent_is_described_as_before_it_was_moved(moved: MovedAgent) -> None:
    if moved.name == "coach":  # it is made of others as well: see test_resume
        return
    assert REGISTRY.describe_agent_before(moved.name).file_hash == moved.former
    assert REGISTRY.describe_agent(moved.name).file_hash == moved.present


def test_all_that_were_moved_are_agents_of_the_list() -> None:
    names = [name for names in AGENTS_BY_MODULE.values() for name in names]
    assert set(MOVED) <= set(names)
    assert len(MOVED) == len(MOVED_AGENTS)


def test_with_a_parameter_by_which_it_plays_otherwise_an_agent_is_another() -> None:
    """The short stacker is known to the Observer since; its classes by table changed with that."""
    tables = {"classes": "tables"}
    now = REGISTRY.describe_agent("observer", tables)
    assert REGISTRY.describe_agent_before("observer", tables) == now
    assert REGISTRY.describe_agent_before("observer", {"classes": "quarters"}) != now
