"""C that only tests and benchmarks call: compiled when first asked for, kept in build/."""

import os
import shlex
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from cffi import FFI

REPOSITORY = Path(__file__).resolve().parents[2]
BUILT = REPOSITORY / "build" / "native_tools"
FLAGS = "-std=c11 -ffp-contract=off -Wall -Wextra -Werror -Wno-psabi -fPIC -shared"


@dataclass(frozen=True, slots=True, eq=False)
class CompiledTool:
    """A library as cffi sees it."""

    ffi: Any
    lib: Any


@cache
def compiled_tool(
    declarations: str, *, sources: tuple[str, ...], include: tuple[str, ...], optimization: str
) -> CompiledTool:
    """The library made of ``sources``, with what ``declarations`` say of it.

    ``include`` are folders of headers; both are named from the repository's root.
    """
    files = [REPOSITORY / source for source in sources]
    folders = [REPOSITORY / folder for folder in include]
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    command = [*compiler, *FLAGS.split(), optimization, *(f"-I{folder}" for folder in folders)]
    command += map(str, files)
    headers = sorted(path for folder in folders for path in folder.glob("*.h"))
    library = BUILT / f"{files[0].stem}_{_digest(command, [*files, *headers])}.so"
    if not library.exists():
        _compile(command, library)
    ffi = FFI()
    ffi.cdef(declarations)
    return CompiledTool(ffi, ffi.dlopen(str(library)))


def _digest(command: list[str], files: Iterable[Path]) -> str:
    parts = [shlex.join(command).encode(), *(path.read_bytes() for path in files)]
    return blake2b(b"\0".join(parts), digest_size=8).hexdigest()


def _compile(command: list[str], library: Path) -> None:
    """Compile in a folder of its own: several runs may do so at once."""
    BUILT.mkdir(parents=True, exist_ok=True)
    # A compiler has no use for the libraries that sanitizers put in front of Python.
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        made = Path(folder) / library.name
        whole = [*command, "-o", str(made)]
        done = subprocess.run(whole, capture_output=True, text=True, check=False, env=plain)
        if done.returncode:
            raise RuntimeError(f"the tools of the tests do not compile:\n{done.stderr}")
        os.replace(made, library)
