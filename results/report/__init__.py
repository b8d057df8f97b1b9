"""The report of a run: one self-contained HTML file, and its figures as files."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.results.report.contents import Report, gather
    from railbird.results.report.page import FILE_NAME, render_report, save_report, write_report
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = ["FILE_NAME", "Report", "gather", "render_report", "save_report", "write_report"]
