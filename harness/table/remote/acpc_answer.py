"""Reads what an ACPC client answers, as tolerantly as the C dealer does.

A client need not send back exactly the text it received: the dealer compares the meaning. Letters
may be of either case, ``k`` is a call and ``b`` a raise, slashes between rounds and the cards of
others may be missing.
"""

import re
from dataclasses import dataclass

from railbird.harness.errors import StateError
from railbird.harness.table.judging.answers import MOST_AMOUNT
from railbird.harness.table.remote.match_state import ClientState, parse_match_state
from railbird.native import BETTING_LETTERS, KIND_OF_LETTER, ROUND_LETTER, ActionKind

LONGEST_SHOWN = 160
STATE_FIELDS = 5
MOST_DIGITS = 18
WHITE = " \t\r\n\0"

LETTERS = "".join(KIND_OF_LETTER) + "".join(KIND_OF_LETTER).upper()
ACTION = re.compile(rf"([{LETTERS}])([+-]?[0-9]*)")
_LETTERS = str.maketrans(
    LETTERS,
    "".join(BETTING_LETTERS[KIND_OF_LETTER[letter.lower()]] for letter in LETTERS),
    ROUND_LETTER,
)
_SIZE = re.compile(r"0*([0-9]+)")


@dataclass(frozen=True, slots=True)
class ClientAnswer:
    """An answer to the current state; a call with ``nonsense`` if it contains no valid action."""

    kind: int
    amount: int = 0
    nonsense: str = ""


def read_answer(line: bytes, asked: str, *, is_sized: bool) -> ClientAnswer | None:
    """Read a line; None if it is not an answer to the current state."""
    fields = line.decode("ascii", "replace").strip(WHITE).split(":")
    try:
        state = parse_match_state(":".join(fields[:STATE_FIELDS]))
        due = parse_match_state(asked)
    except StateError:
        return None
    if not _is_same(state, due):
        return None
    return read_action_text(":".join(fields[STATE_FIELDS:]), is_sized=is_sized)


def read_action_text(text: str, *, is_sized: bool) -> ClientAnswer:
    """Read a letter and, for a raise of a no-limit game, its size: ``f c k r300 b300``."""
    action = ACTION.fullmatch(text.strip(WHITE))
    call = ActionKind.CALL.value
    if action is None:
        said = (
            f"answered {show_line(text.encode())} instead of an action"
            if text
            else "answered without an action"
        )
        return ClientAnswer(call, nonsense=said)
    kind, size = KIND_OF_LETTER[action[1].lower()], action[2]
    if kind != ActionKind.RAISE or not is_sized:
        return ClientAnswer(kind.value)
    if size.lstrip("+-") == "":
        return ClientAnswer(
            call, nonsense=f"answered {show_line(text.encode())}, a raise without an amount"
        )
    digits = size.lstrip("+-0") or "0"
    amount = int(digits) if len(digits) <= MOST_DIGITS else MOST_AMOUNT
    return ClientAnswer(kind.value, -amount if size.startswith("-") else amount)


def show_line(line: bytes) -> str:
    """Return a line in quotes, shortened, with unprintable characters escaped."""
    text = ascii(line[: LONGEST_SHOWN + 1].decode("latin-1").rstrip(WHITE))
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 4]}...{text[-1]}"


def _is_same(state: ClientState, due: ClientState) -> bool:
    own = due.position
    return (
        (state.position, state.hand_index) == (own, due.hand_index)
        and _canonical(state.betting) == _canonical(due.betting)
        and "".join(state.boards) == "".join(due.boards)
        and own < len(state.hole_cards)
        and state.hole_cards[own] == due.hole_cards[own]
    )


def _canonical(betting: str) -> str:
    return _SIZE.sub(r"\1", betting.translate(_LETTERS))
