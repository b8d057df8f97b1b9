"""C that only tests of dcubot call: compiled when first asked for, kept in build/."""

import importlib.util
import os
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

from cffi import FFI

REPOSITORY = Path(__file__).parents[2]
TOOLS = REPOSITORY / "tests" / "native_tools" / "dcubot"
BUILT = REPOSITORY / "build" / "native_tools"


@cache
def compiled_tool(name, declarations, *, include=(), sources=()):
    """The module made of tests/native_tools/dcubot/NAME.c: its ``ffi`` and ``lib``.

    ``include`` are folders of headers and ``sources`` further files, from the repository's root.
    """
    folders = [REPOSITORY / folder for folder in include]
    files = [TOOLS / f"{name}.c", *(REPOSITORY / source for source in sources)]
    headers = sorted(path for folder in folders for path in folder.glob("*.h"))
    flags = os.environ.get("CFLAGS", "")
    told = [declarations.encode(), flags.encode(), *(path.read_bytes() for path in files + headers)]
    digest = blake2b(b"\0".join(told), digest_size=8).hexdigest()
    path = BUILT / f"{name}_{digest}.abi3.so"
    if not path.exists():
        _compile(path, declarations, files, folders)
    spec = importlib.util.spec_from_file_location(f"{name}_{digest}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compile(path, declarations, files, folders):
    """Compile in a folder of its own: several runs may do so at once."""
    BUILT.mkdir(parents=True, exist_ok=True)
    tool = FFI()
    tool.cdef(declarations)
    tool.set_source(
        path.name.removesuffix(".abi3.so"),
        f'#include "{files[0]}"\n',
        sources=[str(file) for file in files[1:]],
        include_dirs=[str(folder) for folder in folders],
        extra_compile_args=["-O1", "-std=c11", "-ffp-contract=off", "-Wno-psabi"],
        py_limited_api=True,
    )
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        os.replace(tool.compile(tmpdir=folder), path)
