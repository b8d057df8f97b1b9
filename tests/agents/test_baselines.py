"""The baseline agents do what their docstrings say."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from railbird.agents import Call, Fold, RaiseLeast, RaisePot, Uniform
from railbird.plugins import ActionKind, DecisionBatch, Game, decide_batch, load_registry

Decide = Callable[..., DecisionBatch]
NAMES = ["bluffer", "call", "chump", "fold", "raise", "raise-most", "raise-pot", "uniform"]


def kinds_of(agent: Any, decisions: DecisionBatch) -> list[ActionKind]:
    kinds, _ = decide_batch(agent, decisions)
    return [ActionKind(kind) for kind in kinds]


def amounts_of(agent: Any, decisions: DecisionBatch) -> list[int]:
    kinds, amounts = decide_batch(agent, decisions)
    assert set(kinds.tolist()) == {ActionKind.RAISE}
    return amounts.tolist()


def test_they_come_through_the_entry_point_as_anybody_s() -> None:
    registry = load_registry()
    for name in NAMES:
        assert registry.agent_offers[name].origin.distribution == "railbird"
        assert 10 < len(registry.agent(name).summary) < 80


@pytest.mark.parametrize("name", NAMES)
def test_a_docstring_gives_play_source_and_decisions(name: str) -> None:
    paragraphs = (load_registry().agent(name).factory.__doc__ or "").strip().split("\n\n")
    assert len(paragraphs) == 2
    assert paragraphs[1].lstrip().startswith("Source: ")
    assert "\n    Decided here: " in paragraphs[1]


KUHN_GAMES = {"kuhn-2p", "kuhn-3p", "kuhn-4-cards", "kuhn-13-cards"}


def test_only_kuhn_poker_is_claimed_by_the_kuhn_agents(games: dict[str, Game]) -> None:
    agents = load_registry().agents
    for name in NAMES:
        claimed = {game.name for game in games.values() if agents[name].plays(game, {})}
        expected = KUHN_GAMES if name in {"bluffer", "chump"} else set(games)
        assert claimed == expected


@pytest.mark.parametrize("game", ["holdem-limit-3p", "holdem-nolimit-3p"])
def test_call_calls_and_checks(games: dict[str, Game], decide: Decide, game: str) -> None:
    raised = "r" if games[game].definition.is_limit else "r300"
    decisions = decide(games[game], ["", raised, "ccc/", "fcc/c"])
    assert kinds_of(Call(), decisions) == [ActionKind.CALL] * 4


@pytest.mark.parametrize("game", ["holdem-limit-3p", "holdem-nolimit-3p"])
def test_fold_folds_but_takes_a_free_check(
    games: dict[str, Game], decide: Decide, game: str
) -> None:
    raised = "r" if games[game].definition.is_limit else "r300"
    decisions = decide(games[game], ["", raised, "cc", "ccc/", "ccc/c"])
    fold, check = ActionKind.FOLD, ActionKind.CALL
    assert kinds_of(Fold(), decisions) == [fold, fold, check, check, check]


def test_raise_raises_the_least_until_raising_is_over(
    games: dict[str, Game], decide: Decide
) -> None:
    no_limit = games["holdem-nolimit-2p"]
    decisions = decide(no_limit, ["", "r300", "cc/", "r15000"])
    assert amounts_of(RaiseLeast(), decisions) == [200, 500, 200, 20000]
    assert kinds_of(RaiseLeast(), decide(no_limit, ["r20000"])) == [ActionKind.CALL]
    capped = decide(games["holdem-limit-2p"], ["rr", "rrr"])
    assert kinds_of(RaiseLeast(), capped) == [ActionKind.RAISE, ActionKind.CALL]


def test_raise_pot_calls_and_raises_by_the_pot(games: dict[str, Game], decide: Decide) -> None:
    """Worked by hand: spent after the call, and on top of it what the pot then holds."""
    bettings = [
        "",  # 50 and 100 in: call to 100 makes 200; raise to 100 + 200
        "r300",  # 300 and 100 in: call to 300 makes 600; raise to 300 + 600
        "cc/",  # 100 each: bet 200, 300 in the whole hand
        "r5000",  # call to 5000 makes 10000; raise to 15000
        "r9000",  # 27000 is more than the stack
    ]
    decisions = decide(games["holdem-nolimit-2p"], bettings)
    assert amounts_of(RaisePot(), decisions) == [300, 900, 300, 15000, 20000]
    in_limit = kinds_of(RaisePot(), decide(games["leduc"], ["", "rr"]))
    assert in_limit == [ActionKind.RAISE, ActionKind.CALL]


def test_uniform_declares_the_legal_kinds_equally_likely(
    games: dict[str, Game], decide: Decide
) -> None:
    decisions = decide(games["holdem-limit-2p"], ["", "c", "r", "rrr", "cc/rrrr"])
    declared = Uniform().probabilities_batch(decisions, decisions.hole_cards)
    third, half = 1 / 3, 1 / 2
    assert declared.kinds.tolist() == [ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE]
    np.testing.assert_array_equal(
        declared.probability,
        [[third] * 3, [0, half, half], [third] * 3, [half, half, 0], [half, half, 0]],
    )


def test_uniform_raises_to_every_size_equally_often(games: dict[str, Game], decide: Decide) -> None:
    rows = 40_000
    decisions = decide(games["holdem-nolimit-2p"], ["cc/"] * rows)
    kinds, amounts = decide_batch(Uniform(), decisions)
    raises = amounts[kinds == ActionKind.RAISE]
    least, most = 200, 20_000
    assert raises.min() >= least
    assert raises.max() <= most
    assert abs(len(raises) / rows - 1 / 2) < 4 * np.sqrt(1 / 4 / rows)
    counts, _ = np.histogram(raises, bins=20, range=(least, most + 1))
    expected = len(raises) / 20
    assert np.abs(counts - expected).max() < 4.5 * np.sqrt(expected)
    short = decide(games["holdem-nolimit-2p"], ["r19998c/"] * 3_000)
    kinds, amounts = decide_batch(Uniform(), short)
    assert set(amounts[kinds == ActionKind.RAISE].tolist()) == {20_000}
