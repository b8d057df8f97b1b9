"""A run as a page to look at: one HTML file that needs nothing else, and its pictures as files."""

from railbird.results.report.contents import Report, gather
from railbird.results.report.page import FILE_NAME, render_report, save_report, write_report

__all__ = ["FILE_NAME", "Report", "gather", "render_report", "save_report", "write_report"]
