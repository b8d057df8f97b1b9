"""scikit-learn, which only fitting needs; playing does without."""

from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any

from railbird.plugins import AgentError


def import_scikit(module: str) -> Any:
    """Import a module of scikit-learn; raises AgentError where it is not installed."""
    try:
        return import_module(f"sklearn.{module}")
    except ImportError as error:
        raise AgentError(
            "learning needs scikit-learn; install it with: pip install 'railbird[learn]'"
        ) from error


def one_thread() -> AbstractContextManager[Any]:
    """Let scikit-learn compute in one thread: sums of several depend on how many they are."""
    limits: AbstractContextManager[Any] = import_module("threadpoolctl").threadpool_limits(limits=1)
    return limits
