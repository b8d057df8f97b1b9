"""Runs of the eleven variants are the same after export to PHH and import."""

import re
from pathlib import Path

import pytest

from railbird.harness.games.library import load_house_games
from railbird.native import GameDefinition, game_of_file, parse_game
from railbird.results import LogError, open_run
from railbird.results.histories.phh.phh_games import VARIANTS, require_phh, variant_of
from tests.results.histories.conftest import read, write
from tests.results.histories.phh.variant_runs import (
    CODES,
    SHIPPED,
    file_text,
    game_file,
    numbers_of_players,
    play_variant,
)

TRIPS = [(code, players) for code in CODES for players in numbers_of_players(code)]


@pytest.mark.parametrize(("code", "players"), TRIPS)
def test_export_import_export(code: str, players: int, tmp_path: Path) -> None:
    folder = play_variant(code, players, tmp_path)
    require_the_same(folder, tmp_path, code)


@pytest.mark.parametrize("code", CODES)
def test_short_stacks(code: str, tmp_path: Path) -> None:
    """Every hand has all-ins, bring-ins that take the last chip among them, and side pots."""
    folder = play_variant(code, 4, tmp_path, stacks="[2, 5, 9, 30]")
    require_the_same(folder, tmp_path, code)


def require_the_same(folder: Path, room: Path, code: str) -> None:
    first = write(folder, room / "first", "phh")
    assert all(f"variant = '{code}'".encode() in data for data in sections(first))
    report = read([room / "first"], room / "again")
    assert (report.left_out, report.has_deck_seeds) == (0, True)
    before, after = open_run(folder), open_run(room / "again")
    assert after.game == before.game
    assert [b.to_pylist() for b in after.hands()] == [b.to_pylist() for b in before.hands()]
    assert after.cross_table() == before.cross_table()
    assert write(room / "again", room / "second", "phh") == first


def sections(written: dict[str, bytes]) -> list[bytes]:
    return [data for name, data in written.items() if name.endswith(".phhs")]


def write_without_seeds(run: Path, folder: Path) -> None:
    """Export a run, without the fields that are ours."""
    write(run, folder, "phh")
    for path in folder.glob("*.phhs"):
        lines = path.read_text(encoding="utf-8").split("\n")
        kept = [line for line in lines if not line.startswith("_")]
        path.write_text("\n".join(kept), encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "players"), [*((code, 3) for code in CODES), *(("F2L3D", 6), ("FB", 8))]
)
def test_a_run_without_deck_seeds(code: str, players: int, tmp_path: Path) -> None:
    """All cards that were dealt are read from the file, and the play is the same."""
    folder = play_variant(code, players, tmp_path)
    write_without_seeds(folder, tmp_path / "first")
    report = read([tmp_path / "first"], tmp_path / "again")
    assert (report.left_out, report.has_deck_seeds) == (0, False)
    before, after = open_run(folder), open_run(tmp_path / "again")
    for name in ("betting", "payoffs", "showdown"):
        assert columns(after, name) == columns(before, name)
    second = write(tmp_path / "again", tmp_path / "second", "phh")
    read([tmp_path / "second"], tmp_path / "third")
    assert write(tmp_path / "third", tmp_path / "fourth", "phh") == second


def test_discards_shuffled_in_another_order_are_refused(tmp_path: Path) -> None:
    """Six players of triple draw use the deck up; whose shuffle is not ours is named."""
    folder = play_variant("F2L3D", 6, tmp_path, agents=("uniform",))
    write_without_seeds(folder, tmp_path / "first")
    path = tmp_path / "first" / "match000000.phhs"
    text, changed = swap_last_draws(path.read_text(encoding="utf-8"))
    assert changed
    path.write_text(text, encoding="utf-8")
    report = read([path], tmp_path / "again", keep_going=True)
    assert report.left_out == changed
    words = r"the deck has run out and player \d draws (..) from the discards where this table"
    assert all(re.search(words, fault) for fault in report.faults)


def swap_last_draws(text: str) -> tuple[str, int]:
    """Swap two cards of the last draw of hands that deal more cards than there are."""
    changed, hands = 0, re.split(r"(?m)^(?=\[)", text)
    for place, hand in enumerate(hands):
        dealt = re.findall(r"d dh p\d (\w+)", hand)
        if sum(map(len, dealt)) <= 2 * 52 or len(dealt[-1]) < 4 or " sm " in hand:
            continue
        last = dealt[-1]
        start = hand.rindex(f" {last}'") + 1
        swapped = last[2:4] + last[:2] + last[4:]
        hands[place] = hand[:start] + swapped + hand[start + len(last) :]
        changed += 1
    return "".join(hands), changed


def columns(results: object, name: str) -> list[object]:
    return [row for batch in results.hands([name]) for row in batch.column(name).to_pylist()]  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", SHIPPED)
def test_shipped_games_are_the_variants(code: str) -> None:
    file = game_file(code)
    fewest, most = file.player_counts
    for players in range(fewest, most + 1):
        assert variant_of(game_of_file(file, players)) is VARIANTS[code]


@pytest.mark.parametrize("game", load_house_games(), ids=lambda game: game.name)
def test_other_games_are_refused_with_what_differs(game: object) -> None:
    definition: GameDefinition = game.definition  # type: ignore[attr-defined]
    name: str = game.name  # type: ignore[attr-defined]
    is_holdem = name.startswith(("holdem-limit", "holdem-nolimit")) and name not in REFUSED
    if name in SHIPPED.values() or is_holdem:
        require_phh(definition)
        return
    with pytest.raises(LogError, match=REFUSED.get(name, "PHH supports only|PHH has no variant")):
        require_phh(definition)


REFUSED = {
    "badacey": "no variant for badacey: the nearest, .*, differs in what wins",
    "five-card-draw": "nearest, N2L1D .*differs in",
    "holdem-nolimit-ante": "nearest, NT .holdem-nolimit., differs in the dead chips;",
    "omaha-five-card": "nearest, PO .omaha-pot-limit., differs in the cards that are dealt",
    "kuhn-2p": "PHH has no variant for this game; it has 11",
}


def test_another_number_of_raises_is_named() -> None:
    text = HOUSE_TEXT.replace("most_raises = 4", "most_raises = 3")
    with pytest.raises(LogError, match=r"FB \(badugi\), differs in the most raises of a round"):
        require_phh(parse_game(text))


def test_another_least_bet_is_of_the_variant() -> None:
    text = file_text("PO").replace('"potlimit"', '"potlimit", least = 7')
    require_phh(parse_game(text))


def test_stud_without_a_bring_in_is_none_of_them() -> None:
    text = file_text("F7S").replace("chips = 1", "chips = 0")
    with pytest.raises(LogError, match=r"F7S \(seven-card-stud\), differs in the bring-in;"):
        require_phh(parse_game(text))


HOUSE_TEXT = """
name = "badugi-of-three"
players = 2
betting = { structure = "limit", small = 2, big = 4, most_raises = 4 }
blinds = { small = 1, big = 2 }
best = [{ rank = "badugi" }]
steps = [
    { deal = { down = 4 } }, { bet = {} },
    { exchange = [0, 4] }, { bet = {} },
    { exchange = [0, 4] }, { bet = { size = "big" } },
    { exchange = [0, 4] }, { bet = { size = "big" } },
]
"""
