"""What several refusals say: how to play anew."""

RESTART = (
    "play it anew with --fresh, which keeps the old run beside it, or elsewhere with --out FOLDER"
)
"""What to do about a folder whose run cannot go on."""
