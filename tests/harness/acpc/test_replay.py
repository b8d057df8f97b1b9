"""Logs of the C dealer replay without a fault, and whatever is changed in one is found."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.harness.acpc.replay import ReplayReport, replay_log
from railbird.harness.games.library import load_house_games
from railbird.plugins import Game
from railbird.results import LogError

GAMES = {game.name: game for game in load_house_games()}
EXCERPTS = Path(__file__).parent / "logs"
WHOLE_LOGS = Path(__file__).parents[3].parent / "shared" / "acpc" / "logs"
GAME_OF_LOG = {
    "kuhn-3p.seed7.log": "kuhn-3p",
    "leduc.seed9.log": "leduc",
    "limit-2p.seed11.log": "holdem-limit-2p",
    "limit-3p.seed13.log": "holdem-limit-3p",
    "nolimit-2p.seed15.log": "holdem-nolimit-2p",
    "nolimit-3p.seed17.log": "holdem-nolimit-3p",
    "nolimit-6p.seed19.log": "holdem-nolimit-6p",
    "2p.limit.h1000.r0.log": "holdem-limit-2p",
    "3p.nolimit.h1000.r0.log": "holdem-nolimit-3p",
    "2p.limit.h1000.r0.actions.log": "holdem-limit-2p",
    "3p.nolimit.h1000.r0.actions.log": "holdem-nolimit-3p",
}
EXCERPT_NAMES = sorted(path.name for path in EXCERPTS.glob("*.log"))
KUHN = """\
# name/game/hands/seed kuhn-3p.seed7 kuhn.limit.3p.game 3 7
STATE:0:crcc:As|Qs|Ks:4|-2|-2:Alice|Bob|Carol
STATE:1:rcc:Ks|Qs|As:-2|-2|4:Bob|Carol|Alice
STATE:2:ccrfc:As|Ks|Js:-1|3|-2:Carol|Alice|Bob
SCORE:11|-6|-5:Alice|Bob|Carol
"""


def replay_text(tmp_path: Path, text: str, game: str = "kuhn-3p") -> ReplayReport:
    path = tmp_path / "match.log"
    path.write_text(text, encoding="utf-8")
    return replay_log(path, GAMES[game])


def count_hole_cards(game: Game, hands: int) -> int:
    return hands * game.definition.player_count * game.definition.hole_card_count


@pytest.mark.parametrize("log", EXCERPT_NAMES)
def test_an_excerpt_of_the_dealers_log_has_no_fault(log: str) -> None:
    game = GAMES[GAME_OF_LOG[log]]
    report = replay_log(EXCERPTS / log, game)
    assert report.faults == ()
    if log.endswith(".actions.log"):
        assert (report.hands, report.messages) >= (0, 80)
        assert report.cards > 2 * report.messages
    else:
        assert (report.hands, report.payoffs) == (30, 30 * game.definition.player_count)
        assert report.cards >= count_hole_cards(game, 30)


@pytest.mark.skipif(not WHOLE_LOGS.exists(), reason="../shared/acpc/logs is not here")
@pytest.mark.parametrize("log", sorted(GAME_OF_LOG))
def test_a_whole_log_of_the_dealer_has_no_fault(log: str) -> None:
    game = GAMES[GAME_OF_LOG[log]]
    report = replay_log(WHOLE_LOGS / log, game)
    assert report.faults == ()
    if log.endswith(".actions.log"):
        assert report.messages > 2500
    else:
        assert report.hands in (300, 1000)
        assert report.payoffs == report.hands * game.definition.player_count
        assert report.cards >= count_hole_cards(game, report.hands)
        assert report.has_score


def test_a_match_with_its_score_has_no_fault(tmp_path: Path) -> None:
    report = replay_text(tmp_path, KUHN)
    assert report.faults == ()
    assert (report.hands, report.payoffs, report.cards, report.has_score) == (3, 9, 9, True)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("4|-2|-2:Alice", "5|-3|-2:Alice", 2, "payoffs 5|-3|-2 should be 4|-2|-2"),
        ("-1|3|-2", "-1|3.5|-2.5", 4, "should be -1|3|-2"),
        ("As|Qs|Ks", "As|Ks|Qs", 2, "card 1 of the deal is Ks, but the deck seed deals Qs"),
        ("As|Qs|Ks", "As|Qs|As", 2, "the As is dealt twice"),
        ("As|Qs|Ks", "As|Qs|2c", 2, "2c"),
        ("As|Qs|Ks", "As|Qs", 2, "2 hands of cards found, 3 expected"),
        ("As|Qs|Ks", "As|Qs|KsJs", 2, "cards 'KsJs' found, 1 expected"),
        ("0:crcc", "0:crrc", 2, "crrc"),
        ("0:crcc", "0:crc", 2, "betting 'crc' does not end the hand"),
        ("STATE:1", "STATE:2", 3, "hand 2 found, hand 1 expected"),
        ("Bob|Carol|Alice", "Carol|Alice|Bob", 3, "should be 'Bob|Carol|Alice'"),
        ("Alice|Bob|Carol\nSTATE", "Alice|Bob|Bob\nSTATE", 2, "a player is named twice"),
        ("11|-6|-5", "11|-5|-6", 5, "score 11|-5|-6 should be 11|-6|-5"),
        ("11|-6|-5:Alice|Bob", "11|-6|-5:Bob|Alice", 5, "names 'Bob|Alice|Carol' should be"),
        (" 3 7", " 4 7", 5, "follows 3 hands, but the header says 4"),
        (" 3 7", " 2 7", 4, "the header says 2 hands, and this is one more"),
        (" 3 7", " 3 9", 2, "but the deck seed deals"),
        (" 3 7", " three 7", 1, "is not a header"),
        (" 3 7", " 3 4294967296", 1, "more than 32 bits"),
        ("-2|-2|4", "-2|-2|nan", 3, "payoff 'nan' is not a number"),
        ("-2|-2|4", "-2|-2|4.0001", 3, "not a multiple of 1/2520 chip"),
        ("STATE:1", "STALE:1", 3, "is not a line of a dealer's log"),
        ("STATE:1:", "STATE:", 3, "is not STATE:hand:betting"),
        ("SCORE:11|-6|-5:", "SCORE:", 5, "is not SCORE:totals:names"),
    ],
)
def test_a_change_is_found_in_its_line(
    tmp_path: Path, old: str, new: str, line: int, words: str
) -> None:
    assert KUHN.count(old) >= 1
    report = replay_text(tmp_path, KUHN.replace(old, new, 1))
    assert report.faults[0].line == line
    assert words in report.faults[0].text


def test_without_a_seed_payoffs_are_checked_and_cards_are_taken_as_they_stand(
    tmp_path: Path,
) -> None:
    hands = KUHN.split("\n", maxsplit=1)[1]
    report = replay_text(tmp_path, hands)
    assert (report.faults, report.deck_seed, report.cards, report.payoffs) == ((), None, 0, 9)
    other_winner = hands.replace("As|Qs|Ks", "Qs|As|Ks")
    assert "should be -2|4|-2" in replay_text(tmp_path, other_winner).faults[0].text


def test_a_dealer_that_keeps_its_seats_fixed_is_understood(tmp_path: Path) -> None:
    fixed = KUHN.replace("Bob|Carol|Alice", "Alice|Bob|Carol").replace(
        "Carol|Alice|Bob", "Alice|Bob|Carol"
    )
    report = replay_text(tmp_path, fixed.replace("11|-6|-5", "1|-1|0"))
    assert report.faults == ()


@pytest.mark.parametrize(
    "text", ["", "hello\n", "# only a comment\n", KUHN.split("\n", maxsplit=1)[0] + "\n"]
)
def test_what_is_not_a_log_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(LogError, match="contains no STATE and no TO line"):
        replay_text(tmp_path, text)


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.log").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path, tmp_path / "none.log", tmp_path / "binary.log"):
        with pytest.raises(LogError, match="cannot be read as a log"):
            replay_log(path, GAMES["kuhn-3p"])


@given(data=st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_content_of_a_log_is_checked_and_never_crashes(
    tmp_path: Path, data: st.DataObject
) -> None:
    log = data.draw(
        st.sampled_from(sorted(GAME_OF_LOG)).filter(lambda name: (EXCERPTS / name).exists())
    )
    lines = (EXCERPTS / log).read_text(encoding="utf-8").split("\n")[:12]
    text = "\n".join(lines)
    place = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from("0123456789:|/-.crfAKQ2chs \n") | st.characters(codec="utf-8"))
    report = replay_text(tmp_path, text[:place] + new + text[place + 1 :], GAME_OF_LOG[log])
    assert all(1 <= fault.line <= len(lines) + 1 for fault in report.faults)


def change_line(number: int, change: Callable[[str], str]) -> str:
    lines = (EXCERPTS / "2p.limit.h1000.r0.actions.log").read_text(encoding="utf-8").split("\n")
    lines[number - 1] = change(lines[number - 1])
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "old", "new", "words"),
    [
        (6, "5d5c", "5d5h", "should be 'MATCHSTATE:0:0::5d5c|'"),
        (7, "|9hQd", "5d5c|9hQd", "should be 'MATCHSTATE:1:0::|9hQd'"),
        (7, "TO 2", "TO 1", "player 1 is asked twice"),
        (7, "TO 2", "TO 3", "there is no player 3 at a table of 2"),
        (7, "TO 2", "TO two", "'two' is not a player number"),
        (12, "cc/", "cr", "should be 'MATCHSTATE:0:0:cc/:5d5c|/8dAs8s'"),
        (12, "MATCHSTATE:0:0", "MATCHSTATE:0", "is not MATCHSTATE"),
    ],
)
def test_a_changed_message_is_found_in_its_line(
    tmp_path: Path, line: int, old: str, new: str, words: str
) -> None:
    text = change_line(line, lambda message: message.replace(old, new, 1))
    report = replay_text(tmp_path, text, "holdem-limit-2p")
    assert report.faults[0].line == line
    assert words in report.faults[0].text
    assert len(report.faults) <= 2, "what follows in the same hand is passed over"


def test_an_answer_is_played_as_the_dealer_plays_it(tmp_path: Path) -> None:
    """An illegal fold in line 8 becomes the call that line 9 shows."""
    text = change_line(8, lambda message: message[:-1] + "k")
    assert replay_text(tmp_path, text, "holdem-limit-2p").faults == ()
    text = change_line(8, lambda message: message[:-1] + "r")
    assert replay_text(tmp_path, text, "holdem-limit-2p").faults[0].line == 9
