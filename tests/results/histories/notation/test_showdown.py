"""Who shows, and what is returned, in the order and the chips of a card room."""

import pytest

from railbird.native import BETTING_KINDS, ActionWalk
from railbird.results.histories.notation.holdem import holdem
from railbird.results.histories.notation.pots import uncalled_bet
from railbird.results.histories.notation.showdown import showdown_order

FOLD, CALL, RAISE = (kind.value for kind in BETTING_KINDS)


def walk_of(betting: str) -> ActionWalk:
    walk = ActionWalk(holdem(4, blinds=(50, 100, 0, 0), stacks=(1000,) * 4))
    walk.begin((1000,) * 4, (50, 100, 0, 0))
    for _ in walk.follow(betting):
        pass
    return walk


@pytest.mark.parametrize(
    ("betting", "last_raiser", "order"),
    [
        ("cccc/cccc/cccc/cccc", None, [0, 1, 2, 3]),
        ("cccc/cccc/cccc/ccr200ccc", 2, [2, 3, 0, 1]),
        ("cccc/cccc/cccc/ccr200cfc", 2, [2, 3, 1]),
        ("ccfc/ccc/ccc/ccc", None, [1, 2, 3]),
    ],
)
def test_the_last_to_raise_shows_first(
    betting: str, last_raiser: int | None, order: list[int]
) -> None:
    assert showdown_order(walk_of(betting), last_raiser) == order


def test_what_nobody_called_is_returned() -> None:
    assert uncalled_bet(walk_of("cccr600fff").spent) == (1, 500)
    assert uncalled_bet(walk_of("r300ffc").spent)[1] == 0
