"""Duplicate tournaments of computer-poker agents, from plugins to ranking tables."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("railbird")
