"""What several messages say: counts, and how to play anew."""

from railbird.native.wording import counted

__all__ = ["RESTART", "counted"]

RESTART = (
    "play it anew with --fresh, which keeps the old run beside it, or elsewhere with --out FOLDER"
)
"""What to do about a folder whose run cannot go on."""
