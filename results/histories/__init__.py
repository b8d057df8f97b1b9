"""Hands for other people's tools and from them: ACPC logs, PHH, PokerStars' text, flat tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.results.histories.acpc_write import StateLines, format_score
    from railbird.results.histories.card_text import card_rows
    from railbird.results.histories.export import ExportFormat, ExportReport, export_run
    from railbird.results.histories.importing import (
        ImportChoice,
        ImportFormat,
        ImportReport,
        import_histories,
    )
    from railbird.results.histories.payoff_text import format_payoff, parse_payoff
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "ExportFormat",
    "ExportReport",
    "ImportChoice",
    "ImportFormat",
    "ImportReport",
    "StateLines",
    "card_rows",
    "export_run",
    "format_payoff",
    "format_score",
    "import_histories",
    "parse_payoff",
]
