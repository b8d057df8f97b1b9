"""The README alone leads from a clone to an agent of one's own, ranked, in a dozen commands.

`benchmarks/newcomer.py` types them in a fresh clone; the tests of the documents run each.
"""

import sys

from documents import REPOSITORY, files, read, typed

sys.path.append(str(REPOSITORY / "benchmarks"))

from newcomer import LEFT_OUT, path

README = read(REPOSITORY / "README.md")
MOST_COMMANDS = 12


def test_the_path_has_a_dozen_commands_at_most() -> None:
    commands = path(README)
    assert 0 < len(commands) <= MOST_COMMANDS
    assert len(commands) == len(typed(README)) + 1, "clone and cd, and all but the checks"


def test_the_path_builds_checks_and_ranks_an_agent_of_ones_own() -> None:
    commands = path(README)
    saved = files(README)
    assert set(saved) == {"my_agent.py", "my-tournament.toml"}
    assert '"top-card"' in saved["my_agent.py"]
    assert 'agent = "top-card"' in saved["my-tournament.toml"]
    order = ["git clone", "make demo", ". .venv/bin/activate", "railbird check top-card"]
    order += ["railbird run my-tournament.toml", "railbird report runs/my-tournament"]
    found = [next(n for n, c in enumerate(commands) if c.startswith(start)) for start in order]
    assert found == sorted(found)
    assert LEFT_OUT in typed(README)
