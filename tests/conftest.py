"""What all tests share: no test depends on how long anything takes."""

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings
from object_server import ObjectServer, no_fault, serve_objects

settings.register_profile("railbird", deadline=None)
settings.register_profile("long", deadline=None, max_examples=2_000)
settings.register_profile("emulated", deadline=None, max_examples=3, derandomize=True)
settings.load_profile("railbird")


@pytest.fixture(scope="session", autouse=True)
def _state_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep secrets of runs separate from those of the user who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let the processes of the suite share what Python compiles, where nothing keeps it.

    Hundreds are started, and each would compile the whole project again.
    """
    if not os.environ.get("PYTHONDONTWRITEBYTECODE"):  # or a worker, whose suite has seen to it
        return
    folder = tempfile.mkdtemp(prefix="railbird-bytecode-")
    patch = pytest.MonkeyPatch()
    patch.delenv("PYTHONDONTWRITEBYTECODE")
    patch.setenv("PYTHONPYCACHEPREFIX", folder)
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    config.add_cleanup(patch.undo)


@pytest.fixture(scope="session")
def _one_server() -> Iterator[ObjectServer]:
    with serve_objects() as server, pytest.MonkeyPatch.context() as patch:
        for name, value in server.environment.items():
            patch.setenv(name, value)
        yield server


@pytest.fixture
def object_server(_one_server: ObjectServer) -> Iterator[ObjectServer]:
    """A real S3 server, which the environment names; it fails nothing before a test says so."""
    _one_server.requests.clear()
    yield _one_server
    _one_server.fault = no_fault


@pytest.fixture
def bucket(object_server: ObjectServer) -> str:
    """The address of an empty bucket."""
    return f"s3://{object_server.make_bucket()}"
