"""Copies of installed packages, laid out so that Ray can send them to machines without them.

Ray adds the parent of every folder that it is given to the path of the workers. So a package and
its metadata, which contain its entry points, are found there as they are here.
"""

import shutil
from collections.abc import Iterator
from importlib.metadata import Distribution
from pathlib import Path

from railbird.harness.workers.cluster.packages import list_files, plugin_distributions
from railbird.plugins.finding.hookspecs import PROJECT

METADATA_FILES = ("METADATA", "entry_points.txt", "top_level.txt")


def lay_out_packages(folder: Path) -> list[Path]:
    """Copy railbird and all installed plugin packages into `folder`; return the folders to send.

    Raises PluginError for a package without files of its own.
    """
    for distribution in plugin_distributions(PROJECT):
        _lay_out_metadata(distribution, folder)
        for package in sorted(_top_packages(distribution)):
            for name, path in list_files(package):
                copy = folder / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)
    return sorted(path for path in folder.iterdir() if path.is_dir() or path.suffix == ".py")


def _top_packages(distribution: Distribution) -> Iterator[str]:
    """Yield the packages of a distribution's entry points."""
    for point in distribution.entry_points.select(group=PROJECT):
        yield point.module.partition(".")[0]


def _lay_out_metadata(distribution: Distribution, folder: Path) -> None:
    name = distribution.name.replace("-", "_")
    place = folder / f"{name}-{distribution.version}.dist-info"
    place.mkdir(parents=True)
    for file in METADATA_FILES:
        text = distribution.read_text(file)
        if text is not None:
            (place / file).write_text(text, encoding="utf-8")
