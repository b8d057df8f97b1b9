"""PGDL's Scoring becomes a formula: the source's own example, mended, and what is refused."""

from pathlib import Path

import numpy as np
import pytest
from command_line import printed

from railbird.harness.cli.application import run_command
from railbird.harness.games.library import read_game_file
from railbird.harness.games.pgdl.reading import read_pgdl
from railbird.harness.games.pgdl.writing import format_pgdl
from railbird.harness.games.random_hands import play_random_hands
from railbird.native import (
    Formula,
    GameDefinition,
    GameDefinitionError,
    every_hand,
    format_game_toml,
    game_of_file,
    rank_hands,
    read_game_toml,
)

ALL_CARDS = (
    "$c5.rank * 28561 + $c4.rank * 2197 + $c3.rank * 169 + $c2.rank * 13 + $c1.rank".replace(
        " + ", " +\n   "
    )
)
PAIR = """
   $c5.rank == $c4.rank?
    $c5.rank * 100000 + $c3.rank * 169 + $c2.rank * 13 + $c1.rank:
   $c4.rank == $c3.rank?
    $c4.rank * 100000 + $c5.rank * 169 + $c2.rank * 13 + $c1.rank:
   $c3.rank == $c2.rank?
    $c3.rank * 100000 + $c5.rank * 169 + $c4.rank * 13 + $c1.rank:
    $c2.rank * 100000 + $c5.rank * 169 + $c4.rank * 13 + $c3.rank
"""
SUITED = " &amp;&amp; ".join(f"$c{card}.suit == $c{card + 1}.suit" for card in range(1, 5))
WHEEL = "$c5.rank == 12 &amp;&amp; $c4.rank == 3 &amp;&amp; $c3.rank == 2 &amp;&amp; $c1.rank == 0"
RUN = " &amp;&amp; ".join(f"$c{card + 1}.rank == $c{card}.rank + 1" for card in range(1, 5))
STRAIGHT = f"({WHEEL} &amp;&amp; $c2.rank == 1 || {RUN})"
TOP = "$c5.rank == 12 &amp;&amp; $c1.rank == 0 ? 3 : $c5.rank"
TWO_PAIR = (
    "$c4.rank * 169 + $c2.rank * 13 + "
    "($c5.rank != $c4.rank ? $c5.rank : $c3.rank != $c2.rank ? $c3.rank : $c1.rank)"
)
THREE = (
    "$c3.rank * 169 + ($c5.rank == $c3.rank ? $c2.rank : $c5.rank) * 13"
    " + ($c1.rank == $c3.rank ? $c4.rank : $c1.rank)"
)
SCORES = {  # by rank: name, conditions, subrank
    "high card": ("", ALL_CARDS),
    "pair": (
        "$c1.rank == $c2.rank || $c2.rank == $c3.rank || $c3.rank == $c4.rank ||"
        " $c4.rank == $c5.rank",
        PAIR,
    ),
    "two pairs": (
        "$c1.rank == $c2.rank &amp;&amp; ($c3.rank == $c4.rank || $c4.rank == $c5.rank) ||"
        " $c2.rank == $c3.rank &amp;&amp; $c4.rank == $c5.rank",
        TWO_PAIR,
    ),
    "three of a kind": (
        "$c1.rank == $c3.rank || $c2.rank == $c4.rank || $c3.rank == $c5.rank",
        THREE,
    ),
    "straight": (STRAIGHT, TOP),
    "flush": (SUITED, ALL_CARDS),
    "full house": (
        "($c1.rank == $c3.rank &amp;&amp; $c4.rank == $c5.rank) ||"
        " ($c1.rank == $c2.rank &amp;&amp; $c3.rank == $c5.rank)",
        "$c3.rank * 13 + ($c3.rank == $c1.rank ? $c5.rank : $c1.rank)",
    ),
    "four of a kind": (
        "$c1.rank == $c4.rank || $c2.rank == $c5.rank",
        "$c3.rank * 13 + ($c5.rank == $c3.rank ? $c1.rank : $c5.rank)",
    ),
    "straight flush": (f"{STRAIGHT} &amp;&amp; {SUITED}", TOP),
}


