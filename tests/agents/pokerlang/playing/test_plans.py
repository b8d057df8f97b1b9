"""Predefined actions: what each does, worked by hand, and that a hand follows one throughout."""

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pokerlang_strategies import answer, at, memory_of, play, program, table_of

from railbird.agents.pokerlang.compiling.strategy_compiler import find_misfits
from railbird.agents.pokerlang.language.parsing import SourceError
from railbird.agents.pokerlang.language.words import PREDEFINED
from railbird.agents.pokerlang.player import play_program
from railbird.harness.conformance.check import Subject, check_conformance
from railbird.harness.conformance.report import describe_conformance
from railbird.harness.games.library import load_house_games
from railbird.native import ActionKind
from railbird.plugins import Game, load_registry

GAMES = {game.name: game for game in load_house_games()}
TWO, THREE = table_of(2, 20_000), table_of(3)
BOARD = "Kh9h2c3sTd"


def does(text: str, game: Game, betting: str, **cards: Any) -> str:
    """The one thing that a strategy does: `fold`, `call` or `raise 300`."""
    memory = cards.pop("memory", None)
    declared = answer(program(text), at(game, betting, **cards), memory)
    least, _ = declared.bounds()
    (place,) = declared.probability[0].nonzero()[0].tolist()
    kind = ActionKind(int(declared.kinds[place])).name.lower()
    return f"{kind} {least[0, place]}" if kind == "raise" else kind


# Heads-up, position 0 is first from the flop on. Its rule matches in the round where the plan
# begins, and nowhere else; so what is not `otherwise` in later rounds is the plan.
ONE_ROUND = "tactic t when {when} rule: {plan}\notherwise: {otherwise}"
CHECK_RAISE = "r300c/", "r300c/cr600", "r300c/cr600r1800c/"
SEQUENCES = {
    ("check-call-trap", "round is preflop", "fold"): {
        "r300": "call",
        "r300c/": "call",
        "r300c/cr600": "call",
        "r300c/cc/cr900": "call",
        "r300c/cc/cc/": "raise 900",
        "r300c/cc/cc/cr900": "raise 2700",
        "r300c/cc/cc/r900r1800": "call",
    },
    ("check-raise-bluff", "round is flop and to-call = 0", "fold"): {
        "r300c/": "call",
        "r300c/cr600": "raise 1800",
        "r300c/cr600r1800r4000": "fold",
        "r300c/cr600r1800c/": "raise 3600",
        "r300c/cr600r1800c/r3600r7200": "fold",
        "r300c/cr600r1800c/r3600c/": "call",
        "r300c/cr600r1800c/r3600c/cr9000": "fold",
        # checked through: the plan is over, and nothing else matches
        "r300c/cc/cr600": "fold",
    },
    ("check-raise-trap", "round is flop and to-call = 0", "fold"): {
        "r300c/": "call",
        "r300c/cr600": "raise 1800",
        "r300c/cr600r1800r4000": "call",
        "r300c/cr600r1800c/": "raise 3600",
        "r300c/cr600r1800c/r3600r7200": "call",
        "r300c/cr600r1800c/r3600c/": "raise 7200",
        "r300c/cr600r1800c/r3600c/r7200r15000": "call",
        "r300c/cc/cr600": "fold",
    },
    ("semi-bluff", "round is flop", "raise min"): {
        "r300c/": "raise 750",
        "r300c/cr600": "raise 1500",
        "r300c/r750c/": "raise 1875",
        "r300c/r750c/r1875c/": "call",
        "r300c/r750c/r1875c/cr4000": "fold",
    },
    ("post-oak-bluff", "round is river", "fold"): {
        "r600c/cc/cc/": "raise 900",
        "r600c/cc/cc/c": "raise 900",
        "r600c/cc/cc/cr900": "call",  # not possible, which is a call
        "r600c/cc/cc/r900r1800": "call",
        "r600c/cc/r900": "fold",
    },
}
CASES = [(key, betting) for key, cases in SEQUENCES.items() for betting in cases]


