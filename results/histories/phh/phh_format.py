"""The format `phh`: the poker hand history format, written with several hands per file.

`phh-comments` is the same with what models said behind the actions.
"""

from railbird.results.histories.history_format import HistoryFormat, HistoryReader, match_files
from railbird.results.histories.phh.phh_comments import write_commented
from railbird.results.histories.phh.phh_games import require_phh
from railbird.results.histories.phh.phh_read import read_phh
from railbird.results.histories.phh.phh_write import phh_file
from railbird.results.histories.storing.table_hand import require_dealt_in

PHH = HistoryFormat(
    name="phh",
    write=match_files(".phhs", phh_file),
    require=require_phh,
    require_session=require_dealt_in,
    reader=HistoryReader((".phh", ".phhs"), read_phh),
)
PHH_COMMENTS = HistoryFormat(
    name="phh-comments",
    write=write_commented,
    require=require_phh,
    require_session=require_dealt_in,
)
