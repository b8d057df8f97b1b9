"""The page: one self-contained HTML file that loads nothing and runs one script.

External data (labels, parameters, texts of incidents) is escaped by the templates; the page also
forbids the browser to run other scripts and to load anything.
"""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from railbird.results.folders.addresses import open_file
from railbird.results.folders.run_folder import StoredFile
from railbird.results.report.contents import Report, gather
from railbird.results.report.figures import SHOWN_CURVES, Picture, page_pictures
from railbird.results.report.picture_data import largest_bankroll
from railbird.results.report.picture_files import inline_svg
from railbird.results.run.run_results import RunResults
from railbird.results.show.table_text import printable

FILE_NAME = "report.html"
_TEMPLATES = "templates"


def write_report(
    run: RunResults, path: str | Path | None = None, *, unit: str = "mbb/hand"
) -> StoredFile:
    """Write the page to a file, by default `report.html` in the run's folder; return its path.

    Raises StoreError if it cannot be written, UnitError for a unit that the game does not have.
    """
    file = StoredFile(run.folder, FILE_NAME) if path is None else open_file(path)
    return save_report(gather(run, unit=unit), file)


def save_report(report: Report, file: StoredFile) -> StoredFile:
    """Write the page of gathered contents; return its path."""
    file.write(render_report(report).encode())
    return file


def render_report(report: Report) -> str:
    """Return the page as HTML."""
    return render_page(
        "report.html.j2",
        report=report,
        pictures=page_pictures(report),
        shown_curves=SHOWN_CURVES,
        largest=largest_bankroll(report.rungs),
    )


def render_page(template: str, *, pictures: Mapping[str, Picture], **values: object) -> str:
    """Return a page as HTML: a template with our style and script, and figures by name."""
    script = _text("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        _environment()
        .get_template(template)
        .render(
            **values,
            pictures={name: inline_svg(picture) for name, picture in pictures.items()},
            # Our own text: with the figures, the only markup that is not escaped.
            style=Markup(_text("report.css")),
            script=Markup(script),
            script_hash=digest,
        )
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_text),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Unprintable characters could reverse or hide text.
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
    environment.tests["estimate"] = lambda cell: not isinstance(cell, str)
    return environment


@cache
def _text(name: str) -> str:
    return (files("railbird.results.report") / _TEMPLATES / name).read_text(encoding="utf-8")
