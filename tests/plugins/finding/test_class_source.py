"""Classes by themselves are agents as those of plugins are, here and in other processes."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from cells import define

from railbird.plugins import AgentError, PluginError, load_registry, pack_class
from railbird.plugins.finding.class_source import NOT_HASHED

CELL = "class Agent:\n    def __init__(self, x=1): self.x = x\n    def act(self, o): return X"


def test_a_class_is_offered_under_its_name_with_its_hash() -> None:
    agent = define("X = 1", CELL)
    source = pack_class(agent, "mine")
    registry = load_registry(classes=[source])
    assert registry.agent("mine").factory is agent
    origin = registry.describe_agent("mine")
    assert (origin.distribution, origin.version) == ("__main__", "")
    assert origin.file_hash == source.content_hash != NOT_HASHED


def test_a_class_named_like_an_agent_is_refused() -> None:
    with pytest.raises(
        PluginError, match=r"agent 'uniform' is offered by both 'railbird .*__main__"
    ):
        load_registry(classes=[pack_class(define("X = 1", CELL), "uniform")])


ASK = """
import pickle, sys
from railbird.plugins import load_registry
source = pickle.load(sys.stdin.buffer)
entry = load_registry(classes=[source]).agent("mine")
print(entry.factory(x=3).x, entry.factory().act(None), source.content_hash)
"""


def ask(data: bytes, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-c", ASK], input=data, capture_output=True, check=False, cwd=folder
    )


def test_another_process_makes_the_class_of_its_bytes(tmp_path: Path) -> None:
    source = pack_class(define("X = 'what the cell says'", CELL), "mine")
    once_more = pickle.loads(pickle.dumps(source))
    assert once_more.agent_class is None
    for sent in (source, once_more):
        done = ask(pickle.dumps(sent), tmp_path)
        assert done.stdout.decode() == f"3 what the cell says {source.content_hash}\n", done.stderr


def test_a_class_that_another_process_cannot_make_is_named(tmp_path: Path) -> None:
    (tmp_path / "my_module.py").write_text(f"X = 1\n{CELL}\n")
    made = subprocess.run(
        [
            sys.executable,
            "-c",
            "import my_module, pickle, sys; from railbird.plugins import pack_class; "
            "sys.stdout.buffer.write(pickle.dumps(pack_class(my_module.Agent, 'mine')))",
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    assert ask(made.stdout, tmp_path).returncode == 0, "it is imported where it is found"
    (tmp_path / "elsewhere").mkdir()
    done = ask(made.stdout, tmp_path / "elsewhere")
    assert "PluginError: class 'mine' cannot be loaded in a worker: ModuleNotFoundError" in (
        done.stderr.decode()
    )


LOCKED = ("import threading\nX = threading.Lock()", CELL)


def test_what_cannot_be_sent_or_compared_is_refused_where_it_has_to_be() -> None:
    agent = define(*LOCKED)
    assert pack_class(agent, "mine", is_sent=False, is_kept=False).content_hash == NOT_HASHED
    with pytest.raises(AgentError, match=r"'Agent' cannot be sent to workers: .*\(workers=0\)"):
        pack_class(agent, "mine", is_kept=False)
    with pytest.raises(AgentError, match=r"Agent\.act\.X is a lock, which cannot be hashed"):
        pack_class(agent, "mine", is_sent=False)