@pytest.mark.parametrize(("key", "betting"), CASES)
def test_a_plan_goes_on_as_the_betting_does(key: tuple[str, str, str], betting: str) -> None:
    """The weak draw 6h5h, which the river does not make."""
    plan, when, otherwise = key
    text = ONE_ROUND.format(plan=plan, when=when, otherwise=otherwise)
    board = BOARD[: [0, 6, 8, 10][betting.count("/")]]
    assert does(text, TWO, betting, cards="6h5h", board=board) == SEQUENCES[key][betting]


def test_a_semi_bluff_ends_where_the_draw_is_made_or_gone() -> None:
    text = ONE_ROUND.format(plan="semi-bluff", when="round is flop", otherwise="raise min")
    for cards, board, betting, expected in [
        ("6h5h", "Kh9h2c3sJh", "r300c/r750c/r1875c/", "raise 1975"),  # the flush: rules again
        ("6h5h", "Kh9h2cJh", "r300c/r750c/", "raise 850"),  # made on the turn
        ("6s5d", "KhKc9h", "r300c/", "call"),  # no draw: not possible
    ]:
        assert does(text, TWO, betting, cards=cards, board=board) == expected


def test_where_one_plan_is_over_another_may_begin() -> None:
    """Made on the turn, the draw is no semi-bluff any more; the trap begins, and springs."""
    text = """tactic f when round is flop rule: semi-bluff
    tactic t when round is turn rule: check-call-trap
    otherwise: fold"""
    cards = {"cards": "6h5h", "board": "Kh9h2cJh"}
    assert does(text, TWO, "r300c/r750c/", **cards) == "call"
    cards["board"] += "3s"
    assert does(text, TWO, "r300c/r750c/cc/", **cards) == "raise 2250"


def test_a_squeeze_needs_a_raise_and_callers() -> None:
    text = "tactic t rule: squeeze-play"
    assert does(text, THREE, "r300c") == "raise 1200"
    assert does(text, THREE, "r300") == "call"
    assert does(text, THREE, "cc") == "call"
    assert does(text, THREE, "r300cr1200r2500f") == "call"
    tuned = "tune squeeze-play times = 2 per-caller = 0.5\n" + text
    assert does(tuned, THREE, "r300c") == "raise 750"


def test_a_steal_is_as_large_as_it_must_be_and_then_over() -> None:
    """Who folds to a pot or 2/3 of it is bet 2/3; a call shows that it has failed."""
    text = ONE_ROUND.format(plan="steal-the-pot", when="round is flop", otherwise="raise min")
    known = memory_of(["ccc/r400ff"] * 30)
    cards = {"cards": "6h5h", "board": "Kh9h2c", "memory": known}
    assert does(text, THREE, "ccc/", **cards) == "raise 300"
    assert does(text, THREE, "ccc/", **{**cards, "memory": memory_of([])}) == "call"
    cards["board"] = "Kh9h2c3s"
    assert does(text, THREE, "ccc/r300cf/", **cards) == "call"
    assert does(text, THREE, "ccc/r300cf/cr600", **cards) == "fold"
    assert does(text, THREE, "ccc/r300cf/cr600", **{**cards, "cards": "KsKd"}) == "call"
    # nothing was known: no plan began
    assert does(text, THREE, "ccc/r300cf/", **{**cards, "memory": memory_of([])}) == "raise 400"


def test_numbers_are_tuned() -> None:
    text = "tune check-raise-trap size = 0.5 next = 100%\n"
    text += ONE_ROUND.format(plan="check-raise-trap", when="round is flop", otherwise="fold")
    board = {"cards": "6h5h", "board": "Kh9h2c"}
    assert does(text, TWO, "r300c/cr600", **board) == "raise 1200"
    turn = {"cards": "6h5h", "board": "Kh9h2c3s"}
    assert does(text, TWO, "r300c/cr600r1200c/", **turn) == "raise 3600"


