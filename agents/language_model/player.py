"""The agent `language-model`: asks a language model for every decision."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from railbird.agents.language_model.amounts import MEANINGS, UNITS, Stakes
from railbird.agents.language_model.answers import (
    ANSWER_FORMS,
    MOVES,
    UnreadableError,
    options_of,
    read_answer,
)
from railbird.agents.language_model.playing import IllegalError, elect, to_action
from railbird.agents.language_model.prompt_files import prompt_path, read_prompt
from railbird.agents.language_model.situation import (
    describe_record,
    describe_situation,
    player_names,
    stakes_of,
)
from railbird.agents.parameters import require_choice
from railbird.plugins import (
    Action,
    AgentEntry,
    AgentError,
    ChatQuestion,
    Game,
    HandRecord,
    Match,
    Observation,
    Services,
    UnplayableError,
    betting_games,
)
from railbird.plugins.contract.observation_json import describe_observation
from railbird.plugins.contract.services import (
    CHAT_PATH,
    find_address_fault,
    is_variable_name,
)

NOTATIONS = ("words", "room", "phh", "json")
OPENAI, OPENAI_KEY = "https://api.openai.com/v1", "OPENAI_API_KEY"
OWN_OPTIONS = frozenset({"model", "messages", "n", "stream"})
LONGEST_REPEATED = 4000
"""Letters of an answer that are sent back with what is wrong with it."""
MOST_HANDS, MOST_CALLS = 10_000, 64
EndHand = Callable[[HandRecord], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Setting:
    """The parameters of LanguageModel, checked."""

    model: str
    url: str
    key: str
    prompt: str
    notation: str
    amounts: str
    answer: str
    history: int
    results: int
    rethinks: int
    votes: int
    shows_legal: bool
    options: Mapping[str, Any]


class LanguageModel:
    """Asks a language model, in words, what to do at each decision.

    Source: tournaments between language models since 2025, whose rules for invalid answers
    (rethinking, votes) it follows. Decided here: the model receives the rules of the game, the hand
    so far and, with ``history``, the hands before; players have neutral names, and nothing says
    whom it meets or how cards are dealt. ``prompt`` is a shipped one (plain, expert, terse) or a
    jinja2 file; ``notation`` (words, room, phh, json) writes hands; ``amounts`` (raise-to,
    round-raise-to, raise-by, pot, bb) is the unit of sizes in prompt and answer; ``answer`` (line,
    json, tool) its form. An answer that cannot be read or is not legal is sent back with the
    reason up to ``rethinks`` times; then the player checks, or else folds, which is an incident.
    With ``votes`` the model is asked so often at the same time, and the kind of action with most
    votes is played, with its median amount; votes without a legal answer do not count.
    ``url`` is any service that speaks the Chat Completions protocol, ``key`` the name of the
    environment variable with its key. ``options`` (temperature, reasoning_effort, ...) are sent as
    they are.
    """

    def __init__(  # noqa: PLR0913  (parameters of the agent)
        self,
        services: Services,
        *,
        model: str,
        url: str = OPENAI,
        key: str = OPENAI_KEY,
        prompt: str = "plain",
        notation: str = "words",
        amounts: str = "raise-to",
        answer: str = "line",
        history: int = 0,
        results: int = 0,
        rethinks: int = 2,
        votes: int = 1,
        max_tokens: int | None = 2000,
        legal: bool = True,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Check the parameters; raises AgentError."""
        _require_service(url, key)
        limit = {} if max_tokens is None else {"max_tokens": max_tokens}
        self._services = services
        self._setting = Setting(
            model=model,
            url=url,
            key=key,
            prompt=prompt,
            notation=require_choice("notation", notation, NOTATIONS),
            amounts=require_choice("amounts", amounts, UNITS),
            answer=require_choice("answer", answer, ANSWER_FORMS),
            history=_require_count("history", history, 0, MOST_HANDS),
            results=_require_count("results", results, 0, MOST_HANDS),
            rethinks=_require_count("rethinks", rethinks, 0, MOST_CALLS),
            votes=_require_count("votes", votes, 1, MOST_CALLS),
            shows_legal=legal,
            options={**limit, **_require_options(options or {}, max_tokens)},
        )
        self._prompt = read_prompt(prompt)
        self._records: list[HandRecord] = []
        self._match: Match | None = None
        self.end_hand: EndHand | None = self._remember if history + results else None

    def start_match(self, match: Match) -> None:
        """Remember the match."""
        self._match = match

    async def _remember(self, record: HandRecord) -> None:
        """Remember the hand for prompts."""
        most = self._setting.history + self._setting.results
        self._records = [*self._records, record][-most:]

    async def act(self, observation: Observation) -> Action:
        """Ask; raises UnplayableError if no answer can be played."""
        stakes = stakes_of(observation)
        messages = self._messages(observation, stakes)
        votes = range(self._setting.votes)
        asked = [self._vote(vote, messages, observation, stakes) for vote in votes]
        answers = await asyncio.gather(*asked) if len(asked) > 1 else [await asked[0]]
        legal = [answer for answer in answers if isinstance(answer, Action)]
        if not legal:
            (first, *_) = [answer for answer in answers if isinstance(answer, UnplayableError)]
            raise first
        return elect(legal)

    async def _vote(
        self,
        vote: int,
        messages: list[dict[str, Any]],
        observation: Observation,
        stakes: Stakes,
    ) -> Action | UnplayableError:
        """Ask until an answer can be played; return what is wrong with the last if none can."""
        setting, is_sized = self._setting, observation.game.definition.raises_are_sized
        fault = UnplayableError("it was not asked", kind="unreadable")
        for attempt in range(setting.rethinks + 1):
            answer = await self._services.chat(
                ChatQuestion(
                    url=setting.url,
                    key_variable=setting.key,
                    model=setting.model,
                    messages=messages,
                    options={**setting.options, **options_of(setting.answer, is_sized=is_sized)},
                    vote=vote,
                    attempt=attempt,
                    rehearsal=_rehearse(setting.answer, observation),
                )
            )
            try:
                move = read_answer(answer, setting.answer, setting.amounts)
                return to_action(move, observation, stakes, unit=setting.amounts)
            except UnreadableError as error:
                fault = UnplayableError(str(error), kind="unreadable")
            except IllegalError as error:
                fault = UnplayableError(str(error), kind="illegal")
            said = (answer.text or answer.tool_arguments or "(nothing)")[-LONGEST_REPEATED:]
            messages = [
                *messages,
                {"role": "assistant", "content": said},
                {"role": "user", "content": f"That cannot be played: {fault}. Answer again."},
            ]
        return fault

    def _messages(self, observation: Observation, stakes: Stakes) -> list[dict[str, Any]]:
        setting = self._setting
        values = {
            **describe_situation(observation, stakes, unit=setting.amounts),
            "rules": self._services.describe_rules(observation.game, observation),
            "hand_count": self._match.hand_count if self._match else 0,
            "notation": setting.notation,
            "hand": self._write_decision(observation),
            "history": self._history(observation),
            "shows_legal": setting.shows_legal,
            "answer_form": setting.answer,
            "moves": MOVES,
            "unit_meanings": MEANINGS,
        }
        return [
            {"role": "system", "content": self._prompt.render("system", values)},
            {"role": "user", "content": self._prompt.render("decision", values)},
        ]

    def _write_decision(self, observation: Observation) -> str:
        notation = self._setting.notation
        if notation == "json":
            described = describe_observation(observation)
            return msgspec.json.encode(msgspec.structs.replace(described, draws=())).decode()
        if notation == "words":
            return ""
        names = player_names(observation.seat_count)
        return self._services.write_decision(
            observation, names, notation="room" if notation == "room" else "phh"
        )

    def _history(self, observation: Observation) -> list[str]:
        return list(self._tell(observation.game, observation.seat))

    def _tell(self, game: Game, seat: int) -> Iterator[str]:
        """The hands before: the last in full, those before them by their results."""
        setting = self._setting
        names = player_names(game.definition.player_count)
        full = len(self._records) - setting.history
        for number, record in enumerate(self._records):
            is_short = number < full
            if is_short or setting.notation in ("words", "json"):
                yield describe_record(
                    game.definition, record, seat, unit=setting.amounts, is_short=is_short
                )
            else:
                notation = "room" if setting.notation == "room" else "phh"
                yield self._services.write_hand(
                    game, record, names, notation="room" if notation == "room" else "phh"
                )


