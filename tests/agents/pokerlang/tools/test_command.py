"""``railbird pokerlang``: what is printed, written and refused."""

from functools import partial
from pathlib import Path

import pytest
from command_line import printed
from documents import PAGES, fenced, read
from pokerlang_strategies import play

from railbird.agents.pokerlang.compiling.files import shipped_path
from railbird.agents.pokerlang.language.words import BOARDS, DRAWS, HOLDINGS, PREDEFINED, STYLES
from railbird.agents.pokerlang.player import play_strategy
from railbird.agents.pokerlang.situation.quantities import FLAGS, QUANTITIES
from railbird.harness.cli.application import run_command
from railbird.plugins import load_registry

TEXT = 'pokerlang 1 strategy "x"\ntactic t\n  rule when hand in A: raise 50% 40%, fold\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.pokerlang"
    path.write_text(TEXT)
    return path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert run_command([str(argument) for argument in arguments]) == 2
    return capsys.readouterr().err


def test_a_new_strategy_is_valid_formatted_and_plays(capsys, tmp_path: Path) -> None:
    path = tmp_path / "new.pokerlang"
    assert "is ready" in printed(capsys, "pokerlang", "new", path)
    for game in ("holdem-nolimit-6p", "holdem-limit-2p", "holdem-nolimit-2p"):
        out = printed(capsys, "pokerlang", "check", path, "--game", game)
        assert out == f"{path}: 3 tactics, 8 rules; declares its probabilities\n"
    assert "standard layout" in printed(capsys, "pokerlang", "format", path, "--check")
    make = partial(play_strategy, file=str(path))
    game = load_registry().games["holdem-preflop-nolimit-2p"]
    assert play(game, [make, make], matches=1, hands=40).incidents.kind == []
    assert "already exists; choose another name" in refused(capsys, "pokerlang", "new", path)


def test_errors_are_a_line_each(capsys, file: Path) -> None:
    file.write_text(TEXT.replace("fold", "foldd") + "  rule when potods > 1: fold\n")
    assert refused(capsys, "pokerlang", "check", file).splitlines() == [
        f"{file}:3:39: there is no action 'foldd'; nearest is 'fold'",
        f"{file}:4:13: there is no test 'potods'; nearest is 'pot-odds'",
    ]
    assert f"{file}:3:39: there is no action" in refused(
        capsys, "match", f"pokerlang:file={file}", "call", "--game", "holdem-limit-2p"
    )


def test_a_game_that_cannot_answer_a_test_is_refused(capsys, file: Path) -> None:
    message = "3:13: 'hand' needs the cards of hold'em, which this game lacks"
    assert message in refused(capsys, "pokerlang", "check", file, "--game", "kuhn-2p")
    told = refused(capsys, "match", f"pokerlang:file={file}", "call", "--game", "kuhn-2p")
    assert f"'pokerlang' does not play 'kuhn-2p': {file}:{message}" in told


def test_warnings_do_not_fail(capsys, file: Path) -> None:
    file.write_text(TEXT + "  rule when hand in A: fold\n")
    out = printed(capsys, "pokerlang", "check", file)
    assert out.startswith(f"{file}:4:3: warning: rule 2 is never reached: rule 1 (line 3) matches")
    assert "document 002 does not have 'call'" in refused(
        capsys, "pokerlang", "check", *(write(file, "call"), "--paper")
    )


def test_warnings_end_after_20_with_how_many_more(capsys, file: Path) -> None:
    for count, more in [(20, ""), (21, "1 more warning"), (1500, "1,480 more warnings")]:
        file.write_text(TEXT + "  rule when hand in A: fold\n" * count)
        lines = printed(capsys, "pokerlang", "check", file).splitlines()
        assert sum(": warning: " in line for line in lines) == 20
        assert lines[20:-1] == ([f"{file}: and {more}"] if more else [])


def write(file: Path, move: str) -> Path:
    file.write_text(TEXT.replace("fold", move))
    return file


def test_formatting_writes_the_file_and_only_if_asked(capsys, file: Path) -> None:
    untidy = 'pokerlang   1 strategy "x" # c\ntactic t rule   : fold'
    file.write_text(untidy)
    assert run_command(["pokerlang", "format", str(file), "--check"]) == 1
    assert file.read_text() == untidy
    printed(capsys, "pokerlang", "format", file)
    tidy = 'pokerlang 1 strategy "x"  # c\n\ntactic t\n  rule: fold\n'
    assert file.read_text() == tidy
    assert "is in the standard layout" in printed(capsys, "pokerlang", "format", file)


