"""scikit-learn, which only fitting needs; playing does without."""

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
