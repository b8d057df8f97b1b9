"""``railbird-pokerlang-server``: the language server, on standard input and output."""

import sys
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

from railbird.agents.pokerlang.editors.answers import (
    Remark,
    completions,
    formatted,
    meaning_at,
    remarks,
)
from railbird.version import __version__

MISSING = 2


def main() -> None:
    """Serve an editor until it disconnects; exits with code 2 without the extra ``editor``."""
    if find_spec("pygls") is None:
        print(
            "the language server needs pygls; install it: pip install 'railbird[editor]'",
            file=sys.stderr,
        )
        sys.exit(MISSING)
    make_server().start_io()


def make_server() -> Any:
    """Make the server: diagnostics, hover, completion and formatting of whole documents."""
    from lsprotocol import types  # noqa: PLC0415 - an extra
    from pygls.lsp.server import LanguageServer  # noqa: PLC0415

    server: Any = LanguageServer("railbird-pokerlang-server", __version__)
    answers = _Answers(server, types)
    for method, answer in {
        types.TEXT_DOCUMENT_DID_OPEN: answers.check,
        types.TEXT_DOCUMENT_DID_CHANGE: answers.check,
        types.TEXT_DOCUMENT_HOVER: answers.hover,
        types.TEXT_DOCUMENT_COMPLETION: answers.complete,
        types.TEXT_DOCUMENT_FORMATTING: answers.lay_out,
    }.items():
        server.feature(method)(partial(answer))  # it marks what it is given
    return server


@dataclass(frozen=True, slots=True)
class _Answers:
    """Answers an editor in the types of the protocol."""

    server: Any
    types: Any

    def check(self, parameters: Any) -> None:
        """Publish what is wrong with a document."""
        found = [_diagnostic(self.types, remark) for remark in remarks(self._text(parameters))]
        self.server.text_document_publish_diagnostics(
            self.types.PublishDiagnosticsParams(uri=parameters.text_document.uri, diagnostics=found)
        )

    def hover(self, parameters: Any) -> Any:
        """Say what a word means."""
        place = parameters.position
        meaning = meaning_at(self._text(parameters), place.line, place.character)
        return None if meaning is None else self.types.Hover(contents=meaning)

    def complete(self, parameters: Any) -> Any:
        """Offer the words that may be written."""
        place = parameters.position
        words = completions(self._text(parameters), place.line, place.character)
        items = [self.types.CompletionItem(label=word, detail=detail) for word, detail in words]
        return self.types.CompletionList(is_incomplete=False, items=items)

    def lay_out(self, parameters: Any) -> list[Any]:
        """Replace a document by its standard layout, if it is valid and differs."""
        text = self._text(parameters)
        new = formatted(text)
        if new is None or new == text:
            return []
        types = self.types
        end = types.Position(line=text.count("\n") + 1, character=0)
        whole = types.Range(start=types.Position(line=0, character=0), end=end)
        return [types.TextEdit(range=whole, new_text=new)]

    def _text(self, parameters: Any) -> str:
        uri = parameters.text_document.uri
        text: str = self.server.workspace.get_text_document(uri).source
        return text


def _diagnostic(types: Any, remark: Remark) -> Any:
    """A remark at one character: line and column from 0."""
    fault = remark.fault
    start = types.Position(line=fault.line - 1, character=fault.column - 1)
    end = types.Position(line=fault.line - 1, character=fault.column)
    severity = types.DiagnosticSeverity
    return types.Diagnostic(
        range=types.Range(start=start, end=end),
        message=fault.message,
        severity=severity.Warning if remark.is_warning else severity.Error,
        source="railbird",
    )
