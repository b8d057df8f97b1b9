"""A Ctrl-C is never lost while matches are played."""

import enum

import pytest
from loop_stage import GAMES, PLAYED, Dice, plan_matches, play

from railbird.plugins import load_registry

AGENTS = load_registry().agents


@pytest.mark.parametrize("rule", ["acpc", "strict"])
@pytest.mark.parametrize("name", PLAYED)
def test_the_table_loop_gives_numpy_no_member_of_an_enum(
    name: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numpy looks names up on the class, where `enum` of Python 3.11 runs code of its own; numpy
    takes whatever is raised there for "no such name", a KeyboardInterrupt too."""
    asked: list[str] = []

    def lookup(cls: type, name: str) -> object:
        asked.append(f"{cls.__name__}.{name}")
        raise AttributeError(name)

    game = GAMES[name]
    house = [AGENTS[agent].factory for agent in ("call", "fold", "raise", "raise-pot", "uniform")]
    plans = plan_matches(game)
    monkeypatch.setattr(enum.EnumMeta, "__getattr__", lookup, raising=False)
    for factory in (Dice, *house):
        play(game, factory, plans, misbehaviour=rule)
    assert asked == []
