"""The map of styles shows every agent in the quarter of its class."""

from pathlib import Path

import numpy as np

from railbird.plugins import AGGRESSIVE_FACTOR, LOOSE_VPIP, QUARTERS
from railbird.results import RunResults
from railbird.results.report.figures import draw_styles
from railbird.results.report.picture_data import StyleMap, StylePoint, style_map
from tests.results.tables.play.test_styles import TWO, shipped, written
from tests.support.stored_hands import StoredMatch, play_match, store_matches


def drawn_quarters(styles: StyleMap) -> dict[str, str]:
    """Return in which quarter of the picture each agent's dot is, by the lines drawn in it."""
    picture = draw_styles(styles)
    (axes,) = picture.figure.axes
    across, upward = axes.lines[0].get_xdata()[0], axes.lines[1].get_ydata()[0]
    spots = {str(line.get_gid()): line for line in axes.lines[2:]}
    found = {}
    for gid, words in picture.words.items():
        (x,), (y,) = spots[gid].get_xdata(), spots[gid].get_ydata()
        quarter = (
            f"{'loose' if x >= across else 'tight'} {'aggressive' if y > upward else 'passive'}"
        )
        found[words.partition(": VPIP")[0]] = quarter
    return found


def check(run: RunResults) -> StyleMap:
    styles = style_map(run)
    classes = {row["agent"]: row["quarter"] for row in run.styles().to_pylist()}
    shown = {point.agent: point.quarter for point in styles.points}
    assert drawn_quarters(styles) == shown
    assert shown.items() <= classes.items()
    return styles


def test_who_calls_before_the_flop_and_bets_after_it_is_passive_in_both(tmp_path: Path) -> None:
    hands = [("cc/rf", (10, -10))] * 2
    limps = [("cc/cc/cc/cc", (0, 0))] * 6
    run = store_matches(tmp_path / "run", TWO, [written("ab", [*hands, *limps])])
    rows = {row["agent"]: row for row in run.styles().to_pylist()}
    assert rows["a"]["aggression_factor"] == np.inf
    assert rows["a"]["aggression_factor_all_rounds"] < AGGRESSIVE_FACTOR
    styles = check(run)
    assert drawn_quarters(styles)["a"] == "loose passive" == rows["a"]["quarter"]


def test_random_play_of_six_lies_where_its_classes_say(tmp_path: Path) -> None:
    game = shipped("holdem-nolimit-6p")
    matches = [play_match(game, "abcdef", deck=deck, hands=20) for deck in range(3)]
    assert len(check(store_matches(tmp_path / "run", game, matches)).points) == 6


def test_the_lines_of_the_picture_are_the_bounds_of_the_classes() -> None:
    point = StylePoint("x", LOOSE_VPIP, AGGRESSIVE_FACTOR, QUARTERS[1])
    assert drawn_quarters(StyleMap([point], [], "aggression", 1, 1)) == {"x": "loose passive"}


def test_an_infinite_factor_is_drawn_on_the_edge(tmp_path: Path) -> None:
    matches = [StoredMatch(("a", "b"), ("rf",) * 4, np.zeros((4, 2), np.int64))]
    styles = check(store_matches(tmp_path / "run", TWO, matches))
    assert [point.aggression for point in styles.points] == [np.inf, np.inf]
