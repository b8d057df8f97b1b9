"""A run as a page to look at: one HTML file that needs nothing else, and its pictures as files."""

from railbird.results.report.page import render_report, write_report

__all__ = ["render_report", "write_report"]
