"""Maps the package's face, every folder of code, and the tournaments as data to ``railbird``."""

import sys

from setuptools import find_packages, setup

if sys.platform == "win32":
    sys.exit(
        "railbird does not run on Windows: install it in the Windows Subsystem for Linux (WSL)"
    )

CODE_FOLDERS = ("harness", "plugins", "agents", "native", "results")
DATA_FOLDERS = ("tournaments",)
FOLDERS = CODE_FOLDERS + DATA_FOLDERS
found = find_packages(include=[p for folder in FOLDERS for p in (folder, f"{folder}.*")])
setup(
    packages=["railbird", *(f"railbird.{package}" for package in found)],
    package_dir={"railbird": "railbird", **{f"railbird.{folder}": folder for folder in FOLDERS}},
    cffi_modules=[
        "native/build_native.py:ffibuilder",
        "agents/clone/model/build_clone.py:ffibuilder",
        "agents/dcubot/net/build_dcubot.py:ffibuilder",
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
