"""Parts of messages used in several places, and messages in the words of their reader."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from railbird.native.errors import RailbirdError

RESTART = (
    "start over with --fresh, which keeps the old run, or use another folder with --out FOLDER"
)
"""What to do about a folder whose run cannot be continued."""

Words = Sequence[tuple[str, str]]
"""Parts of messages, and what replaces each."""


def reworded(text: str, words: Words) -> str:
    """Return a text with each of the parts replaced, in order."""
    for part, other in words:
        text = text.replace(part, other)
    return text


@contextmanager
def errors_in_words(words: Words) -> Iterator[None]:
    """Raise the errors of railbird with these words."""
    try:
        yield
    except RailbirdError as error:
        error.args = tuple(reworded(str(said), words) for said in error.args)
        raise