def score(name: str, rank: int, when: str, subrank: str) -> str:
    conditions = f"<Conditions>\n  {when}\n </Conditions>" if when else ""
    default = str(not when).lower()
    return (
        f'<Score name="{name}" rank="{rank}" default="{default}" sort="true">\n {conditions}\n'
        f" <Subrank>\n   {subrank}\n </Subrank>\n</Score>\n"
    )


def document(scores: str, *, hand_size: int = 5, down: int = 5, winner: str = "high") -> str:
    return f"""<PGDL>
<PokerGame name="Scored" wildCards="false" winningType="{winner}" ante="1"/>
<Players minimum="2" maximum="4"/>
<Deck standard="true" jokers="0"/>
<Scoring standard="false" handSize="{hand_size}">
{scores}</Scoring>
<Round number="1" name="One" communityCardsNumber="0" faceUpCardsDealt="0"
  faceDownCardsDealt="{down}" forceBet="false" blinds="false">
  <BettingStructure type="limit"><Bet value="1" maxNumRaises="4"/></BettingStructure>
</Round>
</PGDL>
"""


MENDED = document(
    "".join(score(name, rank, *formulas) for rank, (name, formulas) in enumerate(SCORES.items()))
)
TWO_CARDS = document(
    score("other", 0, "", "$c2.rank * 13 + $c1.rank")
    + score("suited", 1, "$c1.suit == $c2.suit", "$c2.rank")
    + score("pair", 2, "$c1.rank == $c2.rank", "$c1.rank"),
    hand_size=2,
    down=2,
)


def formula_of(game: GameDefinition) -> Formula:
    assert game.variant is not None
    (ranking,) = game.variant.best
    assert isinstance(ranking.table, Formula)
    return ranking.table


@pytest.mark.exhaustive
def test_the_mended_example_of_the_source_orders_every_hand_as_high_does() -> None:
    formula = formula_of(game_of_file(read_pgdl(MENDED.encode())))
    high = rank_hands(np.ascontiguousarray(every_hand(5).T))
    assert (formula.ranks == np.unique(high, return_inverse=True)[1]).all()
    assert formula.names == tuple(SCORES)


@pytest.mark.parametrize("text", [MENDED, TWO_CARDS])
def test_a_document_is_written_as_it_was_read(text: str) -> None:
    file = read_pgdl(text.encode())
    assert read_game_toml(format_game_toml(file)) == file
    again = format_pgdl(file)
    assert read_pgdl(again.encode()) == file
    assert format_pgdl(read_pgdl(again.encode())) == again


def test_a_document_plays_for_every_number_of_players() -> None:
    file = read_pgdl(TWO_CARDS.encode())
    for players in (2, 3, 4):
        assert play_random_hands(game_of_file(file, players), 100, seed=1).showdowns


def edited(old: str, new: str, text: str = TWO_CARDS) -> str:
    assert old in text
    return text.replace(old, new, 1)


