"""A fact of the game has one home: nobody else works out seats, slots of a deal or hold'em."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ROOMS = ("plugins", "agents", "harness", "results")
_COUNT = r"(?:\w+\.)*(?:player_count|seat_count|players|count)\b|len\([\w.]+\)"

HOMES = {
    "who plays which position": (
        "ask native.seat_order",
        re.compile(
            rf"[-+][^%]*\)\s*%\s*(?:{_COUNT})|\b(?:hand|\w*index)\s*%\s*(?:{_COUNT})|turn:\]\s*\+"
        ),
    ),
    "whose a card of a deal is": (
        "ask native.deal_layout",
        re.compile(
            r"hole_card_count\s*\*|\*\s*(?:[\w.]+\.)?hole_card_count"
            r"|cards\[[^\]]*:\s*[^\]]*\*|\bhole\w*\s*\*\s*(?:position|seat|player)"
        ),
    ),
    "what hold'em is": (
        "ask native.is_holdem, has_holdem_cards or has_holdem_rounds, or HOLDEM_BOARDS",
        re.compile(r"\(0, 3, 1, 1\)|\(\s*4,\s*13,\s*2\b|\(0, 6, 8, 10\)"),
    ),
    "the rules of betting": (
        "ask native.ActionWalk, native.Tables or what the columns of a batch say",
        re.compile(r"(?:max_spent|most_spent)\s*\+\s*[\w.]*raise_sizes"),
    ),
}
OTHER = {
    # Not seats: other members of a line-up, blocks of deck seeds, who acts after whom.
    ("results/tables/won/agent_matrix.py", "(member + turn) % seat_count"),
    ("results/estimate/uncertainty/deck_influence.py", "blocks % count"),
    ("agents/holdem/first_round.py", "(place + step) % players"),
}
MODULES = sorted(path for room in ROOMS for path in (REPOSITORY / room).rglob("*.py"))


def lines_that_match(pattern: re.Pattern[str], path: Path) -> list[str]:
    """Return where a module computes a fact, except for what is in `OTHER`."""
    name = path.relative_to(REPOSITORY).as_posix()
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    return [
        f"{name}:{number}: {line.strip()}"
        for number, line in lines
        if pattern.search(line) and not any(name == file and text in line for file, text in OTHER)
    ]


@pytest.mark.parametrize("fact", HOMES)
def test_nobody_works_out_again(fact: str) -> None:
    advice, pattern = HOMES[fact]
    found = [line for path in MODULES for line in lines_that_match(pattern, path)]
    assert not found, f"{fact} is worked out again; {advice}:\n" + "\n".join(found)


FORMULAS = [
    ("who plays which position", "seats = (positions + hands) % definition.player_count"),
    ("who plays which position", "place = (seat - turn) % len(spent)"),
    ("who plays which position", "return self.agents[turn:] + self.agents[:turn]"),
    ("who plays which position", "(np.arange(seat_count)[None, :] + hands) % seat_count"),
    ("who plays which position", "self._names[index % count]"),
    ("who plays which position", "button = (count - 1 + hand.index) % count"),
    ("whose a card of a deal is", "cards[:, : seat_count * hole_card_count]"),
    ("whose a card of a deal is", "hole = cards[2 * width * p : 2 * width * (p + 1)]"),
    ("whose a card of a deal is", "holes = game.player_count * game.hole_card_count"),
    ("what hold'em is", "BOARDS = (0, 3, 1, 1)"),
    ("what hold'em is", "if shape != (4, 13, 2, BOARDS):"),
    ("the rules of betting", "return self.most_spent + self.game.raise_sizes[self.round_index]"),
]


@pytest.mark.parametrize(("fact", "line"), FORMULAS)
def test_a_formula_that_stood_here_before_would_be_found(fact: str, line: str) -> None:
    assert HOMES[fact][1].search(line)
