"""A newcomer's path by the README alone: from a fresh clone to an agent of one's own, ranked.

    python benchmarks/newcomer.py

Clones this repository into a temporary folder, saves the files that the README says to save, types
its commands one after the other in one shell, and says how long each took. All checks of the
project (`make test`) are left out: they are for those who change it.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))

from documents import REPOSITORY, files, read, typed

CLONE = "my-clone"
LEFT_OUT = "make test"


def path(readme: str) -> list[str]:
    """Return the commands from the clone on."""
    first = [f"git clone --quiet {REPOSITORY} {CLONE}", f"cd {CLONE}"]
    return first + [command for command in typed(readme) if command != LEFT_OUT]


def walk(readme: str, folder: Path) -> list[float]:
    """Type the commands in a folder and return the seconds that each took.

    Raises RuntimeError with the command that failed and what was printed.
    """
    shell = subprocess.Popen(
        ["bash"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    seconds = []
    log = folder / "log"
    for number, command in enumerate(path(readme)):
        begun = time.perf_counter()
        failed = _type(shell, f"{command} >{log} 2>&1")
        seconds.append(time.perf_counter() - begun)
        if failed:
            raise RuntimeError(f"{command}\n{log.read_text(encoding='utf-8')}")
        if number == 0:
            for name, text in files(readme).items():
                (folder / CLONE / name).write_text(text, encoding="utf-8")
    return seconds


def _type(shell: "subprocess.Popen[str]", command: str) -> bool:
    """Type one command, wait for its end, and return whether it failed."""
    assert shell.stdin
    assert shell.stdout
    shell.stdin.write(f"{command}\necho $?\n")
    shell.stdin.flush()
    return shell.stdout.readline().strip() != "0"


def main() -> None:
    """Walk the path and print its table."""
    readme = read(REPOSITORY / "README.md")
    with tempfile.TemporaryDirectory() as folder:
        seconds = walk(readme, Path(folder))
    print("| | command | seconds |\n|---|---|---|")
    for number, (command, taken) in enumerate(zip(path(readme), seconds, strict=True), start=1):
        print(f"| {number} | `{command.replace(str(REPOSITORY), 'ADDRESS')}` | {taken:.1f} |")
    print(f"| | all | {sum(seconds):.1f} |")


if __name__ == "__main__":
    main()
