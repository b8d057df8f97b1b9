"""The list names every agent of every module, and nothing else."""

from importlib import import_module
from pathlib import Path

import pytest

from railbird import agents
from railbird.agents.registration import AGENTS_BY_MODULE, railbird_agents, railbird_trainers

FOLDER = Path(agents.__file__).parent


@pytest.mark.parametrize("module", AGENTS_BY_MODULE)
def test_a_module_offers_the_agents_that_the_list_says(module: str) -> None:
    entries = import_module(f"railbird.agents.{module}").AGENTS
    assert sorted(entry.name for entry in entries) == list(AGENTS_BY_MODULE[module])
    assert all(entry.summary for entry in entries)


def test_every_module_with_agents_is_in_the_list() -> None:
    offering = {
        ".".join(path.relative_to(FOLDER).with_suffix("").parts)
        for path in FOLDER.rglob("*.py")
        if "\nAGENTS = " in path.read_text(encoding="utf-8")
    }
    assert offering == set(AGENTS_BY_MODULE)


def test_an_agent_is_offered_once() -> None:
    names = [reference.name for reference in railbird_agents()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("trainer", railbird_trainers(), ids=lambda trainer: trainer.name)
def test_a_trainer_is_found_where_the_list_says(trainer) -> None:
    assert callable(trainer.function())
