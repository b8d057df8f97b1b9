"""Parts of messages used in several places."""

RESTART = (
    "start over with --fresh, which keeps the old run, or use another folder with --out FOLDER"
)
"""What to do about a folder whose run cannot be continued."""
