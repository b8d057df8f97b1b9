"""A plugin that says on standard error when a match is stored, so that tests need not poll."""

import sys

from railbird.plugins import hookimpl


@hookimpl
def railbird_match_finished(run, match):
    print("stored a match of", run.name, match.seating_index, file=sys.stderr, flush=True)
