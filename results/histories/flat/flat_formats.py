"""The formats `parquet` and `csv`: all hands as one table, for export only."""

from railbird.results.histories.flat.hand_tables import write_csv, write_parquet
from railbird.results.histories.history_format import HistoryFormat

PARQUET = HistoryFormat(name="parquet", write=write_parquet)
CSV = HistoryFormat(name="csv", write=write_csv)
