"""Child processes that serve one call after another: they start, and load plugins, only once."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from multiprocessing.connection import Connection

from railbird.harness.workers.child import Child, start_child, stop_children
from railbird.harness.workers.job import Job
from railbird.plugins import ClassSource, PluginSource, Registry


class PluginKeeper:
    """The plugins of the last job of a process, for the next one if it has the same."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._sources: tuple[tuple[PluginSource, ...], tuple[ClassSource, ...]] | None = None
        self._registry: Registry | None = None

    def load(self, job: Job) -> Registry:
        """Return the plugins of this process and of the job; raises PluginError."""
        sources = job.plugins, job.classes
        if self._registry is None or sources != self._sources:
            self._registry = job.load_registry()
            self._sources = sources
        return self._registry


class ChildPool:
    """Children that wait for calls; `close` stops them."""

    def __init__(self) -> None:
        """Start with none."""
        self._idle: list[Child] = []

    def call(self, target: Callable[..., None], *arguments: object) -> Child:
        """Call ``target(connection, keeper, *arguments)`` in a child, a new one if none is idle."""
        while self._idle:
            child = self._idle.pop()
            if not child.is_dead and not child.has_news():  # an idle child has only its end to say
                break
            child.bury()
        else:
            child = start_child(_serve_calls)
        child.send((target, arguments))
        return child

    def take_back(self, child: Child) -> None:
        """Keep a child whose call ends by itself, all messages of which have been received."""
        self._idle.append(child)

    def close(self) -> None:
        """Stop the children that are idle."""
        stop_children(self._idle)
        self._idle.clear()


@contextmanager
def call_in_child(
    pool: ChildPool | None, target: Callable[..., None], *arguments: object
) -> Iterator[Child]:
    """Yield a child of the pool, or a new one, that runs a call, as `ChildPool.call`.

    All messages of the call must be received; after an error the child is stopped.
    """
    with closing(ChildPool()) if pool is None else nullcontext(pool) as children:
        child = children.call(target, *arguments)
        try:
            yield child
        except BaseException:
            stop_children([child])
            raise
        children.take_back(child)


def _serve_calls(connection: Connection) -> None:
    keeper = PluginKeeper()
    while True:
        target, arguments = connection.recv()
        target(connection, keeper, *arguments)
