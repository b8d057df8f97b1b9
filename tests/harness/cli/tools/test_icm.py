"""``railbird icm``: what it prints, and what it refuses."""

import json

import pytest
from command_line import printed

from railbird.harness.cli.application import run_command
from railbird.native import expected_prizes


def test_stacks_are_worth_so_much(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "icm", "5000,3000,2000", "--prizes", "50,30,20")
    for cell in ("5,000", "50.00%", "38.3929", "38.39%", "28.8571", "exact"):
        assert cell in text
    assert "±" not in text


def test_more_than_sixteen_players_are_sampled(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("icm", ",".join(["100"] * 17), "--prizes", "17")
    text = printed(capsys, *arguments)
    assert text.count("±") == 18
    assert "from 100,000 random orders" in text
    one, other = (printed(capsys, *arguments, "--seed", seed) for seed in "12")
    assert one == printed(capsys, *arguments, "--seed", "1") != other


def test_json_has_what_the_table_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, "icm", "3,2.5", "--prizes", "0.7,0.3", "--format", "json"))
    assert [row["expected_prize"] for row in told] == expected_prizes([3, 2.5], [0.7, 0.3]).tolist()
    assert told[1]["chip_share"] == 2.5 / 5.5
    arguments = ("icm", "3,2", "--prizes", "1", "--samples", "100", "--format", "json")
    assert all(row["standard_error"] > 0 for row in json.loads(printed(capsys, *arguments)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("5000;3000", "--prizes", "1"), "stacks: '5000;3000' is not a list of numbers; write it"),
        (("5000,3000", "--prizes", "a"), "prizes: 'a' is not a list of numbers"),
        (("5000,0", "--prizes", "1"), "a stack is not above 0; leave out players who are out"),
        (("5,5", "--prizes", "3,2,1"), "there are 3 prizes for 2 players"),
        (("5,5",), "--prizes"),
    ],
)
def test_what_is_refused_is_one_sentence(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["icm", *arguments]) == 2
    told = capsys.readouterr().err.strip()
    assert message in told
    assert "\n" not in told
