"""The language server as an editor meets it: a process that is spoken to in JSON."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import pytest

from railbird.agents.pokerlang.editors.answers import (
    completions,
    formatted,
    meaning_at,
    meanings,
    remarks,
)
from railbird.agents.pokerlang.language.words import KEYWORDS
from railbird.agents.pokerlang.situation.quantities import FLAGS, QUANTITIES

SERVER = "from railbird.agents.pokerlang.editors.server import main; main()"
TEXT = 'pokerlang 1 strategy "x"\nhands mine = AA\ntactic t\n  rule when hand in mine: call\n'


def test_faults_and_warnings_have_their_places() -> None:
    (fault,) = remarks(TEXT.replace("mine:", "yours:"))
    assert (fault.fault.line, fault.fault.column, fault.is_warning) == (4, 21, False)
    (warning,) = remarks(TEXT + "  rule when hand in mine: fold\n")
    assert warning.is_warning
    assert "is never reached" in warning.fault.message
    assert remarks(TEXT) == []


def test_words_have_their_meanings() -> None:
    text = "rule when pot-odds < 1 and board paired and hand in mine\nhands mine = AA"
    found = {column: meaning_at(text, 0, column) for column in range(56)}
    assert found[10] == found[17] == f"pot-odds: {QUANTITIES['pot-odds'].meaning}"
    assert found[34] == "paired: two board cards or more have one rank"
    assert found[52] == "hands mine = AA"
    assert found[9] is None
    assert found[19] is None
    assert meaning_at(text, 7, 0) is None


def test_what_can_be_written_is_offered() -> None:
    offered = {word for word, _ in completions(TEXT, 3, 13)}
    assert {*KEYWORDS, *QUANTITIES, *FLAGS, "mine", "semi-bluff"} <= offered
    assert {word for word, _ in completions("rule when have p", 0, 16)} >= {"pair", "quads"}
    assert {word for word, _ in completions("rule when made ", 0, 15)} >= {"flush"}
    assert "button" not in {word for word, _ in completions("rule when board ", 0, 16)}
    assert all(meanings().values())


def test_a_text_is_laid_out_if_it_is_a_strategy() -> None:
    assert formatted("nothing") is None
    assert formatted(TEXT.replace("  rule", "rule")) == TEXT.replace(
        "\nhands", "\n\nhands"
    ).replace("\ntactic", "\n\ntactic")


@contextmanager
def editor() -> Iterator["Editor"]:
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Editor(process.stdin, process.stdout)
        process.stdin.close()
        process.wait(timeout=60)


class Editor:
    """The editor's side of the protocol."""

    def __init__(self, to: IO[bytes], back: IO[bytes]) -> None:
        self._to, self._back, self._number = to, back, 0

    def tell(self, method: str, parameters: Any, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": parameters}
        body = json.dumps(message | ({} if number is None else {"id": number})).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._to.flush()

    def ask(self, method: str, parameters: Any) -> Any:
        self._number += 1
        self.tell(method, parameters, self._number)
        return self.wait_for(lambda message: message.get("id") == self._number)["result"]

    def wait_for(self, is_it: Any) -> Any:
        while True:
            length = 0
            while (line := self._back.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            message = json.loads(self._back.read(length))
            if is_it(message):
                return message


def test_an_editor_is_served() -> None:
    pytest.importorskip("pygls")
    document = {"uri": "file:///mine.pokerlang"}
    wrong = TEXT.replace("mine:", "yours:")
    with editor() as it:
        offers = it.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        assert offers["capabilities"]["documentFormattingProvider"]
        it.tell("initialized", {})
        opened = {**document, "languageId": "pokerlang", "version": 1, "text": wrong}
        it.tell("textDocument/didOpen", {"textDocument": opened})
        told = it.wait_for(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        (fault,) = told["params"]["diagnostics"]
        assert fault["range"]["start"] == {"line": 3, "character": 20}
        assert fault["message"].startswith("there is no list of hands 'yours'")
        changed = {"textDocument": {**document, "version": 2}, "contentChanges": [{"text": TEXT}]}
        it.tell("textDocument/didChange", changed)
        told = it.wait_for(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        assert told["params"]["diagnostics"] == []
        at = {"textDocument": document, "position": {"line": 3, "character": 21}}
        assert it.ask("textDocument/hover", at)["contents"] == "hands mine = AA"
        offered = it.ask("textDocument/completion", at)["items"]
        assert {"mine", "pot-odds"} <= {item["label"] for item in offered}
        options = {"textDocument": document, "options": {"tabSize": 2, "insertSpaces": True}}
        (edit,) = it.ask("textDocument/formatting", options)
        assert edit["newText"] == formatted(TEXT)
        it.ask("shutdown", None)
        it.tell("exit", None)
