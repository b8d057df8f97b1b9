"""An installed wheel is the whole of railbird: built from the sdist, run in another place.

What it needs is declared, and lent by the environment of the tests: pip installs it in a minute.
"""

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SPEC = "kuhn-3p"
ROOMS = ("native", "plugins", "harness", "results", "agents", "railbird")
NOT_DECLARED = {"markupsafe", "fsspec", "pytest"}
"""What comes with Jinja2 and with s3fs or gcsfs, and who loads the plugin for pytest."""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command; C is compiled for the time that compiling takes, not for its speed."""
    quick = os.environ | {"RAILBIRD_OPTIMIZATION": "-O0"}
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=quick)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, and the wheel from the sdist alone."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ".", cwd=REPOSITORY)
    return folder


EXTENSIONS = {
    "railbird/agents/clone/model/_clone.abi3.so",
    "railbird/agents/dcubot/net/_dcubot.abi3.so",
    "railbird/native/_native.abi3.so",
}


@pytest.fixture(scope="module")
def railbird(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own and return its command."""
    environment = tmp_path_factory.mktemp("environment")
    python = environment / "bin" / "python"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=dist)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", *dist.glob("*.whl"), cwd=dist)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=dist)
    # A path of a .pth comes last and its own .pth are not read: railbird here is not found there.
    Path(site.strip(), "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return environment / "bin" / "railbird"


def imported_names() -> set[str]:
    """Return the top-level names that the rooms import."""
    names = set()
    for path in (path for room in ROOMS for path in (REPOSITORY / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names) - {"railbird"}


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    wanted = [*project["dependencies"], *optional["s3"], *optional["gs"], *optional["editor"]]
    wanted += optional["models"]
    declared = {re.split(r"[<>=\[]", requirement)[0] for requirement in wanted}
    offers = packages_distributions()
    names = imported_names()
    assert {"numpy", "pyarrow", "ray"} <= names
    providers = {name: {offer.lower() for offer in offers.get(name, [])} for name in names}
    undeclared = {name for name in names if not declared & providers[name]}
    assert undeclared <= NOT_DECLARED


def test_the_wheel_holds_railbird_alone(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    assert "-cp311-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.partition("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"railbird"}
    assert "railbird/__init__.py" in names
    assert {n for n in names if n.endswith(".so")} == EXTENSIONS


@pytest.mark.parametrize("kind", ["*.toml", "games/*.game", "games/*.score", "games/*.toml"])
def test_every_tournament_is_shipped(dist: Path, kind: str) -> None:
    (wheel,) = dist.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    folder = REPOSITORY / "tournaments"
    here = [f"railbird/tournaments/{path.relative_to(folder)}" for path in folder.glob(kind)]
    assert here
    assert set(here) <= names


def test_the_sdist_holds_what_the_checks_need(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "docs/contracts/index.md", "tests/house/test_wheel.py"} <= names


def test_a_shipped_tournament_runs_by_name(railbird: Path, tmp_path: Path) -> None:
    run(railbird, "run", SPEC, "--out", tmp_path / "run", cwd=tmp_path)
    assert list((tmp_path / "run" / "tables").glob("*.csv"))


def test_a_file_runs_from_another_folder(railbird: Path, tmp_path: Path) -> None:
    spec = (REPOSITORY / "tournaments" / f"{SPEC}.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(spec, encoding="utf-8")
    run(railbird, "run", "mine.toml", "--out", tmp_path / "run", cwd=tmp_path)
    assert list((tmp_path / "run" / "tables").glob("*.csv"))
    run(railbird, "report", tmp_path / "run", cwd=tmp_path)
    assert (tmp_path / "run" / "report.html").exists(), "the page's templates are shipped"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("freeze-out-nolimit-6p", "finishes"),
        ("mtt-90", "finishes"),
        ("ring-three-stakes", "bankrolls"),
        ("evolve-kuhn", "generations"),
    ],
)
def test_every_mode_plays(name: str, shown: str, railbird: Path, tmp_path: Path) -> None:
    """The shipped spec of each mode, with as little to play as it allows."""
    spec = (REPOSITORY / "tournaments" / f"{name}.toml").read_text(encoding="utf-8")
    for key, least in (("decks", 1), ("iterations", 1), ("hands", 60)):
        spec = re.sub(rf"^{key} = .*$", f"{key} = {least}", spec, flags=re.MULTILINE)
    (tmp_path / "mine.toml").write_text(spec, encoding="utf-8")
    run(railbird, "run", "mine.toml", "--out", "run", "--workers", "0", cwd=tmp_path)
    assert run(railbird, shown, "run", cwd=tmp_path)


def test_a_new_agent_is_written_and_passes(railbird: Path, tmp_path: Path) -> None:
    run(railbird, "new-agent", "guest", cwd=tmp_path)
    command = ("check", "guest", "--plugin", "guest/guest.py", "--game", "leduc")
    assert "agent 'guest' passes in 1 game" in run(railbird, *command, cwd=tmp_path)


def test_python_plays_a_match(railbird: Path, tmp_path: Path) -> None:
    play = "import railbird; print(railbird.play(['call'] * 3, game='kuhn-3p', hands=12))"
    assert "match: kuhn-3p, 12 hands" in run(railbird.with_name("python"), "-c", play, cwd=tmp_path)


def test_windows_is_refused_in_a_sentence() -> None:
    build = "import runpy, setuptools, sys; sys.platform = 'win32'; runpy.run_path('setup.py')"
    command = [sys.executable, "-W", "ignore", "-c", build]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "railbird does not run on Windows: install it in the Windows Subsystem for Linux (WSL)\n"
    )
