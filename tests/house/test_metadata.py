"""What the project says of itself agrees: package, citation and changelog."""

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8")
CHANGELOG = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")


def cited(key: str) -> str:
    (value,) = re.findall(rf"^{key}: (.+)$", CITATION, re.MULTILINE)
    return value


def test_the_citation_is_of_this_version() -> None:
    assert cited("title") == PROJECT["name"]
    assert cited("version") == PROJECT["version"] == metadata("railbird")["Version"]
    assert cited("license") == PROJECT["license"]
    assert cited("repository-code") == PROJECT["urls"]["Source"]


def test_the_changelog_has_a_section_a_version_with_unreleased_on_top() -> None:
    sections = re.findall(r"^## \[(.+?)\]", CHANGELOG, re.MULTILINE)
    assert sections[0] == "Unreleased"
    assert sections[1] == PROJECT["version"]
    assert len(sections) == len(set(sections))
    for section in re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]:
        parts = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert len(parts) == len(set(parts)), "a heading is used twice"


def test_urls_are_of_one_repository() -> None:
    source = PROJECT["urls"]["Source"]
    assert all(url.startswith(source) for url in PROJECT["urls"].values())
