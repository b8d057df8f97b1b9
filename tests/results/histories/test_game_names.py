"""A game's name says what it is played for, so that no imported game passes for a shipped one."""

from pathlib import Path

import pytest

from railbird.native import format_game
from railbird.results import open_run
from tests.results.histories.conftest import GAMES, read

PHH = """variant = 'NT'
antes = [ANTE, ANTE, ANTE]
ante_trimming_status = true
blinds_or_straddles = [SMALL, BIG, 0]
min_bet = BIG
starting_stacks = [20000, 20000, 20000]
actions = ['d dh p1 2c3d', 'd dh p2 AhAd', 'd dh p3 KcKd', 'p3 f', 'p1 f']
"""
LIMIT = "variant = 'FT'\nsmall_bet = 4\nbig_bet = 8"
OMAHA = "2c3d4h5s AhAd4s5d KcKd4c5c"


def hand(small: int, big: int, ante: int = 0, **changes: str) -> str:
    text = PHH.replace("SMALL", str(small)).replace("BIG", str(big)).replace("ANTE", str(ante))
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


OMAHA_HAND = hand(1, 2, NT="PO")
for short, long in zip(("2c3d", "AhAd", "KcKd"), OMAHA.split(), strict=True):
    OMAHA_HAND = OMAHA_HAND.replace(short, long)
NAMES = [
    (hand(50, 100), "holdem-nolimit-50-100-3p"),
    (hand(1, 2), "holdem-nolimit-1-2-3p"),
    (hand(50, 100, 10), "holdem-nolimit-50-100-ante-10-3p"),
    (hand(2, 4).replace("variant = 'NT'", LIMIT), "holdem-limit-4-8-3p"),
    (OMAHA_HAND, "omaha-pot-limit-1-2-3p"),
    (f'{OMAHA_HAND}_game = "my-omaha"\n', "my-omaha"),
]


@pytest.mark.parametrize(("text", "name"), NAMES)
def test_a_game_is_named_by_its_stakes(text: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text(text, encoding="utf-8")
    assert read([tmp_path / "a.phh"], tmp_path / "run").game == name
    assert open_run(tmp_path / "run").manifest.game_name == name
    assert name == "my-omaha" or name not in GAMES


def test_the_file_of_a_game_keeps_its_name_if_it_is_that_game(tmp_path: Path) -> None:
    shipped = GAMES["holdem-nolimit-3p"].definition
    (tmp_path / "mine.game").write_text(format_game(shipped), encoding="utf-8")
    for big, name in ((100, "mine"), (60, "holdem-nolimit-50-60-3p")):
        (tmp_path / "a.phh").write_text(hand(50, big), encoding="utf-8")
        assert read([tmp_path / "a.phh"], tmp_path / str(big)).game == name
