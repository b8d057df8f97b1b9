"""Duplicate tournaments of computer-poker agents, from plugins to ranking tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.version import __version__
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = ["__version__"]
