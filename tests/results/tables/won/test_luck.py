"""The table of luck, held to the spread of hands and of duplicate sets."""

import numpy as np
import pytest

from railbird.harness.games.library import find_game
from railbird.native import PAYOFF_UNIT
from railbird.plugins import load_registry
from railbird.results import RunResults, open_run
from railbird.results.luck.choice import Luck
from tests.support.stored_hands import play_match, store_matches

AGENTS = "ab"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    game = find_game("holdem-limit-2p", load_registry()).definition
    matches = [play_match(game, AGENTS, deck=deck, hands=24) for deck in range(6)]
    return store_matches(tmp_path_factory.mktemp("luck") / "run", game, matches)


def test_choices_are_those_that_need_no_agents(run: RunResults) -> None:
    rows = run.luck().to_pylist()
    assert [(row["agent"], row["luck"]) for row in rows] == [
        (agent, luck) for agent in AGENTS for luck in ("raw", "all-in", "chance")
    ]


@pytest.mark.parametrize("luck", ["raw", "chance"])
def test_deviations_are_those_of_hands_and_of_sets(luck: Luck, run: RunResults) -> None:
    rows = {row["agent"]: row for row in run.luck().to_pylist() if row["luck"] == luck}
    chosen = open_run(run.folder, luck=luck)
    blind = run.game.big_blind
    won: dict[str, list[float]] = {agent: [] for agent in AGENTS}
    by_deck: dict[tuple[str, int], float] = {}
    for hands in chosen.played_hands():
        for row, seed in enumerate(hands.deck_seed.tolist()):
            for agent, payoff in zip(hands.members[row], hands.payoffs[row], strict=True):
                chips = payoff / PAYOFF_UNIT / blind
                won[AGENTS[agent]].append(chips)
                key = (AGENTS[agent], seed)
                by_deck[key] = by_deck.get(key, 0.0) + chips / 24
    for agent in AGENTS:
        means = np.array([mean for (label, _), mean in by_deck.items() if label == agent])
        assert rows[agent]["deviation"] == pytest.approx(1000 * np.std(won[agent]))
        wanted = 1000 * means.std(ddof=1) * np.sqrt(24)
        assert rows[agent]["set_deviation"] == pytest.approx(wanted, rel=1e-4)


def test_what_is_saved_is_the_ratio_of_variances(run: RunResults) -> None:
    rows = {(row["agent"], row["luck"]): row for row in run.luck().to_pylist()}
    for agent in AGENTS:
        raw = rows[agent, "raw"]
        assert (raw["hands_saved"], raw["deck_seeds_needed"]) == (1.0, 6)
        for luck in ("all-in", "chance"):
            row = rows[agent, luck]
            ratio = (raw["set_deviation"] / row["set_deviation"]) ** 2
            assert row["hands_saved"] == pytest.approx(ratio)
            assert row["deck_seeds_needed"] == max(2, int(np.ceil(6 / ratio - 1e-9)))
