"""The documentation builds as a site, strictly, and every link in it leads somewhere."""

import os
import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

REPOSITORY = Path(__file__).parents[2]
PAGES = REPOSITORY / "docs"
URLS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
GENERATED = {"404.html"}  # its links are those of the site's root, wherever it is shown

pytestmark = pytest.mark.skipif(
    find_spec("mkdocs") is None, reason="mkdocs is not installed: pip install '.[docs]'"
)


class Links(HTMLParser):
    """The links of a page and what can be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        self.links += [values[name] for name in ("href", "src") if name in values]


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", config, "-d", site]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(REPOSITORY / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    paths = [path for path in site.rglob("*.html") if path.name not in GENERATED]
    return {path: Links(path.read_text(encoding="utf-8")) for path in paths}


def test_every_page_is_in_the_site(site: Path) -> None:
    for page in PAGES.rglob("*.md"):
        name = page.relative_to(PAGES).with_suffix("")
        built = name.parent if name.name == "index" else name
        assert (site / built / "index.html").exists()


def test_links_within_the_site_lead_to_a_page_and_an_anchor(
    site: Path, pages: dict[Path, Links]
) -> None:
    lost = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = Path(os.path.normpath(path.parent / unquote(parts.path)))
            target = path if not parts.path else target
            target = target / "index.html" if target.is_dir() else target
            anchors = pages[target].anchors if target in pages else {""}
            if not target.exists() or unquote(parts.fragment) not in anchors:
                lost.append((path.relative_to(site).as_posix(), link))
    assert lost == []


def test_links_to_the_repository_are_files_of_it(pages: dict[Path, Links]) -> None:
    source = re.compile(rf"{re.escape(URLS['Source'])}/(?:blob|tree)/main/([^#]+)")
    named = {
        match[1] for page in pages.values() for link in page.links if (match := source.match(link))
    }
    assert len(named) > 100
    assert {name for name in named if not (REPOSITORY / name).exists()} == set()


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        (f"{REPOSITORY / 'native'}/game/hand.h", None),
        (f"{REPOSITORY / 'native'}/game/no-hand.h", "which does not exist"),
        ("no-page.md", "no-page.md"),
        ("index.md#no-heading", "no-heading"),
    ],
)
def test_a_strict_build_refuses_links_that_lead_nowhere(
    link: str, problem: str | None, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    path = os.path.relpath(link, docs) if os.path.isabs(link) else link
    (docs / "index.md").write_text(f"# Title\n\n[a link]({path})\n", encoding="utf-8")
    inherited = f"INHERIT: {REPOSITORY / 'mkdocs.yml'}\n"
    places = f"docs_dir: {docs}\nhooks: [{PAGES / 'site_links.py'}]\nnav: [index.md]\n"
    config = tmp_path / "mkdocs.yml"
    config.write_text(inherited + places, encoding="utf-8")
    done = build(config, tmp_path / "site")
    assert (done.returncode == 0) == (problem is None), done.stderr
    assert not problem or problem in done.stderr
