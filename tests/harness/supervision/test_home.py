"""Whatever a program leaves in its temporary folder is measured, and removed without harm."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.harness.supervision.home import FolderMovedError, Home, hidden_bytes

MANY = 1_000_000


@pytest.fixture
def home() -> Iterator[Home]:
    made = Home()
    yield made
    subprocess.run(["rm", "-rf", made.path], check=True)


def remove(home: Home) -> int:
    return sum(1 for _ in home.remove())


def nest(folder: Path, depth: int, name: str = "d") -> None:
    """Make nested folders, with a file in each, deeper than any path reaches."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)


def leave_deep(folder: Path, outside: Path) -> None:
    nest(folder, 1500)


def leave_long_paths(folder: Path, outside: Path) -> None:
    nest(folder, 200, "n" * 255)


def leave_links(folder: Path, outside: Path) -> None:
    for name, target in (("a", outside), ("b", "/"), ("c", ".."), ("d", "nowhere"), ("e", "e")):
        (folder / name).symlink_to(target)
    (folder / "f").mkdir()
    (folder / "f" / "g").symlink_to(outside)


def leave_closed_folders(folder: Path, outside: Path) -> None:
    inner = folder
    for _ in range(5):
        inner /= "closed"
        inner.mkdir()
        (inner / "file").touch()
        (inner / "file").chmod(0)
    for _ in range(5):
        inner.chmod(0)
        inner = inner.parent
    folder.chmod(0)


def leave_strange_files(folder: Path, outside: Path) -> None:
    os.mkfifo(folder / "pipe")
    os.mkdir(os.fsencode(folder) + b"/\xff\xfe\n\x1b")
    os.mknod(folder / "socket", 0o140600)
    (folder / "many").mkdir()
    for number in range(3000):
        (folder / "many" / str(number)).touch()


LEFT = [leave_deep, leave_long_paths, leave_links, leave_closed_folders, leave_strange_files]


@pytest.mark.parametrize("leave", LEFT)
def test_a_folder_is_removed_whatever_is_in_it(
    leave: Callable[[Path, Path], None], home: Home, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir(mode=0o750)
    (kept / "file").write_text("mine")
    leave(Path(home.path), kept)
    files_open = len(os.listdir("/proc/self/fd"))
    remove(home)
    assert not os.path.lexists(home.path)
    assert (kept / "file").read_text() == "mine"
    assert kept.stat().st_mode & 0o777 == 0o750
    assert len(os.listdir("/proc/self/fd")) == files_open


@pytest.mark.skipif(bool(os.geteuid()), reason="takes another user")
@pytest.mark.parametrize("leave", LEFT)
def test_an_ordinary_user_can_remove_it_too(
    leave: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    """Run in a process that has dropped root, since closed folders do not stop root."""
    if os.fork() == 0:
        os.setresuid(65534, 65534, 65534)
        made = Home()
        leave(Path(made.path), tmp_path)
        made.measure(most_files=MANY)
        remove(made)
        os._exit(3 if not os.path.lexists(made.path) else 4)
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 3


Tree = dict[str, "Tree | None"]
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=9)
TREES: st.SearchStrategy[Tree] = st.recursive(
    st.just({}),
    lambda inner: st.dictionaries(NAMES.filter(lambda n: n not in (".", "..")), st.none() | inner),
    max_leaves=30,
)


def build(folder: Path, tree: Tree) -> int:
    for name, inner in tree.items():
        if inner is None:
            (folder / name).write_bytes(b"x" * 5000)
        else:
            (folder / name).mkdir()
    return len(tree) + sum(build(folder / n, inner) for n, inner in tree.items() if inner)


@given(TREES)
def test_every_tree_is_counted_and_removed(tree: Tree) -> None:
    home = Home()
    count = build(Path(home.path), tree)
    use = home.measure(most_files=MANY)
    assert use.files == count
    du = subprocess.run(["du", "-s", "-B1", home.path], check=True, capture_output=True, text=True)
    top = os.stat(home.path).st_blocks * 512
    assert use.bytes + top == int(du.stdout.split()[0])
    remove(home)
    assert not os.path.lexists(home.path)


def test_what_is_deeper_than_any_path_is_counted(home: Home) -> None:
    nest(Path(home.path), 2100)
    assert home.measure(most_files=MANY).files == 4200
    assert 100 < home.measure(most_files=100).files < 200
    remove(home)


def test_a_folder_in_the_place_of_the_home_is_left_alone(home: Home, tmp_path: Path) -> None:
    """Whether a link or another folder has taken it."""
    (tmp_path / "mine").touch()
    moved = f"{home.path}-moved"
    for replace in (os.symlink, lambda _, path: os.mkdir(path)):
        os.rename(home.path, moved)
        replace(str(tmp_path), home.path)
        with pytest.raises(OSError, match=r"taken its place|Not a directory|symbolic link"):
            remove(home)
        assert (tmp_path / "mine").exists()
        (os.unlink if os.path.islink(home.path) else os.rmdir)(home.path)
        os.rename(moved, home.path)


def test_what_cannot_be_removed_is_an_error_and_the_rest_is_gone(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    nest(Path(home.path), 40)
    (Path(home.path) / "stuck").touch()
    (Path(home.path) / "d" / "stuck").touch()
    unlink = os.unlink

    def refuse(name: str, *, dir_fd: int) -> None:
        if name == "stuck":
            raise PermissionError(1, "Operation not permitted")
        unlink(name, dir_fd=dir_fd)

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(OSError, match=r"not permitted|not empty"):
        remove(home)
    monkeypatch.undo()
    left = [path for path in Path(home.path).rglob("*") if not path.is_dir()]
    assert [path.name for path in left] == ["stuck", "stuck"]


def test_folders_that_move_while_they_are_counted_are_noticed(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = Path(home.path)
    (top / "a" / "b").mkdir(parents=True)
    (top / "c").mkdir()
    open_file = os.open

    def moving(name: str, *arguments: int, dir_fd: int | None = None) -> int:
        if name == ".." and (top / "a" / "b").exists():
            os.rename(top / "a" / "b", top / "c" / "b")
        return open_file(name, *arguments, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", moving)
    with pytest.raises(FolderMovedError):
        home.measure(most_files=MANY)


HOLDER = """
import mmap, os, sys
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
os.write(file, bytes(3 << 20))
os.unlink(sys.argv[1])
if sys.argv[2] == "mapped":
    held = mmap.mmap(file, 4096)
    os.closerange(3, 20)  # the map's own descriptor too
print("ready", flush=True)
input()
"""


def test_files_without_a_name_count(home: Home) -> None:
    path = str(Path(home.path, "gone"))
    for how, least, most in (("open", 3 << 20, (3 << 20) + 8192), ("mapped", 64 << 20, 64 << 20)):
        command = [sys.executable, "-S", "-c", HOLDER, path, how]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            found = hidden_bytes([process.pid], home.device, most_a_file=64 << 20)
            assert least <= found <= most
            process.communicate(b"\n")
        assert hidden_bytes([process.pid], home.device, most_a_file=1) == 0
