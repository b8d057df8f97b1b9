"""Export and import of hands: ACPC logs, PHH, PokerStars text, flat tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.results.histories.acpc.log_write import StateLines, format_score
    from railbird.results.histories.export import ExportReport, export_run
    from railbird.results.histories.format_list import FORMATS
    from railbird.results.histories.history_format import HistoryFormat, HistoryReader
    from railbird.results.histories.importing import (
        ImportChoice,
        ImportedRun,
        ImportReport,
        import_histories,
    )
    from railbird.results.histories.notation.card_text import card_texts
    from railbird.results.histories.notation.payoff_text import format_payoff, parse_payoff
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "FORMATS",
    "ExportReport",
    "HistoryFormat",
    "HistoryReader",
    "ImportChoice",
    "ImportReport",
    "ImportedRun",
    "StateLines",
    "card_texts",
    "export_run",
    "format_payoff",
    "format_score",
    "import_histories",
    "parse_payoff",
]