def _rehearse(form: str, observation: Observation) -> str:
    """Return what a model might answer."""
    move = "call" if observation.to_call else "check"
    if form == "line":
        return f"Final answer: {move}"
    return msgspec.json.encode({"action": move, "amount": None}).decode()


def _require_service(url: str, key: str) -> None:
    """Raise AgentError for an address or the name of a variable that cannot be one."""
    fault = find_address_fault(url)
    if fault:
        raise AgentError(f"url {fault}; give what precedes the path of chat completions")
    if url.rstrip("/").endswith(CHAT_PATH):
        raise AgentError("url ends in the path of chat completions, which is added; leave it out")
    if not is_variable_name(key):
        raise AgentError(
            f"key is not the name of an environment variable; give a name such as {OPENAI_KEY}, "
            "never the key itself"
        )


def _require_options(options: Mapping[str, Any], max_tokens: int | None) -> Mapping[str, Any]:
    """Return options that are sent as they are; raises AgentError for those that railbird sets."""
    own = sorted(OWN_OPTIONS & options.keys())
    if own:
        raise AgentError(f"options: {own[0]} is set by railbird; leave it out")
    if max_tokens is not None and max_tokens < 1:
        raise AgentError(f"max_tokens is {max_tokens}; give 1 or more")
    return options


def _require_count(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise AgentError(f"{name} is {value!r}; give a number from {least} to {most:,}")
    return value


def list_prompt(parameters: Mapping[str, Any]) -> list[Path]:
    """Return the prompt's file, if it is not a shipped one."""
    path = prompt_path(str(parameters.get("prompt", "plain")))
    return [] if path is None else [path]


def plays(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return whether players only bet, in an order that does not depend on cards."""
    is_told = not game.definition.first_depends_on_cards
    return betting_games(game, parameters) and is_told and not _needs_holdem(game, parameters)


def say_misfit(game: Game, parameters: Mapping[str, Any]) -> str:
    """Return why it does not play a game."""
    if _needs_holdem(game, parameters):
        return "the notations room and phh are for hold'em; use words or json"
    return "cards are exchanged, or decide who acts first, which its prompts do not tell"


def _needs_holdem(game: Game, parameters: Mapping[str, Any]) -> bool:
    is_holdem = game.definition.variant is None and game.definition.round_count == 4  # noqa: PLR2004
    return parameters.get("notation") in ("room", "phh") and not is_holdem


AGENTS = (
    AgentEntry(
        "language-model",
        LanguageModel,
        plays,
        summary="asks a language model (model=NAME, url=ADDRESS, key=VARIABLE)",
        parts=list_prompt,
        why_not=say_misfit,
        takes_services=True,
    ),
)
