"""What children of a pool are called for in tests: they import it from here."""

import os
from multiprocessing.connection import Connection

from railbird.harness.workers.child_pool import PluginKeeper


def tell_process(connection: Connection, _: PluginKeeper, word: str) -> None:
    connection.send((word, os.getpid()))


def fail(_: Connection, __: PluginKeeper) -> None:
    raise ValueError("on purpose")
