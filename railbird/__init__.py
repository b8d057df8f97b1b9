"""Duplicate tournaments of computer-poker agents, from plugins to ranking tables.

`play` lets agents meet in a match, `run` plays a tournament from its spec, `read_spec` reads one,
and `open_run` opens the results of a run. The contract of agents is in `railbird.plugins`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.harness.interactive.playing import play, run
    from railbird.harness.interactive.result import Result, open_run
    from railbird.harness.plan.spec_file import read_spec
    from railbird.version import __version__
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = ["Result", "__version__", "open_run", "play", "read_spec", "run"]
