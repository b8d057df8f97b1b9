"""A server on loopback that speaks the Chat Completions protocol, and misbehaves on order.

It plays by rule, from a prompt that says what a rule needs (`PROMPT`): `call`, or
`uniform` by the draw in it, as the agents of these names do. Run as a script it serves until its
input ends, and notes what it is asked in a file.
"""

import json
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from railbird.plugins import CALL, FOLD, ActionKind, ActionRange, sample_alternatives

PROMPT = """
{% block system %}machine{% endblock %}
{% block decision %}
draw={{ draw }} fold={{ can_fold }} raise={{ can_raise }} least={{ least or 0 }}
most={{ most or 0 }} to_call={{ to_call }} hand={{ hand_number }} history={{ history | length }}
{% endblock %}
"""
FIELDS = re.compile(r"(\w+)=(\S+)")


def by_rule(rule: str, prompt: str) -> str:
    """What a rule answers to a prompt."""
    said = dict(FIELDS.findall(prompt))
    pays = said["to_call"] != "0"
    if rule == "call":
        return f"Final answer: {'call' if pays else 'check'}"
    chosen: list[Any] = [FOLD] if said["fold"] == "True" else []
    chosen.append(CALL)
    if said["raise"] == "True":
        chosen.append(ActionRange(ActionKind.RAISE, int(said["least"]), int(said["most"])))
    action = sample_alternatives([(1 / len(chosen), one) for one in chosen], float(said["draw"]))
    if action.kind == ActionKind.FOLD:
        return "I give up.\n\nFinal answer: fold"
    if action.kind == ActionKind.CALL:
        return f"Hm.\n**Final answer:** {'call' if pays else 'check'}"
    amount = f" {action.amount}" if said["most"] != "0" else ""
    return f"Final answer: raise{amount}"


@dataclass(frozen=True)
class Says:
    """How a request is answered; by default honestly."""

    status: int = 200
    text: str | None = None  # instead of what the rule says
    message: dict[str, Any] | None = None  # instead of a message with a text
    body: bytes | None = None  # instead of JSON
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0  # before it is answered
    cut_after: int | None = None  # bytes of the body, after which the connection is closed
    usage: Any = "honest"
    finish: str = "stop"


HONEST = Says()
Behave = Callable[[int, dict[str, Any]], Says]
"""How the request with a number, from 0, is answered."""


class ChatServer:
    """The server, while the context of `serve` is open."""

    def __init__(self, rule: str, behave: Behave, note: Path | None) -> None:
        self.rule, self.behave, self.note = rule, behave, note
        self.asked: list[dict[str, Any]] = []
        self.keys: set[str | None] = set()
        self.most_at_once = self.at_once = 0
        self.lock = threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler(), False)
        self.server.request_queue_size = 1024
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # type: ignore[method-assign]  # killed clients
        self.server.server_bind()
        self.server.server_activate()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    @property
    def questions(self) -> list[str]:
        """Everything that was asked, each as a text that tells it apart."""
        return [json.dumps(one, sort_keys=True) for one in self.asked]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"]))
                with owner.lock:
                    number = len(owner.asked)
                    owner.asked.append(json.loads(data))
                    owner.keys.add(self.headers.get("Authorization"))
                    owner.at_once += 1
                    owner.most_at_once = max(owner.most_at_once, owner.at_once)
                    if owner.note is not None:
                        with owner.note.open("ab", buffering=0) as file:
                            file.write(json.dumps(owner.asked[-1]).encode() + b"\n")
                try:
                    owner._answer(
                        self, owner.asked[number], owner.behave(number, owner.asked[number])
                    )
                except OSError:  # the client was killed
                    self.close_connection = True
                finally:
                    with owner.lock:
                        owner.at_once -= 1

            def log_message(self, *_: Any) -> None:
                pass

        return Handler

    def _answer(self, handler: Any, asked: dict[str, Any], says: Says) -> None:
        time.sleep(says.seconds)
        body = says.body
        if body is None:
            body = self._body(asked, says)
        handler.send_response(says.status)
        for name, value in says.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body[: says.cut_after])
        handler.wfile.flush()
        if says.cut_after is not None:
            handler.connection.shutdown(socket.SHUT_RDWR)
            handler.close_connection = True

    def _body(self, asked: dict[str, Any], says: Says) -> bytes:
        prompt = asked["messages"][1]["content"]
        text = by_rule(self.rule, prompt) if says.text is None else says.text
        message = says.message or {"role": "assistant", "content": text}
        said: dict[str, Any] = {
            "id": "x",
            "choices": [{"index": 0, "message": message, "finish_reason": says.finish}],
        }
        if says.usage == "honest":
            said["usage"] = {"prompt_tokens": 100, "completion_tokens": 10}
        elif says.usage is not None:
            said["usage"] = says.usage
        return json.dumps(said).encode()


@contextmanager
def serve(
    rule: str = "call", behave: Behave = lambda number, asked: HONEST, note: Path | None = None
) -> Iterator[ChatServer]:
    """Serve in a thread."""
    server = ChatServer(rule, behave, note)
    thread = threading.Thread(target=server.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.server.shutdown()
        server.server.server_close()
        thread.join()


def main() -> None:
    """Serve a rule after so many seconds a request; prints the address."""
    rule, seconds, note = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    says = Says(seconds=seconds)
    with serve(rule, lambda number, asked: says, Path(note[0]) if note else None) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
