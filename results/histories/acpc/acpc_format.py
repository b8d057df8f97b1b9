"""The format `acpc`: one log of the ACPC dealer per match."""

from railbird.results.histories.acpc.log_read import game_named_in, read_acpc
from railbird.results.histories.acpc.log_write import acpc_log
from railbird.results.histories.history_format import (
    HistoryFormat,
    HistoryReader,
    acpc_game,
    match_files,
    no_session,
)

_SUFFIX = ".log"
ACPC = HistoryFormat(
    name="acpc",
    write=match_files(_SUFFIX, acpc_log),
    require=acpc_game,
    require_session=no_session,
    reader=HistoryReader((_SUFFIX,), read_acpc, game_named_in, odd_chips=False),
)
