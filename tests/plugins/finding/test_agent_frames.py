"""An exception is located in the agent's own code, whatever that calls or is called by."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from railbird.agents.parameters import require_probability
from railbird.plugins import AgentError, decide, read_plugin
from railbird.plugins.finding.agent_frames import arose_in_plugin, own_traceback, place_of
from railbird.plugins.finding.plugin_import import import_plugin

BOT = """\
import statistics
import numpy
from railbird.agents.parameters import require_probability

class Bot:
    def act(self, observation):
        return self.choose(observation)

    def choose(self, how):
        return globals()[how](how)

def plain(how):
    return {}[how]

def of_python(how):
    return statistics.mean([])

def of_numpy(how):
    return numpy.zeros(3).reshape(2, 2)

def of_railbird(how):
    return require_probability("bluff", 2)

def chained(how):
    try:
        of_numpy(how)
    except ValueError as error:
        raise RuntimeError(how) from error

def written(how):
    exec("{}[0]")

def endless(how):
    return again(how)

def again(how):
    return endless(how)
"""
LINES = {
    "plain": (13, "plain"),
    "of_python": (16, "of_python"),
    "of_numpy": (19, "of_numpy"),
    "of_railbird": (22, "of_railbird"),
    "chained": (28, "chained"),
    "written": (31, "written"),
    "endless": (34, "endless"),
}


@pytest.fixture
def bot(tmp_path: Path) -> ModuleType:
    path = tmp_path / "odd_bot.py"
    path.write_text(BOT)
    return import_plugin(read_plugin(path))


def raised(agent: Any, how: Any) -> Exception:
    try:
        decide(agent, how)
    except Exception as error:
        assert error.__traceback__ is not None
        return error.with_traceback(error.__traceback__.tb_next)  # as where the harness catches it
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize("how", LINES)
def test_the_place_is_the_innermost_of_the_agents_own_code(how: str, bot: ModuleType) -> None:
    line, function = LINES[how]
    assert place_of(raised(bot.Bot(), how)) == f"(odd_bot.py, line {line}, in {function})"


def test_how_deep_the_process_was_before_changes_no_place(bot: ModuleType) -> None:
    def deeper(levels: int) -> Exception:
        return deeper(levels - 1) if levels else raised(bot.Bot(), "endless")

    assert len({place_of(deeper(levels)) for levels in range(4)}) == 1


@pytest.mark.parametrize("how", LINES)
def test_a_traceback_has_the_agents_own_frames_alone(
    how: str, bot: ModuleType, tmp_path: Path
) -> None:
    error = raised(bot.Bot(), how)
    assert arose_in_plugin(error)
    lines = own_traceback(error).splitlines()
    files = [line.split('"')[1] for line in lines if line.startswith("  File")]
    assert set(files) == {str(tmp_path / "odd_bot.py")}
    assert "    return self.choose(observation)" in lines


def test_a_plugin_that_our_code_calls_is_the_one_to_blame(bot: ModuleType) -> None:
    """As a coach's member is, and not the coach."""
    ours = {"__name__": f"{require_probability.__module__}.more"}
    exec("def act(agent, how):\n    return agent.act(how)\n", ours)

    class Coach:
        def act(self, how: str) -> Any:
            return ours["act"](bot.Bot(), how)  # type: ignore[operator]

    assert place_of(raised(Coach(), "plain")) == "(odd_bot.py, line 13, in plain)"


def test_an_agent_of_ours_and_one_of_no_plugin_have_places_too() -> None:
    class Careless:
        def act(self, how: float) -> Any:
            return {}[how]

    error = raised(Careless(), 2.0)
    line = Careless.act.__code__.co_firstlineno + 1
    assert place_of(error) == f"(test_agent_frames.py, line {line}, in act)"
    assert not arose_in_plugin(error)
    ours: dict[str, Any] = {"__name__": f"{require_probability.__module__}.more"}
    exec(compile("def act(how):\n    return {}[how]\n", "ours.py", "exec"), ours)
    with pytest.raises(KeyError) as caught:
        ours["act"](2.0)
    assert place_of(caught.value) == "(ours.py, line 2, in act)"


def test_what_an_agent_of_ours_refuses_has_no_place() -> None:
    """The user's parameter is wrong, not our file."""
    with pytest.raises(AgentError, match="bluff") as caught:
        require_probability("bluff", 2)
    assert place_of(caught.value) == ""


def test_an_exception_that_no_agent_raised_has_no_place() -> None:
    class Strange:
        act = len

    error = raised(Strange(), 7)
    assert place_of(error) == own_traceback(error) == ""
    assert place_of(ValueError()) == ""
