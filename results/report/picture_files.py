"""The report's figures as SVG within the page, and as PNG and SVG files."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from markupsafe import Markup

from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.disk_files import make_folder, write_whole
from railbird.results.folders.run_folder import StoredFile
from railbird.results.report.contents import Report
from railbird.results.report.figures import (
    CARD,
    INK,
    LINE,
    LOST,
    QUIET,
    SERIES,
    SETTINGS,
    WON,
    Picture,
    page_pictures,
    table_pictures,
)
from railbird.results.show.table_text import printable

FORMATS = ("png", "svg")
_VARIABLES = {
    **{INK: "--ink", QUIET: "--quiet", LINE: "--line", CARD: "--card", WON: "--won"},
    **{LOST: "--lost"},
    **{colour: f"--c{number}" for number, colour in enumerate(SERIES)},
}
_SVG, _LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"


def save_plots(report: Report, folder: RunPlace) -> list[StoredFile]:
    """Write the figures of a report to a folder; equal reports give equal files.

    Raises StoreError if they cannot be written.
    """
    return save_pictures({**table_pictures(report), **page_pictures(report)}, folder)


def save_pictures(pictures: Mapping[str, Picture], folder: RunPlace) -> list[StoredFile]:
    """Write figures to a folder, each in both formats; raises StoreError."""
    files = {f"{p.name}.{suffix}": p for p in pictures.values() for suffix in FORMATS}
    target = open_folder(folder)
    with target.filled() as path:
        make_folder(path)
        for name, picture in files.items():
            _save(picture, path / name)
    return [StoredFile(target, name) for name in files]


def inline_svg(picture: Picture) -> Markup:
    """Return a figure as an SVG element of the page, in the page's fonts and colours.

    All text in it is escaped by the XML writer.
    """
    buffer = BytesIO()
    with _drawing({"svg.fonttype": "none"}):
        metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        picture.figure.savefig(
            buffer, format="svg", metadata=metadata, bbox_inches="tight", transparent=True
        )
    root = ElementTree.fromstring(buffer.getvalue())
    _remove(root, {"style", "metadata"})
    for element in root.iter():
        _adapt(element, picture)
    box = root.get("viewBox") or ""
    root.attrib.clear()
    title = f"{picture.name}-picture"
    root.attrib.update(
        {"class": "picture", "viewBox": box, "role": "img", "aria-labelledby": title}
    )
    root.insert(0, _titled(picture.title, id=title))
    return Markup(ElementTree.tostring(root, encoding="unicode", short_empty_elements=True))


def _save(picture: Picture, path: Path) -> None:
    buffer = BytesIO()
    # Without a date, so that the same run gives the same file.
    metadata = {"Date": None} if path.suffix == ".svg" else {"Software": "railbird"}
    with _drawing({}):
        picture.figure.savefig(
            buffer, format=path.suffix[1:], metadata=metadata, bbox_inches="tight"
        )
    write_whole(path, buffer.getvalue())


@contextmanager
def _drawing(settings: dict[str, Any]) -> Iterator[None]:
    # The salt makes identifiers reproducible.
    chosen: Any = SETTINGS | {"svg.hashsalt": "railbird"} | settings
    with mpl.rc_context(chosen), warnings.catch_warnings():
        # A character missing in the font is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        yield


def _remove(parent: ElementTree.Element, names: set[str]) -> None:
    for child in list(parent):
        if child.tag.removeprefix(_SVG) in names:
            parent.remove(child)
        else:
            _remove(child, names)


def _adapt(element: ElementTree.Element, picture: Picture) -> None:
    """Adapt an element to the page: identifiers, colours, descriptions and hidden parts."""
    element.tag = element.tag.removeprefix(_SVG)
    own = element.get("id")
    if own is not None:
        element.set("id", f"{picture.name}-{own}")
        if own in picture.words:
            element.insert(0, _titled(picture.words[own]))
        if own in picture.hidden:
            element.set("class", "off")
    link = element.attrib.pop(_LINK, None)
    if link is not None:
        element.set("href", f"#{picture.name}-{link.removeprefix('#')}")
    for name, value in element.attrib.items():
        if name in ("style", "fill", "stroke", "clip-path"):
            element.set(name, _recoloured(value.replace("url(#", f"url(#{picture.name}-")))


def _recoloured(style: str) -> str:
    for colour, variable in _VARIABLES.items():
        style = style.replace(colour, f"var({variable})")
    return style


def _titled(words: str, **attributes: str) -> ElementTree.Element:
    title = ElementTree.Element("title", attributes)
    title.text = printable(words)
    return title
