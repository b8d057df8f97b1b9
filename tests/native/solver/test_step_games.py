"""Games of steps that can be listed have their known values, as trees of ACPC definitions."""

from pathlib import Path

import pytest

from railbird.native import parse_game
from railbird.native.solver import VectorSolver, build_tree, measure_exploitability, nash_conv

SHIPPED = Path(__file__).parents[3] / "tournaments" / "games"
VALUES = {"kuhn-4-cards": -1 / 24, "kuhn-13-cards": -5 / 78, "leduc-one-raise": -1 / 120}


@pytest.mark.parametrize("name", VALUES)
def test_a_game_has_its_known_value(name: str) -> None:
    text = (SHIPPED / f"{name}.toml").read_text(encoding="utf-8")
    solver = VectorSolver(build_tree(parse_game(text)), "cfr+")
    solver.run(1500)
    found = measure_exploitability(solver.tree, solver.average())
    assert found.nash_conv < 3e-4
    assert abs(found.values[0] - VALUES[name]) <= found.nash_conv


def test_uniform_play_of_leduc_with_one_raise_loses_what_is_known() -> None:
    text = (SHIPPED / "leduc-one-raise.toml").read_text(encoding="utf-8")
    solver = VectorSolver(build_tree(parse_game(text)))
    assert nash_conv(solver.tree, solver.average()) == pytest.approx(1.6625, abs=1e-9)
