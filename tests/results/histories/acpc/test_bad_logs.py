"""A log with an error is refused with line and what; with keep_going the rest goes in."""

import shutil
from pathlib import Path

import pytest

from railbird.plugins import Game
from railbird.results import LogError, open_run
from railbird.results.histories import parse_payoff
from railbird.results.histories.importing import ImportChoice, import_histories
from tests.results.histories.conftest import LOGS, end_log, find_logged_game, read

LOG = LOGS / "nolimit-3p.seed17.log"
DAMAGE = [
    ("acpc", ":2sAc|3cJc|", ":2sAc|3cAc|", "the Ac is dealt twice"),
    ("acpc", ":27181|-20000|-7181:", ":27182|-20000|-7182:", "should be 27181"),
    ("acpc", "STATE:0:ccc/ccc/", "STATE:0:ccc/cc/", "betting"),
    ("acpc", "STATE:0:", "STALE:0:", "is not a line of a dealer's log"),
    ("acpc", ":2sAc|3cJc|AhQc/", ":2sAc|3cJc/", "2 hands of cards found, 3"),
    ("acpc", "/9d6sTh/As/4c:", "/9d6s/As/4c:", "board"),
]


def totals_of(lines: list[str]) -> dict[str, int]:
    """Sum payoffs by name, 1/2520 chip, straight from a log's lines."""
    totals: dict[str, int] = {}
    for line in lines:
        payoffs, names = (field.split("|") for field in line.split(":")[-2:])
        for name, payoff in zip(names, payoffs, strict=True):
            totals[name] = totals.get(name, 0) + parse_payoff(payoff)
    return totals


@pytest.mark.parametrize(("history_format", "old", "new", "words"), DAMAGE)
def test_an_acpc_log_with_an_error(
    history_format: str, old: str, new: str, words: str, tmp_path: Path
) -> None:
    text = LOG.read_text(encoding="utf-8")
    assert text.count(old) == 1
    bad = tmp_path / "bad.log"
    bad.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(LogError, match=rf"bad.log:5: .*({words})"):
        read([bad], tmp_path / "run")
    assert not (tmp_path / "run").exists()
    report = read([bad], tmp_path / "run", keep_going=True)
    hands = [h for b in open_run(tmp_path / "run").hands(["betting"]) for h in b.to_pylist()]
    assert report.hands == len(hands) == 29
    lines = [line for line in text.split("\n") if line.startswith("STATE:")]
    totals: dict[str, int] = {}
    for matches in open_run(tmp_path / "run").matches():
        for match in matches.to_pylist():
            for label, payoff in zip(match["agents"], match["payoffs"], strict=True):
                totals[label] = totals.get(label, 0) + payoff
    assert totals == totals_of(lines[1:]), "a hand that is missing unseats nobody"
    assert report.faults[0].startswith(f"{bad}:5: ")
    assert 1 <= report.left_out <= 3, "the hand; its header's count and the score if they miss it"


def test_a_log_that_ends_too_early_and_a_wrong_score(tmp_path: Path) -> None:
    short, wrong = tmp_path / "short.log", tmp_path / "wrong.log"
    short.write_text("\n".join(LOG.read_text("utf-8").split("\n")[:14]) + "\n", "utf-8")
    with pytest.raises(LogError, match="ends after 10 of the 300 hands"):
        read([short], tmp_path / "run")
    assert read([short], tmp_path / "run", keep_going=True).hands == 10
    shutil.copy(LOG, wrong)
    text = end_log(wrong)
    score = text[text.index("SCORE:") + len("SCORE:") :].partition("|")[0]
    wrong.write_text(text.replace(f"SCORE:{score}", f"SCORE:{score}1"), "utf-8")
    with pytest.raises(LogError, match=rf"wrong.log:35: score .* should be {score}\|"):
        read([wrong], tmp_path / "other")


def test_a_hand_missing_in_the_middle_unseats_nobody(tmp_path: Path) -> None:
    bad = tmp_path / "bad.log"
    bad.write_text(LOG.read_text("utf-8").replace("STATE:5:", "STALE:5:"), "utf-8")
    report = read([bad], tmp_path / "run", keep_going=True)
    lines = [line for line in bad.read_text("utf-8").split("\n") if line.startswith("STATE:")]
    totals: dict[str, int] = {}
    for matches in open_run(tmp_path / "run").matches():
        for match in matches.to_pylist():
            for label, payoff in zip(match["agents"], match["payoffs"], strict=True):
                totals[label] = totals.get(label, 0) + payoff
    assert totals == totals_of(lines)
    assert (report.hands, report.matches) == (29, 2), "another match of the same session begins"


def test_a_name_cut_short_and_payoffs_that_cannot_be(tmp_path: Path) -> None:
    cut, hidden = tmp_path / "cut.log", tmp_path / "hidden.log"
    lines = LOG.read_text("utf-8").rstrip("\n").split("\n")
    cut.write_text("\n".join(lines)[:-1], "utf-8")
    with pytest.raises(
        LogError, match=rf"cut.log:{len(lines)}: '.*' did not play in earlier hands of this log"
    ):
        read([cut], tmp_path / "run")
    # Two went all-in and one folded; nobody knows the cards, but his payoff must be what he put in.
    hand = "STATE:0:r20000cf///:||/9d6sTh/As/4c:{}:a|b|c\n"
    game = find_logged_game("holdem-nolimit-3p")
    for payoffs in ("20050|-50|-20000", "20100|-100|-20001", "20200|-100|-20000", "20100|-20000"):
        hidden.write_text(hand.format(payoffs), "utf-8")
        with pytest.raises(
            LogError, match=r"hidden.log:1: .*(payoffs .* are impossible|2 payoffs)"
        ):
            read([hidden], tmp_path / "hidden", game=game)
    hidden.write_text(hand.format("20100|-100|-20000"), "utf-8")
    assert read([hidden], tmp_path / "hidden", game=game).hands == 1


def test_a_path_in_a_header_is_not_opened(tmp_path: Path) -> None:
    """The log's author chose the path; the game is searched beside the log, and by its name."""
    secret = tmp_path / "elsewhere" / "secret.game"
    secret.parent.mkdir()
    secret.write_text("not for you")
    log = tmp_path / "logs" / "a.log"
    log.parent.mkdir()
    text = LOG.read_text("utf-8")
    named = text.split(" ")[3]
    log.write_text(text.replace(named, str(secret), 1), "utf-8")
    end_log(log)
    asked: list[str] = []

    def find_game(name: str) -> Game:
        asked.append(name)
        return find_logged_game(named)

    choice = ImportChoice(find_game=find_game)
    import_histories([log], tmp_path / "run", choice)
    assert asked == ["secret.game"]
