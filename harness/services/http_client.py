"""Requests over HTTP; the only module that imports the client, which is the extra `models`."""

from dataclasses import dataclass
from urllib.request import getproxies

from railbird.harness.services.service_fault import ServiceFault
from railbird.results.errors import MissingPackageError

try:
    import aiohttp
except ModuleNotFoundError as error:
    raise MissingPackageError(
        "language models and other services need the package aiohttp; install railbird[models]"
    ) from error

SECONDS_TO_CONNECT = 20.0
MOST_ANSWER_BYTES = 2**22
READ_BYTES = 2**16


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to a request; `retry_after` is empty if the service does not say."""

    status: int
    body: bytes
    retry_after: str


class HttpClient:
    """Connections to services, kept open between requests; for one event loop."""

    def __init__(self, *, timeout_seconds: float) -> None:
        """Open nothing yet; to be called in the event loop."""
        self._session = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=timeout_seconds, sock_connect=SECONDS_TO_CONNECT),
            connector=aiohttp.TCPConnector(limit=0),  # lanes limit it
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=bool(getproxies()),  # looked up in threads, and .netrc, at each request
        )

    async def post(self, url: str, body: bytes, key: str) -> Response:
        """Send JSON, and read at most 4 MiB; raises ServiceFault."""
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        try:
            async with self._session.post(
                url, data=body, headers=headers, allow_redirects=False
            ) as answer:
                parts = bytearray()
                async for part in answer.content.iter_chunked(READ_BYTES):
                    parts += part
                    if len(parts) > MOST_ANSWER_BYTES:
                        raise ServiceFault(f"an answer of more than {MOST_ANSWER_BYTES:,} bytes")
                retry_after = answer.headers.get("Retry-After", "")
                return Response(answer.status, bytes(parts), retry_after)
        except TimeoutError:
            raise ServiceFault("no answer in time") from None
        except aiohttp.ClientError as error:
            raise ServiceFault(f"{type(error).__name__}: {error}".rstrip(": ")) from None

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()
