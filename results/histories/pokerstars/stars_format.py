"""The format `pokerstars`: the text format of PokerStars' hand histories."""

from railbird.results.histories.history_format import HistoryFormat, HistoryReader, match_files
from railbird.results.histories.notation.holdem import require_holdem
from railbird.results.histories.pokerstars.stars_read import read_stars
from railbird.results.histories.pokerstars.stars_write import stars_file

_SUFFIX = ".txt"
POKERSTARS = HistoryFormat(
    name="pokerstars",
    write=match_files(_SUFFIX, stars_file),
    require=lambda game: require_holdem(game, what="the PokerStars format"),
    reader=HistoryReader((_SUFFIX,), read_stars),
)