def test_a_hand_follows_its_plan_throughout() -> None:
    """Half of the hands trap, the others fold at once; none calls first and folds later."""
    of = program("tactic t rule when round is preflop: check-call-trap 50%, fold\notherwise: fold")
    raiser = load_registry().agents["raise"].factory
    results = play(table_of(2), [partial(play_program, of), raiser], matches=8, hands=250)
    assert results.incidents.kind == []
    text, offsets = results.betting.tobytes().decode(), results.betting_offsets.tolist()
    hands = [text[a:b] for a, b in pairwise(offsets)]
    folded = [hand for hand in hands if hand.endswith("f")]
    assert all("/" not in hand for hand in folded)
    count, share = len(hands), len(folded) / len(hands)
    assert abs(share - 0.5) < 4 * (0.25 / count) ** 0.5


def test_often_is_decided_once_a_hand_in_files_with_plans() -> None:
    """A rule that is followed in half of the hands: in such a hand its plan goes on."""
    of = program("tactic t rule: check-call-trap often 50%\n rule: fold")
    raiser = load_registry().agents["raise"].factory
    results = play(table_of(2), [partial(play_program, of), raiser], matches=8, hands=250)
    text, offsets = results.betting.tobytes().decode(), results.betting_offsets.tolist()
    hands = [text[a:b] for a, b in pairwise(offsets)]
    folded = [hand for hand in hands if hand.endswith("f")]
    assert all("/" not in hand for hand in folded)
    assert abs(len(folded) / len(hands) - 0.5) < 4 * (0.25 / len(hands)) ** 0.5


def test_plans_keep_the_contract(tmp_path: Path) -> None:
    """Rows of a batch are independent, and replays agree, whatever plans run."""
    path = tmp_path / "plans.pokerlang"
    shares = ", ".join(f"{name} 13%" for name in PREDEFINED)
    text = f"tactic t rule when raises < 2: {shares} rule: call often 60% rule: raise min 30%, call"
    path.write_text('pokerlang 1 strategy "x"\n' + text)
    subject = Subject(load_registry().agent("pokerlang"), {"file": str(path)})
    report = check_conformance(subject, {"holdem-nolimit-3p": GAMES["holdem-nolimit-3p"]})
    assert report.has_passed, describe_conformance(report)


WRONG = {
    "tactic t rule: semi-bluff per decision": "2:16: a predefined action is picked once a hand",
    "action a flop: fold 50%, semi-bluff tactic t rule: a per decision": "2:52: a predef",
    "action semi-bluff flop: fold": "2:8: action 'semi-bluff' is defined already",
    "tune semibluff size = 1": "2:6: there is no predefined action 'semibluff'; nearest is 'semi-",
    "tune semi-bluff sise = 1": "2:17: there is no number of semi-bluff 'sise'; nearest is 'size'",
    "tune semi-bluff size = 0": "2:24: 'size' needs a number above 0",
    "tune semi-bluff size = 1 tune semi-bluff size = 2": "2:31: 'semi-bluff' is tuned already",
    "tactic t rule: semibluff": "2:16: there is no action 'semibluff'; nearest is 'semi-bluff'",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_a_plan_is_named(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        program(text)
    assert caught.value.faults[0].describe("f").startswith(f"f:{WRONG[text]}")


@pytest.mark.parametrize("plan", PREDEFINED)
def test_plans_are_errors_in_games_that_cannot_play_them(plan: str) -> None:
    of = program(f"tactic t rule: {plan}")
    assert not of.is_stationary
    assert of.remembers == (plan == "steal-the-pot")
    assert find_misfits(of, GAMES["holdem-nolimit-6p"].definition) == []
    misfits = [one.message for one in find_misfits(of, GAMES["holdem-limit-2p"].definition)]
    needed = f"'{plan}' needs raises whose size players choose, which this game lacks"
    assert misfits == [needed]
