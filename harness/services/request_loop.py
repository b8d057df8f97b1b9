"""Sends a request until it is answered, or until the run has to pause."""

import asyncio
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from time import time
from typing import TypeVar

from railbird.harness.services.http_client import HttpClient, Response
from railbird.harness.services.lanes import Pace
from railbird.harness.services.service_fault import ServiceFault
from railbird.harness.services.service_settings import ServiceSettings
from railbird.plugins import PausedError

Read = TypeVar("Read")
FIRST_ERROR, FIRST_SERVER_ERROR = 400, 500
REPEATED = frozenset({408, 409, 425, 429})
LONGEST_WAIT = 60.0
MOST_DOUBLINGS = 10
LONGEST_SHOWN = 200
HIDDEN = b"[key]"


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent, for whom; `key_variable` is the environment variable with the key, if any."""

    label: str
    url: str
    body: bytes
    key_variable: str


class RequestLoop:
    """Repeats failed requests: network, overload and errors of the service, and broken answers.

    Waits grow from `backoff_seconds` by factors of two to a minute, each with a random part; a
    service's Retry-After counts if it is longer. After `patience_seconds` of failures the run
    pauses; at once if the request itself is refused.
    """

    def __init__(
        self, client: HttpClient, settings: ServiceSettings, find_stop: Callable[[], None]
    ) -> None:
        """Send by ``client``; ``find_stop`` raises if the run has to pause for another request."""
        self._client = client
        self._settings = settings
        self._find_stop = find_stop
        self._random = random.Random()

    async def send(
        self, request: Request, pace: Pace, read: Callable[[bytes], Read]
    ) -> tuple[Read, int]:
        """Return what ``read`` makes of the answer, and the number of requests it took.

        ``read`` raises ServiceFault for an answer that is to be repeated. Raises PausedError.
        """
        key = find_key(request)
        clock = asyncio.get_running_loop().time
        since, tries = clock(), 0
        while True:
            await pace.wait()
            self._find_stop()
            tries += 1
            asked_wait = 0.0
            try:
                response = await self._client.post(request.url, request.body, key)
                asked_wait = _retry_after(response)
                return read(_accepted(response, request, key)), tries
            except ServiceFault as fault:
                backoff, failing = self._backoff(tries), clock() - since
                wait = max(backoff, asked_wait)
                if failing + wait > self._settings.patience_seconds:
                    is_asked = asked_wait > backoff
                    why = _say_wait(asked_wait) if is_asked else _say_failing(failing)
                    raise PausedError(
                        f"the run pauses: {request.url} {why} (agent '{request.label}': "
                        f"{hide(str(fault), key)}); run the same command again when it answers"
                    ) from None
            self._find_stop()
            await asyncio.sleep(wait)

    def _backoff(self, tries: int) -> float:
        doublings = float(1 << min(tries - 1, MOST_DOUBLINGS))
        longest = min(self._settings.backoff_seconds * doublings, LONGEST_WAIT)
        return longest * (0.5 + self._random.random() / 2)


def _say_wait(seconds: float) -> str:
    return f"asks to wait {seconds:,.0f} seconds, which is beyond patience_seconds"


def _say_failing(seconds: float) -> str:
    return f"has failed for {seconds:.0f} seconds"


def find_key(request: Request) -> str:
    """Return the key of a service from the environment; raises PausedError if it is not set."""
    if not request.key_variable:
        return ""
    key = os.environ.get(request.key_variable, "").strip()
    if not key:
        raise PausedError(
            f"agent '{request.label}': the environment variable {request.key_variable} is not "
            "set; set it to the key of the service"
        )
    if not key.isascii() or not key.isprintable():
        raise PausedError(
            f"agent '{request.label}': the environment variable {request.key_variable} has signs "
            "that cannot be part of a key; set it again"
        )
    return key


def hide(text: str, key: str) -> str:
    """Return a text without the key."""
    return text.replace(key, HIDDEN.decode()) if key else text


def _accepted(response: Response, request: Request, key: str) -> bytes:
    """Return the body without the key, which a service may send back."""
    body = response.body.replace(key.encode(), HIDDEN) if key else response.body
    if response.status < 300:  # noqa: PLR2004  (HTTP)
        return body
    said = " ".join(body[:LONGEST_SHOWN].decode("utf-8", "replace").split())
    if response.status in REPEATED or response.status >= FIRST_SERVER_ERROR:
        raise ServiceFault(f"status {response.status} {said}".rstrip())
    hint = f"check the key in {request.key_variable}, " if request.key_variable else "check "
    raise PausedError(
        f"the run pauses: {request.url} refuses a request of agent '{request.label}' (status "
        f"{response.status}: {said}); {hint}the model and its options, and run the same command "
        "again"
    )


def _retry_after(response: Response) -> float:
    """Return the seconds after which a service may be asked again, 0 if it does not say."""
    if response.status < FIRST_ERROR or not response.retry_after:
        return 0.0
    try:
        return max(float(response.retry_after), 0.0)
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(response.retry_after).timestamp() - time(), 0.0)
    except (TypeError, ValueError, OverflowError):
        return 0.0
