"""Text is UTF-8, marked or not; what another encoding wrote is refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import FileError, decode_text

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)


@given(TEXTS.filter(lambda text: not text.startswith("\ufeff")))
def test_text_in_utf_8_is_read_with_and_without_its_mark(text: str) -> None:
    assert decode_text(text.encode("utf-8")) == decode_text(text.encode("utf-8-sig")) == text


@given(TEXTS, st.sampled_from(["utf-16", "utf-32"]))
def test_wide_text_is_never_taken_for_utf_8(text: str, encoding: str) -> None:
    with pytest.raises(FileError, match=r"UTF-\d\d.*; save it as UTF-8$"):
        decode_text(text.encode(encoding))


def test_a_byte_that_is_not_utf_8_is_reported_with_its_line() -> None:
    with pytest.raises(FileError, match=r"line 3 has the byte 0xe9"):
        decode_text("a\nb\n\xe9".encode("latin-1"))
    assert decode_text(b"") == ""
