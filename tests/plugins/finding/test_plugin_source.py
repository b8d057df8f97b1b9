"""Plugins by path: what is read and hashed, and that a worker imports those very bytes."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from railbird.plugins import PluginError, PluginSource, read_plugin
from railbird.plugins.finding.plugin_import import import_plugin


@pytest.fixture(autouse=True)
def _leave_no_modules() -> Iterator[None]:
    modules, finders = dict(sys.modules), list(sys.meta_path)
    yield
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.meta_path[:] = finders


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "odd_bot"
    write(folder / "__init__.py", "from .deep.inner import VALUE\n")
    write(folder / "deep" / "__init__.py")
    write(
        folder / "deep" / "inner.py",
        "import pkgutil\n"
        "from odd_bot.table import ROWS\n"
        "VALUE = (ROWS, pkgutil.get_data('odd_bot', 'data/weights.txt'))\n"
        "def later():\n    from odd_bot import late\n    return late.WORD\n",
    )
    write(folder / "table.py", "ROWS = 3\n")
    write(folder / "late.py", "WORD = 'late'\n")
    write(folder / "data" / "weights.txt", "1 2 3")
    return folder


def test_the_hash_depends_on_the_content_and_not_on_the_place(tmp_path: Path) -> None:
    here = read_plugin(write(tmp_path / "a" / "bot.py", "X = 1\n"))
    there = read_plugin(write(tmp_path / "b" / "bot.py", "X = 1\n"))
    changed = read_plugin(write(tmp_path / "c" / "bot.py", "X = 2\n"))
    assert here.content_hash == there.content_hash != changed.content_hash
    assert len(here.content_hash) == 32


def test_bytes_cannot_move_from_one_file_to_the_next_unnoticed() -> None:
    one = PluginSource("bot", (("a", b"bc"), ("d", b"")))
    other = PluginSource("bot", (("a", b"b"), ("cd", b"")))
    assert one.content_hash != other.content_hash


def test_a_folder_is_read_whole_but_for_caches_and_hidden_files(package: Path) -> None:
    before = read_plugin(package)
    write(package / "__pycache__" / "table.cpython-311.pyc", "x")
    write(package / ".git" / "HEAD", "x")
    write(package / ".hidden.py", "x")
    assert read_plugin(package) == before
    assert [name for name, _ in before.files] == [
        "__init__.py",
        "data/weights.txt",
        "deep/__init__.py",
        "deep/inner.py",
        "late.py",
        "table.py",
    ]


def test_the_init_file_of_a_package_selects_its_folder(package: Path) -> None:
    assert read_plugin(package / "__init__.py") == read_plugin(package)


def test_a_package_imports_from_bytes_with_submodules_and_data(package: Path) -> None:
    module = import_plugin(read_plugin(package))
    assert module.VALUE == (3, b"1 2 3")
    assert sys.modules["odd_bot.deep.inner"].later() == "late"


def test_what_was_read_is_imported_and_not_what_lies_there_now(package: Path) -> None:
    source = read_plugin(package)
    write(package / "table.py", "ROWS = 4\n")
    assert import_plugin(source).VALUE[0] == 3
    assert import_plugin(read_plugin(package)).VALUE[0] == 4


def test_another_process_imports_a_plugin_whose_files_are_gone(package: Path) -> None:
    source = read_plugin(package)
    for path in package.rglob("*.py"):
        path.unlink()
    program = (
        "import pickle, sys\n"
        "from railbird.plugins.finding.plugin_import import import_plugin\n"
        "source = pickle.loads(sys.stdin.buffer.read())\n"
        "print(import_plugin(source).VALUE[0], source.content_hash)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(source), capture_output=True, check=True
    )
    assert done.stdout.decode().split() == ["3", source.content_hash]


def test_a_traceback_shows_the_line_as_the_author_wrote_it(tmp_path: Path) -> None:
    path = write(tmp_path / "bot.py", "def act():\n    return 1 / 0  # oops\n")
    module = import_plugin(read_plugin(path))
    path.unlink()
    with pytest.raises(ZeroDivisionError) as caught:
        module.act()
    entry = caught.traceback[-1]
    assert str(entry.path) == str(path)
    assert "oops" in str(entry.statement)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("import nowhere_to_be_found\n", "ModuleNotFoundError: No module named"),
        ("X = 1\nraise ValueError('no luck')\n", r"ValueError: no luck \(broken\.py, line 2\);"),
        ("def (:\n", r"SyntaxError: .* \(broken\.py, line 1\);"),
        ("raise SystemExit(3)\n", r"SystemExit: 3 \(broken\.py, line 1\);"),
        ("raise ValueError\n", r"ValueError: no message \(broken\.py, line 1\);"),
    ],
)
def test_a_plugin_that_does_not_import_is_named_with_the_cause(
    tmp_path: Path, text: str, cause: str
) -> None:
    path = write(tmp_path / "broken.py", text)
    with pytest.raises(PluginError, match=rf"^plugin 'broken\.py' cannot be imported: {cause}"):
        import_plugin(read_plugin(path))
    assert "broken" not in sys.modules


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_plugin_in_another_encoding_is_refused_in_a_sentence(
    encoding: str, tmp_path: Path, package: Path
) -> None:
    path = tmp_path / "wide.py"
    path.write_text("X = 1\n", encoding=encoding)
    told = r"cannot be read: it is encoded in UTF-\d\d.*; save it as UTF-8$"
    with pytest.raises(PluginError, match=rf"^plugin 'wide\.py' {told}"):
        read_plugin(path)
    (package / "late.py").write_bytes(path.read_bytes())
    with pytest.raises(PluginError, match=rf"^plugin 'odd_bot/late\.py' {told}"):
        read_plugin(package)


def test_a_plugin_with_a_byte_order_mark_imports(tmp_path: Path) -> None:
    path = tmp_path / "marked.py"
    path.write_text("X = 'é'\n1 / 0\n", encoding="utf-8-sig")
    with pytest.raises(PluginError, match=r"ZeroDivisionError: .* \(marked\.py, line 2\)"):
        import_plugin(read_plugin(path))
    path.write_text("X = 'é'\n", encoding="utf-8-sig")
    assert import_plugin(read_plugin(path)).X == "é"


def test_the_user_may_interrupt_an_import(tmp_path: Path) -> None:
    path = write(tmp_path / "slow.py", "raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        import_plugin(read_plugin(path))


@pytest.mark.parametrize("name", ["random.py", "numpy.py", "railbird.py"])
def test_a_plugin_must_not_be_named_like_a_module_in_use(tmp_path: Path, name: str) -> None:
    source = read_plugin(write(tmp_path / name, "X = 1\n"))
    with pytest.raises(PluginError, match="rename it"):
        import_plugin(source)
    assert not hasattr(sys.modules[name.removesuffix(".py")], "X")


def test_a_plugin_may_have_a_name_that_is_not_an_identifier(tmp_path: Path) -> None:
    assert import_plugin(read_plugin(write(tmp_path / "my-bot.v2.py", "X = 1\n"))).X == 1


def test_what_is_not_a_plugin_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    write(tmp_path / "notes.txt")
    for name, what in [
        ("nothing.py", "there is no plugin"),
        ("bare", "without __init__.py"),
        ("notes.txt", "is not a Python file"),
    ]:
        with pytest.raises(PluginError, match=f"{name}.*{what}|{what}.*{name}"):
            read_plugin(tmp_path / name)


def test_a_plugin_finds_none_of_the_modules_of_others(package: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other_bot.py", "import odd_bot_strategy\n")
    import_plugin(read_plugin(package))
    with pytest.raises(PluginError, match="odd_bot_strategy"):
        import_plugin(read_plugin(other))
