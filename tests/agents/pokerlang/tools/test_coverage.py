"""What the hands of a run show of each rule: rules differ in what they do, so it is counted."""

import re
from collections import Counter
from pathlib import Path

import pytest
from command_line import printed

from railbird.harness.analysis.stored_play import read_play
from railbird.harness.cli.application import run_command
from railbird.plugins.contract.readable import past_actions
from railbird.results import open_run

HANDS = "1080"
STRATEGIES = {
    "cards": (
        "holdem-limit-3p",
        """hands good = 22+, A2+
tactic t
  rule when hand in good and raises < 2: raise min
  rule when pot-odds < 0.25: call
otherwise: fold""",
    ),
    "memory": (
        "holdem-limit-3p",
        """tactic t
  rule when opponent vpip > 60% and opponent hands > 10 and raises < 2: raise min
  rule when image is unknown or to-call = 0 or implied-odds < 0.2: call
otherwise: fold""",
    ),
    "plans": (
        "holdem-nolimit-3p",
        """tactic t when round is preflop
  rule when raises < 9: check-call-trap often 50%
tactic u
  rule when to-call = 0: call
otherwise: fold""",
    ),
}


def play_run(capsys: pytest.CaptureFixture[str], folder: Path, name: str) -> Path:
    game, text = STRATEGIES[name]
    file = folder / "mine.pokerlang"
    file.write_text(f'pokerlang 1 strategy "Mine"\n{text}\n')
    run = folder / "run"
    agents = (f"pokerlang:file={file}", "uniform", "gambler")
    options = ("--game", game, "--hands", HANDS, "--decks", "3", "--out", run)
    printed(capsys, "match", *agents, *options)
    return run


def counts_of(lines: list[str]) -> dict[str, int]:
    """The counts of coverage, by what is printed before them."""
    rows = [re.fullmatch(r"(.*?) +([\d,]+) +[\d.]+%", line) for line in lines]
    return {row[1].strip(): int(row[2].replace(",", "")) for row in rows if row}


def own_actions(run: Path, label: str) -> Counter[str]:
    """How often an agent did what, read from the hands."""
    found: Counter[str] = Counter()
    results = open_run(run)
    for hands in results.played_hands():
        letters, offsets = hands.spell()
        text = letters.tobytes().decode()
        for row, members in enumerate(hands.members.tolist()):
            position = members.index(results.labels.index(label))
            betting = text[offsets[row] : offsets[row + 1]]
            made = past_actions(results.game, results.game.stacks, betting)
            found.update(one.kind.name for one in made if one.position == position)
    return found


@pytest.mark.parametrize("name", STRATEGIES)
def test_what_is_replayed_is_what_was_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    """Each decision is decided once, and as often as its action is found in the hands."""
    run = play_run(capsys, tmp_path, name)
    label = next(one for one in open_run(run).labels if one.startswith("pokerlang"))
    lines = printed(capsys, "pokerlang", "coverage", run, "--agent", label).splitlines()
    actions, play = own_actions(run, label), read_play(run, label)
    assert lines[0] == f"Mine: {play.hand_count:,} hands, {actions.total():,} decisions"
    counts = counts_of(lines[1:])
    tactics = [count for key, count in counts.items() if key.startswith("tactic")]
    rules = [count for key, count in counts.items() if key.startswith("rule")]
    ends = {key: count for key, count in counts.items() if key[:4] not in ("tact", "rule")}
    assert sum(tactics) == sum(rules)
    assert sum(rules) + sum(ends.values()) == actions.total()
    assert min(*rules, *ends.values()) > 20
    assert ends["otherwise"] == actions["FOLD"]
    if name == "plans":
        assert list(ends) == ["check-call-trap goes on", "otherwise"]
    else:
        assert rules == [actions["RAISE"], actions["CALL"]]


def test_bad_input_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = play_run(capsys, tmp_path, "cards")
    for arguments, message in [
        ((run,), "add --agent LABEL"),
        ((run, "--agent", "nobody"), "no agent 'nobody' played in"),
        ((run, "--agent", "uniform"), "'uniform' is not a strategy in PokerLang"),
        ((tmp_path / "none", "--agent", "uniform"), "none"),
    ]:
        assert run_command(["pokerlang", "coverage", *map(str, arguments)]) == 2
        assert message in capsys.readouterr().err


def test_a_file_that_was_edited_after_the_run_is_not_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run, file = play_run(capsys, tmp_path, "cards"), tmp_path / "mine.pokerlang"
    label = next(one for one in open_run(run).labels if one.startswith("pokerlang"))
    command = ["pokerlang", "coverage", str(run), "--agent", label]
    text = file.read_text()
    file.write_text(text.replace("raises < 2", "raises < 3"))
    assert run_command(command) == 2
    assert f"{file}, or the code that plays it, is not the same" in capsys.readouterr().err
    file.write_text(text)
    printed(capsys, *command)
    file.unlink()
    assert run_command(command) == 2
    assert str(file) in capsys.readouterr().err
