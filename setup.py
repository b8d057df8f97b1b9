"""Maps every code folder to ``railbird.<folder>`` and builds the C core."""

from setuptools import find_packages, setup

CODE_FOLDERS = ("harness", "plugins", "agents", "native", "results")
found = find_packages(include=[p for folder in CODE_FOLDERS for p in (folder, f"{folder}.*")])
setup(
    packages=[f"railbird.{package}" for package in found],
    package_dir={"railbird": "."},
    cffi_modules=["native/build_native.py:ffibuilder"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