def test_explaining_shows_tests_the_rule_and_what_is_done(capsys, file: Path) -> None:
    at = ("--game", "holdem-nolimit-2p", "--betting", "r300", "--cards")
    out = printed(capsys, "pokerlang", "explain", file, *at, "AhAd")
    lines = [line.strip() for line in out.splitlines()]
    assert {"pot-odds = 0.333333", "hand in A: yes", "tactic t, rule 1 (line 3)"} <= set(lines)
    assert lines[-2:] == ["0.6  fold", "0.4  raise to 600"]
    out = printed(capsys, "pokerlang", "explain", file, *at, "7h2d")
    assert "no rule: fold, or check if free" in out
    assert "--cards has 1 cards; give 2" in refused(capsys, "pokerlang", "explain", file, *at, "Ah")
    assert "add --game" in refused(capsys, "pokerlang", "explain", file)
    at = ("--game", "holdem-nolimit-2p", "--cards", "AhKd", "--betting", "r300c/")
    told = refused(capsys, "pokerlang", "explain", file, *at, "--board", "7hAh2c")
    assert "card Ah is in --cards and in --board; deal it once" in told


ASKED = """pokerlang 1 strategy "x"
hands first = 72o
tactic a when hand in first and M < 1
  rule: fold
tactic b when round is preflop and opponent vpip > 20%
  rule: fold
tactic c when not round is preflop
  rule when not (made >= pair and (ehs > 0.9 or opponent can have flush >= 90%)): call often 50%
  rule when ehs > 0.5 or M > 0: call
  rule when ehs > 0.1: fold
tactic d plays tight-aggressive
"""
ANSWERS = {
    "": """hand in first: no
round is preflop: yes
opponent vpip > 20%: unknown
round is preflop (tight-aggressive): yes
hand in first (tight-aggressive): no
hand in second (tight-aggressive): yes""",
    "7h2d2c": """hand in first: no
round is preflop: no
made >= pair: yes
ehs > 0.9: no
opponent can have flush >= 90%: no
ehs > 0.5: yes""",
    "Qh7h2c": """hand in first: no
round is preflop: no
made >= pair: no
ehs > 0.5: yes""",
}


@pytest.mark.parametrize("board", ANSWERS)
def test_explaining_lists_every_test_that_was_asked_in_its_order(
    capsys, file: Path, board: str
) -> None:
    """Those of a style are its own, even if the file gives one of its names to other hands."""
    file.write_text(ASKED)
    betting = ("--betting", "r300c/", "--board", board) if board else ()
    at = ("--game", "holdem-nolimit-2p", "--cards", "AhKd", *betting)
    out = printed(capsys, "pokerlang", "explain", file, *at)
    between = out.partition("Tests that were needed\n")[2].partition("Rules that match")[0]
    assert [line.strip() for line in between.splitlines()] == ANSWERS[board].splitlines()
    assert "first-raiser-place = unknown" in out
    assert "nan" not in out


def test_explaining_lists_no_test_where_a_plan_goes_on(capsys, file: Path) -> None:
    file.write_text('pokerlang 1 strategy "x"\ntactic t when M > 0\n  rule: check-call-trap\n')
    at = ("--game", "holdem-nolimit-2p", "--cards", "AhKd", "--betting", "cc/r200")
    lines = printed(capsys, "pokerlang", "explain", file, *at, "--board", "7h2d2c").splitlines()
    start = lines.index("Tests that were needed")
    assert lines[start + 1] == "Rules that match"
    assert "check-call-trap goes on" in lines[start + 2]


@pytest.mark.parametrize("name", [*sorted(STYLES.values()), "hansen", "pokertron"])
def test_shipped_strategies_have_no_warnings(capsys, name: str) -> None:
    path = shipped_path(name)
    out = printed(capsys, "pokerlang", "check", path, "--game", "holdem-nolimit-6p")
    assert out.count("\n") == 1
    printed(capsys, "pokerlang", "format", path, "--check")


def test_bad_files_are_refused_in_a_sentence(capsys, tmp_path: Path) -> None:
    assert "there is no file" in refused(capsys, "pokerlang", "check", tmp_path / "none")
    assert "is a folder" in refused(capsys, "pokerlang", "check", tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "is not a strategy" in refused(capsys, "pokerlang", "check", tmp_path / "bytes")


def test_the_strategy_of_the_documentation_is_valid_and_formatted(capsys, file: Path) -> None:
    (example,) = fenced(read(PAGES / "pokerlang.md"), "text")
    file.write_text(example)
    printed(capsys, "pokerlang", "format", file, "--check")
    out = printed(capsys, "pokerlang", "check", file, "--game", "holdem-nolimit-6p")
    assert out == f"{file}: 3 tactics, 8 rules; acts\n"


def test_the_documentation_has_every_test_with_its_meaning() -> None:
    page = read(PAGES / "pokerlang.md")
    for name, one in {**QUANTITIES, **FLAGS}.items():
        assert f"| `{name}` | {one.meaning}" in page
    for name, one in PREDEFINED.items():
        numbers = ", ".join(f"{key} {number:g}" for key, number in one.numbers.items())
        assert f"| `{name}` | {one.meaning} | {numbers} |" in page
    for name, meaning in {**BOARDS, **DRAWS, **HOLDINGS}.items():
        assert f"{name}` | {meaning}" in page
