"""The compiled C core, as cffi makes it: untyped, and wrapped by the modules beside it."""

from typing import Any

ffi: Any
lib: Any
