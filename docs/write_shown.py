"""Writes the output that pages show of the README's tournament: `python docs/write_shown.py`.

The README shows the first tables, the tutorial's page about results all of them.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
SPEC = "my-tournament.toml"
SHOWN = {"README.md": "run-off", "docs/tutorial/reading-results.md": "All tables are in"}
"""Pages, and the line before which what they show of the output ends."""
BLOCK = re.compile(r"(?<=^```\n)row against column.*?(?=^```$)", re.M | re.S)


def play(readme: str) -> str:
    """Play the tournament of the README in a folder of its own and return what is printed."""
    saved = re.findall(r"Save this as `([^`]+)`[^\n]*\n\n```\w+\n(.*?)^```$", readme, re.M | re.S)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in saved:
            Path(folder, name).write_text(text, encoding="utf-8")
        command = [Path(sys.executable).with_name("railbird"), "run", SPEC]
        environment = {**os.environ, "COLUMNS": "80"}
        done = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def write_pages() -> None:
    """Write the output into the pages."""
    printed = play((REPOSITORY / "README.md").read_text(encoding="utf-8"))
    for name, end in SHOWN.items():
        page = REPOSITORY / name
        shown = printed.partition(f"\n{end}")[0].rstrip() + "\n"
        text = page.read_text(encoding="utf-8")
        page.write_text(BLOCK.sub(lambda _, shown=shown: shown, text), encoding="utf-8")


if __name__ == "__main__":
    write_pages()
