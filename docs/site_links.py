"""A hook of mkdocs: links from a page to files of the repository lead to the repository's address.

Pages are read in the repository too, where `../native/game/hand.h` is a file; the site has only
what lies in docs/. A link to a file that does not exist fails a strict build.
"""

import logging
import os
import re
import tomllib
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
LOG = logging.getLogger("mkdocs.hooks.site_links")
CODE = re.compile(r"^(?P<fence>```+)[^\n]*\n.*?^(?P=fence)$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"(?<=\]\()(?![a-z]+:|#|/)(?P<path>[^)#\s]+)(?P<anchor>#[^)\s]*)?(?=\))")
NOT_IN_SITE = ".py"
"""The suffix of files in docs/ that `exclude_docs` leaves out."""


def on_config(config: Any) -> Any:
    """Take the addresses from pyproject.toml, which is their one home."""
    urls = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    config.repo_url = urls["Source"]
    config.site_url = urls["Documentation"]
    return config


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """Return a page's text with its links out of docs/ turned into addresses."""
    return link_to_source(markdown, Path(page.file.abs_src_path), config.repo_url)


def link_to_source(markdown: str, page: Path, source: str) -> str:
    """Turn the links of a page that leave docs/ into addresses below that of the source.

    Links to what does not exist stay as they are, with a warning.
    """
    parts, end = [], 0
    for code in CODE.finditer(markdown):
        parts += [_replaced(markdown[end : code.start()], page, source), code[0]]
        end = code.end()
    return "".join([*parts, _replaced(markdown[end:], page, source)])


def _replaced(text: str, page: Path, source: str) -> str:
    return TARGET.sub(lambda link: _address(link, page, source), text)


def _address(link: re.Match[str], page: Path, source: str) -> str:
    target = Path(os.path.normpath(page.parent / link["path"]))
    if target.is_relative_to(REPOSITORY / "docs") and target.suffix != NOT_IN_SITE:
        return link[0]  # mkdocs checks it
    if not target.is_relative_to(REPOSITORY) or not target.exists():
        LOG.warning("%s links to '%s', which does not exist", page.name, link["path"])
        return link[0]
    kind = "tree" if target.is_dir() else "blob"
    return f"{source}/{kind}/main/{target.relative_to(REPOSITORY).as_posix()}{link['anchor'] or ''}"
