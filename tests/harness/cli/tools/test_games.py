"""``railbird games``, ``show-game`` and ``check-game``: what is printed, and what is refused."""

import json
from pathlib import Path

import pytest
from command_line import printed

from railbird.harness.cli.application import run_command
from railbird.harness.cli.command_group import make_command
from railbird.harness.cli.command_list import COMMANDS, find_function
from railbird.harness.games.library import choose_games, load_house_games
from railbird.native import GameDefinitionError
from railbird.native.solver import read_strategy
from railbird.plugins import load_registry

GAMES = {game.name: game for game in load_house_games()}
FOLDER = Path(__file__).parents[4] / "tournaments" / "games"


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Return the one line that a command is refused with."""
    assert run_command([str(argument) for argument in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_line_says_for_how_many_players_a_game_is(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "games").splitlines()
    assert [line.split()[0] for line in lines] == list(GAMES)
    words = {line.split()[0]: line.split(maxsplit=2)[1:] for line in lines}
    assert words["razz"] == ["2-8", GAMES["razz"].summary]
    assert words["leduc"] == ["2", GAMES["leduc"].summary]
    rows = json.loads(printed(capsys, "games", "--format", "json"))
    assert {row["game"]: row["players"] for row in rows}["short-deck"] == "2-10"


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game_are_told_step_by_step(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    definition = GAMES[name].definition
    told = json.loads(printed(capsys, "show-game", name, "--format", "json"))
    rules = told["rules"]
    assert {"players", "deck", "stacks", "posted", "showdown"} <= set(rules)
    steps = [text for key, text in rules.items() if key.startswith("step")]
    assert sum(text.startswith("lay") for text in steps) == sum(
        count > 0 for count in definition.board_card_counts
    )
    kinds = [text.partition(":")[0] for text in steps if ":" in text]
    variant = definition.variant
    assert kinds == (
        [rule.kind for rule in variant.rounds] if variant else ["bet"] * definition.round_count
    )
    assert told["widths"]["cards of a deal"] == definition.cards_per_hand
    text = printed(capsys, "show-game", name)
    assert all(line in text for line in rules.values())


def test_rules_of_stud_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "show-game", "seven-card-stud-8", "--players", "8")
    assert text.splitlines()[:18] == [
        "seven-card-stud-8: Seven-card stud in which a low of eight or better takes half of the "
        "pot.",
        "  for       2 to 8 players",
        "  players   8; player 1 is left of the button, player 8 has it",
        "  deck      52 cards",
        "  stacks    unlimited",
        "  posted    everybody an ante of 1, the lowest card face up a bring-in of 1",
        "  step 1    deal each player 2 cards face down and 1 face up",
        "  step 2    bet: fixed limit, bets and raises of 2, 4 raises at most; the lowest card "
        "face up acts first",
        *(
            line
            for step, size in ((3, 2), (5, 4), (7, 4))
            for line in (
                f"  step {step}    deal each player 1 card face up",
                f"  step {step + 1}    bet: fixed limit, bets and raises of {size}, 4 raises at "
                "most; the highest hand face up acts first",
            )
        ),
        "  step 9    lay 1 card on the board",
        "  step 10   bet: fixed limit, bets and raises of 4, 4 raises at most; the highest hand "
        "face up acts first",
        "  showdown  half of the pot goes to the highest hand; half goes to the lowest hand of 8 "
        "or better (aces low; straights and flushes do not count); without one the first takes all",
        "arrays",
    ]


@pytest.mark.parametrize(
    ("name", "showdown"),
    [
        ("baseball", "the highest hand, with wild cards (3, 9), and five of a kind is the highest"),
        (
            "five-card-draw-jokers",
            "the highest hand, with wild cards (joker), and five of a kind is the highest",
        ),
        ("omaha-limit", "the highest hand, of exactly 2 hole cards and 3 of the board"),
    ],
)
def test_the_showdown_in_words_has_the_cards_that_are_wild(
    name: str, showdown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = json.loads(printed(capsys, "show-game", name, "--format", "json"))["rules"]
    assert rules["showdown"] == f"the pot goes to {showdown}"


def test_a_file_is_checked_for_every_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    file = FOLDER / "kuhn-4-cards.toml"
    text = printed(capsys, "check-game", file, "--hands", "300")
    assert [line.split(":")[0] for line in text.splitlines()] == [
        "kuhn-4-cards, 2 players",
        "kuhn-4-cards, 3 players",
        "chips and cards are conserved, and every betting replays",
    ]
    report = json.loads(
        printed(capsys, "check-game", file, "--players", "3", "--hands", "2k", "--format", "json")
    )
    assert list(report["played"]) == ["3"]
    assert report["played"]["3"]["hands"] == 2000


def test_what_a_game_is_not_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, game = FOLDER.parent / "kuhn-3p.toml", FOLDER / "razz.toml"
    empty = tmp_path / "empty.toml"
    empty.write_text('name = "empty"\n', encoding="utf-8")
    for arguments, words in (
        (["check-game", spec], "is a tournament spec, not a game; play it with `railbird run`"),
        (["match", "call", "fold", "--game", spec], "is a tournament spec, not a game"),
        (["run", game], "is a game, not a tournament spec; play it with `railbird match"),
        (["check-game", empty], "a game needs [[steps]]; add them"),
        (["check-game", tmp_path / "none.toml"], "there is no game file"),
        (["show-game", "razz", "--players", "9"], "razz is for 2 to 8 players, not 9; give anoth"),
        (["show-game", "leduc", "--players", "3"], "leduc is for 2 players, not 3; give another"),
        (["match", "call", "fold", "--game", "razz", "--players", "9"], "razz is for 2 to 8 pla"),
    ):
        assert words in refused(capsys, *arguments)


WITHOUT = ("rank-hand",)
"""Commands that need no number of players: the deck is that of any."""


def named_games() -> list[str]:
    """The commands that take the name of a game, and play it."""
    return [
        name
        for name in COMMANDS
        if name not in WITHOUT
        and "game" in {p.name for p in make_command(name, find_function(name)).params}
    ]


def test_every_command_that_takes_a_game_takes_its_number_of_players() -> None:
    """One option, with one text but for the command that takes every number."""
    names = named_games()
    assert {"check", "solve", "connect", "replay", "deal", "match", "import", "train"} <= set(names)
    for name in names:
        options = {
            option: parameter
            for parameter in make_command(name, find_function(name)).params
            for option in parameter.opts
        }
        assert "--players" in options, name
        text = "How many players, of a game for several numbers. (default: the fewest)"
        if name == "check-game":
            text = "One number of players, of a game for several. (default: every number)"
        assert options["--players"].help == text


ROOM = "kuhn-13-cards is for 2 to 10 players, not 11; give another number or game"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "uniform", "--game"],
        ["connect", "uniform", "localhost", "5001", "--game"],
        ["exploit", "uniform", "--game"],
        ["rollout", "uniform", "--game"],
        ["replay", "none.log", "--game"],
        ["train", "dcubot", "--out", "net.arrow", "--game"],
        ["import", "none.log", "--out", "run", "--game"],
        ["solve", "--out", "net.arrow"],
        ["show-game"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_number_of_players_reaches_the_game(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ROOM in refused(capsys, *arguments, "kuhn-13-cards", "--players", "11")


def test_a_solved_and_a_checked_game_have_the_players_that_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, file = tmp_path / "three.arrow", tmp_path / "small.toml"
    text = (FOLDER / "kuhn-13-cards.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('deck = "2-A"', 'deck = "J-A"'), encoding="utf-8")
    options = ("--players", "3", "--out", out, "--most-iterations", "1")
    printed(capsys, "solve", file, *options)
    assert read_strategy(out).tree.definition.player_count == 3
    printed(capsys, "check", "uniform", "--game", file, "--players", "3")


def test_without_names_the_games_for_so_many_players_are_chosen() -> None:
    registry = load_registry()
    chosen = choose_games(registry, None, 9)
    assert {game.definition.player_count for game in chosen.values()} == {9}
    assert {"holdem-limit-9p", "omaha-8"} <= set(chosen)
    assert not {"razz", "leduc"} & set(chosen)
    with pytest.raises(GameDefinitionError, match="no game is for 11 players"):
        choose_games(registry, None, 11)
