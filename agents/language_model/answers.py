"""Reads what a model answers: a last line, JSON by a schema, or the arguments of a tool.

Each form is read by its own rules, and nothing is guessed: an answer that is not in its form is
sent back.
"""

import json
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, NamedTuple, get_args

from railbird.plugins import ChatAnswer

AnswerForm = Literal["line", "json", "tool"]
ANSWER_FORMS: tuple[str, ...] = get_args(AnswerForm)
MOVES = ("fold", "check", "call", "bet", "raise", "all-in")
SIZED = ("bet", "raise")
MARK = "final answer"
TOOL = "act"
DECORATION = "*_`#> \t\"'"
LONGEST_NUMBER = 24
LEADS = {"to": ("raise-to", "round-raise-to", "bb"), "by": ("raise-by", "pot")}
"""Words before a number, and the units that they fit."""
TRAILS = {
    "chips": ("raise-to", "round-raise-to", "raise-by"),
    "pot": ("pot",),
    "pots": ("pot",),
    "x": ("pot",),
    "bb": ("bb",),
    "bbs": ("bb",),
}


class UnreadableError(Exception):
    """An answer that is not in the form that was asked for; the text says why."""


class Move(NamedTuple):
    """What a model answered; ``amount`` in its unit, None if there is none."""

    name: str
    amount: Decimal | None = None


def schema(*, is_sized: bool) -> dict[str, Any]:
    """Return the JSON schema of an answer."""
    properties: dict[str, Any] = {"action": {"type": "string", "enum": list(MOVES)}}
    if is_sized:
        properties["amount"] = {"type": ["number", "null"]}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def options_of(form: str, *, is_sized: bool) -> dict[str, Any]:
    """Return what a request says about the form of the answer."""
    if form == "json":
        found = {"name": TOOL, "strict": True, "schema": schema(is_sized=is_sized)}
        return {"response_format": {"type": "json_schema", "json_schema": found}}
    if form == "tool":
        function = {
            "name": TOOL,
            "description": "Play an action.",
            "parameters": schema(is_sized=is_sized),
        }
        choice = {"type": "function", "function": {"name": TOOL}}
        return {"tools": [{"type": "function", "function": function}], "tool_choice": choice}
    return {}


def read_answer(answer: ChatAnswer, form: str, unit: str) -> Move:
    """Read a move; raises UnreadableError."""
    if form == "tool":
        if not answer.tool_arguments:
            raise UnreadableError(f"the answer does not call the tool {TOOL}")
        return _read_json(answer.tool_arguments)
    if not answer.text.strip():
        why = f" (it ended by '{answer.finish}')" if answer.finish else ""
        raise UnreadableError(f"the answer is empty{why}")
    return _read_json(_unfenced(answer.text)) if form == "json" else read_line(answer.text, unit)


def read_line(text: str, unit: str) -> Move:
    """Read the last line that begins with "Final answer:"; raises UnreadableError."""
    lines = [line.strip(DECORATION) for line in text.splitlines()]
    marked = [line for line in lines if line.lower().startswith(MARK)]
    if not marked:
        raise UnreadableError('no line begins with "Final answer:"')
    said = marked[-1][len(MARK) :].strip(DECORATION)
    if not said.startswith((":", "=", "-")):
        raise UnreadableError('"Final answer" is not followed by a colon and an action')
    words = said[1:].strip(DECORATION + ".").lower().replace("all in", "all-in").split()
    if not words or words[0].rstrip(":,") not in MOVES:
        raise UnreadableError(f"the final answer does not begin with one of {', '.join(MOVES)}")
    name, rest = words[0].rstrip(":,"), words[1:]
    if name not in SIZED:
        if rest and not _is_aside(rest):
            raise UnreadableError(f"'{name}' is followed by '{' '.join(rest)[:40]}'")
        return Move(name)
    return Move(name, _read_size(rest, unit))


def _read_size(words: list[str], unit: str) -> Decimal | None:
    """The amount after a bet or a raise, None if there is none; words must fit the unit."""
    if not words:
        return None
    if words[0] in LEADS:
        if unit not in LEADS[words[0]]:
            raise UnreadableError(f"'{words[0]}' does not fit the unit in which amounts are said")
        words = words[1:]
    if not words:
        raise UnreadableError("the amount is missing")
    number, *rest = words
    for trail in sorted(TRAILS, key=len, reverse=True):
        if number.endswith(trail) and number != trail:
            number, rest = number[: -len(trail)], [trail, *rest]
            break
    if rest and not _is_aside(rest):
        if rest[0] not in TRAILS:
            raise UnreadableError(f"the amount is followed by '{' '.join(rest)[:40]}'")
        if unit not in TRAILS[rest[0]]:
            raise UnreadableError(f"'{rest[0]}' does not fit the unit in which amounts are said")
    return _read_number(number.lstrip("$"))


def _is_aside(words: list[str]) -> bool:
    """Whether words are in brackets: "raise 300 (two thirds of the pot)"."""
    return words[0].startswith("(") and words[-1].rstrip(".").endswith(")")


def _read_number(text: str) -> Decimal:
    if len(text) > LONGEST_NUMBER:
        raise UnreadableError("the amount has too many digits")
    groups = text.split(",")
    is_grouped = len(groups) > 1 and all(len(part) == 3 for part in groups[1:])  # noqa: PLR2004
    try:
        number = Decimal("".join(groups) if is_grouped else text)
    except InvalidOperation:
        raise UnreadableError(f"'{text[:40]}' is not a number") from None
    if not number.is_finite() or number < 0 or number.adjusted() > LONGEST_NUMBER:
        raise UnreadableError(f"'{text[:40]}' is not an amount")
    return number


def _unfenced(text: str) -> str:
    """The text without a code fence around it."""
    stripped = text.strip()
    if not stripped.startswith("```"):
        return stripped
    _, _, body = stripped.partition("\n")
    return body.removesuffix("```").strip()


def _read_json(text: str) -> Move:
    try:
        said = json.loads(text, parse_float=Decimal, parse_int=Decimal, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise UnreadableError("the answer is not valid JSON") from None
    if not isinstance(said, dict) or said.get("action") not in MOVES:
        raise UnreadableError(f'"action" is not one of {", ".join(MOVES)}')
    name, amount = said["action"], said.get("amount")
    if amount is not None and not isinstance(amount, Decimal):
        raise UnreadableError('"amount" is not a number')
    if amount is not None and (amount < 0 or amount.adjusted() > LONGEST_NUMBER):
        raise UnreadableError('"amount" is out of range')
    return Move(name, amount if name in SIZED else None)


def _refuse(name: str) -> Any:
    raise ValueError(name)
