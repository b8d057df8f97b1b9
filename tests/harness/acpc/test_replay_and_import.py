"""Replay and import hold a match log to the same rules: what one refuses the other refuses."""

import tempfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from railbird.harness.acpc.replay import replay_log
from railbird.harness.games.library import load_house_games
from railbird.plugins import Game
from railbird.results import LogError
from railbird.results.histories import ImportChoice, import_histories

GAMES = {game.name: game for game in load_house_games()}
LOGS = Path(__file__).parent / "logs"
GAME_OF_LOG = {
    "kuhn-3p.seed7.log": "kuhn-3p",
    "leduc.seed9.log": "leduc",
    "limit-2p.seed11.log": "holdem-limit-2p",
    "nolimit-3p.seed17.log": "holdem-nolimit-3p",
    "nolimit-6p.seed19.log": "holdem-nolimit-6p",
}
HANDS = 8
LETTERS = "0123456789:|/-.crfAKQ2chsSTE?# \n"


def short_log(name: str) -> str:
    """Return a log's first hands with the header and the score that the dealer would give them."""
    lines = (LOGS / name).read_text("utf-8").replace(" 300 ", f" {HANDS} ").split("\n")
    lines = lines[: 4 + HANDS]
    totals: dict[str, Decimal] = {}
    for line in lines[4:]:
        payoffs, names = (field.split("|") for field in line.split(":")[-2:])
        for player, payoff in zip(names, payoffs, strict=True):
            totals[player] = totals.get(player, Decimal(0)) + Decimal(payoff)
    seating = lines[4].split(":")[-1]
    score = "|".join(f"{totals[player]:f}" for player in seating.split("|"))
    return "\n".join([*lines, f"SCORE:{score}:{seating}"]) + "\n"


SHORT = {name: short_log(name) for name in GAME_OF_LOG}


def faults(text: str, game: Game) -> tuple[list[str], str | None]:
    """Return what replay finds, and what import says, both of one log."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "match.log"
        log.write_text(text, encoding="utf-8")
        try:
            replayed = [
                f"{log}:{fault.line}: {fault.text}" for fault in replay_log(log, game).faults
            ]
        except LogError as error:
            replayed = [str(error)]
        try:
            import_histories(
                [log], Path(folder) / "run", ImportChoice(lambda name: game, game=game)
            )
        except LogError as error:
            return replayed, str(error)
        return replayed, None


def require_agreement(text: str, name: str) -> None:
    """Hold both to each other, but for the two differences that `log_checker` names.

    A log that is cut short is whole to replay, and import takes a log whose seed is another's.
    """
    replayed, imported = faults(text, GAMES[GAME_OF_LOG[name]])
    if imported is not None and "the log ends after" in imported:
        return
    if imported is None and replayed and all("the deck seed deals" in fault for fault in replayed):
        assert 2 * len(replayed) > text.count("STATE:")
        return
    assert (imported is None) == (not replayed), (imported, replayed)


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def turn_score(text: str) -> str:
    """Put the score's last seat first, its total with it: the sums are right, the seats are not."""
    *lines, score = text.rstrip("\n").split("\n")
    fields = [field.split("|") for field in score.split(":")[1:]]
    turned = ["|".join(field[-1:] + field[:-1]) for field in fields]
    return "\n".join([*lines, "SCORE:" + ":".join(turned)]) + "\n"


def without(start: str) -> Callable[[str], str]:
    return lambda text: "\n".join(line for line in text.split("\n") if not line.startswith(start))


