"""A path that leads nowhere is answered by the one beside it that it was meant to be."""

from pathlib import Path

import pytest

from railbird.native import did_you_mean, near_path


def test_one_letter_less_finds_the_file(tmp_path: Path) -> None:
    names = ["my-tournament.toml", "other.toml", "my-tournament.txt"]
    for name in names:
        (tmp_path / name).touch()
    for name in names:
        for place in range(len(name)):
            wrong = tmp_path / (name[:place] + name[place + 1 :])
            assert near_path(wrong, lambda one, end=name[-4:]: one.name.endswith(end)) == (
                tmp_path / name
            )


def test_the_same_ending_alone_is_not_similar(tmp_path: Path) -> None:
    (tmp_path / "long.toml").touch()
    assert near_path(tmp_path / "nope.toml") is None
    assert near_path(tmp_path / "longer.toml") == tmp_path / "long.toml"


def test_only_what_is_meant_is_named(tmp_path: Path) -> None:
    (tmp_path / "run-1").mkdir()
    (tmp_path / "run-2").touch()
    assert near_path(tmp_path / "run-3") == tmp_path / "run-2"
    assert near_path(tmp_path / "run-3", Path.is_dir) == tmp_path / "run-1"


@pytest.mark.parametrize("name", ["nothing/like/it", "zzzz", "a\0b"])
def test_where_nothing_is_near_nothing_is_said(name: str, tmp_path: Path) -> None:
    (tmp_path / "spec.toml").touch()
    assert near_path(tmp_path / name) is None
    assert did_you_mean(tmp_path / name) == ""
