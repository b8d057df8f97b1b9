"""The Chat Completions protocol: requests as JSON, and answers as services write them."""

from dataclasses import dataclass
from typing import Any

import msgspec

from railbird.harness.services.prices import Price
from railbird.harness.services.service_fault import ServiceFault
from railbird.plugins.contract.services import ChatAnswer, ChatQuestion
from railbird.results.store.journal import Usage

NOT_A_COMPLETION = (
    msgspec.DecodeError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    ValueError,
    RecursionError,
)
"""What reading a body of another shape raises."""
LIMIT_NAMES = ("max_tokens", "max_completion_tokens")
BYTES_PER_TOKEN = 3
MOST_UNLIMITED_TOKENS = 32_768
"""Tokens of an answer that has no limit, for the budget's worst case."""
MOST_OVER_LIMIT = 4
MOST_DOLLARS = 1e4


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer that was read: what the agent gets, and what is kept beside it."""

    answer: ChatAnswer
    reasoning: str
    usage: Usage


def chat_body(question: ChatQuestion) -> bytes:
    """Return the body of a request, the same for the same question."""
    return msgspec.json.encode(
        {"model": question.model, "messages": list(question.messages), **question.options}
    )


def worst_dollars(body: bytes, question: ChatQuestion, price: Price | None) -> float:
    """Return what an answer may cost at most: a token has at least a byte."""
    return 0.0 if price is None else price.dollars(len(body), _most_tokens(question))


def read_chat(
    data: bytes, body: bytes, question: ChatQuestion, *, price: Price | None
) -> ReadAnswer:
    """Read the body of an answer; raises ServiceFault if it does not follow the protocol.

    An answer without text is an answer: a model may have used up its tokens for reasoning.
    """
    try:
        said = msgspec.json.decode(data)
        choice = said["choices"][0]
        message = choice["message"]
        text = _text(message.get("content"))
        called = _arguments(message.get("tool_calls"))
    except NOT_A_COMPLETION:
        what = f"{data[:60]!r}" if data else "an empty body"
        raise ServiceFault(f"an answer that is not a chat completion: {what}") from None
    reasoning = message.get("reasoning_content") or message.get("reasoning") or ""
    thought = reasoning if isinstance(reasoning, str) else ""
    answer = ChatAnswer(text, called, str(choice.get("finish_reason") or ""))
    told = said.get("usage")
    usage = _usage(told if isinstance(told, dict) else {}, body, question)
    if usage is None:
        length = len(text.encode()) + len(called.encode()) + len(thought.encode())
        usage = Usage(
            len(body) // BYTES_PER_TOKEN + 1,
            length // BYTES_PER_TOKEN + 1,
            len(thought.encode()) // BYTES_PER_TOKEN,
            is_estimated=True,
        )
    if _cost(told) is None:
        dollars = 0.0 if price is None else price.dollars(usage.asked, usage.answered)
        usage = msgspec.structs.replace(usage, dollars=dollars)
    return ReadAnswer(answer, thought, usage)


def _text(content: Any) -> str:
    """The text of a message, which may be a list of parts."""
    if content is None or isinstance(content, str):
        return content or ""
    parts = (part.get("text") for part in content if isinstance(part, dict))
    return "".join(part for part in parts if isinstance(part, str))


def _arguments(calls: Any) -> str:
    if not calls:
        return ""
    arguments = calls[0]["function"]["arguments"]
    if not isinstance(arguments, str):
        raise ValueError("arguments are not text")
    return arguments


def _usage(told: dict[str, Any], body: bytes, question: ChatQuestion) -> Usage | None:
    """What the service says was used, None if it does not or cannot be."""
    asked, answered = told.get("prompt_tokens"), told.get("completion_tokens")
    details = told.get("completion_tokens_details")
    reasoning = details.get("reasoning_tokens") if isinstance(details, dict) else None
    if not isinstance(asked, int) or not isinstance(answered, int):
        return None
    if not _is_count(asked, len(body)):
        return None
    if not _is_count(answered, MOST_OVER_LIMIT * _most_tokens(question)):
        return None
    dollars = _cost(told) or 0.0
    part = reasoning if isinstance(reasoning, int) and _is_count(reasoning, answered) else 0
    return Usage(asked, answered, part, dollars)


def _most_tokens(question: ChatQuestion) -> int:
    """The tokens that an answer may have."""
    limits = [question.options.get(name) for name in LIMIT_NAMES]
    return max((one for one in limits if isinstance(one, int)), default=MOST_UNLIMITED_TOKENS)


def _cost(told: Any) -> float | None:
    """What the service says that the answer cost, None if it does not or cannot be."""
    cost = told.get("cost") if isinstance(told, dict) else None
    if isinstance(cost, bool) or not isinstance(cost, int | float):
        return None
    return float(cost) if 0 <= cost <= MOST_DOLLARS else None


def _is_count(value: int, most: int) -> bool:
    return not isinstance(value, bool) and 0 <= value <= most
