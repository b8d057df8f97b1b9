from tests.results.conftest import Match


def test_x():
    assert Match(("a", "b"), (1, -1)).deck == 0