REFUSED = {
    "another number": swap("STATE:5:", "STATE:99:"),
    "a long number": swap("STATE:5:", "STATE:9223372036854775807:"),
    "digits of another script": swap("STATE:5:", "STATE:\u0665:"),
    "a seed of 33 bits": swap(" 8 17", " 8 4294967296"),
    "seats of the score": turn_score,
    "a hand left out": without("STATE:3:"),
    "a hand again": lambda text: text.replace("STATE:4:", "STATE:3:", 1),
    "a hand too many": swap(" 8 17", " 7 17"),
    "a header cut short": swap(" 8 17", " 8"),
    "two blanks in the header": swap(" 8 17", " 8  17"),
    "another match": lambda text: text + text.split("\n")[0].replace(" 17", " 18") + "\n",
    "a header behind hands": lambda text: "\n".join([*text.split("\n")[1:], text.split("\n")[0]]),
    "a message": lambda text: text + "TO 1 at 1341695999.222281 MATCHSTATE:0:0::5d5c\n",
    "a card of another deal": swap("2sAc|3cJc", "3sAc|3cJc"),
    "cards exchanged": swap("2sAc|3cJc", "3cJc|2sAc"),
    "a card twice": swap("2sAc|3cJc", "2sAc|3cAc"),
    "a board too many": swap("/4c:", "/4c/5c:"),
    "a board too few": swap("/As/4c:", "/As:"),
    "two names exchanged": swap("Alice|Bob|Carol\nSTATE:1", "Alice|Carol|Bob\nSTATE:1"),
    "a name twice": swap("Alice|Bob|Carol\nSTATE:1", "Alice|Bob|Bob\nSTATE:1"),
    "no payoffs": swap(":27181|-20000|-7181:", "::"),
}
SOUND = {
    "nothing changed": lambda text: text,
    "a mark of the order of bytes": lambda text: "\ufeff" + text,
    "lines of Windows": lambda text: text.replace("\n", "\r\n"),
    "no header": without("#"),
    "no score": without("SCORE:"),
    "a match that went on": lambda text: text.replace("STATE:4", text.split("\n")[0] + "\nSTATE:4"),
    "times": lambda text: "STARTED at 1341695999.222281\n" + text + "FINISHED at 1341695999.3\n",
    "cards that nobody saw": swap("2sAc|", "|"),
}


@pytest.mark.parametrize("change", REFUSED)
def test_what_both_refuse(change: str) -> None:
    text = REFUSED[change](SHORT["nolimit-3p.seed17.log"])
    replayed, imported = faults(text, GAMES["holdem-nolimit-3p"])
    assert imported
    if change != "a message":  # replay reads actions logs too: see the next test
        assert replayed
        assert replayed[0] in imported, "both begin with the same fault, in the same words"


@pytest.mark.parametrize("change", SOUND)
def test_what_both_take(change: str) -> None:
    text = SOUND[change](SHORT["nolimit-3p.seed17.log"])
    assert faults(text, GAMES["holdem-nolimit-3p"]) == ([], None)


def test_an_actions_log_is_for_replay_alone() -> None:
    text = (LOGS / "2p.limit.h1000.r0.actions.log").read_text("utf-8")
    replayed, imported = faults(text, GAMES["holdem-limit-2p"])
    assert replayed == []
    assert imported is not None
    assert "is a line of an actions log; import the match log" in imported


def test_a_log_cut_short_is_sound_to_replay_and_import_says_what_is_missing() -> None:
    text = (LOGS / "nolimit-3p.seed17.log").read_text("utf-8")
    replayed, imported = faults(text, GAMES["holdem-nolimit-3p"])
    assert replayed == []
    assert imported is not None
    assert "the log ends after 30 of the 300 hands" in imported


def test_the_seed_of_another_deal_is_a_fault_to_replay_and_dropped_by_import() -> None:
    text = SHORT["nolimit-3p.seed17.log"].replace(" 8 17", " 8 18")
    replayed, imported = faults(text, GAMES["holdem-nolimit-3p"])
    assert len(replayed) == HANDS
    assert imported is None


@given(
    name=st.sampled_from(sorted(SHORT)),
    place=st.floats(0, 1, exclude_max=True),
    length=st.integers(0, 3),
    new=st.text(st.sampled_from(LETTERS), max_size=3),
)
@settings(max_examples=250, deadline=None)
@example(name="kuhn-3p.seed7.log", place=0.0, length=1, new="")
def test_any_edit(name: str, place: float, length: int, new: str) -> None:
    text = SHORT[name]
    start = int(place * len(text))
    require_agreement(text[:start] + new + text[start + length :], name)


@given(name=st.sampled_from(sorted(SHORT)), data=st.data())
@settings(max_examples=150, deadline=None)
def test_lines_exchanged_doubled_and_left_out(name: str, data: st.DataObject) -> None:
    lines = SHORT[name].rstrip("\n").split("\n")
    first, second = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    kind = data.draw(st.sampled_from(["exchange", "double", "leave out", "a field of another"]))
    if kind == "exchange":
        lines[first], lines[second] = lines[second], lines[first]
    elif kind == "double":
        lines.insert(first, lines[second])
    elif kind == "leave out":
        del lines[first]
    else:
        fields, others = lines[first].split(":"), lines[second].split(":")
        place = data.draw(st.integers(0, min(len(fields), len(others)) - 1))
        fields[place] = others[place]
        lines[first] = ":".join(fields)
    require_agreement("\n".join(lines) + "\n", name)
