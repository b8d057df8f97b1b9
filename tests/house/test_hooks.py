"""Every hook says when it is called, with what, and what may be returned."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.plugins.finding import hookspecs

CONTRACTS = (Path(__file__).parents[2] / "docs/contracts/plugins.md").read_text(encoding="utf-8")
HOOKS = {
    name: function
    for name, function in inspect.getmembers(hookspecs, inspect.isfunction)
    if hasattr(function, f"{hookspecs.PROJECT}_spec")
}


def test_there_are_hooks_and_each_is_prefixed() -> None:
    assert HOOKS
    assert {name for name in HOOKS if not name.startswith("railbird_")} == set()


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_says_when_it_is_called_and_what_it_returns(name: str) -> None:
    text = inspect.getdoc(HOOKS[name]) or ""
    assert re.search(r"\bCalled\b", text)
    assert re.search(r"\bReturn\b", text)


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_documents_each_argument(name: str) -> None:
    text = inspect.getdoc(HOOKS[name]) or ""
    assert {word for word in parameters(HOOKS[name]) if f"`{word}`" not in text} == set()


@pytest.mark.parametrize("name", HOOKS)
def test_the_contracts_show_a_hook_with_its_arguments(name: str) -> None:
    assert f"`{name}({', '.join(parameters(HOOKS[name]))})`" in CONTRACTS


def parameters(hook: Callable[..., object]) -> list[str]:
    return list(inspect.signature(hook).parameters)
