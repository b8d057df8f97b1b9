"""Writes the output that pages show of the README's tournament: `python docs/write_shown.py`.

The README shows the first tables, the tutorial's page about results all of them.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))

from documents import REPOSITORY, files, read

SPEC = "my-tournament.toml"
SHOWN = {"README.md": "run-off", "docs/tutorial/reading-results.md": "All tables are in"}
"""Pages, and the line before which what they show of the output ends."""
BLOCK = re.compile(r"(?<=^```\n)row against column.*?(?=^```$)", re.M | re.S)


def play(readme: str) -> str:
    """Play the tournament of the README in a folder of its own and return what is printed."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files(readme).items():
            Path(folder, name).write_text(text, encoding="utf-8")
        command = [Path(sys.executable).with_name("railbird"), "run", SPEC]
        environment = {**os.environ, "COLUMNS": "80"}
        done = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def write_pages() -> None:
    """Write the output into the pages."""
    printed = play(read(REPOSITORY / "README.md"))
    for name, end in SHOWN.items():
        page = REPOSITORY / name
        shown = printed.partition(f"\n{end}")[0].rstrip() + "\n"
        text = BLOCK.sub(lambda _, shown=shown: shown, read(page))
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages()
