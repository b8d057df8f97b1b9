"""Installed packages as folders, also of editable installations."""

import sys
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from importlib.metadata import Distribution, distributions
from importlib.util import find_spec
from pathlib import Path

from railbird.plugins.errors import PluginError

CACHE = "__pycache__"
EDITABLE_FINDER = "__editable___"
HASH_BYTES = 16


def package_folders(package: str) -> dict[str, Path]:
    """Return the folders of a package: its own, and those of parts located elsewhere, by name.

    A package of one module has that file instead of a folder. Raises PluginError if nothing with
    this name is installed as files.
    """
    spec = find_spec(package)
    if spec is None or not spec.origin or not Path(spec.origin).exists():
        raise PluginError(
            f"package '{package}' has no files that could be sent; install it on the nodes"
        )
    own = Path(spec.origin)
    folders = {package: own.parent if spec.submodule_search_locations else own}
    for mapping in _editable_mappings():
        inner = {name: Path(path) for name, path in mapping.items() if _is_in(name, package)}
        folders |= inner
    return folders


def list_files(package: str, *, suffix: str = "") -> Iterator[tuple[str, Path]]:
    """Yield the files of a package as (path below its parent folder, file), in order.

    Caches and hidden files are left out.
    """
    found = {}
    for name, folder in package_folders(package).items():
        place = Path(*name.split("."))
        if folder.is_file():
            found[folder.name] = folder
            continue
        for path in folder.rglob(f"*{suffix}"):
            inner = path.relative_to(folder)
            is_left_out = any(part == CACHE or part.startswith(".") for part in inner.parts)
            if path.is_file() and not is_left_out:
                found[(place / inner).as_posix()] = path
    yield from sorted(found.items())


def hash_code(package: str) -> str:
    """Return 32 hex digits that depend only on the Python files of a package."""
    state = blake2b(digest_size=HASH_BYTES)
    for name, path in list_files(package, suffix=".py"):
        for part in (name.encode(), path.read_bytes()):
            state.update(len(part).to_bytes(8, "little") + part)
    return state.hexdigest()


def plugin_distributions(group: str) -> list[Distribution]:
    """Return the installed distributions with an entry point of a group, in order of name."""
    found: dict[str, Distribution] = {}
    for one in distributions():
        if one.entry_points.select(group=group):
            found.setdefault(one.name, one)  # the first on the path is the one that is imported
    return [one for _, one in sorted(found.items())]


def _is_in(name: str, package: str) -> bool:
    return name.startswith(f"{package}.")


def _editable_mappings() -> Iterator[Mapping[str, str]]:
    """Yield the entries of setuptools' finders of editable packages: folders by dotted name."""
    for name, module in list(sys.modules.items()):
        if name.startswith(EDITABLE_FINDER):
            yield getattr(module, "MAPPING", {})
