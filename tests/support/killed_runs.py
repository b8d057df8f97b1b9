"""Runs in processes of their own that begin at once, and are killed at any instant.

Each is forked from a server that has imported railbird and nothing else, so that many kills do not
take as many starts of an interpreter.
"""

import os
import signal
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from railbird.harness import Spec, run
from railbird.harness.workers.dispatch import play_here
from railbird.harness.workers.processes import Processes

IMPORTED = (
    "killed_runs",
    "railbird.harness.services.chat_protocol",
    "railbird.harness.services.request_loop",
    "railbird.agents.language_model.player",
)
SERVER: Any = get_context("forkserver")
SERVER.set_forkserver_preload(list(IMPORTED))


def start_run(spec: Spec, folder: Path, *, workers: int = 0) -> BaseProcess:
    """Begin or continue a run, in one process or with workers."""
    process: BaseProcess = SERVER.Process(target=_play, args=(spec, folder, workers))
    process.start()
    return process


def kill_run(process: BaseProcess) -> None:
    """Kill a run and its workers, if it has not ended."""
    assert process.pid is not None
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:  # it has ended, or has not begun yet
        process.kill()
    process.join()


def _play(spec: Spec, folder: Path, workers: int) -> None:
    os.setsid()
    dispatch = Processes(workers) if workers else play_here
    run(spec, folder=folder, dispatch=dispatch, with_tables=False)
