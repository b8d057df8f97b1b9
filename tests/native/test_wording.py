"""Only a name that is similar is suggested for another."""

import pytest

from railbird.native.wording import most_alike

VALID = ("uniform", "call", "fold", "raise-pot")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        *((name, name) for name in VALID),
        ("unifrom", "uniform"),
        ("folds", "fold"),
        ("raise_pot", "raise-pot"),
        *((name, None) for name in ("", "x", "foo", "maniac", "observer", "kuhn-2p")),
    ],
)
def test_a_name_is_suggested_if_it_is_similar(name: str, near: str | None) -> None:
    assert most_alike(name, VALID) == near
    assert most_alike(name, ()) is None
