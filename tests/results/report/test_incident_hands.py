"""Hands with incidents are described, a few of each kind, and linked from the list."""

from collections import Counter

import pytest
from small_runs import kuhn_spec

from railbird.harness import Plugins, run
from railbird.harness.workers.dispatch import play_here
from railbird.results import RunResults, open_run
from railbird.results.report import gather, render_report
from railbird.results.report.incident_hands import (
    HANDS_OF_A_KIND,
    HANDS_SHOWN,
    incident_hands,
)

CLUMSY = """
from railbird.plugins import CALL, AgentEntry, hookimpl, raise_to

class Clumsy:
    def act(self, observation):
        return raise_to(1_000_000)

class Tiring:
    asked = 0

    def act(self, observation):
        self.asked += 1
        if self.asked > 8:
            raise RuntimeError("tired")
        return CALL

@hookimpl
def railbird_agents():
    return [AgentEntry("clumsy", Clumsy), AgentEntry("tiring", Tiring)]
"""


@pytest.fixture(scope="module")
def misplayed(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    folder = tmp_path_factory.mktemp("incidents")
    plugin = folder / "clumsy_agents.py"
    plugin.write_text(CLUMSY, "utf-8")
    agents = ("clumsy", "tiring", "uniform", "bluffer")
    spec = kuhn_spec(*agents, decks=3, plugins=Plugins(paths=(str(plugin),)))
    run(spec, folder=folder / "run", dispatch=play_here)
    return open_run(folder / "run")


def test_each_hand_has_its_incident_and_each_kind_has_few(misplayed: RunResults) -> None:
    rows = [row for batch in misplayed.incidents() for row in batch.to_pylist()]
    happened = {
        (row["agents"][row["seat"]], row["kind"], row["deck_index"], *row["agents"], row["hand"])
        for row in rows
    }
    told = incident_hands(misplayed)
    kinds = Counter((one.agent, one.kind) for one in told)
    for one in told:
        hand = one.hand
        by_seat = [p.agent for p in sorted(hand.players, key=lambda player: player.seat)]
        key = one.agent, one.kind, hand.deck_index, *by_seat, hand.hand_index
        assert key in happened
        happened.remove(key)
    assert set(kinds) == {(row["agents"][row["seat"]], row["kind"]) for row in rows}
    assert max(kinds.values()) == HANDS_OF_A_KIND
    assert len(told) <= HANDS_SHOWN < len(rows)


def test_the_list_links_every_hand(misplayed: RunResults) -> None:
    report = gather(misplayed)
    html = render_report(report)
    for number, one in enumerate(report.incident_hands, start=1):
        assert html.count(f'href="#incident-hand-{number}"') == 1
        assert html.count(f'<article id="incident-hand-{number}"') == 1
        assert f"{one.agent}: {one.kind}, hand {one.hand.hand_index} on deck" in html
