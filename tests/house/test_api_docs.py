"""The reference is what the docstrings say, and every public name has one."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from railbird.plugins.contract.columns import FORMER_NAMES

REPOSITORY = Path(__file__).parents[2]
PAGES = REPOSITORY / "docs" / "api"
PACKAGES = {
    "railbird": "railbird.md",
    **{f"railbird.{room}": f"{room}.md" for room in ("plugins", "harness", "results", "native")},
}


def sections(page: str) -> dict[str, str]:
    """Return the text under the heading of each name, without code and links."""
    text = (PAGES / page).read_text(encoding="utf-8")
    parts = re.split(r"^#{3,4} `(.+)`$", text, flags=re.MULTILINE)
    return {
        name: re.sub(r"^(```.*?^```|Source: .*?$|## .*?$)", "", body, flags=re.M | re.S).strip()
        for name, body in zip(parts[1::2], parts[2::2], strict=True)
    }


def test_the_pages_are_what_the_docstrings_say(tmp_path: Path) -> None:
    script = REPOSITORY / "docs" / "write_api.py"
    subprocess.run([sys.executable, script, tmp_path], check=True)
    written = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    there = {path.name: path.read_text("utf-8") for path in PAGES.iterdir()}
    assert there == written, "write them again: make docs"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_says_what_it_is(package: str) -> None:
    told = sections(PACKAGES[package])
    assert set(import_module(package).__all__) <= told.keys()
    assert [name for name, text in told.items() if not text] == []


def test_what_an_agent_sees_has_shapes_and_meanings() -> None:
    told = sections("plugins.md")
    for name in ("Observation", "DecisionBatch"):
        fields = re.findall(r"^- `(\w+)[^`]*`(.*)$", told[name], re.MULTILINE)
        assert len(fields) > 15
        said = {"game", "match", "seat", "position", "row"}  # in the text above
        said |= FORMER_NAMES.keys()  # deprecated
        assert [field for field, text in fields if field not in said and not text] == []


@pytest.mark.parametrize("name", ["play", "run", "open_run", "read_spec"])
def test_the_face_names_its_errors(name: str) -> None:
    assert re.search(r"[Rr]aises .*Error", sections("railbird.md")[name])
