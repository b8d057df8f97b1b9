"""What a trainer cannot be given is one sentence, before anything is written."""

from pathlib import Path

import pytest

from railbird.harness.cli.application import run_command

REFUSED: list[tuple[str, str]] = [
    ("-o t --seed 99999999999999999999", "--seed"),
    ("-o nowhere/t", "no folder"),
    ("-o .", "is a folder"),
    ("-o t --against nowhere", "leave out --against"),
    ("-o t --set rate=-1", "rate is -1"),
    ("-o t --set rate=nan", "rate is 'nan'"),
    ("-o t --set rate=abc", "rate is 'abc'"),
    ("-o t --set rate=true", "rate is True"),
    ("-o t --set average=2", "average is 2"),
    ("-o t --set decks=0", "decks is 0"),
    ("-o t --set decks=-5", "decks is -5"),
    ("-o t --set decks=1.5", "decks is 1.5"),
    ("-o t --set decks=5000000000", "decks is 5000000000"),
    ("-o t --set hands_per_match=0", "hands_per_match is 0"),
    ("-o t --set self_aware=3", "self_aware is 3"),
]


@pytest.mark.parametrize(("options", "why"), REFUSED)
def test_what_cannot_be_trained_with_is_refused(
    options: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    line = f"train dcubot --game kuhn-2p --hands 100 {options}"
    assert run_command(line.split()) == 2
    shown = capsys.readouterr()
    assert why in shown.err
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_trainers_own_command_learns_from_a_run_in_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        run_command(
            ["match", "call", "uniform", "--game", "kuhn-2p", "--hands", "2000", "--out", "seen"]
        )
        == 0
    )
    options = "--hands 2000 --set player_types=2 --set hands_per_step=500"
    assert run_command(f"fit-opponents seen -o own.arrow {options}".split()) == 0
    line = f"train dcubot-model --game kuhn-2p --against seen -o other.arrow {options}"
    assert run_command(line.split()) == 0
    assert Path("own.arrow").read_bytes() == Path("other.arrow").read_bytes()
    capsys.readouterr()
    refused = [
        ("fit-opponents nowhere -o x", "is not a run folder"),
        ("fit-opponents seen -o x --game leduc", "are not of the game leduc"),
        ("fit-opponents seen -o own.arrow --hands 4000 --resume", "was trained with"),
        ("fit-opponents seen -o x --set player_types=0", "player_types is 0"),
        ("train dcubot-exploiter --game leduc --against own.arrow -o x", "for another game"),
        (
            "match dcubot-exploiter call --game kuhn-2p --hands 100",
            "; it plays holdem-limit-6p",
        ),
        ("match dcubot-model call --game leduc --hands 100", "needs the parameter 'file'"),
        ("match dcubot-exploiter:file=own.arrow call --game leduc --hands 100", "does not play"),
    ]
    for line, why in refused:
        assert run_command(line.split()) == 2
        shown = capsys.readouterr()
        assert why in shown.err
        assert shown.err.count("\n") == 1


def test_a_trainers_own_command_takes_the_runs_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = "--game kuhn-13-cards --players 3"
    options = "--hands 600 --set player_types=2 --set hands_per_step=300"
    for line in (
        f"match call uniform raise {game} --hands 600 --out seen",
        f"fit-opponents seen -o own.arrow {options}",
        f"train dcubot-model {game} --against seen -o other.arrow {options}",
    ):
        assert run_command(line.split()) == 0
    assert Path("own.arrow").read_bytes() == Path("other.arrow").read_bytes()
