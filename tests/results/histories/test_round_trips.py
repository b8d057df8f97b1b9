"""What is exported and imported again is the same play, and is exported as the same bytes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.results import open_run
from tests.results.histories.conftest import read, write

HOLDEM = ("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p", "holdem-limit-2p")
TRIPS = [(game, "acpc") for game in ("kuhn-3p", "leduc", *HOLDEM)]
TRIPS += [(game, name) for game in HOLDEM for name in ("phh", "pokerstars")]


@pytest.mark.parametrize(("game", "history_format"), TRIPS)
def test_export_import_export(
    game: str, history_format: str, play: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = play(game)
    first = write(folder, tmp_path / "first", history_format)
    report = read([tmp_path / "first"], tmp_path / "again")
    assert write(tmp_path / "again", tmp_path / "second", history_format) == first
    assert (report.left_out, report.has_deck_seeds) == (0, True)
    before, after = open_run(folder), open_run(tmp_path / "again")
    # Deck seeds deal the cards, so the play, seatings and decks are the original's to the byte.
    assert [b.to_pylist() for b in after.hands()] == [b.to_pylist() for b in before.hands()]
    assert after.cross_table() == before.cross_table()
    assert after.total_bankroll() == before.total_bankroll()
    assert after.notes == before.notes


@pytest.mark.parametrize("history_format", ["acpc", "phh", "pokerstars"])
def test_without_deck_seeds_cards_are_stored_and_nothing_is_lost(
    history_format: str, play: Callable[[str], Path], tmp_path: Path
) -> None:
    write(play("holdem-nolimit-3p"), tmp_path / "first", history_format)
    for path in (tmp_path / "first").iterdir():
        text = path.read_text(encoding="utf-8")
        for line in [line for line in text.split("\n") if "seed" in line]:
            without = line.rpartition(" ")[0] + " 77" if history_format == "acpc" else ""
            if history_format == "pokerstars":
                without = line.replace(line[line.index(" seed") : line.index("' ")], "")
            text = text.replace(line, without)
        path.write_text(text, encoding="utf-8")
    report = read([tmp_path / "first"], tmp_path / "again")
    assert not report.has_deck_seeds
    results = open_run(tmp_path / "again")
    assert "neither cards nor positions cancel out" in results.notes[0]
    (hands,) = results.hands(["deck_seed", "cards", "payoffs"])
    assert hands.column("deck_seed").null_count == len(hands)
    (original,) = open_run(play("holdem-nolimit-3p")).hands(["payoffs"])
    assert hands.column("payoffs") == original.column("payoffs")
    second = write(tmp_path / "again", tmp_path / "second", history_format)
    read([tmp_path / "second"], tmp_path / "third")
    assert write(tmp_path / "third", tmp_path / "fourth", history_format) == second
