"""Counts in words, as `native.wording` has them."""

from railbird.native.wording import counted

__all__ = ["counted"]
