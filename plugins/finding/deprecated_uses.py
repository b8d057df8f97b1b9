"""Collects where agents' code uses deprecated names, instead of a warning for each use.

Agents play in many processes, each of which would warn, and most of which Python would tell to keep
silent. So the places are collected as sentences, and shown once by the process that started them.
"""

import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from railbird.plugins.errors import DEPRECATED

OURS = f".* {DEPRECATED}"


@contextmanager
def deprecated_uses(found: dict[str, None]) -> Iterator[None]:
    """Add a sentence to `found`, as a key, for each place that uses a deprecated name.

    Nothing is collected if the user has chosen which warnings Python shows.
    """
    if sys.warnoptions:
        yield
        return
    with warnings.catch_warnings():
        warnings.filterwarnings("default", OURS, DeprecationWarning)
        others = warnings.showwarning

        def note(*warning: Any) -> None:
            message, _, filename, lineno, *_ = warning
            if re.match(OURS, str(message)):
                found[f"{Path(filename).name}, line {lineno}: {message}"] = None
            else:
                others(*warning)

        warnings.showwarning = note  # type: ignore[assignment]  # the rest as it comes
        yield
