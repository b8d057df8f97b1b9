"""Plugins by path as bytes, which are hashed, sent to workers, and imported there."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from railbird.native import FileError, did_you_mean, require_narrow
from railbird.plugins.errors import PluginError
from railbird.plugins.finding.projects import PROJECT_FILE, find_module

HASH_BYTES = 16
MOST_BYTES = 256 * 2**20
PACKAGE_FILE = "__init__.py"
SUFFIX = ".py"
SKIPPED_FOLDERS = {"__pycache__"}


@dataclass(frozen=True, slots=True)
class PluginSource:
    """The files of one plugin: a module ``NAME.py``, or all files of a package's folder.

    ``path`` is its original path, for messages and tracebacks; ``files`` are (path below the
    folder, content), in order of path.
    """

    path: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def file_name(self) -> str:
        """The last part of the path."""
        return Path(self.path).name

    @property
    def module_name(self) -> str:
        """The name under which it is imported."""
        return re.sub(r"\W", "_", Path(self.path).stem if self.is_module else self.file_name)

    @property
    def is_module(self) -> bool:
        """Whether it is a single file, not a package."""
        return not any(name == PACKAGE_FILE for name, _ in self.files)

    @property
    def content_hash(self) -> str:
        """32 hex digits that depend only on the files, not on their location."""
        return hash_files(self.files)


def hash_files(files: tuple[tuple[str, bytes], ...]) -> str:
    """Hash names and contents to 32 hex digits (blake2b)."""
    state = blake2b(digest_size=HASH_BYTES)
    for name, content in files:
        for part in (name.encode(), content):
            state.update(len(part).to_bytes(8, "little") + part)
    return state.hexdigest()


def read_plugin(path: str | Path) -> PluginSource:
    """Read a plugin's files: those of a module, a package, or the plugin of a project.

    Raises PluginError if there is none.
    """
    found = Path(path).expanduser()
    if (found / PROJECT_FILE).is_file() and not (found / PACKAGE_FILE).is_file():
        found = find_module(found)
    found = found.parent if found.name == PACKAGE_FILE else found
    try:
        if found.is_dir():
            return _readable(PluginSource(str(found.resolve()), read_folder(found)))
        if found.suffix == SUFFIX and found.is_file():
            files = ((found.name, found.read_bytes()),)
            return _readable(PluginSource(str(found.resolve()), files))
    except OSError as error:
        raise PluginError(f"plugin '{path}' cannot be read: {error.strerror or error}") from error
    if found.exists():
        raise PluginError(
            f"plugin '{path}' is not a Python file; give a .py file or a package's folder"
        )
    near = did_you_mean(found, lambda one: one.suffix == ".py" or (one / PACKAGE_FILE).is_file())
    remedy = near or "; give a .py file or a package's folder"
    raise PluginError(f"there is no plugin '{path}'{remedy}")


def _readable(source: PluginSource) -> PluginSource:
    """Return a plugin after checking that all its code can be decoded; raises PluginError."""
    for name, content in source.files:
        if name.endswith(SUFFIX):
            try:
                require_narrow(content)
            except FileError as error:
                where = "" if source.is_module else f"{source.file_name}/"
                raise PluginError(f"plugin '{where}{name}' cannot be read: {error}") from error
    return source


def read_folder(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Read all files of a package, including data, without caches and hidden files."""
    if not (folder / PACKAGE_FILE).is_file():
        raise PluginError(f"plugin '{folder}' is a folder without {PACKAGE_FILE}; add one")
    files, size = [], 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        is_skipped = any(part in SKIPPED_FOLDERS or part.startswith(".") for part in name.parts)
        if is_skipped or not path.is_file():
            continue
        size += path.stat().st_size
        if size > MOST_BYTES:
            raise PluginError(
                f"plugin '{folder}' has more than {MOST_BYTES >> 20} MB of files; "
                "install it as a distribution, since workers get copies of plugins by path"
            )
        files.append((name.as_posix(), path.read_bytes()))
    return tuple(files)