REFUSED = {
    "empty Conditions, as printed": (
        edited("$c1.suit == $c2.suit", ""),
        "line 12, column 1: the Score 'suited' has no conditions and is not the default",
    ),
    "a branch without a colon, as printed": (
        edited("$c1.rank:\n    $c2.rank * 1", "$c1.rank\n    $c2.rank * 1", MENDED),
        "line 28, column 5: '$c2.rank' stands where there may be + or -, :, an operator",
    ),
    "an unknown name": (
        edited("$c1.suit == $c2.suit", "$c1.suit ==\nsame"),
        "line 15, column 1: unknown name 'same'",
    ),
    "a rank twice": (edited('rank="2"', 'rank="1"'), "'pair' has the rank 1 of 'suited'"),
    "no rank": (edited('rank="2"', 'rank="top"'), "Score has rank = 'top'; give a whole number"),
    "cards that are not sorted": (edited('sort="true"', 'sort="false"'), "say sort="),
    "a default": (edited('default="true"', 'default="maybe"'), "Score has default = 'maybe'; giv"),
    "hands of none": (edited('handSize="2"', 'handSize="0"'), "has handSize = 0; give 1 to 5"),
    "larger hands": (
        edited('faceDownCardsDealt="2"', 'faceDownCardsDealt="1"'),
        "best: the formula ranks 2 cards and a player holds 1; deal more",
    ),
    "a low winner": (
        edited('winningType="high"', 'winningType="low"'),
        "PokerGame has winningType = 'low' beside a Scoring of its own",
    ),
    "a standard": (edited('standard="false"', 'standard="true"'), "is standard and lists Scores;"),
    "no Score": (document(""), "it has no Score; add one"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_ranked_is_refused_by_name(case: str) -> None:
    text, words = REFUSED[case]
    with pytest.raises(GameDefinitionError) as found:
        game_of_file(read_pgdl(text.encode()))
    assert words in str(found.value)
    assert "\n" not in str(found.value)


GAME = """
name = "mine"
players = [2, 4]
betting = { structure = "nolimit" }
blinds = { small = 1, big = 2 }
best = [{ formula = "mine.score", hole = 1, board = 2 }]
steps = [{ deal = { down = 2 } }, { bet = {} }, { deal = { board = 3 } }, { bet = {} }]
"""
SCORE = (
    "cards 3\r\n# alike\r\n"
    'score "other" 0 default subrank $c3.rank\r\nscore "pair" 1 when $c1.rank == $c2.rank\r\n'
)


def write(folder: Path, score_text: str = SCORE) -> str:
    (folder / "mine.score").write_text(score_text, encoding="utf-8", newline="")
    (folder / "mine.toml").write_text(GAME, encoding="utf-8")
    return str(folder / "mine.toml")


def test_a_run_is_read_and_continued_without_the_file_of_its_formula(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, run = write(tmp_path), str(tmp_path / "run")
    played = ("match", "call", "raise", "--game", file, "--hands", "40", "--out", run)
    printed(capsys, *played)
    table = printed(capsys, "table", run)
    hands = printed(capsys, "hands", run, "--first", "40")
    (tmp_path / "mine.score").unlink()
    assert printed(capsys, "table", run) == table
    assert printed(capsys, "hands", run, "--first", "40") == hands
    write(tmp_path, SCORE.replace("$c3.rank", "-$c3.rank"))
    assert run_command(list(played)) == 2
    assert "--fresh" in capsys.readouterr().err
    write(tmp_path)
    assert run_command(list(played)) == 0


def test_a_formula_that_is_wrong_is_named_with_its_file_and_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, SCORE.replace("default", "default subrank 1 / $c1.rank", 1)[:-4])
    ranked = ["rank-hand", "--by", str(tmp_path / "mine.score"), "2c3d4h"]
    for text, words in (
        (
            SCORE.replace("$c3.rank", "$c4.rank"),
            "mine.score: line 3, column 33: '$c4.rank' is none",
        ),
        (
            SCORE.replace("$c3.rank", "4 / $c1.suit"),
            "mine.score: line 3, column 35: division by zero",
        ),
        (SCORE.replace("default", "when 0"), "mine.score: no Score matches the hand "),
    ):
        write(tmp_path, text)
        assert run_command(["check-game", file]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"railbird: {file}: {words}")
        assert error.count("\n") == 1
        assert run_command(ranked) == 2
        assert words.removeprefix("mine.score") in capsys.readouterr().err
    (tmp_path / "mine.score").rename(tmp_path / "mind.score")
    assert run_command(["check-game", file]) == 2
    error = capsys.readouterr().err
    assert "there is no formula" in error
    assert "did you mean" in error


def test_hands_are_ranked_by_the_file_of_a_formula(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    lines = printed(capsys, "rank-hand", "--by", tmp_path / "mine.score", "2c3d4h", "5c5d9hTs")
    assert [line.split()[0] for line in lines.splitlines()] == ["2c3d4h", "5c5d9hTs"]
    assert [line.split()[2] for line in lines.splitlines()] == ["other", "pair"]


def test_a_file_of_a_formula_is_written_into_the_game(tmp_path: Path) -> None:
    game = read_game_file(write(tmp_path))
    assert game.family is not None
    (tmp_path / "whole.toml").write_text(format_game_toml(game.family), encoding="utf-8")
    assert read_game_file(str(tmp_path / "whole.toml")) == game
    assert formula_of(game.definition).text == SCORE.replace("\r\n", "\n")
    with pytest.raises(
        GameDefinitionError, match=r"the formula is in the file mine\.score, which is"
    ):
        game_of_file(read_game_toml(GAME))
