"""One hand in each encoding that programs write is the same run; what is not text is refused."""

from pathlib import Path

import pytest

from railbird.results import LogError, open_run
from tests.results.histories.conftest import read

HAND = """PokerStars Hand #1:  Hold'em No Limit (€0,50/€1,00) - 2000/01/01 00:00:01 ET
Table 'Fußball' 2-max Seat #1 is the button
Seat 1: André (€1.010,00 in chips)
Seat 2: B (€10,50 in chips)
André: posts small blind €0,50
B: posts big blind €1,00
*** HOLE CARDS ***
André: folds
Uncalled bet (€0,50) returned to B
B collected €1,00 from pot
*** SUMMARY ***
Total pot €1,00 | Rake €0
Seat 1: André (button) (small blind) folded before Flop
Seat 2: B (big blind) collected (€1,00)
"""
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "cp1252"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_is_the_same_hand(encoding: str, newline: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(HAND, encoding=encoding, newline=newline)
    read([tmp_path / "a.txt"], tmp_path / "run", chips_per_unit=100)
    run = open_run(tmp_path / "run")
    (hands,), (matches,) = run.hands(["payoffs"]), run.matches()
    agents = matches.column("agents").to_pylist()[0]
    assert sorted(agents) == ["André", "B"]
    assert (run.game.blinds, run.game.stacks) == ((100, 50), (1050, 101000))
    (hand,) = hands.to_pylist()
    won = dict(zip(agents, hand["payoffs"], strict=True))
    assert won == {"André": -50 * 2520, "B": 50 * 2520}


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"Poker\0", b"\x81\x8d"])
def test_what_is_not_text(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    with pytest.raises(LogError, match=r"it cannot be read: .* UTF-8"):
        read([tmp_path / "a.txt"], tmp_path / "run")
