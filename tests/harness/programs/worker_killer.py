"""A plugin whose agent kills every worker that begins one of its chunks, also one that has it
played in a process of its own; as long as the file exists that its parameter names.

It does so after its trial: `railbird_tournament_started` writes the driver's process into that
file.
"""

import os
import signal
import sys
from pathlib import Path

from railbird.plugins import CALL, AgentEntry, hookimpl

SUFFIX = ".deadly"


class WorkerKiller:
    """Calls, where it may not kill."""

    def __init__(self, file: str) -> None:
        self.file = Path(file)

    def act(self, observation):
        driver = self.file.read_text() if self.file.exists() else ""
        if driver:
            is_worker = "ray" in sys.modules or os.getppid() == int(driver)
            os.kill(os.getpid() if is_worker else os.getppid(), signal.SIGKILL)
            signal.pause()  # a later parent must not be killed too
        return CALL


@hookimpl
def railbird_agents():
    return [AgentEntry("worker-killer", WorkerKiller)]


@hookimpl
def railbird_tournament_started(run):
    for path in run.folder.parent.glob(f"*{SUFFIX}"):
        path.write_text(str(os.getpid()))
